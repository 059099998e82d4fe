package effect

import (
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// account collects what one call would do.
type account struct {
	*analyzer
	call    *decision.Call
	effects decision.Effects
}

func (t *account) gap(reason, segment string) {
	t.effects.Gaps = append(t.effects.Gaps, decision.Gap{Reason: reason, Segment: cut(segment)})
}

func (t *account) add(e decision.Effect) { t.effects.List = append(t.effects.List, e) }

// touch adds what happens to one path, and what follows from which path it is.
func (t *account) touch(kind decision.EffectKind, text, segment string) Location {
	at := t.scope.LocateFor(t.call, text)
	segment = cut(segment)
	if at.Err != nil {
		// The path may still show by its text what it is about.
		at.Path = cut(text)
		t.gap(at.Err.Error(), segment)
	}
	if kind == decision.Creates && (at.exists || at.Assumed || at.Err != nil) {
		kind = decision.Overwrites
	}
	if kind != decision.Reads && at.Assumed {
		t.gap(decision.AssumedDir, segment)
	}
	e := decision.Effect{Kind: kind, Target: at.Path, Zone: at.Zone, Segment: segment}
	switch kind {
	case decision.Reads:
		e.Concern = t.readConcern(at)
	case decision.Deletes:
		e.Irreversible = !isRegenerable(at.Path)
	case decision.Overwrites, decision.Creates:
		e.Concern = t.writeConcern(at)
	}
	t.add(e)
	t.classify(kind, at, segment)
	return at
}

// classify adds the effects that come with the class of a path.
func (t *account) classify(kind decision.EffectKind, at Location, segment string) {
	more := decision.Effect{Target: at.Path, Zone: at.Zone, Segment: segment}
	reads := kind == decision.Reads
	plain := withoutBackup(at.Path)
	if secretFiles().match(plain) {
		secret := more
		secret.Kind = decision.Secrets
		switch {
		case !reads:
			secret.Concern = "place where secrets are kept"
		case unsureFiles().match(plain):
			secret.Concern = "may hold a secret"
		}
		t.add(secret)
	}
	if reads {
		return
	}
	if automaticFiles().match(at.Path) {
		more.Kind = decision.Persistence
		t.add(more)
	}
	if guardedFiles().match(at.Path) || path.Base(at.Path) == supervisorFile {
		more.Kind = decision.SelfTamper
		t.add(more)
	}
}

// has reports whether an effect of a kind was found.
func (t *account) has(kind decision.EffectKind) bool {
	for _, e := range t.effects.List {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// backupEndings are what people and editors put after the name of a file that
// they keep a copy of.
var backupEndings = []string{".bak", ".old", ".orig", ".save", ".backup", ".copy", ".tmp", ".swp", ".1", "~", ".gz", ".zip"}

// withoutBackup is the path of which a file is a copy.
func withoutBackup(name string) string {
	for cutAny := true; cutAny; {
		cutAny = false
		for _, end := range backupEndings {
			if rest, ok := strings.CutSuffix(name, end); ok && path.Base(rest) != "/" && !strings.HasSuffix(rest, "/") && rest != "" {
				name, cutAny = rest, true
			}
		}
	}
	return name
}
