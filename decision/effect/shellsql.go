package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
	"github.com/flux7-go/supervisor/decision/effect/internal/sqltext"
)

// sqlKinds tells what the acts of a SQL text are as effects.
func sqlKind(kind sqltext.Kind) (decision.EffectKind, bool) {
	switch kind {
	case sqltext.Reads:
		return decision.Reads, true
	case sqltext.Creates:
		return decision.Creates, true
	case sqltext.Overwrites:
		return decision.Overwrites, true
	case sqltext.Deletes:
		return decision.Deletes, true
	case sqltext.Executes:
		return decision.ExecutesUnseen, true
	case sqltext.Network:
		return decision.Network, true
	case sqltext.Secrets:
		return decision.Secrets, true
	case sqltext.Privilege:
		return decision.Privilege, true
	case sqltext.Persists:
		return decision.Persistence, true
	case sqltext.Disrupts:
		return decision.Disrupts, true
	case sqltext.ReadsFile:
		return decision.Reads, false
	case sqltext.WritesFile:
		return decision.Overwrites, false
	}
	return decision.ExecutesUnseen, false
}

// sql looks into a text that a database runs.
func (s *sight) sql(a *shell.Act) {
	if !a.Word.Known() || a.Word.Glob || strings.Contains(a.Word.Text, command.Unknown) {
		s.emit(a, decision.Effect{Kind: decision.ExecutesUnseen, Target: "sql", Zone: decision.ZoneRemote, Concern: "sql that is not known"})
		s.gap("sql that is not known", a.Segment)
		return
	}
	report := sqltext.Read(sqltext.Dialect(a.What), a.Word.Text)
	zone := decision.ZoneRemote
	if a.What == string(sqltext.SQLite) {
		zone = decision.ZoneProject
	}
	for _, act := range report.Acts {
		kind, seen := sqlKind(act.Kind)
		e := decision.Effect{Kind: kind, Target: act.Target, Zone: zone, Concern: act.Concern, Irreversible: act.Irreversible}
		if !seen {
			e.Zone = decision.ZoneUnknown
			s.gap("sql reads or writes files", a.Segment)
		}
		s.emit(a, e)
	}
	for _, g := range report.Gaps {
		s.gap(g.Reason, a.Segment)
	}
}
