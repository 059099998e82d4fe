// Package inflight bounds how many requests may be under way at once.
package inflight

import "sync"

// Places counts requests that are under way. Its zero value is ready, and it is
// safe for concurrent use. It holds no limit of its own: a reload may change
// the limit while requests are under way, and they keep their places.
type Places struct {
	mu    sync.Mutex
	taken int
}

// Take takes a place if fewer than limit are taken, and reports whether it did.
func (p *Places) Take(limit int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= limit {
		return false
	}
	p.taken++
	return true
}

// GiveBack gives back a place that was taken.
func (p *Places) GiveBack() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
}
