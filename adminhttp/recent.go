package adminhttp

import (
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of what is kept in memory of each decision. What is left out of one is
// in the journal.
const (
	// maxKeptParams is how many of the newest decisions keep the parameters of
	// their call.
	maxKeptParams = 500
	// maxKeptBytes bounds the parameters of one call, and what one decision quotes
	// of its call. Larger ones are not kept.
	maxKeptBytes = 64 << 10
)

// entry is a decision that is kept for display. It is never changed; what
// becomes of it makes another one.
type entry struct {
	seq      uint64
	decision *decision.Decision // shared with others that keep it: never changed
	params   map[string]any     // nil: not kept
	dir      string             // the working directory
	outcome  *decision.Outcome
}

// recent is a ring of the newest decisions. It is safe for concurrent use.
type recent struct {
	mu   sync.Mutex
	ring []*entry // of seq, at seq modulo its length
	last uint64   // the newest seq; the first is 1
	byID map[string]*entry
}

func newRecent(size int) *recent {
	return &recent{ring: make([]*entry, size), byID: map[string]*entry{}}
}

// add keeps a decision, with the parameters of its call if there is one.
func (r *recent) add(d *decision.Decision, c *decision.Call) *entry {
	e := &entry{decision: light(d)}
	if c != nil {
		e.dir = c.WorkingDir
		if weigh(c.Params, maxKeptBytes) >= 0 {
			e.params = c.Params
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.push(e)
	return e
}

// push makes an entry the newest.
func (r *recent) push(e *entry) {
	r.last++
	e.seq = r.last
	if old := r.at(e.seq); old != nil && r.byID[old.decision.ID] == old {
		delete(r.byID, old.decision.ID)
	}
	r.put(e)
	r.byID[e.decision.ID] = e
	if e.seq <= maxKeptParams {
		return
	}
	if old := r.at(e.seq - maxKeptParams); old != nil && old.seq == e.seq-maxKeptParams && old.params != nil {
		bare := *old
		bare.params = nil
		r.replace(old, &bare)
	}
}

func (r *recent) at(seq uint64) *entry { return r.ring[seq%uint64(len(r.ring))] }
func (r *recent) put(e *entry)         { r.ring[e.seq%uint64(len(r.ring))] = e }

// replace puts an entry in the place of one that is there.
func (r *recent) replace(old, now *entry) {
	r.put(now)
	if r.byID[old.decision.ID] == old {
		r.byID[old.decision.ID] = now
	}
}

// settle notes what became of the newest decision on a call. It returns nil if
// that is not kept.
func (r *recent) settle(id string, o decision.Outcome) *entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	old := r.byID[id]
	if old == nil {
		return nil
	}
	now := *old
	now.outcome = &o
	r.replace(old, &now)
	return &now
}

// find returns the newest decision on a call, or nil.
func (r *recent) find(id string) *entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.byID[id]
}

// before returns what fits of the entries before seq (0: all), newest first, at
// most limit, and whether there are more.
func (r *recent) before(seq uint64, limit int, fits func(*entry) bool) (list []*entry, more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if seq == 0 || seq > r.last {
		seq = r.last + 1
	}
	for seq--; seq > 0; seq-- {
		e := r.at(seq)
		if e == nil || e.seq != seq {
			break
		}
		if !fits(e) {
			continue
		}
		if len(list) == limit {
			return list, true
		}
		list = append(list, e)
	}
	return list, false
}

// seed puts entries of an earlier process before those that are there.
func (r *recent) seed(earlier []*entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var since []*entry
	known := map[string]bool{}
	for seq := uint64(1); seq <= r.last; seq++ {
		if e := r.at(seq); e != nil && e.seq == seq {
			since = append(since, e)
			known[e.decision.ID+e.decision.Time.Truncate(time.Microsecond).String()] = true
		}
	}
	clear(r.ring)
	clear(r.byID)
	r.last = 0
	for _, e := range earlier {
		if !known[e.decision.ID+e.decision.Time.Truncate(time.Microsecond).String()] {
			r.push(e)
		}
	}
	for _, e := range since {
		again := *e // its number is another one
		r.push(&again)
	}
}

// light is a decision without evidence that is too large to keep: d itself, or a
// copy if it has any.
func light(d *decision.Decision) *decision.Decision {
	left := maxKeptBytes - len(d.Reasoning)
	for i := range d.Evidence.Effects {
		e := &d.Evidence.Effects[i]
		left -= len(e.Target) + len(e.Segment) + len(e.Concern)
		for _, sent := range e.Sends {
			left -= len(sent)
		}
	}
	for i := range d.Evidence.Opaque {
		left -= len(d.Evidence.Opaque[i].Reason) + len(d.Evidence.Opaque[i].Segment)
	}
	if left >= 0 && d.Quoted == nil {
		return d
	}
	kept := *d
	kept.Quoted = nil
	if left < 0 {
		notes := d.Evidence.Notes
		kept.Evidence.Effects, kept.Evidence.Opaque = nil, nil
		kept.Evidence.Notes = append(notes[:len(notes):len(notes)], "the effects are too many to keep: see the journal")
		kept.Reasoning = d.Reasoning[:min(len(d.Reasoning), maxKeptBytes)]
	}
	return &kept
}

// weigh takes the bytes of a value off a budget; less than 0: it is too large.
func weigh(v any, left int) int {
	const each = 16 // of what holds it
	left -= each
	switch v := v.(type) {
	case string:
		left -= len(v)
	case []any:
		for i := 0; i < len(v) && left >= 0; i++ {
			left = weigh(v[i], left)
		}
	case map[string]any:
		for key, item := range v {
			if left -= len(key); left < 0 {
				break
			}
			left = weigh(item, left)
		}
	}
	return left
}
