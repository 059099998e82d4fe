package adminhttp

import (
	"context"
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// Limits of GET /approvals.
const (
	// maxApprovals is how many are listed, of those that wait and of those that
	// were settled: all that a store returns. The newest are.
	maxApprovals = 500
	// maxListings is how many lists are made at once: each may have the parameters
	// of many calls. A further one is answered with 429.
	maxListings = 8
)

// approvalRoutes speak the supervisor protocol of the mesh, so that what settles
// the approvals of a mesh settles ours too.
func (h *Handler) approvalRoutes() []route {
	return []route{
		{http.MethodGet, "/approvals", accessLook, h.listApprovals},
		{http.MethodGet, "/approvals/{id}", accessLook, h.showApproval},
		{http.MethodGet, "/approvals/{id}/explain", accessLook, h.explainApproval},
		{http.MethodPost, "/approvals/{id}/approve", accessChange, h.approve},
		{http.MethodPost, "/approvals/{id}/deny", accessChange, h.deny},
		{http.MethodPost, "/approvals/{id}/wait", accessAct, h.waitForAnswer},
	}
}

var (
	errNoApprovals = fail(http.StatusServiceUnavailable,
		"no calls wait for people here: set approvals or memory.store in the config, or Options.Approvals")
	errNoApproval = fail(http.StatusNotFound, "approval not found")
)

// approvals are where calls wait, or an error that says that they do not.
func (h *Handler) approvals() (supervisor.Approvals, error) {
	if a := h.sup.Approvals(); a != nil {
		return a, nil
	}
	return nil, errNoApprovals
}

// wanted is what GET /approvals asks for.
type wanted struct {
	pending bool
	settled []supervisor.ApprovalStatus // of those that were settled; nil: none
	glob    string                      // of the tool; empty: all
	query   supervisor.Query
}

func parseWanted(r *http.Request) (w wanted, err error) {
	query := r.URL.Query()
	switch status := query.Get("status"); status {
	case "":
		w.pending = true
		w.settled = []supervisor.ApprovalStatus{supervisor.ApprovalApproved, supervisor.ApprovalDenied, supervisor.ApprovalTimeout}
	case "pending":
		w.pending = true
	case "approved", "denied", "timeout":
		w.settled = []supervisor.ApprovalStatus{supervisor.ApprovalStatus(status)}
	case "expired":
		w.settled = []supervisor.ApprovalStatus{supervisor.ApprovalTimeout}
	default:
		return w, fail(http.StatusBadRequest, "status must be pending, approved, denied, timeout (or expired), or empty")
	}
	w.query = supervisor.Query{Agent: query.Get("agent"), Limit: maxApprovals}
	tool := query.Get("tool")
	if _, err := path.Match(tool, ""); err != nil {
		return w, fail(http.StatusBadRequest, "tool is a malformed pattern")
	}
	if strings.ContainsAny(tool, `*?[\`) {
		w.glob = tool
	} else {
		w.query.Tool = tool
	}
	return w, nil
}

// listApprovals answers with the approvals of a status whose tool matches a
// glob, newest first.
func (h *Handler) listApprovals(w http.ResponseWriter, r *http.Request) error {
	approvals, err := h.approvals()
	if err != nil {
		return err
	}
	ask, err := parseWanted(r)
	if err != nil {
		return err
	}
	if !h.listings.Take(maxListings) {
		f := fail(http.StatusTooManyRequests, "%d lists are being made: try again", maxListings)
		f.header = retryAfter(time.Second)
		return f
	}
	defer h.listings.GiveBack()
	list, err := ask.find(r.Context(), approvals)
	if err != nil {
		return err
	}
	shown := make([]shownApproval, len(list))
	for i := range list {
		shown[i] = h.shown(&list[i])
		if list[i].Status == supervisor.ApprovalPending {
			shown[i].Options = h.options(r.Context(), &list[i], 0, false)
		}
	}
	return answer(w, http.StatusOK, shown)
}

// find asks the store.
func (w *wanted) find(ctx context.Context, approvals supervisor.Approvals) (list []supervisor.Approval, err error) {
	if w.pending {
		if list, err = approvals.Pending(ctx, w.query); err != nil {
			return nil, err
		}
	}
	if len(w.settled) > 0 {
		settled, err := approvals.Settled(ctx, w.query, w.settled...)
		if err != nil {
			return nil, err
		}
		list = append(list, settled...)
	}
	if w.glob != "" {
		list = slices.DeleteFunc(list, func(a supervisor.Approval) bool {
			ok, err := path.Match(w.glob, a.Call.Tool)
			return !ok || err != nil
		})
	}
	slices.SortStableFunc(list, func(a, b supervisor.Approval) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return list, nil
}

// showApproval answers with one approval and what is known of its agent. Its
// options are of standing approvals that last as long as the request asks for.
func (h *Handler) showApproval(w http.ResponseWriter, r *http.Request) error {
	a, err := h.approval(r)
	if err != nil {
		return err
	}
	lasts, err := parseLasts(r.URL.Query().Get("auto_approve_for"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, h.detailed(r.Context(), a, lasts))
}

// approval is the one that the path names. Unlike that of a mesh, an id is
// never taken for the beginning of another.
func (h *Handler) approval(r *http.Request) (*supervisor.Approval, error) {
	approvals, err := h.approvals()
	if err != nil {
		return nil, err
	}
	id := r.PathValue("id")
	if len(id) > decision.MaxNameBytes {
		return nil, errNoApproval
	}
	a, err := approvals.Approval(r.Context(), id)
	if errors.Is(err, supervisor.ErrNoApproval) {
		err = errNoApproval
	}
	return &a, err
}
