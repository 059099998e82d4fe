package adminhttp

import (
	"context"
	"net/http"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// explainTimeout bounds GET /approvals/{id}/explain: the gates of a project may
// run other programs.
const explainTimeout = 10 * time.Second

// explained is how the supervisor looks at a call that waits, by now.
type explained struct {
	Decision *entry          `json:"decision"`
	Steps    []decision.Step `json:"steps"`
}

// explainApproval shows every stage and rule with what it sees of the call. The
// rules are those of now, and no provider is asked, so that looking costs
// nothing: what a provider said when the call came is in the approval itself.
func (h *Handler) explainApproval(w http.ResponseWriter, r *http.Request) error {
	a, err := h.approval(r)
	if err != nil {
		return err
	}
	if !h.judging.Take(maxJudging) {
		f := fail(http.StatusTooManyRequests, "%d calls are being judged: try again", maxJudging)
		f.header = retryAfter(time.Second)
		return f
	}
	defer h.judging.GiveBack()
	ctx, cancel := context.WithTimeout(r.Context(), explainTimeout)
	defer cancel()
	x, err := h.sup.Explain(ctx, a.Call, supervisor.SkipProvider())
	if err != nil {
		return err
	}
	shown := explained{Decision: &entry{decision: light(&x.Decision)}, Steps: x.Steps}
	if shown.Steps == nil {
		shown.Steps = []decision.Step{}
	}
	return answer(w, http.StatusOK, shown)
}
