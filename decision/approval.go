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
	// Open has a call wait until a time, and returns the id of its approval. The
	// decision is kept with that id as its Approval.
	Open(ctx context.Context, c Call, d Decision, until time.Time) (id string, err error)
	// Pending returns what waits, newest first. What has waited too long is
	// settled as timeout and not among it.
	Pending(ctx context.Context, q Query) ([]Approval, error)
	// Settled returns what was settled as one of these states, any if none is
	// named, the last settled first, as far as it is still kept. Of q, since counts
	// from when the call began to wait.
	Settled(ctx context.Context, q Query, as ...ApprovalStatus) ([]Approval, error)
	// Approval returns one, whatever its state; [ErrNoApproval].
	Approval(ctx context.Context, id string) (Approval, error)
	// Wait waits until an approval is settled, at the latest at its time, or until
	// ctx ends. It misses nothing that happens before it is called.
	Wait(ctx context.Context, id string) (Resolution, error)
	// Resolve settles an approval once: [ErrResolved] when it was settled before,
	// [ErrNoApproval] when there is none.
	Resolve(ctx context.Context, id string, r Resolution) error
}

// ErrUsed says that what a person approved was used up already, or that it is
// too late to use it.
var ErrUsed = errors.New("the approval has been used already, or it is too late to use it")

// ApprovalKeeper is the ability of [Approvals] to keep what people decide as
// their [Word]. Without it nothing is learnt from an answer, and an approved call
// may be run by everybody who waited for it.
type ApprovalKeeper interface {
	// Remember keeps what was decided, once, however often it is told.
	Remember(ctx context.Context, a Approval) error
	// Take uses up an approve, for one who is about to run the call; [ErrUsed].
	// What nobody needs to use up, such as an approve that is no person's, is taken
	// any number of times.
	Take(ctx context.Context, id string) error
}
