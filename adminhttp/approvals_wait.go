package adminhttp

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor"
)

const (
	// maxWaitTime is how long one request waits for a person: less than what stands
	// between us and the caller lets an answer take, and less than streams do.
	maxWaitTime = 25 * time.Second
	// maxWaitingCallers is how many requests wait at once. A further one is answered
	// with 429.
	maxWaitingCallers = 256
)

// waitForAnswer waits for a while until an approval is settled, and answers with
// it as it is then. Where it was approved, that approve is used up: the caller
// may run the call, and nobody else. The gates are asked once more before.
func (h *Handler) waitForAnswer(w http.ResponseWriter, r *http.Request) error {
	a, err := h.approval(r)
	if err != nil {
		return err
	}
	if !h.waiting.Take(maxWaitingCallers) {
		f := fail(http.StatusTooManyRequests, "%d callers are waiting for people: try again", maxWaitingCallers)
		f.header = retryAfter(time.Second)
		return f
	}
	defer h.waiting.GiveBack()
	asked, cancel, err := withTimeout(r)
	if err != nil {
		return err
	}
	defer cancel()
	ctx, stop := context.WithTimeout(asked, maxWaitTime)
	defer stop()
	setWorth(r.Context(), worthWaits)
	_, err = h.sup.Wait(ctx, a.ID)
	setWorth(r.Context(), worthBusy)
	switch {
	case err == nil:
		if *a, err = h.sup.Approvals().Approval(context.WithoutCancel(r.Context()), a.ID); err != nil {
			return err
		}
	case ctx.Err() != nil && errors.Is(err, ctx.Err()): // it waits as it did: the caller asks again
	case errors.Is(err, supervisor.ErrUsed):
		return fail(http.StatusConflict, "the approve was used by another caller, or it is too late to use it: nothing may be run")
	case errors.Is(err, supervisor.ErrChanged):
		return fail(http.StatusConflict, "what the approve rests on has changed: nothing may be run")
	default:
		return err
	}
	return answer(w, http.StatusOK, h.shown(a))
}
