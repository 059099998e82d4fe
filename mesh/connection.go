package mesh

import (
	"log/slog"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// connection remembers whether the mesh answers, and logs each change once.
type connection struct {
	url string
	log *slog.Logger

	mu    sync.Mutex
	known bool // a poll has been tried
	up    bool
	text  string // why it is not up
	since time.Time
}

// set takes the result of a poll; nil means that all of it was read.
func (c *connection) set(err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	changed := !c.known || c.up != (err == nil)
	c.known, c.up, c.text = true, err == nil, ""
	if err != nil {
		const maxErrorBytes = 500
		c.text = oneline.Clean(err.Error(), maxErrorBytes)
	}
	if !changed {
		return
	}
	c.since = now
	if c.up {
		c.log.Info("the mesh is reachable", "url", c.url)
	} else {
		c.log.Warn("the mesh cannot be read", "url", c.url, "error", c.text)
	}
}

func (c *connection) health() decision.QueueHealth {
	c.mu.Lock()
	defer c.mu.Unlock()
	return decision.QueueHealth{URL: c.url, Reachable: c.up, Error: c.text, Since: c.since}
}
