package adminhttp

import "sync"

// chosenIDs are the ids that callers chose for calls that are being judged; as
// many as calls are. Its zero value is ready.
type chosenIDs struct {
	mu  sync.Mutex
	all map[string]struct{}
}

// take takes an id unless it is taken.
func (c *chosenIDs) take(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.all[id]; taken {
		return false
	}
	if c.all == nil {
		c.all = map[string]struct{}{}
	}
	c.all[id] = struct{}{}
	return true
}

func (c *chosenIDs) giveBack(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, id)
}
