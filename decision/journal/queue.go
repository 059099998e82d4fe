package journal

import (
	"slices"
	"sync"
)

// maxBatchBytes bounds the records of one commit, and so the memory for its
// lines. A longer record is committed alone.
const maxBatchBytes = 4 << 20

// pending is a record whose Append waits for it to be committed.
type pending struct {
	record []byte
	err    error         // the answer; until then, a fault of this record alone
	done   chan struct{} // closed when the answer is there
}

// answer tells the Append what became of the commit.
func (p *pending) answer(err error) {
	if p.err == nil {
		p.err = err
	}
	close(p.done)
}

// queue holds the records that wait for a commit, in order. It is as long as
// there are goroutines that append.
type queue struct {
	mu      sync.Mutex
	waiting []*pending
	taken   []*pending // the last batch; its memory is used for the next one
}

func (q *queue) add(record []byte) *pending {
	p := &pending{record: record, done: make(chan struct{})}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, p)
	return p
}

// withdraw takes p back. It fails once somebody else has taken it.
func (q *queue) withdraw(p *pending) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, p)
	if at < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, at, at+1)
	return true
}

// take returns the records for one commit, the oldest first. They are valid
// until the next take: one goroutine at a time takes.
func (q *queue) take() []*pending {
	q.mu.Lock()
	defer q.mu.Unlock()
	n, size := 0, 0
	for n < len(q.waiting) && (n == 0 || size+len(q.waiting[n].record) <= maxBatchBytes) {
		size += len(q.waiting[n].record)
		n++
	}
	batch := q.waiting[:n]
	clear(q.taken[:cap(q.taken)])
	q.waiting, q.taken = append(q.taken[:0], q.waiting[n:]...), batch
	return batch
}
