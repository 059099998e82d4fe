package provider

import (
	"sync"

	"github.com/flux7-go/supervisor/internal/inflight"
)

// Breakers keeps the breakers of the chain that is in force, so that a chain
// that replaces it goes on with those of the links that stay the same. The
// zero value is ready, and it is safe for concurrent use.
type Breakers struct {
	mu    sync.Mutex
	links map[string]*linkState
}

// Keep keeps the breakers of chains, and drops all others. Call it when the
// chains have come into force; nil is no chain.
func (b *Breakers) Keep(chains ...*Chain) {
	links := map[string]*linkState{}
	for _, c := range chains {
		if c == nil {
			continue
		}
		for _, l := range c.links {
			if l.identity != "" {
				links[l.identity] = l.state
			}
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.links = links
}

// state returns what is kept of a link, or nil.
func (b *Breakers) state(identity string) *linkState {
	if b == nil || identity == "" {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.links[identity]
}

// linkState is what outlives the chain that a link is part of: a link that
// hangs holds its places through any number of reloads.
type linkState struct {
	breaker *breaker
	places  inflight.Places // of its requests
}
