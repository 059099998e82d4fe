package supervisor

import (
	"context"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Explanation is how the supervisor looks at a call: every stage and rule with
// what it saw, and the decision that would be given.
type Explanation struct {
	Decision Decision `json:"decision"`
	Steps    []Step   `json:"steps"`
}

// ExplainOption changes what [Supervisor.Explain] does.
type ExplainOption func(*explaining)

// AskProvider has the provider asked also when something settled the call
// before. It may cost money.
func AskProvider() ExplainOption { return func(e *explaining) { e.askProvider = true } }

// SkipProvider has no provider asked at all, so that looking costs nothing: the
// decision is that of the guards, the gates and the rules alone.
func SkipProvider() ExplainOption {
	return func(e *explaining) { e.trial.stages &^= StageProvider }
}

// Explain judges a call as a [Trial] does and shows every stage and every
// rule, those after the one that decided too. A provider is asked only if
// nothing settled the call before it, or on demand. Errors are those of
// [Supervisor.Evaluate].
func (s *Supervisor) Explain(ctx context.Context, call Call, opts ...ExplainOption) (Explanation, error) {
	e := explaining{trial: s.Trial()}
	for _, o := range opts {
		o(&e)
	}
	d, err := e.trial.Evaluate(ctx, call)
	if err != nil {
		return Explanation{Decision: d}, err
	}
	c, _, err := s.accept(call)
	if err != nil {
		return Explanation{Decision: d}, err
	}
	snap := e.trial.snapshot.of(c.Agent)
	e.judging = &judging{snapshot: snap, call: c.WithAnalyzer(snap.Analyzer), stages: allStages, places: &e.trial.places}
	e.stage(ctx, "guard", func() { e.guards(ctx) })
	e.rules(ctx, "gate", snap.Gates)
	e.rules(ctx, "rule", snap.Rules)
	e.stage(ctx, "provider", func() { e.provider(ctx, d) })
	for i := range e.steps {
		e.steps[i].Detail = redact.Text(e.steps[i].Detail)
	}
	return Explanation{Decision: d, Steps: e.steps}, nil
}

// stage explains a part; a panic of it is a step too.
func (e *explaining) stage(ctx context.Context, name string, explain func()) {
	defer func() {
		if p := recover(); p != nil {
			logPanic(ctx, e.Logger, name, p)
			e.steps = append(e.steps, Step{Stage: name, Name: "panic", Detail: "this part panicked"})
		}
	}()
	explain()
}

type explaining struct {
	*judging
	trial       *Trial
	askProvider bool
	steps       []Step
}

func (e *explaining) guards(ctx context.Context) {
	v, settled := e.judging.guards(ctx)
	step := Step{Stage: "guard", Name: "guards", Matched: settled, Settled: settled, Detail: v.Reasoning}
	if settled {
		step.Action = &v.Action
	}
	e.steps = append(e.steps, step)
}

func (e *explaining) rules(ctx context.Context, stage string, rules []Rule) {
	for _, rule := range rules {
		e.stage(ctx, stage, func() { e.rule(ctx, stage, rule) })
	}
}

func (e *explaining) rule(ctx context.Context, stage string, rule Rule) {
	x, ok := rule.(Explainer)
	if !ok {
		v, settled, _ := e.evaluate(ctx, rule)
		e.steps = append(e.steps, verdictStep(stage, fmt.Sprintf("%T", rule), v, settled))
		return
	}
	for _, step := range x.Explain(ctx, e.call) {
		step.Stage = stage
		e.steps = append(e.steps, step)
	}
}

func verdictStep(stage, name string, v Verdict, settled bool) Step {
	step := Step{Stage: stage, Name: name, Matched: settled || v.Source != "", Settled: settled, Detail: v.Reasoning}
	if v.Source != "" {
		step.Name = v.Source
	}
	if step.Matched {
		step.Action = &v.Action
	}
	return step
}

// provider shows what each link said in d, or asks when it was not asked and
// the caller wants to know.
func (e *explaining) provider(ctx context.Context, d Decision) {
	if e.Provider == nil {
		return
	}
	links, action := d.Evidence.Links, d.Action
	if !e.trial.stages.has(StageProvider) {
		e.steps = append(e.steps, Step{Stage: "provider", Name: providerName(e.Provider), Detail: "not asked again"})
		return
	}
	if len(links) == 0 && e.askProvider {
		v, settled := e.ask(ctx)
		e.steps = append(e.steps, verdictStep("provider", providerName(e.Provider), v, settled))
		return
	}
	if len(links) == 0 {
		e.steps = append(e.steps, Step{Stage: "provider", Name: providerName(e.Provider), Detail: "not asked: the call was settled before"})
		return
	}
	defer e.passed(ctx)
	for _, l := range links {
		step := Step{Stage: "provider", Name: l.Name, Matched: l.State == decision.LinkAnswered, Detail: string(l.State)}
		if l.State == decision.LinkAnswered {
			step.Action, step.Settled = &action, true
			step.Detail = d.Reasoning
		}
		if l.Cause != "" {
			step.Detail += ": " + string(l.Cause)
		}
		e.steps = append(e.steps, step)
	}
}

// passed adds why those links passed that can tell.
func (e *explaining) passed(ctx context.Context) {
	x, ok := e.Provider.(Explainer)
	if !ok {
		return
	}
	for _, step := range x.Explain(ctx, e.call) {
		if !step.Settled {
			e.steps = append(e.steps, step)
		}
	}
}
