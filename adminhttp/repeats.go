package adminhttp

import (
	"context"
	"crypto/sha256"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Limits of Idempotency-Key.
const (
	repeatTTL      = 10 * time.Minute // how long an answer is kept
	maxRepeats     = 4096             // answers that are kept, and
	maxRepeatBytes = 32 << 20         // their bytes; beyond either the oldest is forgotten
	maxRepeatKey   = 255              // bytes of a key
)

const repeatHeader = "Idempotency-Key"

// repeats keeps answers by key, so that a caller that did not hear one can ask
// again without a second decision. Its zero value is ready.
type repeats struct {
	mu    sync.Mutex
	all   map[string]*repeat
	order []*repeat // by when they began
	bytes int
}

// repeat is a request with a key. What is answered is set before done is closed.
type repeat struct {
	key    string
	asked  [sha256.Size]byte // hash of path and body
	began  time.Time
	done   chan struct{}
	answer []byte // nil after done: there was none, the key is free
}

// take returns the repeat of a key, and whether the caller is the first and has
// to answer.
func (s *repeats) take(key string, asked [sha256.Size]byte, now time.Time) (entry *repeat, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.order) > 0 && (now.Sub(s.order[0].began) >= repeatTTL || len(s.order) >= maxRepeats && s.all[key] == nil) {
		s.drop(s.order[0])
	}
	if known := s.all[key]; known != nil {
		return known, false
	}
	if s.all == nil {
		s.all = map[string]*repeat{}
	}
	entry = &repeat{key: key, asked: asked, began: now, done: make(chan struct{})}
	s.all[key] = entry
	s.order = append(s.order, entry)
	return entry, true
}

// settle gives the answer to all who wait for it; nil: there is none.
func (s *repeats) settle(entry *repeat, answer []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	entry.answer = answer
	close(entry.done)
	if answer == nil {
		s.drop(entry)
		return
	}
	if s.all[entry.key] != entry {
		return
	}
	s.bytes += len(answer)
	for s.bytes > maxRepeatBytes && len(s.order) > 0 {
		s.drop(s.order[0])
	}
}

// drop forgets an entry, if it is kept.
func (s *repeats) drop(entry *repeat) {
	if s.all[entry.key] != entry {
		return
	}
	delete(s.all, entry.key)
	for i, kept := range s.order {
		if kept == entry {
			s.order = append(s.order[:i], s.order[i+1:]...)
			break
		}
	}
	s.bytes -= len(entry.answer)
}

// usualAnswer is how many bytes an answer has room for that is not kept, and
// maxSpare from how many on the room is not used again.
const (
	usualAnswer = 1 << 10
	maxSpare    = 16 << 10
)

// answerOnce answers with what judge appends to room that is used again: nobody
// keeps the answer.
func (h *Handler) answerOnce(w http.ResponseWriter, judge func(room []byte) ([]byte, error)) error {
	room, _ := h.spare.Get().(*[]byte)
	if room == nil {
		room = new(make([]byte, 0, usualAnswer))
	}
	data, err := judge((*room)[:0])
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, data)
	if cap(data) <= maxSpare {
		*room = data
		h.spare.Put(room)
	}
	return nil
}

// once answers a request with what judge appends to the room that it is given, or, if it repeats one with the
// same key and the same body, with the answer of that. Errors are not kept.
func (h *Handler) once(ctx context.Context, w http.ResponseWriter, r *http.Request, body []byte, judge func(room []byte) ([]byte, error)) error {
	key := r.Header.Get(repeatHeader)
	if key == "" {
		return h.answerOnce(w, judge)
	}
	if len(key) > maxRepeatKey || strings.ContainsFunc(key, func(c rune) bool { return c < ' ' || c > '~' }) {
		return fail(http.StatusBadRequest, "%s must be at most %d printable characters", repeatHeader, maxRepeatKey)
	}
	asked := sha256.Sum256(append([]byte(r.URL.Path+"\n"), body...))
	for {
		entry, first := h.repeats.take(key, asked, h.opts.Now())
		if first {
			return h.answerFirst(w, entry, judge)
		}
		if entry.asked != asked {
			return fail(http.StatusUnprocessableEntity, "%s was used with another body", repeatHeader)
		}
		select {
		case <-entry.done:
		case <-ctx.Done():
			return fail(http.StatusServiceUnavailable, "the first request with this %s is still being judged", repeatHeader)
		}
		if entry.answer != nil {
			return answerText(w, entry.answer)
		}
	}
}

// answerFirst answers the first request with a key. Whatever happens, those who
// wait go on.
func (h *Handler) answerFirst(w http.ResponseWriter, entry *repeat, judge func(room []byte) ([]byte, error)) error {
	var data []byte
	defer func() { h.repeats.settle(entry, data) }()
	made, err := judge(nil)
	if err != nil {
		return err
	}
	data = made
	return answerText(w, data)
}
