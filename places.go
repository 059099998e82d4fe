package supervisor

import "sync"

// places counts the calls that wait for a provider. They are counted over all
// snapshots: a provider that hangs holds its place through any number of swaps.
type places struct {
	mu    sync.Mutex
	taken int
}

// take takes a place if fewer than limit are taken.
func (p *places) take(limit int) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken >= limit {
		return false
	}
	p.taken++
	return true
}

func (p *places) giveBack() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken--
}
