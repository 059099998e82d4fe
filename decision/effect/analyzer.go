package effect

import (
	"context"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// analyzer covers file tools with known parameters.
type analyzer struct {
	scope     *Scope
	bare      map[string]operation // by plain name
	inFiles   map[string]operation // by plain name after a file namespace
	secrets   classes
	automatic classes
	hosts     hostPolicy
	engine    *shell.Engine
	distrust  bool // the project's own code
}

// NewAnalyzer returns an analyser that covers tools which read, list, write,
// edit or create files: "Read", "write_file", "fs.edit",
// "mcp__filesystem__list_directory" and the like. An unknown tool, an unknown
// or mistyped parameter, a missing path and a path that does not resolve make
// a call opaque, with the reason.
//
// A write counts as an overwrite, unless the tool only creates and there is
// nothing at the path. A path of a known class of secrets adds
// [decision.Secrets]; a write to what runs by itself later, such as a git
// hook, adds [decision.Persistence]. A nil scope is one without a project.
func NewAnalyzer(scope *Scope) decision.Analyzer { return newAnalyzer(Options{Scope: scope}) }

func newAnalyzer(opts Options) *analyzer {
	scope := opts.Scope
	if scope == nil {
		scope = &Scope{}
	}
	a := &analyzer{
		scope: scope, hosts: hostPolicy{hosts: opts.Hosts, domains: opts.Domains}, distrust: opts.DistrustProjectCode,
		engine: newEngine(scope, opts.Wrappers, nil),
		bare:   map[string]operation{}, inFiles: map[string]operation{},
		secrets: newClasses(secretPaths, plainPaths), automatic: newClasses(automaticPaths, nil),
	}
	for _, row := range operations {
		for _, name := range row.bare {
			a.bare[name], a.inFiles[name] = row.operation, row.operation
		}
		for _, name := range row.namespaced {
			a.inFiles[name] = row.operation
		}
	}
	return a
}

// Analyze implements [decision.Analyzer].
func (a *analyzer) Analyze(_ context.Context, c *decision.Call) decision.Effects {
	if isShellTool(c.Tool) {
		return a.analyzeShell(c)
	}
	op, ok := a.operation(c.Tool)
	if !ok {
		return decision.Effects{Gaps: []decision.Gap{{Reason: "unknown tool", Segment: cut(c.Tool)}}}
	}
	targets, gaps := readParameters(op.params, c.Params)
	effects := decision.Effects{Gaps: gaps, Covered: true}
	for _, target := range targets {
		a.touch(&effects, op.effect, target, c.WorkingDir)
	}
	return effects
}

// operation finds what a tool does by its name: bare, "fs.read" or
// "mcp__filesystem__read_file".
func (a *analyzer) operation(tool string) (operation, bool) {
	table := a.bare
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok {
		namespace, verb, found := strings.Cut(rest, "__")
		if !found || !isFileNamespace(namespace) {
			return operation{}, false
		}
		table, tool = a.inFiles, verb
	} else if namespace, verb, found := strings.Cut(tool, "."); found {
		if !isFileNamespace(namespace) {
			return operation{}, false
		}
		table, tool = a.inFiles, verb
	}
	op, ok := table[plainName(tool)]
	return op, ok
}

func isFileNamespace(name string) bool {
	for _, known := range fileNamespaces {
		if plainName(name) == known {
			return true
		}
	}
	return false
}

// plainName makes the spellings of a name alike: readFile, read_file, read-file.
// Only ASCII is folded: a look-alike is another tool.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '_' || r == '-':
			return -1
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// touch adds what happens to one path.
func (a *analyzer) touch(effects *decision.Effects, kind decision.EffectKind, t target, workingDir string) {
	at := a.scope.Locate(t.text, workingDir)
	segment := t.segment()
	if at.Err != nil {
		// The path may still show by its text what it is about.
		at.Path = cut(t.text)
		effects.Gaps = append(effects.Gaps, decision.Gap{Reason: at.Err.Error(), Segment: segment})
	}
	if kind == decision.Creates && (at.exists || at.Assumed || at.Err != nil) {
		kind = decision.Overwrites
	}
	if kind != decision.Reads && at.Assumed {
		effects.Gaps = append(effects.Gaps, decision.Gap{
			Reason: "relative path, and the working directory is assumed", Segment: segment,
		})
	}
	kinds := []decision.EffectKind{kind}
	if a.secrets.match(at.Path) {
		kinds = append(kinds, decision.Secrets)
	}
	if kind != decision.Reads && a.automatic.match(at.Path) {
		kinds = append(kinds, decision.Persistence)
	}
	for _, k := range kinds {
		effects.List = append(effects.List, decision.Effect{Kind: k, Target: at.Path, Zone: at.Zone, Segment: segment})
	}
}
