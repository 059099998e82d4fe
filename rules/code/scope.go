package code

import (
	"slices"

	"github.com/flux7-go/supervisor/internal/yamlpos"
	"github.com/flux7-go/supervisor/rules/code/internal/glob"
)

// scope is the files that a rule is about.
type scope struct {
	files   []*glob.Glob // none: all
	ignores []*glob.Glob // they win
}

func (s scope) covers(path string) bool {
	matches := func(g *glob.Glob) bool { return g.Match(path) }
	return (len(s.files) == 0 || slices.ContainsFunc(s.files, matches)) && !slices.ContainsFunc(s.ignores, matches)
}

// may reports whether a file of one of some extensions can be covered.
func (s scope) may(extensions []string) bool {
	return len(s.files) == 0 || slices.ContainsFunc(s.files, func(g *glob.Glob) bool { return g.MayEndIn(extensions) })
}

// readable reports whether imports are read of a file that may be covered.
func (s scope) readable() bool { return s.may(importExtensions()) }

// globs reads a list of patterns, each a text or {glob, caseInsensitive}.
func (r *configReader) globs(list []any, path string) []*glob.Glob {
	var made []*glob.Glob
	r.filled(len(list), path)
	for i, item := range list {
		at := yamlpos.ItemPath(path, i)
		text, fold, ok := r.globItem(item, at)
		if !ok {
			continue
		}
		g, err := glob.Compile(text, fold || r.fold)
		if err != nil {
			r.doc.Fault(at, "%s", err)
			continue
		}
		made = append(made, g)
	}
	return made
}

func (r *configReader) globItem(item any, at string) (text string, fold, ok bool) {
	switch item := item.(type) {
	case string:
		return item, false, true
	case map[string]any:
		text, ok = item["glob"].(string)
		fold, isFlag := item["caseInsensitive"].(bool)
		_, given := item["caseInsensitive"]
		wanted := 1
		if given {
			wanted = 2
		}
		if ok && len(item) == wanted && (isFlag || !given) {
			return text, fold, true
		}
	}
	r.doc.Fault(at, "must be a pattern such as src/**/*.ts, or {glob: …, caseInsensitive: true}")
	return "", false, false
}

// mayCoverBelow reports whether a file in a directory can be covered.
func (s scope) mayCoverBelow(dir string) bool {
	return len(s.files) == 0 || slices.ContainsFunc(s.files, func(g *glob.Glob) bool { return g.MayMatchBelow(dir) })
}
