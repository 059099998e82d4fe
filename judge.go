package supervisor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/inflight"
)

// Fixed texts that programs of the reference know.
const (
	injectionRule      = "injection-risk"
	injectionReasoning = "injection risk detected by flux7-mesh"
	fallbackReasoning  = "LLM evaluation failed, escalating to human"
	unsettledReasoning = "no rule matched"
)

// judging is one call on its way through the stages of one snapshot.
type judging struct {
	*snapshot
	call     *Call
	detail   func(context.Context, *Call) error // nil, or called already
	stages   Stage
	places   *inflight.Places // of calls that wait for the provider
	evidence Evidence
	review   *review // by the agent's supervisor, once it was asked
	// author is the part whose approve is final; it may want to count the use.
	author any
}

// judge returns what stands at the end of all stages. A panic of any part is
// an escalation, and so is an approve that comes when nobody waits any more.
func (j *judging) judge(ctx context.Context) (v Verdict) {
	defer func() {
		if p := recover(); p != nil {
			logPanic(ctx, j.Logger, "a part", p)
			v = Verdict{Cause: CausePanic, Source: "panic", Reasoning: "a part of the supervisor panicked"}
		}
	}()
	v = j.throughStages(ctx)
	if v.Action != Approve {
		return v
	}
	if j.expired() {
		v.Reasoning = "approved, but nobody waits for this call any more"
		return demote(v, CauseExpired)
	}
	if ctx.Err() != nil {
		v.Reasoning = "approved, but too late"
		return demote(v, CauseTimeout)
	}
	return v
}

// expired reports whether nobody waits for the call any more.
func (j *judging) expired() bool {
	return !j.call.Expires.IsZero() && !j.call.Expires.After(j.Now())
}

// throughStages takes the call through guards, gates, rules and the provider,
// in that order.
func (j *judging) throughStages(ctx context.Context) Verdict {
	start := j.Now()
	if j.stages.has(StageGuards) {
		v, settled := j.guards(ctx)
		if start = j.timed("guards", start); settled {
			return v
		}
	}
	if j.stages.has(StageGates) {
		v, settled := j.gates(ctx)
		if start = j.timed("gates", start); settled {
			return v
		}
	}
	stands := Verdict{Cause: CauseUnsettled, Reasoning: unsettledReasoning}
	if j.stages.has(StageRules) {
		v, settled := j.rules(ctx)
		if j.timed("rules", start); settled {
			return v
		}
		if said(v) {
			stands = v
		}
	}
	return j.unsettled(ctx, stands)
}

// unsettled asks the provider about a call that no rule settled; stands is what
// was handed on.
func (j *judging) unsettled(ctx context.Context, stands Verdict) Verdict {
	if stands.Cause == "" {
		stands.Cause = CauseUnsettled
	}
	switch {
	case j.call.InjectionRisk:
		return injectionVerdict()
	case j.Provider == nil || !j.stages.has(StageProvider):
		return stands
	}
	if v, refused := j.refusedBefore(ctx); refused {
		return v
	}
	start := j.Now()
	v, settled := j.ask(decision.WithHandedOn(ctx, stands))
	if j.timed("provider", start); settled {
		return v
	}
	stands.Links, stands.Answers, stands.Limits, stands.Signals = v.Links, v.Answers, v.Limits, v.Signals
	if v.Reasoning != "" { // why the provider passed
		stands.Reasoning += "; " + v.Reasoning
		stands.Quoted = slices.Concat(stands.Quoted, v.Quoted)
	}
	if cause := lastFailure(v.Links); cause != "" {
		stands.Cause = cause
	}
	return stands
}

// lastFailure returns the cause of the last link that failed, which a person
// should know when the links after it passed.
func lastFailure(links []Link) (cause Cause) {
	for _, l := range links {
		if l.State == decision.LinkFailed {
			cause = l.Cause
		}
	}
	return cause
}

// timed keeps how long a stage took, and returns when it ended.
func (j *judging) timed(stage string, start time.Time) (end time.Time) {
	if j.evidence.Timings == nil {
		j.evidence.Timings = make(map[string]float64, 4)
	}
	end = j.Now()
	j.evidence.Timings[stage] = milliseconds(end.Sub(start))
	return end
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (j *judging) guards(ctx context.Context) (Verdict, bool) {
	if j.expired() {
		return Verdict{Cause: CauseExpired, Source: "expired", Confidence: 1, Reasoning: "nobody waits for this call any more"}, true
	}
	named, settled := j.self.check(ctx, j.call)
	if settled && named.Action == Deny {
		return named, true
	}
	v, tampers := j.tampers(ctx)
	if tampers && (v.Action == Deny || !settled) {
		return v, true
	}
	return named, settled
}

// tampers denies what would change what guards the agent: the settings and
// hooks of its harness, the rules of the write gate, the supervisor's own files.
func (j *judging) tampers(ctx context.Context) (Verdict, bool) {
	if !j.call.MayTamper() {
		return Verdict{}, false
	}
	effects := j.call.Preview(ctx).List
	for _, e := range effects {
		if e.Kind == decision.SelfTamper {
			return selfVerdict(e, Verdict{Action: Deny}, "the call changes what guards the agent"), true
		}
	}
	return j.self.changes(j.call, effects)
}

// gates asks every gate. A deny wins over an escalate; an approve is a pass.
func (j *judging) gates(ctx context.Context) (held Verdict, settled bool) {
	for _, gate := range j.Gates {
		if v, failed := j.complete(ctx, gate); failed {
			return v, true
		}
		v, ok, panicked := j.evaluate(ctx, gate)
		if panicked {
			return v, true
		}
		if !ok || v.Action == Approve {
			continue
		}
		if v = j.settle(ctx, v, gate); v.Action == Deny {
			return v, true
		}
		if !settled {
			held, settled = v, true
		}
	}
	return held, settled
}

// rules asks the rules in order. It returns a settled verdict, or the last one
// that was handed on. Once a rule holds the call for a person, only a rule
// that lifts is asked; once the call carries the injection flag, only a deny
// counts.
func (j *judging) rules(ctx context.Context) (stands Verdict, settled bool) {
	for _, rule := range j.Rules {
		if settled && !decision.Lifts(rule) || j.exempt(rule) {
			continue
		}
		if v, failed := j.complete(ctx, rule); failed {
			return v, true
		}
		v, ok, panicked := j.evaluate(ctx, rule)
		if panicked {
			return v, true
		}
		if ok {
			v = j.settle(ctx, v, rule)
		}
		switch {
		case ok && v.Action == Deny:
			return v, true
		case j.call.InjectionRisk:
			continue
		case ok && v.Action == Approve:
			return v, true
		case ok:
			if !settled {
				stands, settled = v, true
			}
		case !settled && said(v):
			stands = v
		}
	}
	if j.call.InjectionRisk {
		return injectionVerdict(), true
	}
	return stands, settled
}

// said reports whether a verdict that was handed on says anything.
func said(v Verdict) bool { return v.Source != "" || v.Reasoning != "" }

func injectionVerdict() Verdict {
	return Verdict{Cause: CauseInjection, Source: injectionRule, Confidence: 1, Reasoning: injectionReasoning}
}

// complete fetches what the queue's list leaves out before the first part that
// reads it.
func (j *judging) complete(ctx context.Context, part any) (Verdict, bool) {
	if j.detail == nil || decision.NeedsOf(part) == NeedNothing {
		return Verdict{}, false
	}
	fetch := j.detail
	j.detail = nil
	err := safely(func() error { return fetch(ctx, j.call) })
	if err == nil {
		return Verdict{}, false
	}
	j.Logger.WarnContext(ctx, "the detail of a call could not be read", "call", j.call.String(), "error", err)
	return Verdict{
		Cause: decision.CauseOf(err), Source: "detail",
		Reasoning: "the call's context could not be read: " + err.Error(),
	}, true
}

// evaluate asks one rule. A panic is an escalation that nothing lifts.
func (j *judging) evaluate(ctx context.Context, rule Rule) (v Verdict, settled, panicked bool) {
	defer func() {
		if p := recover(); p != nil {
			logPanic(ctx, j.Logger, rule, p)
			v = Verdict{Cause: CausePanic, Source: "panic", Reasoning: fmt.Sprintf("a rule (%T) panicked", rule)}
			settled, panicked = true, true
		}
	}()
	v, settled = rule.Evaluate(ctx, j.call)
	j.note(v.Notes)
	return v, settled, false
}

// note keeps what went wrong on the way, up to maxNotes.
func (j *judging) note(notes []string) {
	room := max(0, maxNotes-len(j.evidence.Notes))
	j.evidence.Notes = append(j.evidence.Notes, notes[:min(room, len(notes))]...)
}

// maxNotes bounds the notes of one decision.
const maxNotes = 50

// safely turns a panic of f into an error.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = decision.Errorf(CausePanic, "a part panicked: %T", p)
		}
	}()
	return f()
}
