package adminhttp

import (
	"context"
	"errors"
	"sync"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/bench"
)

// benchState is the run that this process makes, one at a time.
type benchState struct {
	mu          sync.Mutex
	taken       bool   // a run goes on, or is about to
	id          string // empty: it has not begun
	done, total int
	cancel      context.CancelFunc
}

// benchProgress is the answer of GET /bench/progress.
type benchProgress struct {
	Running bool   `json:"running"`
	ID      string `json:"id,omitempty"`
	Done    *int   `json:"done,omitempty"`
	Total   *int   `json:"total,omitempty"`
}

func (s *benchState) progress() benchProgress {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" {
		return benchProgress{}
	}
	done, total := s.done, s.total
	return benchProgress{Running: true, ID: s.id, Done: &done, Total: &total}
}

func (s *benchState) set(done, total int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done, s.total = done, total
}

// stop ends a run. What it has measured stays and can be resumed.
func (s *benchState) stop(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.id == "" || s.id != id {
		return false
	}
	s.cancel()
	return true
}

// going reports whether a run goes on, or is about to.
func (s *benchState) going() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.taken
}

// take takes the place of a run, if it is free; end gives it back.
func (s *benchState) take() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	free := !s.taken
	s.taken = true
	return free
}

func (s *benchState) begin(info bench.RunInfo, cancel context.CancelFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.id, s.cancel = info.ID, cancel
}

func (s *benchState) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken, s.id, s.cancel, s.done, s.total = false, "", nil, 0, 0
}

// start begins a run in the background, and returns when its record has begun
// or cannot begin.
func (s *benchState) start(h *Handler, m bench.Measurement) (bench.RunInfo, error) {
	if !s.take() {
		return bench.RunInfo{}, bench.ErrBusy
	}
	ctx, cancel := context.WithCancel(h.ctx)
	begun, failed := make(chan bench.RunInfo, 1), make(chan error, 1)
	m.Progress = s.set
	m.Begun = func(info bench.RunInfo) {
		s.begin(info, cancel)
		begun <- info
	}
	h.running.Go(func() {
		defer cancel()
		_, _, err := m.Run(ctx)
		s.end()
		if err != nil && !errors.Is(err, bench.ErrInterrupted) {
			h.opts.Logger.Error("a measuring run failed", "error", err)
		}
		failed <- err
	})
	select {
	case info := <-begun:
		return info, nil
	case err := <-failed:
		select { // it may have begun, and ended at once
		case info := <-begun:
			return info, nil
		default:
			return bench.RunInfo{}, err
		}
	}
}

// benchTarget makes what judges the cases: a trial of what is in force.
func benchTarget(sup *supervisor.Supervisor) func(func(*supervisor.Call, string) (bench.Said, bool)) bench.Target {
	return func(said func(*supervisor.Call, string) (bench.Said, bool)) bench.Target {
		if said == nil {
			return sup.Trial()
		}
		return sup.Trial(supervisor.TrialRecorded(said))
	}
}
