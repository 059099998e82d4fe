package supervisor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/inflight"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/reviewer"
	"github.com/flux7-go/supervisor/provider"
)

// Supervisor judges tool calls. Make one with [New], [Build] or [Load]. It is
// safe for concurrent use.
type Supervisor struct {
	snapshot atomic.Pointer[snapshot]

	// What records belongs to the supervisor, not to a snapshot: a journal is
	// one chain, whatever configuration wrote it.
	journal  Journal
	outboxes []*outbox
	now      func() time.Time
	log      *slog.Logger
	started  time.Time

	watchers    watchers
	untellStore func() // nil: the store has an outbox
	pause       pauseState
	pauseFile   string
	counts      counters
	places      inflight.Places
	desk        *desk // nil: escalated calls of Evaluate wait nowhere

	mu      sync.Mutex
	runs    map[*runner]struct{}
	config  *Config                // of Build; nil after New
	live    atomic.Pointer[Config] // in force; nil after New
	parts   Parts                  // of Build
	own     []string               // files that Build protects for good
	closers []closeFunc
	closed  bool

	breakers *provider.Breakers // of Build, from one Reload to the next
	observer *memory.Observer   // of Build; nil: nothing that people decide is kept
	turns    *reviewer.Reviewer // of Build; nil: no finished turn is reviewed
}

// snapshot is everything that judges, immutable. A call keeps the snapshot it
// started with.
type snapshot struct {
	Options
	self    *selfGuard
	agents  perAgent
	tier    Tier     // of a snapshot in agents
	reviews *reviews // the same; nil: the agent has no supervisor
}

func newSnapshot(o Options) (*snapshot, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	if o.PauseFile != "" {
		path, err := filepath.Abs(o.PauseFile)
		if err != nil {
			return nil, fmt.Errorf("finding the pause file: %w", err)
		}
		o.PauseFile = path
		o.Protect = append(slices.Clone(o.Protect), path)
	}
	protect, err := withJournal(o.Protect, o.Journal)
	if err != nil {
		return nil, err
	}
	self, err := newSelfGuard(o.Scope, protect)
	if err != nil {
		return nil, err
	}
	snap := &snapshot{Options: o, self: self}
	snap.agents = newPerAgent(snap)
	return snap, nil
}

// withJournal adds the file of a journal that says which one it writes.
func withJournal(protect []string, j Journal) ([]string, error) {
	file, ok := j.(interface{ Path() string })
	if !ok {
		return protect, nil
	}
	path, err := filepath.Abs(file.Path())
	if err != nil {
		return nil, fmt.Errorf("finding the journal: %w", err)
	}
	return append(slices.Clone(protect), journalFiles(path)...), nil
}

// journalFiles are a journal and what lies beside it: rotated files,
// checkpoints, torn tails.
func journalFiles(path string) []string { return []string{path, path + ".*"} }

// New makes a supervisor. The error names every fault of the options.
//
// With a Store, unless it is a [memory.Store], Sinks, Approvals or Grants it starts
// a goroutine for each;
// [Supervisor.Close] ends them.
func New(o Options) (*Supervisor, error) {
	snap, err := newSnapshot(o)
	if err != nil {
		return nil, err
	}
	s := &Supervisor{
		journal: snap.Journal, now: snap.Now, log: snap.Logger, started: snap.Now(),
		runs: map[*runner]struct{}{}, pauseFile: snap.PauseFile,
	}
	if note, paused := readPause(s.pauseFile, s.now()); paused {
		s.pause.set(note.Since, note.By)
		s.log.Warn("paused, as before the start", "by", note.By, "since", note.Since)
	}
	s.snapshot.Store(snap)
	s.tellStore(snap.Store)
	if snap.Grants != nil {
		s.outboxes = append(s.outboxes, s.grants())
	}
	for _, sink := range snap.Sinks {
		s.outboxes = append(s.outboxes, newOutbox("sink", s.log, wantedBy(sink), sink.Record))
	}
	if snap.Approvals != nil {
		s.desk = newDesk(s, snap.Approvals, snap.ApprovalTimeout)
	}
	return s, nil
}

// tellStore has a store keep what is decided. One that is in this process's memory
// does so before the decision is given, which takes it less than it takes to hand
// it over.
func (s *Supervisor) tellStore(store Store) {
	save := func(ctx context.Context, e Event) error { return store.Save(ctx, *e.Decision) }
	switch store.(type) {
	case nil:
	case *memory.Store:
		s.untellStore = s.Watch(func(e Event) {
			e, ok := onlyDecisions(e)
			if !ok {
				return
			}
			if err := safely(func() error { return save(context.Background(), e) }); err != nil {
				s.log.Error("a decision is not kept", "call", e.Decision.ID, "error", err)
			}
		})
	default:
		s.outboxes = append(s.outboxes, newOutbox("store", s.log, onlyDecisions, save))
	}
}

// wantedBy is what a sink hears: everything, unless it says what.
func wantedBy(sink Sink) func(Event) (Event, bool) {
	picker, picks := sink.(decision.Picker)
	if !picks {
		return func(e Event) (Event, bool) { return e, true }
	}
	return func(e Event) (_ Event, wants bool) {
		if err := safely(func() error { wants = picker.Wants(e); return nil }); err != nil {
			return e, true // a sink too many rather than one too few
		}
		return e, wants
	}
}

// onlyDecisions is what a store hears, without the calls' parameters.
func onlyDecisions(e Event) (Event, bool) {
	return Event{Time: e.Time, Decision: e.Decision}, e.Type == decision.EventDecision && e.Decision != nil
}

// Swap puts other options in force, whole or not at all. Calls in flight
// finish on the old ones; calls that wait for a person in a queue are judged
// again.
//
// It replaces what judges. What records (Journal, Store, Sinks), Approvals, Logger
// and Now stay as [New] got them, and the files that [Build] protected stay
// protected.
func (s *Supervisor) Swap(o Options) error {
	snap, err := newSnapshot(s.keeping(o))
	if err != nil {
		return err
	}
	s.install(snap)
	s.requeue()
	return nil
}

// keeping returns options with what stays as [New] got it.
func (s *Supervisor) keeping(o Options) Options {
	o.Journal, o.Logger, o.Now = s.journal, s.log, s.now
	o.Protect = append(slices.Clone(o.Protect), s.own...)
	old := s.snapshot.Load()
	o.Store, o.Sinks, o.PauseFile, o.Tracer = old.Store, old.Sinks, old.PauseFile, old.Tracer
	o.Approvals, o.ApprovalTimeout = old.Approvals, old.ApprovalTimeout
	return o
}

// requeue has every running queue return its escalated calls once more.
func (s *Supervisor) requeue(causes ...Cause) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for r := range s.runs {
		r.requeue(causes...)
	}
}

// Close ends the reviews of finished turns, and the goroutines of the Approvals,
// the Store and the Sinks after they have taken what was recorded, or when ctx is
// done, and closes what [Build] opened. End
// [Supervisor.Run] first. A second Close does nothing.
func (s *Supervisor) Close(ctx context.Context) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	closers := s.closers
	s.mu.Unlock()

	var errs []error
	if s.turns != nil {
		errs = append(errs, s.turns.Close(ctx))
	}
	if s.desk != nil {
		errs = append(errs, s.desk.close(ctx))
	}
	for _, o := range s.outboxes {
		errs = append(errs, o.close(ctx))
	}
	if s.untellStore != nil {
		s.untellStore()
	}
	return errors.Join(append(errs, closeAll(ctx, closers))...)
}

// record writes an event to the journal and tells the store and the sinks.
// They hear of it also when the journal did not take it.
func (s *Supervisor) record(ctx context.Context, e Event) error {
	err := s.write(ctx, e)
	s.tell(e)
	return err
}

// recordTimeout bounds one write to the journal. Another process may hold it
// for a moment; a decision does not wait for longer.
const recordTimeout = 10 * time.Second

// write writes an event to the journal. It goes on although the caller's
// context has ended: what was decided must be on record.
func (s *Supervisor) write(ctx context.Context, e Event) error {
	if s.journal == nil {
		return nil
	}
	recording, cancel := within(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	err := safely(func() error { return s.journal.Append(recording, e) })
	if err != nil {
		if n := s.counts.recordFailed(); n == 1 || n%1000 == 0 {
			s.log.ErrorContext(ctx, "the journal does not take events: approvals become escalations until it does",
				"type", string(e.Type), "lost", n, "error", err)
		}
		return err
	}
	if n := s.counts.recorded(); n > 0 {
		s.log.WarnContext(ctx, "the journal takes events again", "lost", n)
	}
	return nil
}

// tell hands an event to who looks on, the store and the sinks.
func (s *Supervisor) tell(e Event) {
	s.watchers.tell(e)
	for _, o := range s.outboxes {
		o.add(e)
	}
}
