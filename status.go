package supervisor

import (
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/mem7"
)

// Status is the state of a supervisor, in the shape of the admin API's
// /status, with keys of our own beside the reference's.
type Status struct {
	Version   string          `json:"version"`
	State     string          `json:"state"` // "running" or "paused"
	Mode      string          `json:"mode"`  // "enforce", or "observe": nothing is settled
	PausedBy  string          `json:"paused_by,omitempty"`
	PausedAt  time.Time       `json:"paused_at,omitzero"`
	UptimeS   int64           `json:"uptime_s"`
	Mesh      *QueueHealth    `json:"mesh"` // of the queue that Run reads; null when none runs
	Memory    MemoryStatus    `json:"memory"`
	Approvals ApprovalsStatus `json:"approvals"`
	Evaluator EvaluatorStatus `json:"evaluator"`
	Decisions DecisionCounts  `json:"decisions"`
	Journal   JournalStatus   `json:"journal"`
	InFlight  int             `json:"in_flight"` // calls of queues that are being judged or sent
	Backlog   int             `json:"backlog"`   // calls of queues that wait for their turn
	Unsent    int             `json:"unsent"`    // decisions that are sent again until they arrive
	Watched   int             `json:"watched"`   // calls left to people whose outcome is still to be recorded
	Dropped   int             `json:"dropped"`   // events that a store or sink lost, since the start
}

// MemoryStatus says whether decisions are kept in flux7-memory; another store
// does not count, as in the reference.
type MemoryStatus struct {
	Enabled bool `json:"enabled"`
	// Health is absent where nothing is written to it.
	Health *mem7.Health `json:"health,omitempty"`
}

// memoryStatus finds the flux7-memory among what keeps decisions.
func (s *Supervisor) memoryStatus(snap *snapshot) MemoryStatus {
	st := MemoryStatus{Enabled: s.config != nil && s.config.Memory.Enabled}
	if store, ok := snap.Store.(*mem7.Store); ok {
		st.Enabled = true
		if h, writes := store.Health(); writes {
			st.Health = &h
		}
	}
	for _, sink := range snap.Sinks {
		if w, ok := sink.(*mem7.Writer); ok {
			h := w.Health()
			st.Enabled, st.Health = true, &h
		}
	}
	return st
}

// ApprovalsStatus is about calls of Evaluate that wait for a person.
type ApprovalsStatus struct {
	Enabled  bool `json:"enabled"`
	Waiting  int  `json:"waiting"`  // as far as this process looks after them
	Failures int  `json:"failures"` // calls that could not be kept, so that nobody was asked; since the start
}

// EvaluatorStatus lists the providers.
type EvaluatorStatus struct {
	Mode      string           `json:"mode"` // "single" or "chain"
	Providers []ProviderStatus `json:"providers"`
}

// ProviderStatus is the state of one provider.
type ProviderStatus struct {
	Name                string `json:"name"`
	State               string `json:"state"` // ok, failing or skipped
	ConsecutiveFailures int    `json:"consecutive_failures"`
	SkippedForS         int    `json:"skipped_for_s"`
	Detail              string `json:"detail"`
}

// DecisionCounts counts decisions by what became of them, since the start.
// Approved and Denied count only those that arrived.
type DecisionCounts struct {
	Approved  int       `json:"approved"`
	Denied    int       `json:"denied"`
	Escalated int       `json:"escalated"`
	Observed  int       `json:"observed"` // in observe mode: left to a person, whatever was decided
	Lost      int       `json:"lost"`     // somebody else, or the clock, was first
	Failed    int       `json:"failed"`   // could not be delivered
	LastAt    time.Time `json:"last_at,omitzero"`
}

// JournalStatus says whether the journal takes what happens.
type JournalStatus struct {
	Enabled  bool `json:"enabled"`
	OK       bool `json:"ok"`       // the last event was taken; true before the first
	Failures int  `json:"failures"` // events that were not taken, since the start
	Lag      int  `json:"lag"`      // events in a row up to now that were not taken; 0 while it takes them
}

// Status returns the present state. It never waits for anything.
func (s *Supervisor) Status() Status {
	snap := s.snapshot.Load()
	st := Status{
		Version: Version, State: "running", Mode: mode(snap), UptimeS: int64(s.now().Sub(s.started) / time.Second),
		Memory:    s.memoryStatus(snap),
		Evaluator: s.evaluatorStatus(snap.Provider),
	}
	s.pause.mu.Lock()
	if !s.pause.since.IsZero() {
		st.State, st.PausedBy, st.PausedAt = "paused", s.pause.by, s.pause.since
	}
	s.pause.mu.Unlock()
	st.Decisions, st.Journal = s.counts.read()
	st.Journal.Enabled, st.Approvals = s.journal != nil, s.desk.status()
	for _, o := range s.outboxes {
		st.Dropped += o.lost()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.runs {
		r.report(&st)
	}
	return st
}

// counters are the numbers behind Status.
type counters struct {
	mu        sync.Mutex
	decisions DecisionCounts
	journal   JournalStatus
	lost      int // events that the journal did not take in a row
	failures  int // consecutive failures of the provider
}

// decided counts a decision by what became of it.
func (c *counters) decided(d *Decision, outcome OutcomeState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case d.Cause == CausePaused:
		return
	case outcome == OutcomeObserved:
		c.decisions.Observed++
	case outcome == OutcomeLost:
		c.decisions.Lost++
	case outcome == OutcomeFailed:
		c.decisions.Failed++
	case d.Action == Approve:
		c.decisions.Approved++
	case d.Action == Deny:
		c.decisions.Denied++
	default:
		c.decisions.Escalated++
	}
	c.decisions.LastAt = d.Time
	for _, l := range d.Evidence.Links {
		switch l.State {
		case decision.LinkFailed:
			c.failures++
		case decision.LinkAnswered, decision.LinkPassed:
			c.failures = 0
		}
	}
}

// recordFailed counts an event that the journal did not take, and returns how
// many it was in a row.
func (c *counters) recordFailed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.journal.Failures++
	c.lost++
	return c.lost
}

// journalFails reports whether the journal did not take the last event.
func (c *counters) journalFails() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lost > 0
}

// recorded notes that the journal took an event, and returns how many it did
// not take before.
func (c *counters) recorded() (lost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	lost, c.lost = c.lost, 0
	return lost
}

func (c *counters) read() (DecisionCounts, JournalStatus) {
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.journal
	j.OK, j.Lag = c.lost == 0, c.lost
	return c.decisions, j
}

// failuresInARow counts the failures of a provider that has no breaker.
func (c *counters) failuresInARow() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failures
}
