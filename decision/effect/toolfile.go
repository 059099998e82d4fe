package effect

import (
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/patch"
)

// fileTool tells what a file tool would do.
func (t *account) fileTool(op operation) {
	targets, gaps := readParameters(op, t.call.Params)
	t.effects.Gaps = append(t.effects.Gaps, gaps...)
	rooted := false
	for _, target := range targets {
		segment := target.segment()
		switch target.kind {
		case aPath, paths:
			t.touch(op.effect, target.text, segment)
			t.pathPattern(target.text, segment)
			rooted = true
		case aRoot:
			t.searchRoot(target.text, segment)
			rooted = true
		case aSource:
			if op.effect == decision.Deletes {
				t.moveAway(target.text, segment)
			} else {
				t.touch(op.effect, target.text, segment)
			}
		case aDest:
			from := len(t.effects.List)
			at := t.touch(decision.Creates, target.text, segment)
			if op.effect == decision.Deletes && at.Zone == decision.ZoneTemp && t.effects.List[from].Concern == "" {
				t.effects.List[from].Concern = "moved to where it does not last"
			}
		case aGlob, globs:
			t.glob(target.text, segment)
		case aPattern:
			if isFilePattern(t.call.Tool, target) {
				t.glob(target.text, segment)
			}
		case aContent:
			t.secretText(target.text, target.param)
		case aPatch:
			t.patch(target)
		}
	}
	if op.rooted && op.effect == decision.Reads && !rooted {
		t.touch(decision.Reads, ".", t.call.Tool)
	}
}

// moveAway touches a file that is moved: nothing is lost by it.
func (t *account) moveAway(text, segment string) {
	from := len(t.effects.List)
	t.touch(decision.Deletes, text, segment)
	t.effects.List[from].Irreversible = false
}

// isFilePattern tells the pattern of a tool that looks for names of files from
// that of one that looks into them.
func isFilePattern(tool string, t target) bool {
	return t.param == "pattern" && isFileFinder(tool)
}

// isFileFinder reports a tool that looks for names of files.
func isFileFinder(tool string) bool {
	name := plainName(tool)
	return strings.Contains(name, "glob") || strings.HasSuffix(name, "searchfiles") || strings.HasSuffix(name, "findfiles")
}

// glob is a pattern of names: it may lead elsewhere, and it may ask for secrets.
func (t *account) glob(text, segment string) {
	if secretFiles().match(strings.TrimLeft(text, "!*/")) && !strings.HasPrefix(text, "!") {
		t.add(decision.Effect{Kind: decision.Secrets, Target: cut(text), Zone: decision.ZoneProject, Segment: cut(segment)})
	}
	if !path.IsAbs(text) && !strings.HasPrefix(text, "~") && !strings.Contains(text, "..") {
		return
	}
	fixed := text
	if i := strings.IndexAny(text, "*?[{"); i >= 0 {
		fixed = path.Dir(text[:i] + "x")
	}
	t.touch(decision.Reads, fixed, segment)
}

// pathPattern is a path that a tool may take for a pattern: it then stands for
// files that it does not name. Brackets alone are in the names of routes.
func (t *account) pathPattern(text, segment string) {
	open, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if strings.ContainsAny(text, "*?") || open >= 0 && end > open && strings.Contains(text[open:end], ",") {
		t.gap("path that may be a pattern", segment)
	}
	if !strings.ContainsAny(text, "[]") {
		return
	}
	plain := strings.NewReplacer("[", "", "]", "").Replace(text)
	if secretFiles().match(plain) {
		t.add(decision.Effect{Kind: decision.Secrets, Target: cut(text), Zone: decision.ZoneProject, Segment: cut(segment), Concern: "may hold a secret"})
	}
}

// searchRoot is where a search starts. One that looks into the files of all of
// the home, or of a tree around it, reads the secrets in it too.
func (t *account) searchRoot(text, segment string) {
	at := t.touch(decision.Reads, text, segment)
	if isFileFinder(t.call.Tool) || at.Err != nil || !t.holdsSecrets(at.Path) {
		return
	}
	t.add(decision.Effect{Kind: decision.Secrets, Target: at.Path, Zone: at.Zone, Segment: cut(segment), Concern: "may hold a secret"})
}

// patch tells what a patch does to each of its files.
func (t *account) patch(target target) {
	report := patch.Read(target.text)
	for _, gap := range report.Gaps {
		t.gap("patch: "+gap.Reason, fmt.Sprintf("%s, line %d", target.param, gap.Line))
	}
	for _, c := range report.Changes {
		segment := fmt.Sprintf("%s: %s %s", target.param, c.Op, c.Path)
		switch c.Op {
		case patch.Add:
			t.touch(decision.Creates, c.Path, segment)
		case patch.Copy:
			t.touch(decision.Reads, c.Path, segment)
			t.touch(decision.Creates, c.To, segment+" to "+c.To)
		case patch.Update:
			t.touch(decision.Overwrites, c.Path, segment)
		case patch.Delete:
			t.touch(decision.Deletes, c.Path, segment)
		case patch.Replace:
			t.replace(c, segment)
		case patch.Move:
			t.moveAway(c.Path, segment)
			t.touch(decision.Creates, c.To, segment+" to "+c.To)
		}
		t.secretText(c.Added, segment)
	}
}

// replace is a file that a patch deletes and adds: shown as new, its old
// content would go unseen. Both sizes are told.
func (t *account) replace(c patch.Change, segment string) {
	from := len(t.effects.List)
	at := t.touch(decision.Overwrites, c.Path, segment)
	old := "an unknown number of"
	if info, err := os.Stat(at.Path); at.Err == nil && err == nil {
		old = fmt.Sprint(info.Size())
	}
	e := &t.effects.List[from]
	e.Concern = fmt.Sprintf("deleted and added again: %s bytes become %d", old, len(c.Added))
	e.Irreversible = true
}
