// Package guesses slows down whoever tries tokens.
package guesses

import (
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// Burst is how many wrong tokens an address may send at once.
	Burst = 10
	// Interval is how long it takes until it may send one more.
	Interval = 6 * time.Second
	// MaxAddresses bounds the addresses that are kept. Beyond it the one that has
	// to wait least is forgotten.
	MaxAddresses = 1024
	// longToken is the length in bytes from which a token cannot be guessed
	// however often it is tried: 128 bits, if it is random.
	longToken = 16
)

// Beyond reports whether no number of guesses finds a token.
func Beyond(token string) bool { return len(token) >= longToken }

// Limit counts wrong tokens by address, so that nobody can try many. An address
// that has sent too many should be refused, with a token that could be guessed
// also if it is right, for otherwise its guesses would still be answered; other
// addresses should not. With a token that is [Beyond] guessing it should not be
// either: an agent on the operator's machine could else lock the operator out.
//
// Its zero value is ready, and it is safe for concurrent use.
type Limit struct {
	any   atomic.Bool // false: nobody has guessed, and nobody need be looked up
	mu    sync.Mutex
	until map[string]time.Time // when the burst of an address is whole again
}

// Any reports whether anybody has sent a wrong token: without, everybody's wait is
// 0.
func (l *Limit) Any() bool { return l.any.Load() }

// Wait returns how long an address has to wait before its token is looked at; 0 or
// less: it has not.
func (l *Limit) Wait(address string, now time.Time) time.Duration {
	if !l.Any() {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	until, known := l.until[network(address)]
	if !known {
		return 0
	}
	return until.Sub(now) - (Burst-1)*Interval
}

// Wrong counts a wrong token.
func (l *Limit) Wrong(address string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.until == nil {
		l.until = map[string]time.Time{}
	}
	key := network(address)
	from := l.until[key]
	if from.Before(now) {
		from = now
	}
	if _, known := l.until[key]; !known && len(l.until) >= MaxAddresses {
		l.forget(now)
	}
	l.until[key] = from.Add(Interval)
	l.any.Store(true)
}

// forget drops the addresses whose burst is whole, or else the one that is
// nearest to it.
func (l *Limit) forget(now time.Time) {
	var nearest string
	for key, until := range l.until {
		switch {
		case !until.After(now):
			delete(l.until, key)
		case nearest == "" || until.Before(l.until[nearest]):
			nearest = key
		}
	}
	if len(l.until) >= MaxAddresses {
		delete(l.until, nearest)
	}
}

// network is what counts as one address, where who has one has others as well: of
// IPv6 the 64 bits that name a network, and all of loopback.
func network(address string) string {
	ip, err := netip.ParseAddr(address)
	switch {
	case err != nil:
		return address
	case ip.Unmap().IsLoopback():
		return "loopback"
	case ip.Unmap().Is4():
		return ip.Unmap().String()
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
