package mesh

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh/internal/redact"
)

// Detail fills in the recent traces and the active grants of a call; both are
// empty rather than nil when there are none. The call's own trace is left out,
// and content that the mesh hides in the parameters is hidden in the traces as
// well, where the mesh repeats it in the clear.
//
// The parameters stay the listed ones. An error with cause invalid says that
// the mesh now shows another call, one with cause expired that nobody waits any
// more: then the outcome of the escalation is lost, and no person is waited for.
func (q *Queue) Detail(ctx context.Context, c *decision.Call) error {
	d, err := q.client.Get(ctx, c.ID)
	if IsNotFound(err) {
		q.book.lose(c.ID, lostToNobody())
		return decision.Errorf(decision.CauseExpired, "the mesh no longer knows the call: %w", err)
	}
	if err != nil {
		return err
	}
	c.InjectionRisk = q.book.flag(c.ID, c.InjectionRisk || d.InjectionRisk)
	switch {
	case d.Status != StatusPending:
		q.book.lose(c.ID, lostTo(d.View))
		return decision.Errorf(decision.CauseExpired, "the call is not pending any more")
	case d.Fault != "":
		return decision.Errorf(decision.CauseInvalid, "the detail of the call: %s", d.Fault)
	case d.Tool != c.Tool || d.Agent != c.Agent || !sameParams(d.Params, c.Params):
		return decision.Errorf(decision.CauseInvalid, "the mesh shows another call in detail than it listed")
	}
	if c.TraceID == "" {
		c.TraceID = d.TraceID
	}
	c.RecentTraces = withoutOwn(d.RecentTraces, c)
	if redact.Any(c.Params) || redact.Any(d.Params) {
		c.RecentTraces = hideContent(c.RecentTraces)
	}
	c.RecentTraces = c.RecentTraces[:min(len(c.RecentTraces), decision.MaxTraces)]
	c.ActiveGrants = d.ActiveGrants[:min(len(d.ActiveGrants), decision.MaxGrants)]
	return nil
}

// sameParams compares two views of the parameters. An object without members
// and none at all say the same.
func sameParams(a, b map[string]any) bool {
	if len(a) == 0 && len(b) == 0 {
		return true
	}
	return redact.Same(a, b)
}

// withoutOwn leaves out the trace of the call itself, which a mesh writes when
// it queues the call. Otherwise the call would look like what the agent usually does.
func withoutOwn(traces []decision.Trace, c *decision.Call) []decision.Trace {
	own := func(t decision.Trace) bool {
		return t.TraceID != "" && t.TraceID == c.TraceID || t.ApprovalID != "" && t.ApprovalID == c.ID
	}
	others := make([]decision.Trace, 0, len(traces))
	for _, t := range traces {
		if !own(t) {
			others = append(others, t)
		}
	}
	if len(others) < len(traces) {
		return others
	}
	for i, t := range traces {
		if likelyOwn(t, c) {
			return append(others[:i], traces[i+1:]...)
		}
	}
	return others
}

// likelyOwn recognises the call's trace where no id links them.
func likelyOwn(t decision.Trace, c *decision.Call) bool {
	const apart = 2 * time.Second
	return t.ApprovalID == "" && t.Tool == c.Tool && t.Policy == "human_approval" &&
		!c.Created.IsZero() && t.Timestamp.Sub(c.Created).Abs() <= apart
}

// hideContent redacts the parameters of traces as the mesh redacts those of
// an approval, and in lists too.
func hideContent(traces []decision.Trace) []decision.Trace {
	for i := range traces {
		traces[i].Params = redact.Scope{Lists: true}.Params(traces[i].Params)
	}
	return traces
}
