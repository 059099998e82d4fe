package effect

import (
	"context"
	"slices"
	"sync"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/internal/nameword"
)

// ToolKind is what the name of a tool says about its parameters.
type ToolKind uint8

// The kinds of tool. The zero value is ToolUnknown.
const (
	// ToolUnknown is not known to the analyser.
	ToolUnknown ToolKind = iota
	// ToolVaried does what its parameters say: it takes a command, a query, code,
	// a path or an address, or does more than look.
	ToolVaried
	// ToolUniform only looks, and at nothing private: what it is told is neither
	// run nor asked, and names no place.
	ToolUniform
)

// tableReader is an analyser of which only the tables are asked.
var tableReader = sync.OnceValue(func() *analyzer { return newAnalyzer(Options{}, command.Core()) })

// KindOfTool tells what the analyser's tables know of a tool of that name,
// whatever it would be called with. It decides where a permission may be given
// that no parameter is compared for.
func KindOfTool(tool string) ToolKind {
	if isShellTool(tool) || nameword.RunsCommands(tool) {
		return ToolVaried
	}
	a := tableReader()
	if op, ok := operationOf(tool); ok {
		if len(op.params) == 0 && op.effect == decision.Reads {
			return ToolUniform
		}
		return ToolVaried
	}
	bare := a.Analyze(context.Background(), &decision.Call{Tool: tool})
	name := newToolName(tool)
	switch {
	case familyOf(name) < 0 && !bare.Covered:
		return ToolUnknown
	case verbOf(name.action) != nil || bare.Opaque() && len(bare.List) == 0:
		return ToolVaried
	case bare.Opaque():
		return ToolUnknown // a word of its name says nothing to us
	case takesPlaces(name) || slices.ContainsFunc(bare.List, notPlainLook):
		return ToolVaried
	}
	return ToolUniform
}

// notPlainLook reports an effect other than to look at what nobody minds.
func notPlainLook(e decision.Effect) bool {
	return e.Kind != decision.Reads || e.Concern != "" || e.Irreversible || len(e.Sends) > 0
}

// varyingWords are words in the names of tools that look at what they are told:
// their parameters are a query, an expression, a path or an address.
var varyingWords = wordList(`search query queries find lookup look filter fetch browse read retrieve recall suggest autocomplete recommend
	calculate convert evaluate regex regexp jsonpath match matches test hash sql jql file files content contents path paths tree directory
	folder blame diff compare blob raw log logs page pages url link links web website docs documentation readme library secret secrets
	database databases table tables rag vector index nearby geocode reverse explain summarize analyze predict`)

func takesPlaces(name toolName) bool { return name.hasAny(varyingWords()...) }
