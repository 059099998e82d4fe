package callback

import (
	"sync"
	"time"
)

const (
	// guessBurst is how many wrong tokens may be sent at once, and guessInterval how
	// long it takes until one more may be.
	guessBurst    = 10
	guessInterval = 6 * time.Second
	// longToken is the length in bytes from which a token cannot be guessed: 128
	// bits, if it is random.
	longToken = 16
)

// guesses counts wrong tokens, those of all addresses together: whoever is on this
// machine has many. Its zero value is ready, and it is safe for concurrent use.
type guesses struct {
	mu    sync.Mutex
	until time.Time // when the burst is whole again
}

// wait returns how long a token has to wait before it is looked at; 0 or less: it
// has not.
func (g *guesses) wait(now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.until.IsZero() {
		return 0
	}
	return g.until.Sub(now) - (guessBurst-1)*guessInterval
}

// wrong counts a wrong token.
func (g *guesses) wrong(now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.until.Before(now) {
		g.until = now
	}
	g.until = g.until.Add(guessInterval)
}
