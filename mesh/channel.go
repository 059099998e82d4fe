package mesh

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// Channel is a way besides the control plane on which a [Queue] lists what is
// pending and sends approves, for [QueueOptions.Channel]. Package operator has
// the one over MCP. Everything else, the detail of a call, a deny, what became
// of an approval, goes through the queue's client.
//
// Pending is never called twice at a time; the others are called concurrently.
type Channel interface {
	// Pending returns the pending approvals whose tool matches a glob, as
	// [Client.List] does, with whole ids. An approval that known says yes to
	// may come without its parameters: see [View.Deferred].
	Pending(ctx context.Context, toolGlob string, known func(id string) bool) ([]View, error)
	// Approve sends an approve once, with the errors of [Client.Approve]. It may
	// also say [decision.ErrResolved], [ErrFlagged], or with cause invalid why it
	// is not to be sent at all. After any other error the approval is read, and if
	// it is still pending the approve is sent once more.
	Approve(ctx context.Context, d decision.Decision, r Resolution) error
	// Resolver is the name under which the mesh keeps what the channel approved.
	Resolver() string
}

// pending lists one scope, through the channel if there is one.
func (q *Queue) pending(ctx context.Context, scope string) ([]View, error) {
	if q.opts.Channel != nil {
		return q.opts.Channel.Pending(ctx, scope, q.book.known)
	}
	return q.client.list(ctx, scope, q.book.known)
}
