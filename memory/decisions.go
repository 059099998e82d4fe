package memory

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// decisions keeps the latest ones, each as its record: one piece of memory in
// which there is nothing for the garbage collector to follow. Ten thousand of
// them as values would be gone through in each of its rounds. It is safe for
// concurrent use.
type decisions struct {
	limit int

	mu   sync.RWMutex
	ring []saved
	next int // in the ring, once it has its limit: the oldest

	rooms sync.Pool // of *[]byte, to write records in
}

// maxRoom is how much room is kept for the next record. Few need more.
const maxRoom = 16 << 10

// saved is a decision with what it is looked for by.
type saved struct {
	id, agent, tool string
	action          decision.Action
	time            time.Time
	record          []byte
}

// Save keeps the decision as the newest. It takes the place of an earlier one
// with the same id; decisions without an id never replace each other. Of one
// whose numbers or evidence have no JSON it keeps what was decided, and a note.
// The error is that of ctx, or of a time that has no JSON.
func (s *decisions) Save(ctx context.Context, d decision.Decision) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	record, err := s.write(&d)
	if err != nil {
		return fmt.Errorf("saving a decision: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.push(saved{d.ID, d.Agent, d.Tool, d.Action, d.Time, record})
	return nil
}

// write returns the record of a decision, or of what can be kept of it. No lock is
// held: what a provider has put into the evidence writes itself.
func (s *decisions) write(d *decision.Decision) ([]byte, error) {
	room, _ := s.rooms.Get().(*[]byte)
	if room == nil {
		room = new([]byte)
	}
	written, err := appendRecord((*room)[:0], d)
	if err != nil {
		written, err = appendRecord((*room)[:0], withoutEvidence(*d))
	}
	if err != nil {
		return nil, err
	}
	record := bytes.Clone(written)
	if cap(written) <= maxRoom {
		*room = written
		s.rooms.Put(room)
	}
	return record, nil
}

// appendRecord is [decision.Decision.AppendRecord], of which a panic is an error.
func appendRecord(b []byte, d *decision.Decision) (record []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("writing a decision panicked: %T", p)
		}
	}()
	return d.AppendRecord(b)
}

// push makes a decision the newest; beyond the limit the oldest makes room.
func (s *decisions) push(d saved) {
	if len(s.ring) < s.limit {
		s.ring = append(s.ring, d)
		return
	}
	s.ring[s.next] = d
	s.next = (s.next + 1) % s.limit
}

// withoutEvidence is what can be kept of a decision that has no JSON.
func withoutEvidence(d decision.Decision) *decision.Decision {
	d.Evaluator, d.Confidence = nil, 0
	d.Evidence = decision.Evidence{Notes: []string{"the evidence is no json: it was not kept"}}
	return &d
}

// Recent returns the decisions that match q, newest first, as many as [Limit]
// says. The error is that of ctx.
func (s *decisions) Recent(ctx context.Context, q decision.Query) ([]decision.Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := s.match(q, Limit(q.Limit))
	out := make([]decision.Decision, len(found))
	for i, record := range found {
		var err error
		if out[i], err = decision.ParseRecord(record); err != nil {
			return nil, fmt.Errorf("reading a kept decision: %w", err)
		}
	}
	return out, nil
}

// match collects records under the lock; reading them is left to the caller. Of
// several decisions with one id the newest counts.
func (s *decisions) match(q decision.Query, limit int) (found [][]byte) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	later := map[string]bool{}
	for i := range s.ring {
		d := &s.ring[(s.next+len(s.ring)-1-i)%len(s.ring)]
		if len(found) == limit {
			break
		}
		if later[d.id] {
			continue
		}
		later[d.id] = d.id != ""
		if d.matches(q) {
			found = append(found, d.record)
		}
	}
	return found
}

func (d *saved) matches(q decision.Query) bool {
	return (q.Agent == "" || d.agent == q.Agent) &&
		(q.Tool == "" || d.tool == q.Tool) &&
		(q.Action == nil || d.action == *q.Action) &&
		(q.Since.IsZero() || !d.time.Before(q.Since))
}
