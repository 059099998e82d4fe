package rules

import (
	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/parser"
)

// Limits of a "when" condition beside [MaxConditionBytes]. They hold before
// the text is parsed, since the parser recurses without a limit of its own.
const (
	// MaxWhenTokens bounds the words and signs.
	MaxWhenTokens = 1000
	// MaxWhenNesting bounds how deep brackets nest. People read four.
	MaxWhenNesting = 32
	// MaxWhenSigns bounds "not", "!" and "-" in a row.
	MaxWhenSigns = 4
)

// When is one parsed condition in the language of expressions. It comes from
// [ParseWhen]; the zero value is of no use.
type When struct{ root *expression }

// ParseWhen reads a condition as an expression: comparisons joined by and, or
// and not.
//
//	tool == "fs.write" and params.path starts_with project_dir
//	not agent_known or agent_rate > 30
//	"force" in params or len(params.to) > 3
//	effects.deletes and not (effects.zone == "project")
//
// It is the language of expr-lang without what could run long or mean two
// things. A comparison with something that the call does not have does not
// hold, and neither does its negation. The words of classic conditions
// (starts_with, equals, …) are understood. Its error is a [*SyntaxError].
func ParseWhen(text string) (When, error) {
	source, err := newWhenSource(text)
	if err != nil {
		return When{}, err
	}
	tree, err := parser.Parse(source.rewritten)
	if err != nil {
		return When{}, source.parseFault(err)
	}
	root, err := source.condition(tree.Node)
	if err != nil {
		return When{}, err
	}
	// The shapes are right; the types of what is compared may not be.
	if _, err := expr.Compile(source.rewritten, vocabulary...); err != nil {
		return When{}, source.parseFault(err)
	}
	return When{root}, nil
}

// String writes the condition in its normal form, which [ParseWhen] reads as
// the same condition.
func (w When) String() string { return w.root.write(false) }

// fields of a call with the types that they are checked against.
type fields struct {
	ID             string         `expr:"id"`
	Agent          string         `expr:"agent_id"`
	Tool           string         `expr:"tool"`
	Params         map[string]any `expr:"params"`
	PolicyRule     string         `expr:"policy_rule"`
	InjectionRisk  bool           `expr:"injection_risk"`
	RecentTraces   any            `expr:"recent_traces"`
	ActiveGrants   any            `expr:"active_grants"`
	ProjectDirs    any            `expr:"project_dirs"`
	Session        string         `expr:"session_id"`
	WorkingDir     string         `expr:"working_dir"`
	AgentKnown     bool           `expr:"agent_known"`
	AgentRate      float64        `expr:"agent_rate"`
	Remaining      float64        `expr:"remaining"`
	Granted        bool           `expr:"granted"`
	ParamsRedacted bool           `expr:"params_redacted"`
	Effects        map[string]any `expr:"effects"`
	ProjectDir     string         `expr:"project_dir"`
}

// vocabulary is what an expression may be made of, as far as the library
// checks it.
var vocabulary = []expr.Option{
	expr.Env(fields{}), expr.AsBool(), expr.DisableAllBuiltins(),
	expr.EnableBuiltin("len"), expr.EnableBuiltin("lower"),
	expr.Function("inside", func(...any) (any, error) { return false, nil }, new(func(any, string) bool)),
	expr.MaxNodes(MaxWhenTokens * 2),
}
