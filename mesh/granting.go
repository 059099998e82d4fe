package mesh

import (
	"context"
	"slices"
	"strings"
	"time"

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
	ends := q.opts.Now().Add(r.Duration)
	grant, err := q.client.CreateGrant(ctx, GrantRequest{
		Agent: r.Agent, Tools: r.Tool, Duration: r.Duration, ApprovalID: r.ApprovalID, TraceID: r.TraceID,
	})
	if err == nil || refusedForGood(err) {
		return grant, err
	}
	if found, arrived := q.arrived(ctx, r, ends); arrived {
		return found, nil
	}
	return grant, err
}

// grantSlack is how far the end of a grant may lie from where we expect it: the
// clocks of two machines differ.
const grantSlack = time.Minute

// arrived finds a grant that was asked for and whose answer was lost, so that it
// can be revoked.
func (q *Queue) arrived(ctx context.Context, r decision.GrantRequest, ends time.Time) (decision.Grant, bool) {
	list, err := q.client.Grants(ctx)
	if err != nil {
		return decision.Grant{}, false
	}
	at := slices.IndexFunc(list, func(g decision.Grant) bool {
		return g.Agent == r.Agent && g.Tools == r.Tool && g.ExpiresAt.Sub(ends).Abs() < grantSlack
	})
	if at < 0 {
		return decision.Grant{}, false
	}
	return list[at], true
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
