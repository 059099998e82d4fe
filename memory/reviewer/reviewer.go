package reviewer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/internal/agentname"
)

// errClosed is why a review ends that [Reviewer.Close] cut short.
var errClosed = errors.New("the reviewer was closed")

// Reviewer reviews finished turns in the background. Make one with [New]. It is
// safe for concurrent use, and starts nothing until a review is due.
type Reviewer struct {
	opts Options
	log  *slog.Logger
	now  func() time.Time

	telling sync.Mutex // the sink is told of one event at a time

	mu            sync.Mutex
	roster        *roster
	conversations conversations
	running       map[key]context.CancelCauseFunc
	places        int           // taken by reviews, and by models that they left behind
	closed        bool          // no review begins any more
	idle          chan struct{} // closed when closed and no place is taken
}

// New makes a reviewer. The error names every fault of the options.
func New(o Options) (*Reviewer, error) {
	roster, err := newRoster(o.Agents)
	if err != nil {
		return nil, err
	}
	r := &Reviewer{
		opts: o, log: cmp.Or(o.Logger, slog.New(slog.DiscardHandler)), now: o.Now, roster: roster,
		conversations: newConversations(), running: map[key]context.CancelCauseFunc{}, idle: make(chan struct{}),
	}
	if r.now == nil {
		r.now = time.Now
	}
	return r, nil
}

// CheckAgents reports what is wrong with agents, as [New] and
// [Reviewer.SetAgents] would.
func CheckAgents(agents []Agent) error {
	_, err := newRoster(agents)
	return err
}

// SetAgents replaces [Options.Agents], whole or not at all. Counters go on, and
// reviews that are under way finish as they began.
func (r *Reviewer) SetAgents(agents []Agent) error {
	roster, err := newRoster(agents)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.roster = roster
	return nil
}

// TurnDone counts a finished turn, and begins a review in the background where
// one is due. It returns at once, and keeps nothing of t that the caller could
// change. A conversation has one review at a time: what falls due meanwhile
// waits for a turn after its end. The review keeps the values of ctx and not its
// deadline. After [Reviewer.Close] it does nothing.
func (r *Reviewer) TurnDone(ctx context.Context, t Turn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := agentname.Best(r.roster.names, t.Agent)
	if at < 0 || r.roster.agents[at].Model == nil || r.closed {
		return
	}
	agent, k := &r.roster.agents[at], t.key()
	c := r.conversations.of(k)
	c.count(&t)
	why := c.due(agent)
	if _, under := r.running[k]; under || !why.any() {
		return
	}
	if r.places >= MaxReviews {
		r.log.DebugContext(ctx, "a review waits for another turn: too many are under way", "agent", t.Agent, "at_once", MaxReviews)
		return
	}
	c.reset(why)
	r.places++
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	r.running[k] = cancel
	go r.review(ctx, k, &run{agent: agent, turn: t.kept(), due: why})
}

// review is the goroutine of one review.
func (r *Reviewer) review(ctx context.Context, k key, one *run) {
	began := r.now()
	bounded, cancel := context.WithTimeout(ctx, one.agent.Timeout)
	err := safely(func() error { return one.loop(bounded) })
	cancel()
	if closed := context.Cause(ctx); err != nil && closed != nil {
		err = closed
	}
	r.end(k)
	r.record(ctx, one, err, began)
	one.abandoned.Wait()
	r.giveBack()
}

// end lets the conversation have another review.
func (r *Reviewer) end(k key) {
	r.mu.Lock()
	cancel := r.running[k]
	delete(r.running, k)
	r.mu.Unlock()
	cancel(nil)
}

func (r *Reviewer) giveBack() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.places--
	r.settle()
}

// settle tells who closes that nothing is under way any more.
func (r *Reviewer) settle() {
	if r.closed && r.places == 0 {
		close(r.idle)
	}
}

// Close ends the reviews that are under way, which record that, and waits for
// them until ctx is done. What they had written stays written. An error says
// that a model has not returned although its context has ended. A second Close
// only waits.
func (r *Reviewer) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		for _, cancel := range r.running {
			cancel(errClosed)
		}
		r.settle()
	}
	r.mu.Unlock()
	select {
	case <-r.idle:
		return nil
	case <-ctx.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.places == 0 {
		return nil
	}
	return fmt.Errorf("closing the reviewer: %d reviews did not end: %w", r.places, ctx.Err())
}

// safely makes an error of a panic in a part that an embedder brought. What was
// panicked with may hold anything, so only its type is told.
func safely(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a part panicked with a %T", p)
		}
	}()
	return do()
}
