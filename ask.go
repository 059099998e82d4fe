package supervisor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// ask has the provider judge the call. It is not settled when the provider
// passes; Links tells of it in any case.
func (j *judging) ask(ctx context.Context) (Verdict, bool) {
	if v, failed := j.complete(ctx, j.Provider); failed {
		return v, true
	}
	if j.call.InjectionRisk { // the detail may have brought the flag
		return injectionVerdict(), true
	}
	name := j.judgeName()
	if !j.places.Take(j.MaxInFlight) {
		err := decision.Errorf(CauseOverload, "too many calls wait for the provider")
		j.reviewed(Verdict{}, err, 0)
		return fallback(name, Verdict{}, err, 0), true
	}
	start := j.Now()
	v, err := j.consult(ctx)
	j.note(v.Notes)
	took := j.Now().Sub(start)
	j.reviewed(v, err, took)
	if j.reviews != nil {
		v.Source = name
	}
	switch {
	case errors.Is(err, ErrPass):
		return Verdict{
			Links:   linksOr(v.Links, name, decision.LinkPassed, "", took),
			Answers: v.Answers, Limits: v.Limits, Signals: v.Signals, Reasoning: v.Reasoning, Quoted: v.Quoted,
		}, false
	case err != nil:
		j.Logger.WarnContext(ctx, "the provider did not answer", "provider", name, "cause", string(decision.CauseOf(err)), "error", err)
		return fallback(name, v, err, took), true
	}
	v.Links = linksOr(v.Links, name, decision.LinkAnswered, "", took)
	if v.Source == "" {
		v.Source = name
	}
	return j.settleAnswer(ctx, v), true
}

// judgeName is under which name the provider decides.
func (j *judging) judgeName() string {
	if j.reviews != nil {
		return j.reviews.source()
	}
	return providerName(j.Provider)
}

func providerName(p Provider) (name string) {
	defer func() {
		if recover() != nil {
			name = fmt.Sprintf("%T", p)
		}
	}()
	return p.Name()
}

// consult calls the provider within its budget and leaves it behind when it
// does not return in time; its token is given back when it does.
func (j *judging) consult(ctx context.Context) (Verdict, error) {
	budget := j.Budget
	if left, known := j.call.Remaining(j.Now()); known {
		budget = min(budget, left)
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	type answer struct {
		verdict Verdict
		err     error
	}
	answered := make(chan answer, 1)
	go func() {
		defer j.places.GiveBack()
		var a answer
		defer func() {
			if p := recover(); p != nil {
				logPanic(ctx, j.Logger, j.Provider, p)
				a = answer{err: decision.Errorf(CausePanic, "the provider panicked")}
			}
			answered <- a
		}()
		a.verdict, a.err = j.Provider.Judge(ctx, j.call)
	}()
	select {
	case a := <-answered:
		return a.verdict, a.err
	case <-ctx.Done():
		return Verdict{}, ctx.Err()
	}
}

func linksOr(links []Link, name string, state LinkState, cause Cause, took time.Duration) []Link {
	if len(links) > 0 {
		return links
	}
	return []Link{{Name: name, State: state, Cause: cause, MS: milliseconds(took)}}
}

func fallback(name string, v Verdict, err error, took time.Duration) Verdict {
	cause := decision.CauseOf(err)
	return Verdict{
		Cause: cause, Source: name + "-fallback", Reasoning: fallbackReasoning,
		Links:   linksOr(v.Links, name, decision.LinkFailed, cause, took),
		Answers: v.Answers, Limits: v.Limits, Signals: v.Signals,
	}
}
