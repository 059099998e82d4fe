package effect

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// analyzer tells what the tools would do that it knows by name and parameters.
type analyzer struct {
	scope    *Scope
	hosts    hostPolicy
	engine   *shell.Engine
	distrust bool // the project's own code
}

// NewAnalyzer returns an analyser that covers tools by their names and
// parameters: shells and what else runs a command line ("Bash",
// "run_command"), file tools ("Read", "fs.edit", "mcp__filesystem__list_directory",
// apply_patch), HTTP and browser tools, SQL tools, and the tools of services
// whose names say what they do ("github.list_issues", "GmailSendEmail"). An
// unknown tool, an unknown or mistyped parameter, a missing path and a path
// that does not resolve make a call opaque, with the reason.
//
// A write counts as an overwrite, unless the tool only creates and there is
// nothing at the path. A path of a known class of secrets adds
// [decision.Secrets]; a write to what runs by itself later, such as a git
// hook, adds [decision.Persistence], to what keeps the agent in check
// [decision.SelfTamper]. Text in any parameter that addresses a model with an
// order adds [decision.Injection]. A nil scope is one without a project.
func NewAnalyzer(scope *Scope) decision.Analyzer {
	return newAnalyzer(Options{Scope: scope}, command.Core())
}

func newAnalyzer(opts Options, table *command.Table) *analyzer {
	scope := opts.Scope
	if scope == nil {
		scope = &Scope{}
	}
	return &analyzer{
		scope: scope, hosts: hostPolicy{hosts: opts.Hosts, domains: opts.Domains}, distrust: opts.DistrustProjectCode,
		engine: &shell.Engine{Commands: table, Wrappers: opts.Wrappers, Home: scope.home, WorkingDir: scope.workingDir},
	}
}

// Analyze implements [decision.Analyzer].
func (a *analyzer) Analyze(ctx context.Context, c *decision.Call) decision.Effects {
	effects, known := c.Previewed()
	if !known {
		effects = a.Preview(ctx, c)
	}
	effects.List = slices.Clip(effects.List) // others may hold the preview
	a.injections(c, &effects)
	return effects
}

// Preview implements [decision.Previewer].
func (a *analyzer) Preview(_ context.Context, c *decision.Call) decision.Effects {
	if isShellTool(c.Tool) {
		return a.analyzeShell(c)
	}
	return a.analyzeTool(c)
}

// MayTamper implements [decision.Screener]. It is false for the file tools that
// only read, and true for all else.
func (a *analyzer) MayTamper(c *decision.Call) bool {
	return isShellTool(c.Tool) || !onlyReadsFiles(c.Tool)
}

// onlyReadsFiles reports a file tool that changes nothing.
func onlyReadsFiles(tool string) bool {
	op, ok := operationOf(tool)
	return ok && !op.writes
}

// analyzeTool tells what a tool other than a shell would do. The first family
// of tools that knows the call tells it.
func (a *analyzer) analyzeTool(c *decision.Call) decision.Effects {
	t := &account{analyzer: a, call: c, effects: decision.Effects{Covered: true}}
	if op, ok := operationOf(c.Tool); ok {
		t.fileTool(op)
		return t.effects
	}
	name := newToolName(c.Tool)
	for _, family := range []func(*account, toolName) bool{
		(*account).webTool, (*account).sqlTool, (*account).codeTool, (*account).gitTool, (*account).serviceTool,
	} {
		if family(t, name) {
			return t.effects
		}
	}
	t.unknownTool(name)
	return t.effects
}

// fileTools are the operations of file tools by their plain names.
type fileTools struct {
	bare    map[string]operation
	inFiles map[string]operation // after a file namespace
}

var knownFileTools = sync.OnceValue(func() fileTools {
	t := fileTools{map[string]operation{}, map[string]operation{}}
	for _, row := range operations {
		op := row.operation
		op.writes = op.effect != decision.Reads || op.takes(aDest) || op.takes(aPatch)
		for _, name := range strings.Fields(row.bare) {
			t.bare[name], t.inFiles[name] = op, op
		}
		for _, name := range strings.Fields(row.namespaced) {
			t.inFiles[name] = op
		}
	}
	return t
})

// operationOf finds what a file tool does by its name: bare, "fs.read" or
// "mcp__filesystem__read_file".
func operationOf(tool string) (operation, bool) {
	known := knownFileTools()
	table := known.bare
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok {
		namespace, verb, found := strings.Cut(rest, "__")
		if !found || !isFileNamespace(namespace) {
			return operation{}, false
		}
		table, tool = known.inFiles, verb
	} else if namespace, verb, found := strings.Cut(tool, "."); found {
		if !isFileNamespace(namespace) {
			return operation{}, false
		}
		table, tool = known.inFiles, verb
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
