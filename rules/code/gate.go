package code

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// The names under which the gate decides, as rule_matched has them.
const (
	GateName       = "write-gate"
	selfTamperName = "self-tamper"
)

// GateOptions say what a [Gate] looks at.
type GateOptions struct {
	// Scope has the project directories, and tells where paths lead. It is
	// needed.
	Scope *effect.Scope
	// Analyzer tells what command lines write; one of package effect. Nil: a
	// command line is not looked at.
	Analyzer decision.Analyzer
	// Dir is the directory of the rules, in each project directory. Empty means
	// [DefaultDir].
	Dir string
	// Rules say how rules are held against content. Root is left empty.
	Rules Options
}

// Gate is the write gate: a [decision.Rule] for the gates of a supervisor. It
// denies a call that would write content which breaks the rules of a project, and
// escalates one whose content cannot be known, or not be checked. It never
// approves.
//
// It is at work in every project directory that has a directory of rules, from
// the moment when that appears. It looks at the calls of file tools, and at what
// command lines write as far as the analyser tells. The verdict's reasoning is
// what the agent is to be told, in several lines; the violations are in its
// evidence. It is safe for concurrent use.
type Gate struct {
	opts     GateOptions
	projects []*gated
	denied   denials
}

// NewGate makes a gate. Nothing is read before the first call.
func NewGate(opts GateOptions) (*Gate, error) {
	if opts.Scope == nil {
		return nil, errors.New("code gate: Scope is needed: without it no path leads to a project")
	}
	if opts.Dir == "" {
		opts.Dir = DefaultDir
	}
	if filepath.IsAbs(opts.Dir) || opts.Dir != filepath.Clean(opts.Dir) || opts.Dir == "." || strings.HasPrefix(opts.Dir, "..") {
		return nil, fmt.Errorf("code gate: Dir %q must be a directory within each project", opts.Dir)
	}
	opts.Rules = opts.Rules.withDefaults()
	if err := opts.Rules.validate(); err != nil {
		return nil, fmt.Errorf("code gate: %w", err)
	}
	g := &Gate{opts: opts}
	for _, root := range opts.Scope.ProjectDirs() {
		g.projects = append(g.projects, &gated{opts: opts, root: root, dir: filepath.Join(root, opts.Dir)})
	}
	return g, nil
}

// Needs implements [decision.Needer]: the call itself is enough.
func (g *Gate) Needs() decision.Need { return decision.NeedNothing }

// active reports that a project has rules.
func (g *Gate) active() bool {
	active := false
	for _, p := range g.projects { // each looks whether it has come to have some
		active = p.active() || active
	}
	return active
}

// Explain implements [decision.Explainer]: one step, where a project has rules.
func (g *Gate) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	if !g.active() {
		return nil
	}
	step := decision.Step{Name: GateName, Detail: "nothing that the call writes breaks a rule of its project"}
	if v, settled := g.Evaluate(ctx, c); settled {
		step.Matched, step.Settled, step.Action, step.Detail = true, true, &v.Action, v.Reasoning
	}
	return []decision.Step{step}
}

// Evaluate implements [decision.Rule].
func (g *Gate) Evaluate(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	if !g.active() {
		return decision.Verdict{}, false
	}
	l := &gateLook{Gate: g, call: c, disk: map[string]file{}}
	l.look(ctx)
	return l.verdict(ctx)
}

// gateLook is one look at one call.
type gateLook struct {
	*Gate
	call   *decision.Call
	disk   map[string]file // files as the call finds them, or leaves them
	spoilt []string        // directories in which the call writes what is not known
	links  []string        // names that the call makes for what is elsewhere
	tamper string          // the path that leads to the rules
	// rejected are results with violations, doubts what a person has to look at.
	rejected []rejection
	doubts   []doubt
	notes    []string
	unknown  bool // something is written of which the path or the content is not known
	seen     map[string]bool
}

// rejection is content that did not pass.
type rejection struct {
	Result
	project *gated
	content string
}

// doubt is a reason why a person has to look.
type doubt struct {
	cause  decision.Cause
	reason string
}

func (l *gateLook) doubt(cause decision.Cause, format string, args ...any) {
	l.doubts = append(l.doubts, doubt{cause, fmt.Sprintf(format, args...)})
}

// verdict makes one of all that was found. The gravest counts.
func (l *gateLook) verdict(ctx context.Context) (decision.Verdict, bool) {
	v := decision.Verdict{Source: GateName, Confidence: 1, Basis: decision.BasisOperator, Notes: l.notes}
	switch {
	case l.tamper != "":
		v.Action, v.Source = decision.Deny, selfTamperName
		v.Reasoning, v.Quoted = "the call changes the rules of the write gate: "+l.tamper, []string{l.tamper}
		return v, true
	case len(l.rejected) > 0:
		l.remember()
		return l.rejection(v, l.rejected), true
	case l.changed():
		v.Action, v.Reasoning = decision.Deny, "the file changed while the edit was checked: read it again, then edit it again"
		return v, true
	}
	if before, ok := l.denied.find(ctx, l); ok {
		v = l.rejection(v, []rejection{before})
		v.Reasoning = "This content was refused before, by another way.\n\n" + v.Reasoning
		return v, true
	}
	if len(l.doubts) == 0 {
		return decision.Verdict{Notes: l.notes}, false
	}
	v.Cause, v.Reasoning = l.doubts[0].cause, l.doubts[0].reason
	if more := len(l.doubts) - 1; more > 0 {
		v.Reasoning += fmt.Sprintf(" (and %d more)", more)
	}
	return v, true
}

// maxRejectedFiles bounds the files that one rejection tells of.
const maxRejectedFiles = 5

// rejection writes what the agent is told.
func (l *gateLook) rejection(v decision.Verdict, list []rejection) decision.Verdict {
	v.Action = decision.Deny
	var texts []string
	for _, r := range list[:min(len(list), maxRejectedFiles)] {
		texts = append(texts, r.Rejection())
		v.Violations = append(v.Violations, r.Violations...)
	}
	v.Violations = v.Violations[:min(len(v.Violations), MaxViolations)]
	v.Reasoning = strings.Join(texts, "\n\n")
	v.Quoted = []string{v.Reasoning} // messages may quote the content, and paths are the call's
	if first := list[0]; len(first.Violations) > 0 {
		v.Rule = first.project.ruleRef(first.Violations)
	}
	return v
}
