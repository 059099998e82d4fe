package provider

import (
	"errors"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/flux7-go/supervisor/decision"
)

// errUncounted reports a request whose outcome says nothing about its link.
var errUncounted = errors.New("not counted")

// breaker leaves a link out after failures in a row. gobreaker counts them,
// lets one request at a time try a link that was left out, and drops results
// that come after the state has changed. How long a link is left out is kept
// here, on the injected clock: gobreaker knows one length for all errors, and
// reads the clock of the machine.
type breaker struct {
	circuit  *gobreaker.TwoStepCircuitBreaker[struct{}]
	cooldown time.Duration
	now      func() time.Time
	opens    time.Duration // what the error at hand asks for; the circuit's lock guards it

	mu     sync.Mutex
	until  time.Time      // left out until then
	cause  decision.Cause // of the last failure; empty after an answer
	turned turn           // not told yet
}

// turn is a change of a breaker that an operator should see.
type turn uint8

const (
	turnedNowhere turn = iota
	turnedOpen
	turnedClosed
)

func newBreaker(failures int, cooldown time.Duration, now func() time.Time) *breaker {
	b := &breaker{cooldown: cooldown, now: now}
	b.circuit = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  1,
		Timeout:      time.Nanosecond, // until says when; 0 would be a minute
		IsExcluded:   func(err error) bool { return errors.Is(err, errUncounted) },
		IsSuccessful: b.observe,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return b.opens > 0 || int(c.ConsecutiveFailures) >= failures
		},
		OnStateChange: func(_ string, _, to gobreaker.State) { b.turn(to) },
	})
	return b
}

// observe sees every result that counts, before the circuit acts on it. It
// and turn run under the circuit's lock.
func (b *breaker) observe(err error) (healthy bool) {
	b.opens = opensFor(err)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cause = decision.CauseOf(err)
	return err == nil
}

func opensFor(err error) time.Duration {
	var opener BreakerOpener
	if !errors.As(err, &opener) {
		return 0
	}
	return min(max(0, opener.BreakerOpens()), MaxOpen)
}

func (b *breaker) turn(to gobreaker.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch to {
	case gobreaker.StateOpen:
		b.until = b.now().Add(max(b.cooldown, b.opens))
		b.turned = turnedOpen
	case gobreaker.StateClosed:
		b.until = time.Time{}
		b.turned = turnedClosed
	}
}

// allow lets a request through, or not. Who is let through calls done once:
// with nil for an answer, with the failure, or with errUncounted.
func (b *breaker) allow() (done func(error), ok bool) {
	if b.openFor() > 0 {
		return nil, false
	}
	done, err := b.circuit.Allow()
	if err != nil {
		return nil, false
	}
	if b.openFor() > 0 { // it opened in between
		done(errUncounted)
		return nil, false
	}
	return done, true
}

// openFor returns how long the link is still left out.
func (b *breaker) openFor() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return 0
	}
	return max(0, b.until.Sub(b.now()))
}

// tell returns the last change once.
func (b *breaker) tell() (to turn, cause decision.Cause) {
	b.mu.Lock()
	defer b.mu.Unlock()
	to, b.turned = b.turned, turnedNowhere
	return to, b.cause
}

// failing returns the cause of the last failure, if it was the last result,
// and how many there were in a row since the breaker last changed.
func (b *breaker) failing() (decision.Cause, int) {
	n := int(b.circuit.Counts().ConsecutiveFailures)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.cause, n
}
