package decision

import (
	"context"
	"time"
)

// GrantRequest asks for a grant: for a while an agent may call a tool without
// asking.
type GrantRequest struct {
	Agent    string        // exactly; required
	Tool     string        // exactly; required
	Duration time.Duration // more than zero

	// ApprovalID and TraceID say which approval the grant follows from.
	ApprovalID string
	TraceID    string
}

// Granter is the ability of a Queue to let an agent call a tool for a while
// without asking, whatever the parameters. Without it what a rule grants is a
// standing approval, which compares them. Both methods are safe for concurrent
// use.
type Granter interface {
	// Grant gives a grant. It refuses names that the host would take for a
	// pattern. It is sent once: after an error nothing is known to be granted.
	Grant(ctx context.Context, r GrantRequest) (Grant, error)
	// Revoke ends a grant. One that is no more is no error.
	Revoke(ctx context.Context, id string) error
}
