package operator

import (
	"context"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// Approve implements [mesh.Channel]. It reads the approval, and approves it in
// the one way in which its call runs once; where it cannot tell that way, it
// says with cause invalid why it does not.
func (c *channel) Approve(ctx context.Context, d decision.Decision, r mesh.Resolution) error {
	if c.blind {
		return refuse("the call was not seen: %w", errNoClient)
	}
	detail, err := c.client.Get(ctx, d.ID)
	switch {
	case err != nil:
		return err
	case detail.Status != mesh.StatusPending:
		return fmt.Errorf("mesh mcp: the approval is settled: %w", decision.ErrResolved)
	case detail.InjectionRisk && !d.InjectionRisk:
		return decision.Errorf(decision.CauseInjection, "%w", mesh.ErrFlagged)
	case c.mode == ModeWaits:
		return c.client.Approve(ctx, d.ID, r)
	case c.mode != ModeAnswers:
		return refuse("it is not stated whether agents of the mesh wait over mcp: set operator.Options.Mode")
	}
	made, err := c.originOf(ctx, detail)
	switch {
	case err != nil:
		return err
	case made == overHTTP:
		return c.client.Approve(ctx, d.ID, r)
	case made == inSession && c.trustsSessions:
		return c.resolve(ctx, detail)
	case made == inSession:
		return refuse("the call has a session, as one over mcp has, but an agent over http can send X-Session-Id and have it run twice: see operator.Options.TrustSessions")
	}
	return refuse("the trace of the call is not found: nobody knows whether it was made over mcp, so that an approve could run it twice or never")
}

// resolve approves over MCP. The mesh runs the tool and answers with its
// result, which is nobody's business here.
func (c *channel) resolve(ctx context.Context, detail mesh.Detail) error {
	listed, err := c.session.hasTool(ctx, detail.Tool)
	switch {
	case err != nil:
		return err
	case !listed:
		return refuse("tools/list does not show the tool: the mesh would use the approval up and run nothing")
	}
	text, err := c.session.callOn(ctx, "approval.resolve", map[string]any{"id": detail.ID, "decision": "approve"})
	switch {
	case isBadParams(err):
		return refuse("%w", err)
	case err != nil:
		return err
	case strings.HasPrefix(text, "Cannot resolve: "):
		return fmt.Errorf("mesh mcp approval.resolve: %w", decision.ErrResolved)
	case strings.HasPrefix(text, "Approved but tool "):
		c.log.WarnContext(ctx, "the mesh took an approve over MCP and found no tool to run", "approval", detail.ID)
	}
	return nil
}

func refuse(format string, args ...any) error {
	return decision.Errorf(decision.CauseInvalid, "not approved: "+format, args...)
}
