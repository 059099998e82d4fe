package supervisor

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// ErrInvalidCall is wrapped by the error of [Supervisor.Evaluate] when the
// call itself is malformed.
var ErrInvalidCall = errors.New("invalid call")

// Evaluate judges one call. The decision is journaled before it is returned.
//
// The error is non-nil only when the call is malformed (it wraps
// [ErrInvalidCall] and says what is wrong) or when ctx was cancelled; the
// decision then escalates and is not recorded. A failure of any part, a panic,
// and a deadline of ctx that passes are decisions that escalate with their
// cause.
//
// The caller enforces: it runs an approve, refuses a deny, and asks a person
// about an escalate. With Options.Approvals a person is asked here: the call
// waits under the id Decision.Approval, for [Supervisor.Wait]; or the caller asks
// again later, and what the person said settles the call. Where that could not be
// opened the id is empty, and the status counts it.
//
// With Options.Observe every decision that is returned escalates, so that a
// caller that knows nothing of the mode settles nothing. What would have been
// decided is in Decision.Observed, and in the journal. [Supervisor.Explain] and
// [Trial.Evaluate] show it in any mode, since they settle nothing by themselves.
func (s *Supervisor) Evaluate(ctx context.Context, call Call) (Decision, error) {
	c, refused, err := s.accept(call)
	if err != nil {
		return *refused, err
	}
	d, err := s.decide(ctx, c, decision.ViaEvaluate, nil)
	if err == nil {
		s.counts.decided(d, given(d))
	}
	return withheld(d), err
}

// accept normalises a call. A call that cannot be judged comes back as a
// decision that escalates, with an error.
func (s *Supervisor) accept(call Call) (*Call, *Decision, error) {
	if call.ID == "" {
		call.ID = newID()
	}
	c, err := call.Normalize()
	if err == nil && call.Fault != "" {
		err = errors.New(call.Fault)
	}
	if err != nil {
		d := s.bare(&call, decision.ViaEvaluate, CauseInvalid, "the call is malformed: "+err.Error())
		return nil, &d, fmt.Errorf("%w: %w", ErrInvalidCall, err)
	}
	return c, nil, nil
}

// newID makes the id of a call that came without: "eval-" and 16 hex digits,
// as the reference does.
func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails, see crypto/rand
	return "eval-" + hex.EncodeToString(b[:])
}

// bare is a decision on a call that was not judged.
func (s *Supervisor) bare(c *Call, via string, cause Cause, reasoning string) Decision {
	return Decision{
		ID: c.ID, Agent: c.Agent, Tool: c.Tool, PolicyRule: c.PolicyRule, InjectionRisk: c.InjectionRisk,
		Session: c.Session, Via: via, Cause: cause, Reasoning: reasoning, Time: s.now(), Expires: c.Expires,
	}
}

// decide is decideCall, followed by the Tracer.
func (s *Supervisor) decide(ctx context.Context, c *Call, via string, detail func(context.Context, *Call) error) (*Decision, error) {
	ctx, end := s.follow(ctx, c)
	d, err := s.decideCall(ctx, c, via, detail)
	end(d)
	return d, err
}

// decideCall judges a normalised call, spends what its approve uses up, and
// records it. The error is non-nil only when ctx was cancelled before that;
// nothing is then used up or recorded. Nobody changes a decision that was
// recorded: it is shared with who looks on.
func (s *Supervisor) decideCall(ctx context.Context, c *Call, via string, detail func(context.Context, *Call) error) (*Decision, error) {
	start := s.now()
	if s.pause.paused() {
		d := s.bare(c, via, CausePaused, "the supervisor is paused: a person decides")
		s.ask(ctx, c, &d)
		defer s.desk.written(ctx, d.Approval)
		_ = s.record(ctx, Event{Type: decision.EventPausedCall, Time: d.Time, Decision: &d}) // logged; it escalates in any case
		return &d, nil
	}
	j := &judging{snapshot: s.snapshot.Load().of(c.Agent), detail: detail, stages: allStages, places: &s.places}
	j.call = c.WithAnalyzer(j.Analyzer)
	v := j.judge(ctx)
	if errors.Is(ctx.Err(), context.Canceled) {
		d := s.bare(c, via, CauseTimeout, "the caller went away")
		return &d, ctx.Err()
	}
	if v = s.holdsWord(j.call, v); v.Action == Approve && !j.Observe {
		v = j.commit(ctx, v)
	}
	d := j.decision(ctx, v, via, start)
	if j.Observe {
		observe(d)
	}
	s.recordReview(ctx, j, d)
	s.ask(ctx, j.call, d)
	if err := s.write(ctx, Event{Time: d.Time, Decision: d, Call: j.call}); err != nil && d.Action == Approve {
		d.Status = unrecorded(d.Status)
		d.Action, d.Cause, d.Reasoning = Escalate, CauseRecord, "approved, but the decision could not be recorded"
		s.ask(ctx, j.call, d)
	}
	defer s.desk.written(ctx, d.Approval)
	s.tell(Event{Time: d.Time, Decision: d, Call: j.call}) // from here on nobody changes d
	return d, nil
}

// commit has the part that approved count the use.
func (j *judging) commit(ctx context.Context, v Verdict) Verdict {
	committer, ok := j.author.(Committer)
	if !ok {
		return v
	}
	err := safely(func() error { return committer.Commit(ctx, j.call, v) })
	if err == nil {
		return v
	}
	j.Logger.ErrorContext(ctx, "the use of an approval could not be counted", "call", j.call.String(), "error", err)
	v.Reasoning = "approved, but the use could not be counted"
	return demote(v, CauseRecord)
}

// lookForPerson has a call analysed that nobody has asked about yet: who decides
// about it should see what it would do.
func (j *judging) lookForPerson(ctx context.Context) {
	_ = safely(func() error { j.call.Effects(ctx); return nil }) // what panics has escalated the call, or is not shown
}

// decision puts a verdict and what was seen on the way into its final form.
func (j *judging) decision(ctx context.Context, v Verdict, via string, start time.Time) *Decision {
	if math.IsNaN(v.Confidence) || math.IsInf(v.Confidence, 0) {
		v.Confidence = 0
	}
	if v.Action != Escalate {
		v.Cause = ""
	}
	v = masked(v)
	c, now := j.call, j.Now()
	e := j.evidence
	e.Rule, e.Links, e.Answers, e.Limits = v.Rule, v.Links, v.Answers, v.Limits
	e.Precedents, e.Signals, e.Violations = v.Precedents, v.Signals, maskedViolations(v.Violations)
	if v.Action == Escalate {
		j.lookForPerson(ctx)
	}
	if effects, asked := c.Analyzed(); asked {
		e.Effects, e.Opaque = maskedEffects(effects.List), maskedGaps(effects.Gaps)
		if effects.Opaque() && len(e.Opaque) == 0 {
			e.Opaque = []Gap{{Reason: "the analyser does not cover this call"}}
		}
	}
	fingerprint, err := decision.Fingerprint(c)
	if err != nil && v.Action == Approve { // a normalised call has one
		v = demote(v, CauseInvalid)
	}
	return &Decision{
		ID: c.ID, Action: v.Action, Status: j.status(v), Confidence: v.Confidence, Reasoning: v.Reasoning, RuleMatched: v.Source,
		Evaluator: v.Evaluator, Cause: v.Cause, Fingerprint: fingerprint, Evidence: e,
		Agent: c.Agent, Tool: c.Tool, PolicyRule: c.PolicyRule, InjectionRisk: c.InjectionRisk, Session: c.Session,
		Via: via, Time: now, Elapsed: now.Sub(start), Expires: c.Expires, Quoted: v.Quoted,
	}
}
