package supervisor

import (
	"context"
	"errors"
	"log/slog"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/internal/inflight"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/question"
)

// Trial judges calls as the supervisor would, on the snapshot that was in
// force when the trial was made, and leaves no trace: nothing is recorded,
// counted or used up, and a pause does not stop it. It is for measuring and
// previews. It is safe for concurrent use.
type Trial struct {
	supervisor *Supervisor
	snapshot   *snapshot
	stages     Stage
	places     inflight.Places
}

// TrialOption changes what a [Trial] does.
type TrialOption func(*Trial)

// TrialStages limits a trial to some stages; without it all of them judge.
func TrialStages(stages ...Stage) TrialOption {
	return func(t *Trial) {
		t.stages = 0
		for _, s := range stages {
			t.stages |= s
		}
	}
}

// TrialRecorded has no provider asked that would have to be paid or waited for:
// each says what it said before, as said returns it for a call and the name of
// a link, and where its answers were kept they are weighed by the limits of
// now. A link that said nothing before has failed, with cause unavailable. said
// must be safe for concurrent use; [bench.Answers.Said] is one.
func TrialRecorded(said func(call *Call, link string) (bench.Said, bool)) TrialOption {
	return func(t *Trial) {
		again := *t.snapshot
		again.Logger = slog.New(slog.DiscardHandler) // what was not said before is no news about a provider
		again.Provider = saying(again.Provider, said)
		again.agents = again.agents.each(func(own *snapshot) {
			own.Logger, own.Provider = again.Logger, saying(own.Provider, said)
		})
		t.snapshot = &again
	}
}

// saying is a provider that says what it said before.
func saying(p Provider, said func(*Call, string) (bench.Said, bool)) Provider {
	chain := asChain(p)
	if chain == nil {
		return p
	}
	return chain.Recorded(func(c *Call, link string) (provider.Recorded, bool) {
		past, ok := said(c, link)
		return recorded(past), ok
	})
}

// recorded is what a link said, as its chain takes it.
func recorded(s bench.Said) provider.Recorded {
	r := provider.Recorded{State: s.State, Cause: s.Cause, Verdict: Verdict{
		Action: s.Action, Confidence: s.Confidence, Threshold: s.Threshold, Basis: s.Basis, Reasoning: s.Reasoning, Source: s.Source,
		Limits: s.Limits,
	}}
	if s.Answers != nil {
		r.Verdict.Answers = s.Answers
		r.Answers = &question.Answers{Model: s.Model, ByID: s.Answers}
	}
	return r
}

// asChain returns a provider as a chain; nil if there is none.
func asChain(p Provider) *provider.Chain {
	if chain, ok := p.(*provider.Chain); ok || p == nil {
		return chain
	}
	single, err := provider.NewChain(provider.Options{Links: []provider.Link{{Provider: p}}, Single: true})
	if err != nil {
		return nil
	}
	return single
}

// Trial makes a trial of the present snapshot.
func (s *Supervisor) Trial(opts ...TrialOption) *Trial {
	t := &Trial{supervisor: s, snapshot: s.snapshot.Load(), stages: allStages}
	for _, o := range opts {
		o(t)
	}
	return t
}

// Evaluate judges one call. Its errors are those of [Supervisor.Evaluate].
func (t *Trial) Evaluate(ctx context.Context, call Call) (Decision, error) {
	c, refused, err := t.supervisor.accept(call)
	if err != nil {
		return *refused, err
	}
	snap := t.snapshot.of(c.Agent)
	start := snap.Now()
	j := &judging{snapshot: snap, call: c.WithAnalyzer(snap.Analyzer), stages: t.stages, places: &t.places}
	v := j.judge(ctx)
	if errors.Is(ctx.Err(), context.Canceled) {
		return t.supervisor.bare(c, decision.ViaEvaluate, CauseTimeout, "the caller went away"), ctx.Err()
	}
	return *j.decision(ctx, v, decision.ViaEvaluate, start), nil
}
