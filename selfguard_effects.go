package supervisor

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// changes looks at what a call would do, which a command does without a parameter
// that is a path. One that writes, moves or deletes a protected file, or a directory
// that holds one, is denied. What writes over files of such a directory without
// naming them, as formatters and archives do, is not: it is every day's work where
// the config lies in the project.
func (g *selfGuard) changes(c *Call, effects []Effect) (Verdict, bool) {
	for i, e := range effects {
		if !changesFiles(e) {
			continue
		}
		if i >= maxLocated {
			return Verdict{Cause: CauseSelf, Source: selfGuardName, Confidence: 1, Reasoning: "the call changes more paths than are looked at"}, true
		}
		at := g.scope.LocateFor(c, e.Target)
		switch {
		case at.Err != nil: // the analyser has said that it is opaque
		case e.Kind != decision.Deletes && strings.ContainsAny(at.Path, "*?["):
			// What is written under unknown names: cp x/* . is every day's work, sed -i *.yaml is not.
			if filepath.Base(at.Path) != "*" && g.holdsMatched(at.Path) {
				return selfVerdict(e, Verdict{Cause: CauseSelf}, "the call may write over the supervisor's own files"), true
			}
		case g.isProtected(at):
			return selfVerdict(e, Verdict{Action: Deny}, "the call changes the supervisor's own files"), true
		case e.Kind == decision.Deletes && g.holdsMatched(at.Path):
			return selfVerdict(e, Verdict{Action: Deny}, "the call takes away what holds the supervisor's own files"), true
		}
	}
	return Verdict{}, false
}

// changesFiles reports an effect that changes what lies at a path of this machine.
func changesFiles(e Effect) bool {
	switch e.Kind {
	case decision.Creates, decision.Overwrites, decision.Deletes:
		return filepath.IsAbs(e.Target) && e.Zone != decision.ZoneRemote
	}
	return false
}

// selfVerdict says what of the call speaks against it.
func selfVerdict(e Effect, v Verdict, what string) Verdict {
	e = maskedEffects([]Effect{e})[0]
	v.Source, v.Confidence, v.Quoted = selfGuardName, 1, []string{e.Target, e.Segment}
	v.Reasoning = fmt.Sprintf("%s: %s (%s)", what, e.Target, e.Segment)
	return v
}

// holdsMatched is holdsProtected for a path that a shell may still expand: a
// pattern such as *.o takes away what it matches, not all that lies beside that.
func (g *selfGuard) holdsMatched(path string) bool {
	if !strings.ContainsAny(path, "*?[") || strings.Contains(path, "**") || strings.ContainsAny(path, `{\`) {
		return g.holdsProtected(path)
	}
	pattern := fold(path)
	depth := strings.Count(pattern, string(filepath.Separator))
	matches := func(file string) bool {
		for strings.Count(file, string(filepath.Separator)) > depth {
			file = filepath.Dir(file)
		}
		ok, err := filepath.Match(pattern, file)
		return ok || err != nil
	}
	return slices.ContainsFunc(g.folded, matches) ||
		slices.ContainsFunc(g.patterns, func(protected string) bool { return matches(fold(example(protected))) })
}

// example is a path that a protected pattern stands for, as a journal that was put
// away has it: of two patterns nearly every pair could meet somewhere.
func example(pattern string) string { return strings.ReplaceAll(pattern, "*", "1") }
