package adminhttp

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// maxAnswerBytes bounds the body of an approve or a deny.
	maxAnswerBytes = 64 << 10
	// maxAnswerReasoning is how much of its reasoning is kept.
	maxAnswerReasoning = 2000
)

// answerBody is the body of an approve or a deny: what the protocol sends, and
// how far an approve goes. All of it is optional.
type answerBody struct {
	ResolvedBy     string   `json:"resolved_by"` // it names nobody who counts as a person
	Reasoning      string   `json:"reasoning"`
	Confidence     *float64 `json:"confidence"`
	AutoApprove    string   `json:"auto_approve"`     // session or permanent
	AutoApproveFor string   `json:"auto_approve_for"` // a duration; empty: as long as the scope holds

	reach reach
}

func parseAnswer(body []byte) (a answerBody, err error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return a, nil
	}
	if err := decodeStrictly(body, 1, []string{"resolved_by", "reasoning", "confidence", "auto_approve", "auto_approve_for"}, &a); err != nil {
		return a, err
	}
	if c := a.Confidence; c != nil && !(*c >= 0 && *c <= 1) {
		return a, fail(http.StatusBadRequest, "confidence must be from 0 to 1")
	}
	a.reach.scope = decision.StandingScope(a.AutoApprove)
	switch a.reach.scope {
	case decision.StandingSession, decision.StandingPermanent:
	case "":
		if a.AutoApproveFor != "" {
			return a, fail(http.StatusBadRequest, "auto_approve_for goes with auto_approve")
		}
	default:
		return a, fail(http.StatusBadRequest, "auto_approve must be session or permanent, or left out")
	}
	a.reach.lasts, err = parseLasts(a.AutoApproveFor)
	return a, err
}

func (h *Handler) approve(w http.ResponseWriter, r *http.Request) error {
	return h.settle(w, r, supervisor.ApprovalApproved)
}

func (h *Handler) deny(w http.ResponseWriter, r *http.Request) error {
	return h.settle(w, r, supervisor.ApprovalDenied)
}

// settle answers for a person. What is refused of the request settles nothing.
func (h *Handler) settle(w http.ResponseWriter, r *http.Request, status supervisor.ApprovalStatus) error {
	a, err := h.approval(r)
	if err != nil {
		return err
	}
	body, err := readJSONBody(w, r, maxAnswerBytes)
	if err != nil {
		return err
	}
	said, err := parseAnswer(body)
	if err != nil {
		return err
	}
	by, isPerson, err := h.resolver(r, said.ResolvedBy)
	switch {
	case err != nil:
		return err
	case said.AutoApprove != "" && status != supervisor.ApprovalApproved:
		return fail(http.StatusBadRequest, "auto_approve goes with an approve: nothing was denied")
	case said.AutoApprove != "" && !isPerson:
		return fail(http.StatusForbidden, "only a person makes a standing approval, and resolved_by names a program: nothing was approved")
	case a.Status != supervisor.ApprovalPending:
		return settledBefore(a)
	}
	if said.reach.scope != "" {
		if _, _, err := h.propose(r.Context(), a, said.reach, by, false); err != nil {
			return err
		}
	}
	// From here on the answer stands, although its sender may go away.
	ctx := context.WithoutCancel(r.Context())
	if err := h.resolve(ctx, a, said, status, by); err != nil {
		return err
	}
	return h.answerSettled(ctx, w, a, said.reach, by)
}

// resolve settles an approval, unless somebody was faster.
func (h *Handler) resolve(ctx context.Context, a *supervisor.Approval, said answerBody, status supervisor.ApprovalStatus, by string) error {
	resolution := supervisor.Resolution{Status: status, By: by, Reasoning: oneline.Clean(said.Reasoning, maxAnswerReasoning)}
	if said.Confidence != nil {
		resolution.Confidence = *said.Confidence
	}
	approvals := h.sup.Approvals()
	err := approvals.Resolve(ctx, a.ID, resolution)
	switch {
	case errors.Is(err, supervisor.ErrNoApproval):
		return errNoApproval
	case errors.Is(err, supervisor.ErrResolved):
		if now, err := approvals.Approval(ctx, a.ID); err == nil {
			a = &now
		}
		return settledBefore(a)
	}
	return err
}

// settledBefore says who or what was faster.
func settledBefore(a *supervisor.Approval) error {
	f := fail(http.StatusConflict, "approval already resolved")
	if r := a.Resolution; r != nil {
		f.detail = map[string]any{"status": r.Status, "resolved_by": r.By, "resolved_at": second(r.At)}
		switch reason := oneline.Clean(r.Reasoning, maxAnswerReasoning); {
		case r.Status == supervisor.ApprovalTimeout && reason != "":
			f.text += ": " + reason + ", and nothing was run"
		case r.Status == supervisor.ApprovalTimeout:
			f.text += ": nobody answered in time, and nothing was run"
		}
	}
	return f
}

// settledApproval is the answer: with what was made for calls to come.
type settledApproval struct {
	shownApproval
	Standing *shownStanding `json:"standing"`
	// Warning says what did not go right with an answer that stands.
	Warning string `json:"warning,omitempty"`
}

// answerSettled makes the standing approval, if one was asked for, and answers.
// Where that fails the answer to the call stands all the same.
func (h *Handler) answerSettled(ctx context.Context, w http.ResponseWriter, a *supervisor.Approval, far reach, by string) error {
	var done settledApproval
	if far.scope != "" {
		made, preview, err := h.sup.CreateStanding(ctx, h.learnt(a, far, by))
		if err != nil {
			h.opts.Logger.ErrorContext(ctx, "a call was approved, but not those to come", "approval", a.ID, "error", err)
			done.Warning = "approved, but there is no standing approval for calls to come: see the log"
		} else {
			shown := shownOf(made)
			shown.Preview = &preview
			done.Standing = &shown
		}
	}
	now, err := h.sup.Approvals().Approval(ctx, a.ID)
	if err != nil {
		return err
	}
	done.shownApproval = h.shown(&now)
	return answer(w, http.StatusOK, done)
}
