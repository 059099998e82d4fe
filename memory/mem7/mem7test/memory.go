package mem7test

import (
	"context"
	"slices"
	"sync"
	"time"
)

// DefaultMaxEntries is how many entries a flux7-memory takes.
const DefaultMaxEntries = 10_000

// Options sets up a [Memory].
type Options struct {
	// Token is wanted of every request but that for its health. Empty: none is.
	Token string
	// MaxEntries is how many entries it takes. Default: [DefaultMaxEntries].
	MaxEntries int
	// Now is the clock. Nil: [time.Now].
	Now func() time.Time
}

// Entry is one memory.
type Entry struct {
	Key, Value, Agent string
	Tags              []string
	Updated           time.Time

	hidden bool
}

// Memory is a flux7-memory. It is safe for concurrent use.
type Memory struct {
	o Options

	mu      sync.Mutex
	entries []*Entry // in the order in which they were made
	stores  int
	faults  []*Fault
	changed chan struct{} // closed at the next change
}

// New returns an empty memory that listens nowhere.
func New(o Options) *Memory {
	if o.MaxEntries <= 0 {
		o.MaxEntries = DefaultMaxEntries
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Memory{o: o, changed: make(chan struct{})}
}

// Put stores an entry, as another client of the memory would.
func (m *Memory) Put(e Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(e)
}

// put reports whether the entry is new.
func (m *Memory) put(e Entry) (created bool) {
	e.Tags, e.Updated = slices.Clone(e.Tags), m.o.Now()
	i := slices.IndexFunc(m.entries, func(old *Entry) bool { return old.Key == e.Key })
	if i < 0 {
		m.entries = append(m.entries, &e)
	} else {
		if e.Agent == "" {
			e.Agent = m.entries[i].Agent
		}
		m.entries[i] = &e
	}
	close(m.changed)
	m.changed = make(chan struct{})
	return i < 0
}

// Entries returns what is there, in the order in which it was made; that which a
// ttl hides as well.
func (m *Memory) Entries() []Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := make([]Entry, len(m.entries))
	for i, e := range m.entries {
		out[i] = *e
		out[i].Tags = slices.Clone(e.Tags)
	}
	return out
}

// Stores returns how often memory_store did its work, repetitions included.
func (m *Memory) Stores() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stores
}

// Wait returns when there are at least n entries, or the error of ctx.
func (m *Memory) Wait(ctx context.Context, n int) error {
	for {
		m.mu.Lock()
		enough, changed := len(m.entries) >= n, m.changed
		m.mu.Unlock()
		if enough {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
