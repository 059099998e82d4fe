package supervisor

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// pauseState holds whether, since when and by whom judging is stopped.
type pauseState struct {
	mu      sync.Mutex
	since   time.Time // zero: not paused
	by      string
	changed chan struct{} // closed at the next change
}

func (p *pauseState) paused() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.since.IsZero()
}

// watch returns the present state and a channel that is closed when it changes.
func (p *pauseState) watch() (paused bool, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.changed == nil {
		p.changed = make(chan struct{})
	}
	return !p.since.IsZero(), p.changed
}

// set changes the state and reports whether that was a change.
func (p *pauseState) set(since time.Time, by string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() == since.IsZero() {
		return false
	}
	p.since, p.by = since, by
	if p.changed != nil {
		close(p.changed)
		p.changed = nil
	}
	return true
}

// Pause stops judging: queues are not read, and every call that still arrives
// escalates with cause paused. by says who asked, for the journal. Pausing
// twice is no error. With Options.PauseFile the pause survives a restart. It
// holds even when the error, of the journal or the file, is non-nil.
func (s *Supervisor) Pause(ctx context.Context, by string) error {
	now := s.now()
	if !s.pause.set(now, by) {
		return nil
	}
	s.log.WarnContext(ctx, "paused", "by", by)
	kept := keepPause(s.pauseFile, &pauseNote{By: by, Since: now})
	return errors.Join(kept, s.record(ctx, Event{Type: decision.EventPaused, Time: now, Fields: map[string]any{"by": by}}))
}

// Resume goes on judging. Calls that wait for a person in a queue are judged
// again. Resuming twice is no error; the error is that of the journal or of
// Options.PauseFile.
func (s *Supervisor) Resume(ctx context.Context, by string) error {
	if !s.pause.set(time.Time{}, by) {
		return nil
	}
	s.log.InfoContext(ctx, "resumed", "by", by)
	kept := keepPause(s.pauseFile, nil)
	err := s.record(ctx, Event{Type: decision.EventResumed, Time: s.now(), Fields: map[string]any{"by": by}})
	s.requeue()
	return errors.Join(kept, err)
}
