package callback

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Options is what a [Server] is made of. The zero value is usable.
type Options struct {
	// MaxPending bounds the calls that wait. 0: [DefaultMaxPending].
	MaxPending int
	// Version is told to reviewers as that of the server. Empty: "dev".
	Version string
	// Logger hears of reviewers that come and go, and of panics. Nil: nothing is
	// logged.
	Logger *slog.Logger
}

// Server keeps the calls that wait for a reviewer, and serves the reviewers. It
// has no goroutine of its own, outlives the providers that a reload replaces, and
// is safe for concurrent use.
type Server struct {
	version string
	log     *slog.Logger
	queue   *queue
	polls   chan struct{} // a token for each sup7_pending that waits

	mu       sync.Mutex
	served   map[string]int // transports by the reviewer that they serve
	lastSeen time.Time      // when a reviewer last asked something
}

// New makes a server. It serves nobody yet: see [Server.ServeStdio],
// [Server.ServeListener] and [Server.Serve].
func New(o Options) (*Server, error) {
	if o.MaxPending < 0 {
		return nil, errors.New("callback: MaxPending must not be negative")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Server{
		version: cmp.Or(o.Version, "dev"), log: o.Logger, queue: newQueue(cmp.Or(o.MaxPending, DefaultMaxPending)),
		polls: make(chan struct{}, maxPolls), served: map[string]int{},
	}, nil
}

// checkReviewer refuses a name that could not be told apart, or logged.
func checkReviewer(name string) error {
	if strings.TrimSpace(name) == "" || len(name) > MaxReviewerBytes || strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("callback: the reviewer needs a name of 1 to %d bytes without control characters", MaxReviewerBytes)
	}
	return nil
}

// opened counts a transport that serves a reviewer.
func (s *Server) opened(reviewer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.served[reviewer]++
}

// closed counts a transport out. After the last one nobody can answer any more,
// so nobody is kept waiting.
func (s *Server) closed(reviewer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.served[reviewer]--; s.served[reviewer] == 0 {
		delete(s.served, reviewer)
	}
	if len(s.served) == 0 {
		s.queue.abandon()
	}
}

// heard notes that a reviewer is there.
func (s *Server) heard() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lastSeen = time.Now()
}

// present reports whether a reviewer has asked something lately, or waits for a
// call now.
func (s *Server) present() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.served) > 0 && (len(s.polls) > 0 || !s.lastSeen.IsZero() && time.Since(s.lastSeen) < presence)
}

// mayAnswer reports whether anybody is served at all, and whether one of them is
// somebody else than the agent.
func (s *Server) mayAnswer(agent string) (served, other bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for reviewer := range s.served {
		if !isOwn(agent, reviewer) {
			return true, true
		}
	}
	return len(s.served) > 0, false
}

// isOwn reports whether a call may be the reviewer's own: that of an agent of its
// name or of a subagent of it, whatever the case, of an agent that the reviewer is
// a subagent of, or of one that is not known.
func isOwn(agent, reviewer string) bool {
	agent, reviewer = strings.TrimSpace(agent), strings.TrimSpace(reviewer)
	return agent == "" || isOrBelow(agent, reviewer) || isOrBelow(reviewer, agent)
}

// isOrBelow reports whether a name is the other, or NAME/KIND of it, as hooks call
// the subagents of an agent.
func isOrBelow(name, other string) bool {
	for i, r := range name {
		if r == '/' && strings.EqualFold(strings.TrimSpace(name[:i]), other) {
			return true
		}
	}
	return strings.EqualFold(name, other)
}
