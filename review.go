package supervisor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/memory"
)

const (
	// ReviewRefusalFor is how long a call that an agent's supervisor refused is
	// denied without another review: as long as a person's refusal holds.
	ReviewRefusalFor = memory.DefaultRefusalFor
	// MaxReviewRefusals bounds what is remembered for one policy of an agent.
	// Beyond it the oldest is forgotten, and its call is reviewed again.
	MaxReviewRefusals = 1000

	// maxRawResponse and maxReviewArguments bound what the record of a review
	// keeps, in bytes; the journal bounds a whole event.
	maxRawResponse     = 8 << 10
	maxReviewArguments = 16 << 10
	// reviewRefusal is under which name a refusal that holds decides.
	reviewRefusal = "supervisor-refusal"
)

// reviews is what is known of the reviews of one policy's agents.
type reviews struct {
	supervisor string // its name

	mu      sync.Mutex
	refused []refusedCall // oldest first
}

// refusedCall is a call that the supervisor refused.
type refusedCall struct {
	agent, session, fingerprint string
	like                        []string
	at                          time.Time
}

// source is under which name the supervisor decides.
func (r *reviews) source() string { return supervisorPrefix + r.supervisor }

// review is one review, as it went.
type review struct {
	verdict Verdict
	err     error
	took    time.Duration
}

// reviewed notes what the provider said, if it is the agent's supervisor. One
// that passes leaves the call to a person: that is no failure.
func (j *judging) reviewed(v Verdict, err error, took time.Duration) {
	if j.reviews == nil {
		return
	}
	if errors.Is(err, ErrPass) {
		err = nil
	}
	j.review = &review{verdict: v, err: err, took: took}
}

// remember keeps what was refused.
func (r *reviews) remember(c refusedCall) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refused = append(r.refused, c)
	if extra := len(r.refused) - MaxReviewRefusals; extra > 0 {
		r.refused = slices.Delete(r.refused, 0, extra)
	}
}

// recall returns a refusal that holds for a call.
func (r *reviews) recall(now time.Time, same func(refusedCall) bool) (refusedCall, bool) {
	r.mu.Lock()
	r.refused = slices.DeleteFunc(r.refused, func(c refusedCall) bool { return !now.Before(c.at.Add(ReviewRefusalFor)) })
	known := slices.Clone(r.refused)
	r.mu.Unlock()
	at := slices.IndexFunc(known, same)
	if at < 0 {
		return refusedCall{}, false
	}
	return known[at], true
}

// refusedBefore denies what the agent's supervisor refused a moment ago: the
// same call, whatever the order of its parameters, and one that only looks
// different. A rule, a person's word or a standing approval would have settled
// the call before it comes here.
func (j *judging) refusedBefore(ctx context.Context) (Verdict, bool) {
	if j.reviews == nil {
		return Verdict{}, false
	}
	own, err := j.refusable(ctx)
	if err != nil {
		return Verdict{}, false // the decision has no fingerprint either
	}
	before, found := j.reviews.recall(j.Now(), func(c refusedCall) bool {
		elsewhere := c.session != "" && own.session != "" && c.session != own.session
		return c.agent == own.agent && !elsewhere && (c.fingerprint == own.fingerprint || decision.Alike(c.like, own.like))
	})
	if !found {
		return Verdict{}, false
	}
	what := "a call like this"
	if before.fingerprint == own.fingerprint {
		what = "this very call"
	}
	return Verdict{
		Action: Deny, Confidence: 1, Source: reviewRefusal,
		Reasoning: fmt.Sprintf("%s refused %s at %s: another wording does not change that", j.reviews.source(), what, before.at.UTC().Format(time.RFC3339)),
	}, true
}

// refusable is the call as it would be remembered.
func (j *judging) refusable(ctx context.Context) (refusedCall, error) {
	fingerprint, err := decision.Fingerprint(j.call)
	return refusedCall{
		agent: j.call.Agent, session: j.call.Session, fingerprint: fingerprint,
		like: decision.Likeness(j.call, j.call.Effects(ctx)), at: j.Now(),
	}, err
}

// status says how a verdict came about, for who knows Denkeeper's statuses.
func (j *judging) status(v Verdict) decision.Status {
	switch {
	case v.Basis == BasisStanding && v.Action == Approve:
		return decision.StatusAutoApproved
	case v.Basis == BasisPerson && v.Action == Deny, v.Source == reviewRefusal:
		return decision.StatusAutoDenied
	case j.review == nil:
		return decision.StatusNone
	case j.review.err != nil:
		return decision.StatusSupervisorError
	}
	return map[Action]decision.Status{
		Approve: decision.StatusSupervisorApproved, Deny: decision.StatusSupervisorDenied, Escalate: decision.StatusSupervisorEscalated,
	}[v.Action]
}

// unrecorded is the status of an approve that could not be recorded.
func unrecorded(s decision.Status) decision.Status {
	if s == decision.StatusSupervisorApproved {
		return decision.StatusSupervisorEscalated
	}
	return decision.StatusNone
}

// recordReview records what an agent's supervisor said, and remembers what it
// refused. It does nothing when none was asked.
func (s *Supervisor) recordReview(ctx context.Context, j *judging, d *Decision) {
	if j.review == nil {
		return
	}
	if d.Action == Deny {
		if refused, err := j.refusable(ctx); err == nil {
			j.reviews.remember(refused)
		}
	}
	_ = s.record(ctx, Event{Type: decision.EventReview, Time: d.Time, Fields: j.audit(d)}) // logged; the decision's own record counts
}

// audit is the record of a review, in Denkeeper's words. A verdict and its
// status tell what became of the call, the raw response what was answered.
func (j *judging) audit(d *Decision) map[string]any {
	verdict, status := d.Action.Past(), map[Action]string{Approve: "ok", Deny: "denied", Escalate: "pending"}[d.Action]
	reason := d.Reasoning
	if err := j.review.err; err != nil {
		verdict, status, reason = "error", "error", string(decision.CauseOf(err))+": "+redact.Text(err.Error())
	}
	return map[string]any{
		"category": "supervisor", "action": "review", "approval_id": d.ID, "agent_id": d.Agent, "session_id": d.Session, "tool": d.Tool,
		"fingerprint": d.Fingerprint, "arguments": shownArguments(j.call.Params), "verdict": verdict, "status": status, "reason": reason,
		"raw_response": j.review.raw(), "supervisor": j.reviews.supervisor, "source": j.reviews.source(),
		"duration_ms": j.review.took.Milliseconds(),
	}
}

// rawResponder is the ability of a provider's answers, or of its error, to
// return the text that a model answered with.
type rawResponder interface{ RawResponse() string }

// raw is what was answered, before anybody read it: a model's text, or typed
// answers as JSON.
func (r *review) raw() string {
	var said rawResponder
	if !errors.As(r.err, &said) {
		said, _ = r.verdict.Answers.(rawResponder)
	}
	text := ""
	if said != nil {
		text = said.RawResponse()
	} else if r.verdict.Answers != nil {
		data, _ := json.Marshal(r.verdict.Answers) // what has no JSON form leaves the text empty
		text = string(data)
	}
	return shortened(redact.Text(text), maxRawResponse)
}

// shownArguments are the parameters of a call as JSON, without their secrets.
func shownArguments(params map[string]any) string {
	masked, _ := redact.Value(params)
	data, err := json.Marshal(masked)
	if err != nil { // a normalised call has a JSON form
		return ""
	}
	return shortened(string(data), maxReviewArguments)
}

// shortened cuts the middle out of a text, between characters: a verdict may
// stand at its end.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	tail := limit / 4
	return strings.ToValidUTF8(text[:limit-tail], "") + "…" + strings.ToValidUTF8(text[len(text)-tail:], "")
}
