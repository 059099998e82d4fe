package hook

import (
	"context"
	"crypto/sha256"
	"errors"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// maxKey bounds the id under which an answer is kept, in bytes.
const maxKey = 2 * decision.MaxNameBytes

// maxRepeats is how many answers are kept; beyond it the oldest is forgotten. A
// host sends a tool use again within seconds, if it does.
const maxRepeats = 1024

// repeats keeps answers by the id of the call, so that a tool use which is sent
// again, or by several handlers at once, is judged once. Its zero value is ready.
type repeats struct {
	mu    sync.Mutex
	all   map[string]*repeat
	order []string // by when they began
}

// repeat is one event. Its answer is set before done is closed.
type repeat struct {
	event  [sha256.Size]byte
	done   chan struct{}
	answer Answer
}

// take returns the repeat of an id, and whether the caller is the first.
func (s *repeats) take(id string, event [sha256.Size]byte) (entry *repeat, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.all[id]; known != nil {
		return known, false
	}
	if s.all == nil {
		s.all = map[string]*repeat{}
	}
	if len(s.order) >= maxRepeats {
		delete(s.all, s.order[0])
		s.order = s.order[1:]
	}
	entry = &repeat{event: event, done: make(chan struct{})}
	s.all[id], s.order = entry, append(s.order, id)
	return entry, true
}

// forget lets the id be judged again.
func (s *repeats) forget(id string, entry *repeat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all[id] != entry {
		return
	}
	delete(s.all, id)
	for i, kept := range s.order {
		if kept == id {
			s.order = append(s.order[:i], s.order[i+1:]...)
			return
		}
	}
}

// once answers by judge, or with the answer that judge gave to the same event. A
// failure is not kept, so that the next to ask is judged; who waits for the first
// shares it.
func (s *repeats) once(
	ctx context.Context, id string, event [sha256.Size]byte, judge func() Answer, fail func(error) Answer,
) Answer {
	if len(id) > maxKey {
		return fail(errors.New("session_id and tool_use_id are too long"))
	}
	entry, first := s.take(id, event)
	switch {
	case first:
		defer close(entry.done)
		if entry.answer = judge(); entry.answer.Failed {
			s.forget(id, entry)
		}
		return entry.answer
	case entry.event != event:
		return fail(errors.New("the tool_use_id is that of another call"))
	}
	select {
	case <-entry.done:
		return entry.answer
	case <-ctx.Done():
		return fail(ctx.Err())
	}
}
