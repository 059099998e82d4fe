package mem7

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/filelock"
)

// rescan is how often the spool is looked at for what other processes put there,
// and for whether the one that delivers has ended.
const rescan = 10 * time.Second

// Writer writes decisions to a flux7-memory, each once and in order. It is a
// [decision.Sink]. It is safe for concurrent use.
type Writer struct {
	client *Client
	spool  *spool
	health *health
	lock   *os.File

	cancel  context.CancelFunc
	done    chan struct{}
	wake    chan struct{} // holds a token when something was added
	closing chan struct{}
	closed  sync.Once

	deliverer
}

var _ decision.Sink = (*Writer)(nil)

// OpenWriter starts to deliver what waits in the spool. It sends nothing itself,
// so flux7-memory need not be up. The error names every fault of the options, or
// says why the spool cannot be used.
func OpenWriter(o Options) (*Writer, error) {
	o = o.withDefaults()
	if o.Spool == "" {
		return nil, errors.New("the folder is missing in which decisions wait for flux7-memory: set memory.spool")
	}
	client, err := NewClient(o)
	if err != nil {
		return nil, err
	}
	spool, err := openSpool(o.Spool, o.MaxWaiting, o.Now)
	if err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(o.Spool, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the spool for flux7-memory cannot be locked: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w := &Writer{
		client: client, spool: spool, lock: lock, health: &health{url: client.URL(), log: o.Logger},
		cancel: cancel, done: make(chan struct{}), wake: make(chan struct{}, 1), closing: make(chan struct{}),
	}
	w.deliverer = deliverer{client: client, spool: spool, health: w.health}
	go w.run(ctx, pace{now: o.Now})
	return w, nil
}

// Record puts the decision of an event into the spool, where it outlives the
// process. Events of other types are nothing to it.
func (w *Writer) Record(ctx context.Context, e decision.Event) error {
	if e.Type != decision.EventDecision || e.Decision == nil {
		return nil
	}
	return w.write(ctx, *e.Decision)
}

func (w *Writer) write(ctx context.Context, d decision.Decision) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if w.client.o.QueueOnly && d.Via != decision.ViaMesh {
		return nil
	}
	f, err := w.client.o.factOf(d)
	if err == nil {
		err = w.spool.add(f)
	}
	if err == nil {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// Health says how flux7-memory is. It waits for nothing.
func (w *Writer) Health() Health { return w.health.report(w.spool.count(0)) }

// Close delivers what waits, until ctx ends or flux7-memory does not take it; one
// that is known to be down is not asked again. What is left stays in the
// spool for the next start, which is no error. What is recorded later stays there,
// too. A second Close waits for the first.
func (w *Writer) Close(ctx context.Context) error {
	w.closed.Do(func() { close(w.closing) })
	select {
	case <-w.done:
	case <-ctx.Done():
	}
	w.cancel()
	<-w.done
	return nil
}

// run delivers until Close, one decision at a time.
func (w *Writer) run(ctx context.Context, pace pace) {
	defer close(w.done)
	defer w.end()
	last := false // Close was called: what fails is not tried again
	for ctx.Err() == nil {
		if wait := pace.wait(); wait > 0 {
			if last {
				return
			}
			last = w.pause(ctx, wait, nil)
			if !last || pace.open() {
				continue
			}
		}
		sent, err := w.next(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			w.health.set(err)
			pace.failed(err)
		case sent:
			w.health.set(nil)
			pace.succeeded()
		case last || w.isClosing():
			return
		default:
			last = w.pause(ctx, rescan, w.wake)
		}
	}
}

// next delivers one decision, if this process is the one that delivers.
func (w *Writer) next(ctx context.Context) (sent bool, err error) {
	mine, err := filelock.TryLock(w.lock)
	if err == nil && !mine {
		_, err = w.spool.list() // counts what is left
	}
	if err != nil || !mine {
		return false, err
	}
	return w.deliver(ctx)
}

// end leaves the spool to others.
func (w *Writer) end() {
	if n := w.spool.count(0); n > 0 {
		w.health.log.Warn("decisions wait in the spool until the next start", "count", n, "spool", w.spool.dir)
	}
	w.client.CloseIdleConnections()
	_ = w.lock.Close() // nothing was written to it; the lock ends with it
}

func (w *Writer) isClosing() bool {
	select {
	case <-w.closing:
		return true
	default:
		return false
	}
}

// pause waits for a time, for one of the tokens, or for Close, and reports
// whether that came.
func (w *Writer) pause(ctx context.Context, d time.Duration, tokens <-chan struct{}) (closing bool) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-tokens:
	case <-ctx.Done():
	case <-w.closing:
		return true
	}
	return false
}
