package mesh

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// connection remembers whether the mesh answers, and logs each change once: of
// the state, and of what is wrong, so that a mesh that came up and refuses us
// is told from one that is down.
type connection struct {
	url string
	log *slog.Logger

	mu    sync.Mutex
	known bool // a poll has been tried
	up    bool
	fault fault
	text  string // why it is not up
	since time.Time
	asked time.Time // when the list in flight was asked for; zero: none is
}

// patience is how long a list may take before the mesh counts as not
// answering. A mesh with a thousand large approvals takes as long (measured:
// 15 s for 53 MB).
const patience = 20 * time.Second

// asking notes that a list is being read.
func (c *connection) asking(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = now
}

// fault is what is wrong, apart from the words.
type fault struct {
	status int
	cause  decision.Cause
}

func faultOf(err error) fault {
	f := fault{cause: decision.CauseOf(err)}
	var answered *StatusError
	if errors.As(err, &answered) {
		f.status = answered.Status
	}
	return f
}

// set takes the result of a poll; nil means that all of it was read.
func (c *connection) set(err error, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	stateChanged := !c.known || c.up != (err == nil)
	changed := stateChanged || c.fault != faultOf(err)
	c.asked = time.Time{}
	c.known, c.up, c.fault, c.text = true, err == nil, faultOf(err), ""
	if err != nil {
		const maxErrorBytes = 500
		c.text = oneline.Clean(err.Error(), maxErrorBytes)
	}
	if !changed {
		return
	}
	if stateChanged {
		c.since = now
	}
	if c.up {
		c.log.Info("the mesh is reachable", "url", c.url)
	} else {
		c.log.Warn("the mesh cannot be read", "url", c.url, "error", c.text)
	}
}

func (c *connection) health(now time.Time) decision.QueueHealth {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := decision.QueueHealth{URL: c.url, Reachable: c.up, Error: c.text, Since: c.since}
	if waited := now.Sub(c.asked); c.up && !c.asked.IsZero() && waited > patience {
		h.Reachable, h.Since = false, c.asked
		h.Error = fmt.Sprintf("no answer to a list for %s", waited.Truncate(time.Second))
	}
	return h
}
