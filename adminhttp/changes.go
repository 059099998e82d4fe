package adminhttp

import (
	"context"
	"sync"
	"time"

	"github.com/flux7-go/supervisor"
)

// lookEvery is how often the parts are looked at while somebody follows the
// events, and so the most often that a change of one part is told.
const lookEvery = time.Second

// The parts of a supervisor whose state is told.
const (
	partProvider = "provider"
	partMesh     = "mesh"
	partJournal  = "journal"
)

// part is a part of the supervisor.
type part struct {
	Part string `json:"part"`
	Name string `json:"name,omitempty"` // of a provider
	at   int    // of a provider: its place in the chain
}

// partState is one of the stream's "part" events.
type partState struct {
	part
	State     string `json:"state"`
	Timestamp string `json:"timestamp"` // when it was seen
}

// partStates lists the parts with their states, in words of the status.
func partStates(st supervisor.Status) []partState {
	word := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	list := []partState{{part: part{Part: partJournal}, State: word(st.Journal.OK, "ok", "failing")}}
	if st.Mesh != nil {
		list = append(list, partState{part: part{Part: partMesh}, State: word(st.Mesh.Reachable, "reachable", "unreachable")})
	}
	for i, p := range st.Evaluator.Providers {
		list = append(list, partState{part: part{Part: partProvider, Name: p.Name, at: i}, State: p.State})
	}
	return list
}

// changes counts who wants to hear of changes that no event of the supervisor
// tells. Its zero value is ready.
type changes struct {
	mu      sync.Mutex
	readers int
	end     context.CancelFunc // of the look-out; set while there are readers
}

// lookOut has changes of the parts' states told until leave is called. All
// readers share one goroutine. Whoever reads the status afterwards misses none.
// The caller is one of the handler's running, until it has left.
func (h *Handler) lookOut() (leave func()) {
	c := &h.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readers == 0 {
		seen := statesByPart(partStates(h.sup.Status()))
		ctx, end := context.WithCancel(h.ctx)
		c.end = end
		h.running.Go(func() { h.tellChanges(ctx, seen) })
	}
	c.readers++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.readers--; c.readers == 0 {
			c.end()
		}
	}
}

func statesByPart(list []partState) map[part]string {
	states := make(map[part]string, len(list))
	for _, p := range list {
		states[p.part] = p.State
	}
	return states
}

// tellChanges looks at the parts until ctx is done, and tells what has changed
// since. A part that is new is told; one that is gone is not.
func (h *Handler) tellChanges(ctx context.Context, seen map[part]string) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			seen = h.tellChanged(ctx, seen)
		case <-ctx.Done():
			return
		}
	}
}

// tellChanged tells what has changed, and returns what is so now. Parts of an
// embedder are asked how they are: one that panics must not end the process.
func (h *Handler) tellChanged(ctx context.Context, seen map[part]string) (now map[part]string) {
	defer func() {
		if p := recover(); p != nil {
			h.logPanic(ctx, "/events", p)
			now = seen
		}
	}()
	list := partStates(h.sup.Status())
	if ctx.Err() != nil {
		return seen // another look-out may be under way
	}
	for _, p := range list {
		if state, known := seen[p.part]; !known || state != p.State {
			p.Timestamp = stamp(h.opts.Now())
			h.events.publish("part", p)
		}
	}
	return statesByPart(list)
}
