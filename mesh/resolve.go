package mesh

import (
	"context"
	"errors"
	"net/http"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// Resolve delivers a decision.
//
// An escalation is remembered, so that the call is not returned again while it
// waits for a person; one because [Queue.Detail] found the call settled is lost.
// An approve or a deny is sent once. When the answer is
// unclear, the approval is read: if it carries this decision it was sent, if it
// carries another it was lost, and if it is still pending the decision is sent
// once more. A clear answer that the approval is settled already means lost, also
// when another supervisor of the same name decided the same. What remains unclear is unsent, with an error: the caller tries
// again later, and the call is not judged a second time. Once the call has
// expired nothing is unsent any more.
//
// An approve is not sent when the mesh raised the injection flag after the call
// was judged; the call is returned again.
func (q *Queue) Resolve(ctx context.Context, d decision.Decision) (decision.Outcome, error) {
	if d.Action != decision.Approve && d.Action != decision.Deny {
		if lost, found := q.book.lost(d.ID); found && d.Cause == decision.CauseExpired {
			q.book.settle(d.ID, stageDone, decision.CauseNone, d.Expires, q.opts.Now())
			return lost, nil
		}
		q.book.settle(d.ID, stageEscalated, d.Cause, d.Expires, q.opts.Now())
		return decision.Outcome{State: decision.OutcomeLeft}, nil
	}
	outcome, err := q.deliver(ctx, d)
	if outcome.State == decision.OutcomeUnsent && q.expired(d) {
		outcome.State = decision.OutcomeFailed
	}
	q.record(d, outcome, err)
	return outcome, err
}

// record notes what became of the call. One that failed while somebody still
// waits is left to a person: it is neither forgotten nor judged again at once.
func (q *Queue) record(d decision.Decision, o decision.Outcome, err error) {
	now := q.opts.Now()
	switch {
	case o.State == decision.OutcomeUnsent:
	case errors.Is(err, ErrFlagged):
		q.book.flag(d.ID, true)
		q.book.settle(d.ID, stageFresh, decision.CauseNone, d.Expires, now)
	case o.State == decision.OutcomeFailed && !q.expired(d):
		q.book.settle(d.ID, stageEscalated, decision.CauseUnavailable, d.Expires, now)
	default:
		q.book.settle(d.ID, stageDone, decision.CauseNone, d.Expires, now)
	}
}

func (q *Queue) expired(d decision.Decision) bool {
	return !d.Expires.IsZero() && !q.opts.Now().Before(d.Expires)
}

// ErrFlagged says that an approve was not sent, because the mesh raised the
// injection flag after the call was judged.
var ErrFlagged = errors.New("not sent: the mesh raised the injection flag after the call was judged")

var errExpired = errors.New("the decision expired before it could be sent")

func (q *Queue) deliver(ctx context.Context, d decision.Decision) (decision.Outcome, error) {
	s := sending{queue: q, d: d, resolution: Resolution{
		ResolvedBy: q.client.Resolver(), Reasoning: wireReasoning(d.Reasoning, d.Quoted), Confidence: d.Confidence,
	}}
	if q.expired(d) {
		s.before = true // late looks only if so
		return s.late(ctx)
	}
	if s.before = q.book.try(d.ID); s.before {
		if outcome, err := s.look(ctx); outcome.State != "" {
			return outcome, err
		}
	}
	if d.Action == decision.Approve && !d.InjectionRisk && q.book.flag(d.ID, false) {
		return failed(decision.Errorf(decision.CauseInjection, "%w", ErrFlagged))
	}
	outcome, err := s.send(ctx)
	if outcome.State != "" {
		return outcome, err
	}
	s.before = true
	if outcome, err := s.look(ctx); outcome.State != "" {
		return outcome, err
	}
	if outcome, again := s.send(ctx); outcome.State != "" {
		return outcome, again
	}
	return unsent(err)
}

// sending is one decision on its way.
type sending struct {
	queue      *Queue
	d          decision.Decision
	resolution Resolution
	before     bool // an earlier attempt may have arrived
	anyText    bool // the reasoning that was sent is not known
}

// late handles a decision whose time is over. If it was tried before, it may
// have arrived in time.
func (s sending) late(ctx context.Context) (decision.Outcome, error) {
	expired := decision.Errorf(decision.CauseExpired, "%w", errExpired)
	if !s.queue.book.tried(s.d.ID) {
		return failed(expired)
	}
	outcome, err := s.look(ctx)
	if outcome.State == "" || outcome.State == decision.OutcomeUnsent {
		return failed(errors.Join(expired, err))
	}
	return outcome, err
}

// send sends the decision once. An outcome without a state means that it is
// not known whether it arrived.
func (s sending) send(ctx context.Context) (decision.Outcome, error) {
	err := s.post(ctx)
	switch {
	case err == nil:
		return decision.Outcome{State: decision.OutcomeSent}, nil
	case IsNotFound(err):
		return lostToNobody(), nil
	case IsResolved(err):
		outcome, look := s.look(ctx)
		if outcome.State == "" {
			return unsent(err) // settled and pending at once: wait until the mesh makes up its mind
		}
		return outcome, look
	case refusedForGood(err), errors.Is(err, ErrFlagged):
		return failed(err)
	}
	return decision.Outcome{}, err
}

func (s sending) post(ctx context.Context) error {
	channel := s.queue.opts.Channel
	switch {
	case s.d.Action == decision.Deny:
		return s.queue.client.Deny(ctx, s.d.ID, s.resolution)
	case channel != nil:
		return channel.Approve(ctx, s.d, s.resolution)
	}
	return s.queue.client.Approve(ctx, s.d.ID, s.resolution)
}

// look reads the approval and says what became of the decision. An outcome
// without a state means that the approval is still pending.
func (s sending) look(ctx context.Context) (decision.Outcome, error) {
	view, err := s.queue.client.Get(ctx, s.d.ID)
	switch {
	case IsNotFound(err):
		return lostToNobody(), nil
	case err != nil:
		return unsent(err)
	case view.Status == StatusPending:
		return decision.Outcome{}, nil
	case s.before && s.ours(view.View):
		return decision.Outcome{State: decision.OutcomeSent, Detail: "found in the mesh after an unclear answer"}, nil
	}
	return lostTo(view.View), nil
}

func lostToNobody() decision.Outcome {
	return decision.Outcome{State: decision.OutcomeLost, Detail: "the mesh no longer knows the approval"}
}

// lostTo is the outcome of a decision on a call that somebody else settled.
func lostTo(v View) decision.Outcome {
	return decision.Outcome{
		State: decision.OutcomeLost, Status: string(v.Status), By: oneline.Clean(v.ResolvedBy, maxMessageBytes),
	}
}

// Settled reads what became of a decision that an earlier process sent, or was
// about to send. It changes nothing.
func (q *Queue) Settled(ctx context.Context, d decision.Decision) (decision.Outcome, error) {
	s := sending{queue: q, d: d, resolution: Resolution{ResolvedBy: q.client.Resolver()}, before: true, anyText: true}
	outcome, err := s.look(ctx)
	if outcome.State == "" {
		outcome.State = decision.OutcomeUnsent
	}
	return outcome, err
}

// ours reports whether a settled approval carries this decision. The reasoning
// tells two supervisors of one name apart.
func (s sending) ours(v View) bool {
	want := StatusApproved
	if s.d.Action == decision.Deny {
		want = StatusDenied
	}
	sameName := v.ResolvedBy == s.resolution.ResolvedBy
	if channel := s.queue.opts.Channel; channel != nil && s.d.Action == decision.Approve {
		sameName = sameName || v.ResolvedBy == channel.Resolver()
	}
	sameText := s.anyText || v.Reasoning == "" || v.Reasoning == s.resolution.Reasoning
	return v.Status == want && sameName && sameText
}

func unsent(err error) (decision.Outcome, error) { return undelivered(decision.OutcomeUnsent, err) }

func failed(err error) (decision.Outcome, error) { return undelivered(decision.OutcomeFailed, err) }

func undelivered(state decision.OutcomeState, err error) (decision.Outcome, error) {
	return decision.Outcome{State: state, Detail: oneline.Clean(err.Error(), maxMessageBytes)}, err
}

// refusedForGood reports an answer that another attempt would get again, and
// that says the approval was not touched: a bad id, or a 4xx that is neither
// about who asks nor about when.
func refusedForGood(err error) bool {
	switch status := statusOf(err); status {
	case 0:
		return decision.CauseOf(err) == decision.CauseInvalid
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound,
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	default:
		return status >= 400 && status < 500
	}
}
