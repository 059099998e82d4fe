package decision

import (
	"context"
	"errors"
	"time"
)

// ApprovalStatus is the state of a call that waits, or waited, for a person.
type ApprovalStatus string

// The states. Every transition is from pending, once.
const (
	ApprovalPending  ApprovalStatus = "pending"
	ApprovalApproved ApprovalStatus = "approved"
	ApprovalDenied   ApprovalStatus = "denied"
	ApprovalTimeout  ApprovalStatus = "timeout" // nobody answered in time: counts as denied
)

// Approval is a call that waits, or waited, for a person in a store of our own.
type Approval struct {
	ID         string         `json:"id"`
	Call       Call           `json:"call"`
	Decision   Decision       `json:"decision"` // why it waits
	Status     ApprovalStatus `json:"status"`
	CreatedAt  time.Time      `json:"created_at"`
	Until      time.Time      `json:"until"` // then it counts as denied
	Resolution *Resolution    `json:"resolution,omitempty"`
}

// Resolution is how an approval was settled.
type Resolution struct {
	Status     ApprovalStatus `json:"status"` // approved, denied or timeout
	By         string         `json:"resolved_by,omitempty"`
	At         time.Time      `json:"resolved_at"`
	Reasoning  string         `json:"reasoning,omitempty"`
	Confidence float64        `json:"confidence,omitempty"`
}

// ErrNoApproval says that there is no approval of an id.
var ErrNoApproval = errors.New("no such approval")

// ErrResolved says that an approval was settled before.
var ErrResolved = errors.New("the approval has been settled already")

// Approvals is where calls of Evaluate that were escalated wait for a person. All
// methods are safe for concurrent use, also of several processes where the store
// is shared by them.
type Approvals interface {
	// Open has a call wait until a time, and returns the id of its approval.
	Open(ctx context.Context, c Call, d Decision, until time.Time) (id string, err error)
	// Pending returns what waits, newest first. What has waited too long is
	// settled as timeout and not among it.
	Pending(ctx context.Context, q Query) ([]Approval, error)
	// Approval returns one, whatever its state; [ErrNoApproval].
	Approval(ctx context.Context, id string) (Approval, error)
	// Wait waits until an approval is settled, at the latest at its time, or until
	// ctx ends. It misses nothing that happens before it is called.
	Wait(ctx context.Context, id string) (Resolution, error)
	// Resolve settles an approval once: [ErrResolved] when it was settled before,
	// [ErrNoApproval] when there is none.
	Resolve(ctx context.Context, id string, r Resolution) error
}
