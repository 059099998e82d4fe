package bench

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Defaults of a [Runner], those of the reference.
const (
	// DefaultConcurrency is how many cases are judged at once.
	DefaultConcurrency = 4
	// MaxAttempts is how often a case is judged whose provider does not answer.
	MaxAttempts = 4
	// retryPause is waited before the second attempt, twice that before the
	// third, and so on.
	retryPause = 2 * time.Second
)

// Runner measures a target.
type Runner struct {
	Target Target
	// Concurrency is how many cases are judged at once. 0 means
	// [DefaultConcurrency].
	Concurrency int
	// Once judges each case once. Without it a case whose provider does not
	// answer is judged up to [MaxAttempts] times, with pauses of 2, 4 and 6
	// seconds.
	Once bool
}

// Run judges every case, under its own id, and hands its row to took, in the order in which they
// finish and never two at a time. It ends early, with an error, when ctx ends
// or took fails; what was being judged then is dropped.
func (r Runner) Run(ctx context.Context, cases iter.Seq[Case], took func(Row) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan Case)
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range r.concurrency() {
		workers.Go(func() {
			for c := range next {
				if ctx.Err() != nil { // nothing is begun any more
					continue
				}
				row := r.measure(ctx, c)
				if ctx.Err() != nil {
					continue
				}
				mu.Lock()
				if err := took(row); err != nil {
					cancel(fmt.Errorf("keeping the row of %s: %w", c.ID, err))
				}
				mu.Unlock()
			}
		})
	}
	feed(ctx, cases, next)
	close(next)
	workers.Wait()
	return context.Cause(ctx)
}

func (r Runner) concurrency() int {
	if r.Concurrency > 0 {
		return r.Concurrency
	}
	return DefaultConcurrency
}

func feed(ctx context.Context, cases iter.Seq[Case], next chan<- Case) {
	for c := range cases {
		select {
		case next <- c:
		case <-ctx.Done():
			return
		}
	}
}

// measure judges a case until its provider answers.
func (r Runner) measure(ctx context.Context, c Case) Row {
	for attempt := 1; ; attempt++ {
		d, err := r.judge(ctx, c)
		if err != nil {
			row := newRow(c)
			row.Attempts, row.Error = attempt, err.Error()
			return row
		}
		if r.Once || !failed(d) || attempt == MaxAttempts || !pause(ctx, time.Duration(attempt)*retryPause) {
			row := judged(c, d)
			row.Attempts = attempt
			return row
		}
	}
}

// judge has the target judge a case. A panic of an embedder's target is the
// error of one case, not the end of a run that may have cost money.
func (r Runner) judge(ctx context.Context, c Case) (d decision.Decision, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("the target panicked")
		}
	}()
	c.Call.ID = c.ID
	return r.Target.Evaluate(ctx, c.Call)
}

// pause waits, and reports whether it did so to the end.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
