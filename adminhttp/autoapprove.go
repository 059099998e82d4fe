package adminhttp

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/rules/standing"
)

func (h *Handler) autoApproveRoutes() []route {
	return []route{
		{http.MethodGet, "/auto-approve", accessLook, h.listStanding},
		{http.MethodPost, "/auto-approve", accessChange, h.createStanding},
		{http.MethodDelete, "/auto-approve/{id}", accessChange, h.deleteStanding},
	}
}

// shownStanding is a standing approval as it is shown. Its arguments are without
// their secrets.
type shownStanding struct {
	decision.Standing
	Covers  string            `json:"covers"` // in words
	Preview *standing.Preview `json:"preview,omitempty"`
}

func shownOf(a decision.Standing) shownStanding {
	if masked, ok := redactedParams(a.Arguments); ok {
		a.Arguments = masked
	}
	for _, t := range []*time.Time{&a.CreatedAt, &a.ExpiresAt, &a.LastUse} {
		if !t.IsZero() {
			*t = t.UTC().Truncate(time.Second)
		}
	}
	return shownStanding{Standing: a, Covers: redact.Text(standing.Describe(a))}
}

func shownAll(list []decision.Standing) []shownStanding {
	shown := make([]shownStanding, len(list))
	for i, a := range list {
		shown[i] = shownOf(a)
	}
	return shown
}

// standingSet is what is in force, or an error that says that nothing is.
func (h *Handler) standingSet() (*standing.Set, error) {
	if set := h.sup.StandingApprovals(); set != nil {
		return set, nil
	}
	return nil, errNoStanding
}

// listStanding lists the standing approvals in force, those of the config first.
func (h *Handler) listStanding(w http.ResponseWriter, r *http.Request) error {
	set, err := h.standingSet()
	if err != nil {
		return err
	}
	list, err := set.List(r.Context(), r.URL.Query().Get("agent"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, shownAll(list))
}

// createStanding makes a standing approval, or tells what it would cover.
func (h *Handler) createStanding(w http.ResponseWriter, r *http.Request) error {
	set, err := h.standingSet()
	if err != nil {
		return err
	}
	by, err := h.person(r)
	if err != nil {
		return err
	}
	body, err := readJSONBody(w, r, maxStandingBytes)
	if err != nil {
		return err
	}
	asked, err := parseStanding(body)
	if err != nil {
		return err
	}
	asked.CreatedBy = by
	switch preview := r.URL.Query().Get("preview"); preview {
	case "":
		return h.answerCreated(context.WithoutCancel(r.Context()), w, asked)
	case "only":
		return answerProposed(r.Context(), w, set, asked)
	}
	return fail(http.StatusBadRequest, `preview can only be "only"`)
}

func (h *Handler) answerCreated(ctx context.Context, w http.ResponseWriter, asked decision.Standing) error {
	made, preview, err := h.sup.CreateStanding(ctx, standing.Request{Standing: asked})
	if err != nil && made.ID == "" {
		return standingFailure(err)
	}
	if err != nil { // it is kept: what waits stays for a person
		h.opts.Logger.ErrorContext(ctx, "a standing approval was made, but not all that waits was held against it", "id", made.ID, "error", err)
	}
	shown := shownOf(made)
	shown.Preview = &preview
	return answer(w, http.StatusCreated, shown)
}

func answerProposed(ctx context.Context, w http.ResponseWriter, set *standing.Set, asked decision.Standing) error {
	proposed, preview, err := set.Propose(ctx, standing.Request{Standing: asked})
	if err != nil {
		return standingFailure(err)
	}
	shown := shownOf(proposed)
	shown.Preview = &preview
	return answer(w, http.StatusOK, shown)
}

// deleteStanding deletes one, and tells what else is in force on its agent and
// tool.
func (h *Handler) deleteStanding(w http.ResponseWriter, r *http.Request) error {
	if _, err := h.standingSet(); err != nil {
		return err
	}
	by, err := h.person(r)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	if len(id) > decision.MaxNameBytes {
		return errNoSuchStanding
	}
	left, err := h.sup.DeleteStanding(context.WithoutCancel(r.Context()), id, by)
	if errors.Is(err, standing.ErrNotFound) {
		return errNoSuchStanding
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"status": "deleted", "still_in_force": shownAll(left)})
}

var errNoSuchStanding = fail(http.StatusNotFound, "no such standing approval: one of the config is taken out there, in agents[].auto_approve_tools")
