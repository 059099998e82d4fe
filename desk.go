package supervisor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/memory"
)

// Limits and times of approvals.
const (
	// DefaultApprovalTimeout is how long a call waits for a person: the mesh's.
	DefaultApprovalTimeout = 5 * time.Minute
	// MinApprovalTimeout and MaxApprovalTimeout bound Options.ApprovalTimeout.
	MinApprovalTimeout = time.Second
	MaxApprovalTimeout = 7 * 24 * time.Hour
	// openTimeout bounds the opening of an approval; a decision does not wait
	// for longer.
	openTimeout = 10 * time.Second
	// maxRepeated is how many decisions on one waiting call get its outcome.
	maxRepeated = 32
	// maxClosed is how many settled approvals are remembered, so that none gets
	// two outcomes.
	maxClosed = 4096
	// maxAnswerText bounds what is recorded of the reasoning of an answer.
	maxAnswerText = 500
)

// desk is where escalations of Evaluate wait for a person. Whoever settles one,
// here, in another process or by the clock, it comes to record, once.
type desk struct {
	Approvals
	supervisor *Supervisor
	timeout    time.Duration
	wake       chan struct{}
	end        context.CancelFunc
	ended      chan struct{}

	mu       sync.Mutex
	waiting  map[string]*waitingCall // by the id of the approval
	alike    map[sameCall]string     // to that id
	closed   map[string]bool         // settled and recorded
	shown    shownCode
	used     usedUp
	order    []string // of closed, oldest first
	failures int
}

// sameCall are calls of which one approval is enough.
type sameCall struct {
	agent, session, fingerprint string
	injection                   bool
}

// waitingCall is one approval that waits.
type waitingCall struct {
	decisions []Decision // that left the call, at most maxRepeated; empty: the store knows
	same      sameCall
	until     time.Time
	unwritten int         // of those, how many are not on record yet
	early     *Resolution // came before they were on record
}

func newDesk(s *Supervisor, store Approvals, timeout time.Duration) *desk {
	ctx, end := context.WithCancel(context.Background())
	d := &desk{
		Approvals: store, supervisor: s, timeout: timeout, wake: make(chan struct{}, 1), end: end, ended: make(chan struct{}),
		waiting: map[string]*waitingCall{}, alike: map[sameCall]string{}, closed: map[string]bool{},
	}
	go d.run(ctx)
	return d
}

// close ends the desk. What waits is still there at the next start.
func (d *desk) close(ctx context.Context) error {
	d.end()
	select {
	case <-d.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// ask has a call of Evaluate wait for a person, if one is to decide. The decision
// then says under which approval, and until when.
func (s *Supervisor) ask(ctx context.Context, c *Call, left *Decision) {
	isOurs := s.desk != nil && left.Via == decision.ViaEvaluate
	if !isOurs || left.Action != Escalate || left.Observed != nil || left.Cause == CauseExpired {
		return
	}
	s.desk.open(ctx, c, left)
}

// open has a call wait for a person, as long as somebody waits for it.
func (d *desk) open(ctx context.Context, c *Call, left *Decision) {
	now := d.supervisor.now()
	until := now.Add(d.timeout)
	if !c.Expires.IsZero() && c.Expires.Before(until) {
		until = c.Expires
	}
	fingerprint, err := decision.Fingerprint(c)
	if err != nil || !now.Before(until) {
		return // a normalised call has one
	}
	same := sameCall{c.Agent, c.Session, fingerprint, c.InjectionRisk}
	if d.join(same, left, now) {
		return
	}
	code := d.supervisor.codeOf(ctx, c)
	waiting := *left
	waiting.Expires = until
	opening, cancel := context.WithTimeout(context.WithoutCancel(ctx), openTimeout)
	defer cancel()
	var id string
	err = safely(func() (err error) {
		id, err = d.Open(opening, *c, waiting, until)
		return err
	})
	if err != nil {
		d.failed(ctx, c, err)
		return
	}
	left.Approval, left.Expires = id, until
	d.shown.keep(id, askedCall{c.Agent, fingerprint}, code)
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.closed[id] {
		d.waiting[id] = &waitingCall{decisions: []Decision{*left}, same: same, until: until, unwritten: 1}
		d.alike[same] = id
	}
}

// join has a decision be about the approval under which the same call of the same
// agent waits already, if one does: a person is asked once.
func (d *desk) join(same sameCall, left *Decision, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := d.alike[same]
	w := d.waiting[id]
	if w == nil || w.early != nil || !now.Before(w.until) {
		return false
	}
	w.unwritten++
	left.Approval, left.Expires = id, w.until
	if len(w.decisions) < maxRepeated {
		w.decisions = append(w.decisions, *left)
	}
	return true
}

// failed says that nobody will be asked about a call. The caller has the
// escalation all the same.
func (d *desk) failed(ctx context.Context, c *Call, err error) {
	d.mu.Lock()
	d.failures++
	n := d.failures
	d.mu.Unlock()
	if n == 1 || n%1000 == 0 {
		d.supervisor.log.ErrorContext(ctx, "a call that a person should decide could not be kept: nobody is asked",
			"call", c.String(), "failures", n, "error", err)
	}
}

// written says that a decision which left a call is on record, so that its
// outcome may follow.
func (d *desk) written(ctx context.Context, id string) {
	if id == "" {
		return
	}
	d.mu.Lock()
	w := d.waiting[id]
	var early *Resolution
	if w != nil {
		w.unwritten--
		early = w.early
	}
	d.mu.Unlock()
	if early != nil {
		d.settled(ctx, id, early)
	}
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// Resolve settles an approval: the one way for people, standing approvals and
// programs alike. What was answered is remembered, recorded and told.
func (d *desk) Resolve(ctx context.Context, id string, r Resolution) error {
	if r.At.IsZero() {
		r.At = d.supervisor.now()
	}
	if err := d.Approvals.Resolve(ctx, id, r); err != nil {
		return err
	}
	d.settled(context.WithoutCancel(ctx), id, &r)
	return nil
}

// settled is what follows once an approval is settled.
func (d *desk) settled(ctx context.Context, id string, r *Resolution) {
	w, first := d.take(id, r)
	if !first {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	a, err := d.Approval(ctx, id)
	switch {
	case r == nil && errors.Is(err, decision.ErrNoApproval): // such as what an earlier process kept in its memory alone
		d.supervisor.log.InfoContext(ctx, "a call that waited for a person is not known to the store any more: nobody can answer it", "approval", id)
	case err != nil:
		d.supervisor.log.ErrorContext(ctx, "an approval that was settled cannot be read: the answer is not remembered", "approval", id, "error", err)
	}
	if a.Resolution != nil {
		r = a.Resolution
		d.remember(ctx, a)
	}
	if len(w.decisions) == 0 && err == nil {
		a.Decision.Approval = id
		w.decisions = []Decision{a.Decision}
	}
	outcome := Outcome{State: OutcomeForgotten, Detail: "the store does not know the approval any more"}
	if r != nil {
		outcome = Outcome{State: OutcomeSettled, By: r.By, Status: string(r.Status), At: r.At, Detail: oneline.Clean(r.Reasoning, maxAnswerText)}
	}
	for i := range w.decisions {
		// A journal that does not take it has said so.
		_ = d.supervisor.record(ctx, Event{Type: decision.EventOutcome, Time: d.supervisor.now(), Decision: &w.decisions[i], Outcome: &outcome})
	}
}

// take takes an approval out of what waits. Only the first who takes it goes on;
// nobody, while a decision that left the call is not on record.
func (d *desk) take(id string, r *Resolution) (w waitingCall, first bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	known := d.waiting[id]
	switch {
	case d.closed[id]:
		return w, false
	case known != nil && known.unwritten > 0:
		known.early = cmp.Or(known.early, r)
		return w, false
	case known != nil:
		w = *known
		delete(d.waiting, id)
		if d.alike[w.same] == id {
			delete(d.alike, w.same)
		}
	}
	d.closed[id] = true
	if d.order = append(d.order, id); len(d.order) > maxClosed {
		delete(d.closed, d.order[0])
		d.order = d.order[1:]
	}
	return w, true
}

// remember keeps what a person answered. The answer stands without it.
func (d *desk) remember(ctx context.Context, a Approval) {
	keeper, ok := d.Approvals.(decision.ApprovalKeeper)
	if !ok {
		return
	}
	if err := safely(func() error { return keeper.Remember(ctx, a) }); err != nil {
		d.supervisor.log.ErrorContext(ctx, "an answer stands, but it is not remembered for calls to come", "approval", a.ID, "error", err)
	}
}

// status is what [Status] shows.
func (d *desk) status() ApprovalsStatus {
	if d == nil {
		return ApprovalsStatus{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return ApprovalsStatus{Enabled: true, Waiting: len(d.waiting), Failures: d.failures}
}

// setPeople tells who remembers answers whose they keep from now on.
func (d *desk) setPeople(people memory.People) {
	if d == nil {
		return
	}
	if keeper, ok := d.Approvals.(interface{ SetPeople(people memory.People) }); ok {
		keeper.SetPeople(people)
	}
}

// Approvals are where escalated calls of Evaluate wait for a person, to list,
// open and settle them. Nil: nowhere. Settle them here and not in the store that
// Options named: only here it is recorded and remembered who said what.
func (s *Supervisor) Approvals() Approvals {
	if s.desk == nil {
		return nil
	}
	return s.desk
}

// ErrNoApprovals says that escalated calls wait nowhere.
var ErrNoApprovals = errors.New("escalated calls wait for nobody here: set Options.Approvals, or approvals in the config")

// Wait waits until the approval of a decision is settled, at the latest at its
// time, or until ctx ends. It misses nothing that happens before it is called.
// Status approved means that the caller may run exactly the call that was judged,
// once, now: an approve of a person is used up by this, and is [ErrUsed] for
// everybody who comes later. Status timeout is no refusal, and nobody's yes.
//
// The gates are asked once more before that; where one denies by now, as the write
// gate does when a file was changed meanwhile, the error wraps [ErrChanged]. It
// does too when a local file that the call runs, or reads for that, is not what it
// was when a person was first asked about it: as far as the analyser tells which
// files those are, and as long as the process knows. A call that is approved by a
// person's word when it is made again is held against the same, and left to a
// person once more.
//
// Else the error is that of ctx, [ErrNoApproval], [ErrNoApprovals] or [ErrUsed], or
// a failure of the store; nothing may then be run. To look on without running
// anything, wait on [Supervisor.Approvals].
func (s *Supervisor) Wait(ctx context.Context, id string) (Resolution, error) {
	if s.desk == nil {
		return Resolution{}, ErrNoApprovals
	}
	r, err := s.desk.Wait(ctx, id)
	if err != nil {
		return Resolution{}, err
	}
	if r.Status != decision.ApprovalApproved {
		return r, nil
	}
	if err := s.stillPasses(ctx, id); err != nil {
		return Resolution{}, err
	}
	if err := s.desk.shown.of(id).unchanged(); err != nil {
		return Resolution{}, err
	}
	if keeper, ok := s.desk.Approvals.(decision.ApprovalKeeper); ok {
		if err := keeper.Take(ctx, id); err != nil {
			return Resolution{}, err
		}
	}
	if !s.desk.used.take(id) {
		return Resolution{}, ErrUsed
	}
	return r, nil
}

// stillPasses asks the gates once more about a call that a person approved: what
// they hold it against may have changed while it waited, such as the file of an
// edit. No person's word lifts their deny.
func (s *Supervisor) stillPasses(ctx context.Context, id string) error {
	if len(s.snapshot.Load().Gates) == 0 {
		return nil
	}
	a, err := s.desk.Approval(ctx, id)
	if err != nil {
		return err
	}
	d, err := s.Trial(TrialStages(StageGates)).Evaluate(ctx, a.Call)
	if err != nil {
		return err
	}
	if d.Action == Deny {
		return fmt.Errorf("%w: %s", ErrChanged, d.Reasoning)
	}
	return nil
}
