package watch

import (
	"sync"
	"time"
)

const (
	// pollIdle and pollAlone are how often the list is asked for: while the stream
	// of events says when, and while it does not.
	pollIdle, pollAlone = 30 * time.Second, 2 * time.Second
	// firstPause and longestPause are the waits before the stream is opened again,
	// which double.
	firstPause, longestPause = 250 * time.Millisecond, 10 * time.Second
)

// poll asks for the list: at once, whenever it is poked, and now and then.
func (s *session) poll() {
	for {
		list, full, err := s.Client.waiting(s.ctx)
		select {
		case s.heard <- heard{list, full, err}:
		case <-s.ctx.Done():
			return
		}
		timer := time.NewTimer(s.live.interval())
		select {
		case <-timer.C:
		case <-s.poke:
		case <-s.ctx.Done():
		}
		timer.Stop()
	}
}

// stream follows the events, and opens the stream anew whenever it ends.
func (s *session) stream() {
	pause := firstPause
	for s.ctx.Err() == nil {
		_ = s.Client.follow(s.ctx, func() { // the poll beside says why it ended
			pause = firstPause
			s.live.set(true)
			s.look()
		})
		s.live.set(false)
		s.look()
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-s.ctx.Done():
		}
		timer.Stop()
		pause = min(2*pause, longestPause)
	}
}

// look has the list asked for soon.
func (s *session) look() {
	select {
	case s.poke <- struct{}{}:
	default:
	}
}

// liveness says whether the stream of events is open.
type liveness struct {
	mu   sync.Mutex
	open bool
}

func (l *liveness) set(open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open = open
}

func (l *liveness) interval() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open {
		return pollIdle
	}
	return pollAlone
}
