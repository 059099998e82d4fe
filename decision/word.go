package decision

import (
	"context"
	"time"
)

// Word is what a person decided about a call.
type Word struct {
	ID          string `json:"id"` // of the approval that it settled
	Agent       string `json:"agent_id"`
	Session     string `json:"session_id,omitempty"`
	Tool        string `json:"tool"`
	Fingerprint string `json:"fingerprint"`         // of the call
	Signature   string `json:"signature,omitempty"` // of its effects; see [Effects.Signature]
	// Like holds hashes by which a call that only looks different is recognised;
	// see [Likeness]. None of them has a blank. A store keeps them as they are.
	Like []string `json:"like,omitempty"`
	// Action is Approve or Deny.
	Action Action    `json:"decision"`
	By     string    `json:"resolved_by"`
	Time   time.Time `json:"resolved_at"`

	// Once says that an approve is good for one call with this fingerprint, not
	// counting the one that waited for it.
	Once bool `json:"once,omitempty"`
	// Until is how long the word holds for calls with this fingerprint. Zero: it
	// does not hold for another call, and is kept as a precedent.
	Until time.Time `json:"until,omitzero"`
	// Spent is when a word that is good once was used. Zero: it was not.
	Spent time.Time `json:"spent,omitzero"`
	// Revoked is when the word was taken back. Zero: it stands. Precedents count
	// only what came after the last revocation.
	Revoked time.Time `json:"revoked,omitzero"`
}

// WordQuery selects words from a store of them. Empty fields match everything.
type WordQuery struct {
	Agent, Tool, Fingerprint, Signature, Session string
	// Action selects approvals or refusals; Escalate, the zero value, both.
	Action Action
	Since  time.Time
	// Limit bounds the answer; 0 means 50, and no store returns more than 500.
	Limit int
}

// Words is the ability of a [Store] to keep what people decided. Without it
// nobody's word is remembered. All methods are safe for concurrent use.
type Words interface {
	// SaveWord keeps a word. One of the same id is never replaced: the first
	// word on a call counts.
	SaveWord(ctx context.Context, w Word) error
	// FindWords returns matching words, newest first.
	FindWords(ctx context.Context, q WordQuery) ([]Word, error)
	// SpendWord uses a word that is good once. It returns false, and changes
	// nothing, when the word is unknown or not [Word.Spendable]: it was revoked, it
	// has been used, its time has come. Of several that try at once, also in several
	// processes, one succeeds.
	SpendWord(ctx context.Context, id string, at time.Time) (bool, error)
	// RevokeWords takes back all matching words that stand, whatever the limit, and
	// returns how many.
	RevokeWords(ctx context.Context, q WordQuery, at time.Time) (int, error)
}
