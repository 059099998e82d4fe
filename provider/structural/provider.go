package structural

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// Label is the name of the provider, and the source of its verdicts.
const Label = "structural"

// Options are what a [Provider] needs.
type Options struct {
	// Set are the questions. Those of the base pack, in its own wording, are
	// answered. A call that is asked any other is never approved here. The zero
	// Set stands for the base pack.
	Set question.Set
	// Thresholds are what the answers are held against. The zero value stands
	// for [decision.DefaultThresholds].
	Thresholds decision.Thresholds
	// Analyzer looks at the recent calls of the agent. Nil: they are not
	// regarded. The call itself brings its own analyser.
	Analyzer decision.Analyzer
}

// Provider answers by static analysis. It is safe for concurrent use.
type Provider struct {
	set        question.Set // everything that is asked
	known      question.Set // what is answered
	thresholds decision.Thresholds
	analyzer   decision.Analyzer
}

// New makes a provider.
func New(opts Options) *Provider {
	if opts.Set.Len() == 0 {
		opts.Set, _, _ = question.WithBase() // the embedded pack has no fault
	}
	if opts.Thresholds == (decision.Thresholds{}) {
		opts.Thresholds = decision.DefaultThresholds()
	}
	return &Provider{
		set: opts.Set, known: opts.Set.Only(isKnown), thresholds: opts.Thresholds, analyzer: opts.Analyzer,
	}
}

// Name implements [decision.Provider].
func (p *Provider) Name() string { return Label }

// Needs implements [decision.Needer].
func (p *Provider) Needs() decision.Need { return decision.NeedTraces }

// Offline implements [decision.Offliner].
func (*Provider) Offline() bool { return true }

// Judge approves what is seen whole and routine, denies what is surely
// harmful, and returns [decision.ErrPass] for everything else; the verdict
// then holds the answers and limits as evidence. It never approves an opaque
// call. It returns no other error.
func (p *Provider) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	v := p.weigh(p.look(ctx, c))
	if v.Action == decision.Escalate {
		return v, decision.ErrPass
	}
	return v, nil
}

// weigh combines the answers. An escalate means that they lead to nothing.
func (p *Provider) weigh(f findings) decision.Verdict {
	v, err := decision.Weigh(f.asked, f.answers, p.thresholds)
	if err != nil || v.Action == decision.Approve && (f.effects.Opaque() || f.unknown != "") {
		v.Action, v.Confidence, v.Cause = decision.Escalate, 0, ""
	}
	v.Basis, v.Source = decision.BasisStructural, Label
	v.Reasoning, v.Quoted = f.reasoning(v)
	return v
}

// Explain implements [decision.Explainer]: one step, that names the limits the
// call was stopped by, and what was not seen. The effects themselves are part of
// the decision.
func (p *Provider) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	f := p.look(ctx, c)
	v := p.weigh(f)
	settled := v.Action != decision.Escalate
	end := decision.Step{Stage: "provider", Name: Label, Matched: settled, Settled: settled, Detail: v.Reasoning}
	if settled {
		end.Action = &v.Action
	}
	return []decision.Step{end}
}
