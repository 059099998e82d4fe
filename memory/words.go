package memory

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// words is what people decided. It is kept apart from the decisions, so that
// looking one up never waits for the other.
type words struct {
	maxWords int
	now      func() time.Time

	wordsMu sync.RWMutex
	word    map[string]*decision.Word
	// oldest first: all words, and those of one fingerprint, signature and session,
	// each also by what was decided
	all   []*decision.Word
	alike map[alike][]*decision.Word
}

// alike is one value of one field that words are looked up by on every call, of
// approvals, of refusals, or, with Escalate, of both.
type alike struct {
	field, value string
	action       decision.Action
}

func newWords(o Options) words {
	return words{maxWords: o.MaxWords, now: o.Now, word: map[string]*decision.Word{}, alike: map[alike][]*decision.Word{}}
}

// SaveWord keeps a word, and an earlier one of the same id as it is. The error
// is that of ctx, of [decision.Word.Validate], or [ErrFull]; see
// [Options.MaxWords].
func (s *words) SaveWord(ctx context.Context, w decision.Word) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.Validate(); err != nil {
		return err
	}
	w.Like = slices.Clone(w.Like)
	s.wordsMu.Lock()
	defer s.wordsMu.Unlock()
	if _, known := s.word[w.ID]; known {
		return nil
	}
	if len(s.all) >= s.maxWords {
		leaves := s.leastNeeded(w)
		if leaves == nil {
			return ErrFull
		}
		s.forget(leaves)
	}
	s.word[w.ID] = &w
	s.all = byTime(s.all, &w)
	for _, k := range filedUnder(&w) {
		s.alike[k] = byTime(s.alike[k], &w)
	}
	return nil
}

// byTime puts a word behind those that are not younger; most are the youngest.
func byTime(list []*decision.Word, w *decision.Word) []*decision.Word {
	at := len(list)
	for at > 0 && w.Time.Before(list[at-1].Time) {
		at--
	}
	return slices.Insert(list, at, w)
}

func alikeOf(fingerprint, signature, session string, action decision.Action) []alike {
	return slices.DeleteFunc([]alike{{"fingerprint", fingerprint, action}, {"signature", signature, action}, {"session", session, action}},
		func(k alike) bool { return k.value == "" })
}

// filedUnder are the lists that a word is in.
func filedUnder(w *decision.Word) []alike {
	return append(alikeOf(w.Fingerprint, w.Signature, w.Session, decision.Escalate), alikeOf(w.Fingerprint, w.Signature, w.Session, w.Action)...)
}

// leastNeeded returns the word that makes room for a new one: the oldest
// approval that does not hold, or refusal that was revoked; for a refusal also
// the oldest refusal that does not hold. Nil: there is none.
func (s *words) leastNeeded(fresh decision.Word) *decision.Word {
	now := s.now()
	var refusal *decision.Word
	for _, w := range s.all {
		switch {
		case w.Holds(now):
		case w.Action == decision.Approve || !w.Revoked.IsZero():
			return w
		case refusal == nil && fresh.Action == decision.Deny:
			refusal = w
		}
	}
	return refusal
}

func (s *words) forget(w *decision.Word) {
	same := func(other *decision.Word) bool { return other == w }
	delete(s.word, w.ID)
	s.all = slices.DeleteFunc(s.all, same)
	for _, k := range filedUnder(w) {
		if s.alike[k] = slices.DeleteFunc(s.alike[k], same); len(s.alike[k]) == 0 {
			delete(s.alike, k)
		}
	}
}

// candidates returns a list that has every word which matches q.
func (s *words) candidates(q decision.WordQuery) []*decision.Word {
	for _, k := range alikeOf(q.Fingerprint, q.Signature, q.Session, q.Action) {
		return s.alike[k]
	}
	return s.all
}

// FindWords returns the words that match q, by when they were said, newest
// first, as many as [Limit] says; those that were spent or revoked are among
// them. The error is that of ctx.
func (s *words) FindWords(ctx context.Context, q decision.WordQuery) ([]decision.Word, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	limit, found := Limit(q.Limit), []decision.Word{}
	s.wordsMu.RLock()
	defer s.wordsMu.RUnlock()
	for _, w := range slices.Backward(s.candidates(q)) {
		if len(found) == limit || w.Time.Before(q.Since) {
			break
		}
		if q.Matches(*w) {
			one := *w
			one.Like = slices.Clone(w.Like)
			found = append(found, one)
		}
	}
	return found, nil
}

// errNoTime refuses a time that would read as: not yet.
var errNoTime = errors.New("spending or revoking a word: say when")

// SpendWord uses a word that is [decision.Word.Spendable]. The error is that of
// ctx, or says that at is no time.
func (s *words) SpendWord(ctx context.Context, id string, at time.Time) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if at.IsZero() {
		return false, errNoTime
	}
	s.wordsMu.Lock()
	defer s.wordsMu.Unlock()
	w, known := s.word[id]
	if !known || !w.Spendable(at) {
		return false, nil
	}
	w.Spent = at
	return true, nil
}

// RevokeWords takes back every word that matches q and stands; the limit of q
// does not count, and an empty q takes back all. The error is that of ctx, or says
// that at is no time.
func (s *words) RevokeWords(ctx context.Context, q decision.WordQuery, at time.Time) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if at.IsZero() {
		return 0, errNoTime
	}
	s.wordsMu.Lock()
	defer s.wordsMu.Unlock()
	revoked := 0
	for _, w := range s.candidates(q) {
		if w.Revoked.IsZero() && q.Matches(*w) {
			w.Revoked = at
			revoked++
		}
	}
	return revoked, nil
}
