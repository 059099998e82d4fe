package mcpguard

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// WithdrawnBy settles the approval of a call that its caller gave up, with the
// status timeout: nobody's yes, and nobody's refusal that later calls could be held
// against.
const WithdrawnBy = "system:cancelled"

// withdrawTimeout bounds one withdrawal: that of one write to the journal.
const withdrawTimeout = 10 * time.Second

// withdraw sees to it that nobody is asked about a call any more that its caller
// gave up: a yes that came afterwards would be for the next call of its kind, which
// nobody was asked about. A yes of the same moment is used up.
func (g *Guard) withdraw(ctx context.Context, d supervisor.Decision) {
	if d.Approval == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), withdrawTimeout)
	defer cancel()
	err := g.sup.Approvals().Resolve(ctx, d.Approval, supervisor.Resolution{
		Status: supervisor.ApprovalTimeout, By: WithdrawnBy, Reasoning: "the caller gave the call up",
	})
	if errors.Is(err, decision.ErrResolved) {
		_, err = g.sup.Wait(ctx, d.Approval) // does not wait any more
	}
	if err != nil && !errors.Is(err, supervisor.ErrUsed) && !errors.Is(err, decision.ErrNoApproval) {
		g.opts.Logger.ErrorContext(ctx, "a call was given up, but still waits for a person: deny it",
			"tool", fmt.Sprintf("%.64s", d.Tool), "approval", d.Approval, "error", err)
	}
}

// holds counts the calls that are held for the same approval: equal calls of one
// agent share one, and one that is given up takes it from no other.
type holds struct {
	mu   sync.Mutex
	held map[string]int
}

// enter counts one until it leaves, which says whether it was the last.
func (h *holds) enter(approval string) (leave func() (last bool)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.held == nil {
		h.held = map[string]int{}
	}
	h.held[approval]++
	return func() bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.held[approval]--; h.held[approval] > 0 {
			return false
		}
		delete(h.held, approval)
		return true
	}
}
