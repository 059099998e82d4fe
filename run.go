package supervisor

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Limits and times of [Supervisor.Run].
const (
	// MaxBacklog is how many calls wait for their turn; at the limit the queue
	// is not read until there is room.
	MaxBacklog = 10_000
	// MaxUnsent is how many decisions are sent again and again; beyond it one
	// that cannot be sent at once counts as failed.
	MaxUnsent = 1_000
	// queueErrorPause is the wait after a queue that could not be read.
	queueErrorPause = time.Second
	// resendInterval is the wait between two attempts to deliver a decision.
	resendInterval = 5 * time.Second
	// resolveTimeout bounds one delivery of a decision.
	resolveTimeout = 45 * time.Second
	// drainGrace is how long a part may take to notice that the drain is over.
	drainGrace = time.Second
)

// Run reads calls from q, judges them, most urgent first and at most
// Options.Concurrency at once, and delivers the decisions, until ctx ends. It
// then finishes what it has begun, within Options.DrainTimeout, and returns
// nil; calls that it did not get to stay in the queue.
//
// With Options.Observe every call is judged and its decision recorded; q is told
// to leave the call to a person, whatever was decided.
//
// While the supervisor is paused q is not read. An escalated call is judged
// again when the options change, on resume, and when the failure that caused
// it is over. What people decide about calls that were left to them is recorded
// as a further outcome, if q is an [Observer]. One queue may be run by one Run at a time; several queues may
// run at once.
func (s *Supervisor) Run(ctx context.Context, q Queue) error {
	if q == nil {
		return errors.New("run: the queue is nil")
	}
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	r := &runner{supervisor: s, queue: q, work: work, wake: make(chan struct{}, 1)}
	defer s.enlist(r)()
	s.warnOfObserving(ctx)
	_ = s.record(ctx, Event{Type: decision.EventStarted, Time: s.now(), Fields: map[string]any{"version": Version, "mode": s.mode()}}) // logged
	background, endBackground := context.WithCancel(work)
	defer endBackground()
	var loops sync.WaitGroup
	loops.Go(func() { every(background, resendInterval, r.resend) })
	loops.Go(func() { every(background, probeInterval, r.probe) })
	r.rememberUnclear(ctx)
	r.watchAgain(ctx)
	loops.Go(func() {
		r.lookAfter(background)
		every(background, watchInterval, r.lookAfter)
	})
	loops.Go(func() {
		r.settleUnclear(background)
		every(background, recoverInterval, r.settleUnclear)
	})
	r.readLoop(ctx)

	drained := make(chan struct{})
	go func() {
		defer close(drained)
		r.workers.Wait()
		endBackground()
		loops.Wait()
		r.lastResend()
		r.settleUnclear(r.work)
	}()
	s.drain(drained, stop)
	_ = s.record(ctx, Event{Type: decision.EventStopped, Time: s.now(), Fields: map[string]any{"unsent": r.countUnsent()}}) // logged
	return nil
}

// enlist lets a swap, a resume and the status reach a run, until the function
// that it returns is called.
func (s *Supervisor) enlist(r *runner) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.runs[r] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.runs, r)
	}
}

// drain waits until a run has finished what it began. After
// Options.DrainTimeout it calls stop, and soon after that waits no more.
func (s *Supervisor) drain(drained <-chan struct{}, stop func()) {
	patience := time.NewTimer(s.snapshot.Load().DrainTimeout)
	defer patience.Stop()
	select {
	case <-drained:
		return
	case <-patience.C:
	}
	s.log.Warn("stopped before every call was finished: the rest stays in the queue")
	stop()
	select {
	case <-drained:
	case <-time.After(drainGrace):
		s.log.Error("a part ignores its context: it was left behind")
	}
}

// every calls f at each interval until ctx ends.
func every(ctx context.Context, interval time.Duration, f func(context.Context)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			f(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// runner is one Run.
type runner struct {
	supervisor *Supervisor
	queue      Queue
	work       context.Context // of judging and sending; outlives the caller's for the drain
	workers    sync.WaitGroup
	wake       chan struct{}

	mu        sync.Mutex
	backlog   []Call // most urgent first
	busy      int
	unsent    []Decision // to be sent again; with resending at most MaxUnsent
	resending int        // of unsent, those that are being sent
	queueErr  error
	outage    outage
	unclear   unclear
	watched   watched
}

func (r *runner) countUnsent() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.unsent) + r.resending
}

// readLoop reads the queue until ctx ends and hands the calls to workers.
func (r *runner) readLoop(ctx context.Context) {
	for ctx.Err() == nil {
		paused, changed := r.supervisor.pause.watch()
		if paused || r.full() {
			select {
			case <-changed:
			case <-r.wake:
			case <-ctx.Done():
			}
			continue
		}
		calls, err := r.next(ctx, changed)
		if err != nil && ctx.Err() == nil {
			r.pauseAfter(ctx, err)
		}
		r.add(calls)
	}
}

// next reads the queue, and stops waiting for it when a pause begins.
func (r *runner) next(ctx context.Context, changed <-chan struct{}) ([]Call, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-changed:
			cancel()
		case <-ctx.Done():
		}
	}()
	var calls []Call
	err := safely(func() (err error) {
		calls, err = r.queue.Next(ctx)
		return err
	})
	interrupted := ctx.Err() != nil
	cancel()
	<-watched
	if interrupted && errors.Is(err, context.Canceled) {
		err = nil
	}
	r.mu.Lock()
	r.queueErr = err
	r.mu.Unlock()
	return calls, err
}

func (r *runner) pauseAfter(ctx context.Context, err error) {
	if _, reports := r.queue.(HealthReporter); !reports {
		r.supervisor.log.WarnContext(ctx, "the queue could not be read", "error", err)
	}
	wait := time.NewTimer(queueErrorPause)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-ctx.Done():
	}
}

func (r *runner) full() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.backlog) >= MaxBacklog
}

// add puts calls into the backlog and starts workers for them.
func (r *runner) add(calls []Call) {
	if len(calls) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.backlog = append(r.backlog, calls...)
	slices.SortStableFunc(r.backlog, urgency)
	limit := r.supervisor.snapshot.Load().Concurrency
	for r.busy < limit && len(r.backlog) > 0 {
		call := r.backlog[0]
		r.backlog = r.backlog[1:]
		r.busy++
		r.workers.Go(func() { r.serve(call) })
	}
}

// unknownLife is taken for the life of a call whose end is unknown, to find
// its place in the order: the mesh's default.
const unknownLife = 5 * time.Minute

// urgency orders calls by when nobody waits any more, then by age. Of a call
// that says neither, nothing is known; it comes last.
func urgency(a, b Call) int {
	if c := deadline(a).Compare(deadline(b)); c != 0 {
		return c
	}
	return a.Created.Compare(b.Created)
}

func deadline(c Call) time.Time {
	switch {
	case !c.Expires.IsZero():
		return c.Expires
	case !c.Created.IsZero():
		return c.Created.Add(unknownLife)
	}
	return time.Unix(1<<40, 0)
}

// serve handles one call and then, as long as there are any, the most urgent
// of the backlog.
func (r *runner) serve(call Call) {
	for {
		if r.work.Err() == nil {
			r.handle(call)
		}
		r.mu.Lock()
		if len(r.backlog) == 0 || r.busy > r.supervisor.snapshot.Load().Concurrency {
			r.busy--
			r.mu.Unlock()
			return
		}
		call = r.backlog[0]
		r.backlog = r.backlog[1:]
		r.mu.Unlock()
		select {
		case r.wake <- struct{}{}:
		default:
		}
	}
}

// handle judges one call and delivers the decision.
func (r *runner) handle(call Call) {
	s := r.supervisor
	snap := s.snapshot.Load()
	r.clarify(call.ID, notArrived)
	r.unwatch(call.ID)
	d, err := r.decide(call)
	if err != nil {
		return // the drain ran out; the call stays in the queue
	}
	r.deliver(*d, true)
	r.noteOutage(call, *d)
	// A swap or a resume between judging and delivering found nothing to
	// return to the queue yet.
	left := withheld(d)
	if left.Action == Escalate && (s.snapshot.Load() != snap || d.Cause == CausePaused && !s.pause.paused()) {
		r.requeue(left.Cause)
	}
}

func (r *runner) decide(call Call) (*Decision, error) {
	s := r.supervisor
	c, err := call.Normalize()
	if err == nil && call.ID == "" {
		err = errors.New("the queue gave it no id")
	}
	if err == nil && call.Fault == "" {
		var detail func(context.Context, *Call) error
		if q, ok := r.queue.(Detailer); ok {
			detail = q.Detail
		}
		return s.decide(r.work, c, decision.ViaMesh, detail)
	}
	reason := call.Fault
	if reason == "" {
		reason = err.Error()
	}
	d := s.bare(&call, decision.ViaMesh, CauseInvalid, "the call is malformed: "+reason)
	_ = s.record(r.work, Event{Time: d.Time, Decision: &d}) // logged; it escalates in any case
	return &d, nil
}

// deliver sends a decision and records what became of it. With again set, one
// that may not have arrived is sent again later.
func (r *runner) deliver(d Decision, again bool) (delivered bool) {
	s := r.supervisor
	ctx, cancel := context.WithTimeout(r.work, resolveTimeout)
	defer cancel()
	var outcome Outcome
	err := safely(func() (err error) {
		outcome, err = r.queue.Resolve(ctx, withheld(&d))
		return err
	})
	switch {
	case outcome.State == "":
		outcome.State = OutcomeUnsent
	case outcome.State == OutcomeLeft:
		outcome.State = left(d)
	}
	if err != nil {
		level := slog.LevelWarn
		if !again {
			level = slog.LevelDebug // it was said the first time
		}
		s.log.Log(ctx, level, "a decision could not be delivered", "approval", d.ID, "outcome", string(outcome.State), "error", err)
		if outcome.Detail == "" {
			outcome.Detail = err.Error()
		}
	}
	if outcome.State == OutcomeUnsent {
		if !again {
			return false
		}
		if !r.keepUnsent(d) {
			outcome.State = OutcomeFailed
		}
	}
	r.conclude(d, outcome)
	return true
}

// conclude records what became of a decision.
func (r *runner) conclude(d Decision, outcome Outcome) {
	s := r.supervisor
	_ = s.record(r.work, Event{Type: decision.EventOutcome, Time: s.now(), Decision: &d, Outcome: &outcome}) // logged
	if outcome.State != OutcomeUnsent {
		s.counts.decided(&d, outcome.State)
	}
	if r.leaves(d, outcome) {
		r.watch(d)
	}
}

func (r *runner) requeue(causes ...Cause) {
	if q, ok := r.queue.(Requeuer); ok {
		q.Requeue(causes...)
	}
}

// report adds the runner's state to st.
func (r *runner) report(st *Status) {
	r.mu.Lock()
	st.InFlight += r.busy
	st.Backlog += len(r.backlog)
	st.Unsent += len(r.unsent) + r.resending
	st.Watched += len(r.watched.byID)
	health := QueueHealth{Reachable: r.queueErr == nil}
	if r.queueErr != nil {
		health.Error = r.queueErr.Error()
	}
	r.mu.Unlock()
	if q, ok := r.queue.(HealthReporter); ok {
		if err := safely(func() error { health = q.Health(); return nil }); err != nil {
			health = QueueHealth{Error: err.Error()}
		}
	}
	if st.Mesh == nil || !health.Reachable {
		st.Mesh = &health
	}
}
