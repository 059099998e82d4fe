package notify

import (
	"fmt"
	"sync"
	"time"
)

// MaxReplays is how many ids a [Replays] remembers. At the limit it takes no more
// messages until the oldest is too old to be verified.
const MaxReplays = 10_000

// replayWindow is how long a message can be verified: from [Tolerance] before its
// time until as long after.
const replayWindow = 2 * Tolerance

// Replays remembers the ids of messages, so that each is acted on once. The zero
// Replays is ready; it is safe for concurrent use. It forgets everything when the
// process ends.
type Replays struct {
	mu    sync.Mutex
	known map[string]bool
	order []received // oldest first
}

type received struct {
	id string
	at time.Time
}

// Take remembers the id of a message that [Verify] has passed. The error wraps
// [ErrReplayed] for one that was taken before; a receiver answers it as it did
// then, since a sender that missed the answer sends the same message again. At
// [MaxReplays] every message is refused.
func (r *Replays) Take(id string, now time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.order) > 0 && now.Sub(r.order[0].at) > replayWindow {
		delete(r.known, r.order[0].id)
		r.order = r.order[1:]
	}
	switch {
	case r.known[id]:
		return ErrReplayed
	case len(r.order) >= MaxReplays:
		return fmt.Errorf("more than %d webhooks in %s: none is taken until it is fewer", MaxReplays, replayWindow)
	case r.known == nil:
		r.known = map[string]bool{}
	}
	r.known[id] = true
	r.order = append(r.order, received{id, now})
	return nil
}
