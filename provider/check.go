package provider

import (
	"context"
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// Checker is the ability of a provider to find out before the first call
// whether calls will be answered: the key is there, the server is up and knows
// the model. Without it a provider is taken to be ready.
type Checker interface {
	Check(ctx context.Context) error
}

// Checked is what a check of one link found.
type Checked struct {
	Name   string
	Detail string // the backend or model
	Err    error  // nil: nothing speaks against it
}

// Check asks every link that is a [Checker], all at the same time, each for no
// longer than its timeout. It counts for no breaker.
func (c *Chain) Check(ctx context.Context) []Checked {
	found := make([]Checked, len(c.links))
	var wg sync.WaitGroup
	for i, l := range c.links {
		found[i] = Checked{Name: l.Name, Detail: l.Detail}
		wg.Go(func() { found[i].Err = l.check(ctx) })
	}
	wg.Wait()
	return found
}

func (l *link) check(ctx context.Context) (err error) {
	checker, ok := l.Provider.(Checker)
	if !ok {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = decision.Errorf(decision.CausePanic, "the provider panicked: %T", p)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, l.Timeout)
	defer cancel()
	return checker.Check(ctx)
}
