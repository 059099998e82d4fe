package adminhttp

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Limits of guessing tokens.
const (
	// guessBurst is how many wrong tokens an address may send at once.
	guessBurst = 10
	// guessInterval is how long it takes until it may send one more.
	guessInterval = 6 * time.Second
	// maxGuessers bounds the addresses that are kept. Beyond it the one whose
	// last guess is the longest ago is forgotten.
	maxGuessers = 1024
)

// guesses counts wrong tokens by address, so that nobody can try many. An
// address that has sent too many is refused, with a token that could be guessed
// also if it is right, for otherwise its guesses would still be answered; other
// addresses are not. With a token beyond guessing it is not: an agent on the
// operator's machine could else keep the operator from pausing.
type guesses struct {
	any   atomic.Bool // false: nobody has guessed, and nobody need be looked up
	mu    sync.Mutex
	until map[string]time.Time // when the burst of an address is whole again
}

// wait returns how long an address has to wait before its token is looked at.
func (g *guesses) wait(address string, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	until, known := g.until[network(address)]
	if !known {
		return 0
	}
	return until.Sub(now) - (guessBurst-1)*guessInterval
}

// wrong counts a wrong token.
func (g *guesses) wrong(address string, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.until == nil {
		g.until = map[string]time.Time{}
	}
	key := network(address)
	from := g.until[key]
	if from.Before(now) {
		from = now
	}
	if _, known := g.until[key]; !known && len(g.until) >= maxGuessers {
		g.forget(now)
	}
	g.until[key] = from.Add(guessInterval)
	g.any.Store(true)
}

// forget drops the addresses whose burst is whole, or else the one that is
// nearest to it.
func (g *guesses) forget(now time.Time) {
	var nearest string
	for key, until := range g.until {
		switch {
		case !until.After(now):
			delete(g.until, key)
		case nearest == "" || until.Before(g.until[nearest]):
			nearest = key
		}
	}
	if len(g.until) >= maxGuessers {
		delete(g.until, nearest)
	}
}

// network is what counts as one address: of IPv6 the 64 bits that name a
// network, since whoever has one has all addresses in it.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
