package mem7

import (
	"errors"
	"math/rand/v2"
	"time"
)

// How a flux7-memory is tried that does not take a decision.
const (
	// minPause is the wait after a failure; it doubles with each further one.
	minPause = 200 * time.Millisecond
	// BreakerFailures is how many failures in a row open the breaker: nothing is
	// sent then for [BreakerCooldown], after which one decision is tried.
	BreakerFailures = 6
	BreakerCooldown = 30 * time.Second
	// maxAsked bounds the wait that a server may ask for.
	maxAsked = 5 * time.Minute
)

// pace says when the next decision may be sent. It belongs to one goroutine.
type pace struct {
	now      func() time.Time
	failures int // in a row
	until    time.Time
}

// failed puts the next attempt off.
func (p *pace) failed(err error) {
	p.failures++
	pause := BreakerCooldown
	if !p.open() {
		full := minPause << (p.failures - 1)
		pause = full/2 + rand.N(full/2+1) // so that several do not come back together
	}
	var asks later
	if errors.As(err, &asks) {
		pause = max(pause, min(asks.wait, maxAsked))
	}
	p.until = p.now().Add(pause)
}

func (p *pace) succeeded() { p.failures, p.until = 0, time.Time{} }

// open reports whether the breaker is open: flux7-memory counts as down.
func (p *pace) open() bool { return p.failures >= BreakerFailures }

// wait returns how long nothing may be sent.
func (p *pace) wait() time.Duration {
	if p.until.IsZero() {
		return 0
	}
	return max(0, p.until.Sub(p.now()))
}
