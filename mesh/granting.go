package mesh

import (
	"context"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

var _ decision.Granter = (*Queue)(nil)

// Grant implements [decision.Granter]. A mesh takes the names of the agent and
// of the tool for globs, and knows no way to say otherwise: one that is a glob,
// or that the agent chose to be one, is refused.
func (q *Queue) Grant(ctx context.Context, r decision.GrantRequest) (decision.Grant, error) {
	if isGlob(r.Agent) || isGlob(r.Tool) {
		return decision.Grant{}, decision.Errorf(decision.CauseInvalid, "mesh grant: the name of the agent or of the tool would be a pattern to the mesh")
	}
	return q.client.CreateGrant(ctx, GrantRequest{
		Agent: r.Agent, Tools: r.Tool, Duration: r.Duration, ApprovalID: r.ApprovalID, TraceID: r.TraceID,
	})
}

func isGlob(name string) bool { return strings.ContainsAny(name, `*?[]\`) }

// Revoke implements [decision.Granter].
func (q *Queue) Revoke(ctx context.Context, id string) error {
	err := q.client.RevokeGrant(ctx, id)
	if IsNotFound(err) {
		return nil
	}
	return err
}
