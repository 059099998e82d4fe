package mesh

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Defaults and limits of a [Queue].
const (
	DefaultInterval      = 2 * time.Second
	DefaultMaxRemembered = 10_000
	DefaultMaxInFlight   = 10_000

	// assumedLife is how long a call is taken to live when the mesh does not
	// say: the default of approval.timeout_seconds.
	assumedLife = 5 * time.Minute
)

// QueueOptions configures a [Queue]. The zero value is usable.
type QueueOptions struct {
	// Scopes are globs of tools, one list each. Empty: one list of everything.
	Scopes []string
	// Channel lists what is pending and sends approves. Nil: the client's control
	// plane does.
	Channel Channel
	// Interval is the time from the start of one poll to the start of the
	// next. Default [DefaultInterval].
	Interval time.Duration
	// Logger gets a line when the connection is lost and one when it is back.
	// Nil: that of the client.
	Logger *slog.Logger
	// Now reads the clock. Nil: that of the client.
	Now func() time.Time
	// MaxRemembered bounds the calls that are remembered, in flight and after
	// a decision, so that they are not judged again. At the limit new ones wait
	// in the mesh until an old one is settled or expires: to forget one could
	// mean to forget its injection flag. Default [DefaultMaxRemembered].
	MaxRemembered int
	// MaxInFlight bounds the calls that were returned and not yet resolved. At
	// the limit the least urgent ones wait. Default [DefaultMaxInFlight].
	MaxInFlight int
}

func (o QueueOptions) withDefaults(c *Client) QueueOptions {
	o.Scopes = slices.Clone(o.Scopes)
	if len(o.Scopes) == 0 {
		o.Scopes = []string{""}
	}
	if o.Interval <= 0 {
		o.Interval = DefaultInterval
	}
	if o.Logger == nil {
		o.Logger = c.log
	}
	if o.Now == nil {
		o.Now = c.now
	}
	if o.MaxRemembered <= 0 {
		o.MaxRemembered = DefaultMaxRemembered
	}
	if o.MaxInFlight <= 0 {
		o.MaxInFlight = DefaultMaxInFlight
	}
	return o
}

// Queue is a [decision.Queue] of the approvals that are pending in a mesh. It
// is a [decision.Detailer], a [decision.Requeuer], a
// [decision.HealthReporter], a [decision.Settler] and a [decision.Observer]
// too. All its methods but Next may be called concurrently.
type Queue struct {
	client *Client
	mu     sync.Mutex // of opts.Scopes and opts.Interval; the rest of opts stays
	opts   QueueOptions
	book   *book
	state  *connection

	polled time.Time // when the last poll began; used by Next alone
}

var (
	_ decision.Queue          = (*Queue)(nil)
	_ decision.Detailer       = (*Queue)(nil)
	_ decision.Requeuer       = (*Queue)(nil)
	_ decision.HealthReporter = (*Queue)(nil)
	_ decision.Settler        = (*Queue)(nil)
	_ decision.Observer       = (*Queue)(nil)
)

// NewQueue returns a queue over a client.
func NewQueue(client *Client, o QueueOptions) *Queue {
	o = o.withDefaults(client)
	return &Queue{
		client: client, opts: o,
		book:  newBook(o.MaxRemembered, o.MaxInFlight),
		state: &connection{url: client.URL(), log: o.Logger, since: o.Now()},
	}
}

// Next polls the mesh once, no sooner than an interval after the last poll
// began, and returns the calls that it has not returned before: those that
// expire first come first. A call that waits for a person is not returned
// again until [Queue.Requeue]. The lists of several scopes are read one after
// another, since each of them holds up the mesh. Next fails when none could be read.
//
// A call that could not be read whole, or that the mesh lists in two versions,
// has its Fault set.
func (q *Queue) Next(ctx context.Context) ([]decision.Call, error) {
	if err := q.waitTurn(ctx); err != nil {
		return nil, err
	}
	q.polled = q.opts.Now()
	q.book.prune(q.polled)
	p := poll{index: map[string]int{}}
	var errs []error
	scopes, interval := q.schedule()
	for _, scope := range scopes {
		begun := q.opts.Now()
		q.state.asking(begun)
		views, err := q.pending(ctx, scope)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			errs = append(errs, err)
		}
		p.read = p.read || err == nil || len(views) > 0
		p.add(views, begun)
	}
	err := errors.Join(errs...)
	q.state.set(err, q.opts.Now())
	if !p.read {
		return nil, fmt.Errorf("the mesh could not be read: %w", err)
	}
	return q.book.admit(p.listed, q.polled, interval, err == nil), nil
}

// waitTurn waits until a poll is due. A clock that was set back makes nobody
// wait longer than an interval.
func (q *Queue) waitTurn(ctx context.Context) error {
	if q.polled.IsZero() {
		return ctx.Err()
	}
	_, interval := q.schedule()
	due := interval - q.opts.Now().Sub(q.polled)
	return pause(ctx, min(due, interval))
}

// SetSchedule changes what is polled and how often, from the next poll on. What
// the queue remembers of its calls stays. Empty scopes and an interval of 0
// mean the defaults.
func (q *Queue) SetSchedule(scopes []string, interval time.Duration) {
	o := QueueOptions{Scopes: scopes, Interval: interval}.withDefaults(q.client)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.opts.Scopes, q.opts.Interval = o.Scopes, o.Interval
}

func (q *Queue) schedule() (scopes []string, interval time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.opts.Scopes, q.opts.Interval
}

// Requeue forgets the escalations with one of these causes, or all of them
// when none is given: the next poll returns those calls once more, if they are
// still pending.
func (q *Queue) Requeue(causes ...decision.Cause) { q.book.requeue(causes) }

// Health returns the state of the connection, as the last poll found it.
func (q *Queue) Health() decision.QueueHealth {
	h := q.state.health(q.opts.Now())
	h.Waiting = q.book.waiting(q.opts.Now())
	return h
}
