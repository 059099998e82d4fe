package adminhttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// option is how far an approve could go, and what it would cover.
type option struct {
	Scope   string `json:"scope"` // once, session or permanent
	Allowed bool   `json:"allowed"`
	Why     string `json:"why"`    // it is not allowed
	Covers  string `json:"covers"` // if it is
}

const scopeOnce = "once"

// reach is how far a standing approval learnt from a call goes.
type reach struct {
	scope decision.StandingScope
	lasts time.Duration // 0: as long as the scope holds
}

// maxLasts bounds how long a standing approval may be asked to last. For longer,
// a permanent one is honest.
const maxLasts = 30 * 24 * time.Hour

// parseLasts reads how long a standing approval is to last; empty: 0.
func parseLasts(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	lasts, err := time.ParseDuration(text)
	if err != nil || lasts < time.Second || lasts > maxLasts {
		return 0, fail(http.StatusBadRequest, "auto_approve_for must be a duration such as 15m, from 1s to %s", maxLasts)
	}
	return lasts, nil
}

// options are how far an approve could go, of standing approvals that last for a
// time. With looking, they say what one would have covered lately.
func (h *Handler) options(ctx context.Context, a *supervisor.Approval, lasts time.Duration, looking bool) []option {
	return []option{
		{Scope: scopeOnce, Allowed: true, Covers: fmt.Sprintf("exactly this call of %s by %s: one run, within %s", a.Call.Tool, a.Call.Agent, memory.DefaultAllowedFor)},
		h.option(ctx, a, reach{decision.StandingSession, lasts}, looking),
		h.option(ctx, a, reach{decision.StandingPermanent, lasts}, looking),
	}
}

func (h *Handler) option(ctx context.Context, a *supervisor.Approval, far reach, looking bool) option {
	o := option{Scope: string(far.scope)}
	proposed, preview, err := h.propose(ctx, a, far, "", looking)
	if err != nil {
		o.Why = sentence(err)
		return o
	}
	o.Allowed, o.Covers = true, standing.Describe(proposed)
	if looking {
		o.Covers += fmt.Sprintf("; of the last %d decisions on this tool it would have covered %d", preview.Looked, preview.Covered)
	}
	return o
}

// propose checks what a standing approval learnt from a call that waits would be.
// Its errors are failures that say why there cannot be one.
func (h *Handler) propose(
	ctx context.Context, a *supervisor.Approval, far reach, by string, looking bool,
) (proposed decision.Standing, preview standing.Preview, err error) {
	set := h.sup.StandingApprovals()
	switch {
	case set == nil || !set.Keeps():
		return proposed, preview, errNoStanding
	case a.Call.InjectionRisk:
		return proposed, preview, fail(http.StatusBadRequest, "the call carries the injection flag, which no standing approval lifts")
	case a.Decision.Cause == decision.CauseSelf:
		return proposed, preview, fail(http.StatusBadRequest, "the call touches the supervisor's own files, which no standing approval lifts")
	}
	ask := h.learnt(a, far, by)
	if looking {
		proposed, preview, err = set.Propose(ctx, ask)
	} else {
		proposed, err = set.Check(ctx, ask)
	}
	return proposed, preview, standingFailure(err)
}

// learnt asks for a standing approval of exactly the call that waits.
func (h *Handler) learnt(a *supervisor.Approval, far reach, by string) standing.Request {
	asked := decision.Standing{Scope: far.scope, CreatedBy: by}
	if far.lasts > 0 {
		asked.ExpiresAt = h.opts.Now().Add(far.lasts)
	}
	return standing.Request{Call: &a.Call, Standing: asked}
}

var errNoStanding = fail(http.StatusServiceUnavailable, "standing approvals are kept nowhere: name a store in memory.store")

// standingFailure is how an error about a standing approval is answered.
func standingFailure(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, standing.ErrRefused):
		return fail(http.StatusBadRequest, "%s", err)
	case errors.Is(err, standing.ErrNoStore):
		return errNoStanding
	case errors.Is(err, memory.ErrFull):
		return fail(http.StatusConflict, "the store holds as many standing approvals as it may: delete one")
	}
	return err
}

// sentence is an error for people. What is nobody's fault but ours is not told.
func sentence(err error) string {
	var f *failure
	if !errors.As(err, &f) {
		return errInternal.text
	}
	return strings.TrimPrefix(f.text, standing.ErrRefused.Error()+": ")
}
