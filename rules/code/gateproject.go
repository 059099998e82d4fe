package code

import (
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// gated is a project directory, with the rules that may come to be in it.
type gated struct {
	opts    GateOptions
	root    string
	dir     string
	project atomic.Pointer[Project] // nil: there are no rules
	checked atomic.Int64            // when it was last looked for them, in Unix nanoseconds; 0: never
	folds   atomic.Bool             // the file system ignores capitals
}

// active reports whether the project has rules. Once it had, it is not taken to
// have none because they went away.
func (g *gated) active() bool {
	if g.project.Load() != nil {
		return true
	}
	now, checked := g.opts.Rules.Now().UnixNano(), g.checked.Load()
	if checked != 0 && time.Duration(now-checked) < g.opts.Rules.ReloadInterval || !g.checked.CompareAndSwap(checked, now) {
		return g.project.Load() != nil
	}
	info, err := os.Stat(g.dir)
	if err != nil || !info.IsDir() {
		return false
	}
	opts := g.opts.Rules
	opts.Root = g.root
	p, err := open(g.dir, opts)
	if err != nil { // the options were checked, and the path is absolute
		return false
	}
	g.folds.Store(foldsCase(g.dir))
	g.project.Store(p)
	return true
}

// below returns the path from the project's root of an absolute one, and false
// if it is not in the project. The root itself is ".".
func (g *gated) below(path string) (string, bool) { return below(g.root, path, g.folds.Load()) }

// isRules reports whether a path is, or is in, the directory of the rules.
func (g *gated) isRules(path string) bool {
	_, in := below(g.dir, path, true) // a name that differs in capitals is suspicious anywhere
	return in
}

func below(dir, path string, fold bool) (string, bool) {
	if len(path) < len(dir) || path[:len(dir)] != dir && !(fold && strings.EqualFold(path[:len(dir)], dir)) {
		return "", false
	}
	rest := path[len(dir):]
	switch {
	case rest == "":
		return ".", true
	case rest[0] != filepath.Separator:
		return "", false
	}
	return rest[1:], true
}

// covers reports whether a rule is about a path.
func (g *gated) covers(rel string) bool { return g.project.Load().current().plan(rel) != nil }

// project is the innermost active project that holds an absolute path.
func (g *Gate) project(path string) (in *gated, rel string) {
	for _, p := range g.projects {
		if below, ok := p.below(path); ok && p.project.Load() != nil && (in == nil || len(p.root) > len(in.root)) {
			in, rel = p, below
		}
	}
	return in, rel
}

// enforcing reports whether what cannot be known of a path matters: a rule is
// about it, and violations keep content from being written.
func (g *gated) enforcing(rel string) bool {
	s := g.project.Load().current()
	return s.mode == ModeEnforce && s.plan(rel) != nil
}

// enforcingBelow is enforcing for files in a directory whose names are not known.
func (g *gated) enforcingBelow(rel string) bool {
	s := g.project.Load().current()
	if s.mode != ModeEnforce {
		return false
	}
	if s.broken != nil && !s.keeps {
		return true
	}
	found := false
	s.all(func(r *rule) bool {
		found = r.severity != SeverityOff && r.scope.mayCoverBelow(rel)
		return !found
	})
	return found
}

// ruleRef says where the first rule is written that was broken.
func (g *gated) ruleRef(list []Violation) *decision.RuleRef {
	ref := &decision.RuleRef{Name: list[0].Rule}
	g.project.Load().current().all(func(r *rule) bool {
		if r.id != ref.Name {
			return true
		}
		ref.File, ref.Line = r.file, r.line
		return false
	})
	return ref
}
