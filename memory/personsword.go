package memory

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

const (
	// DefaultRefusalFor is how long a person's refusal holds: the length of a
	// turn is not known to a mesh, and this is what one may take.
	DefaultRefusalFor = 15 * time.Minute
	// lookupTimeout bounds one look into a store while a call is judged.
	lookupTimeout = 2 * time.Second
	// maxNameShown bounds the name of a person in a reasoning.
	maxNameShown = 80
)

// The names under which the rules of this package decide.
const (
	WordSource      = "persons-word"
	RefusalSource   = "persons-refusal"
	PrecedentSource = "precedents"
)

// WordOptions sets up [PersonsWord].
type WordOptions struct {
	// People are the resolvers whose word counts. The zero value: nobody's.
	People People
	// RefusalFor is how long a refusal is remembered. 0 means
	// [DefaultRefusalFor]; less: not at all.
	RefusalFor time.Duration
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// wordRule is what [PersonsWord] returns.
type wordRule struct {
	store decision.Words
	opts  WordOptions
}

// PersonsWord returns the rule that does what a person said about this very
// call: approves what they approved once more or until a time, of the same
// agent and fingerprint, and denies what they refused a moment ago.
//
// A refusal holds for RefusalFor, in the conversation where it was given when
// both are known, for the same fingerprint and for every call of the agent that
// shares a [decision.Likeness] with it. Of the words on one fingerprint the
// newest counts. The rule lifts what waits for a person, and spends a word that
// is good once when its approve is final. When the store cannot be read the call
// escalates with cause unavailable: it may have been refused.
func PersonsWord(store decision.Words, opts WordOptions) decision.Rule {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.RefusalFor == 0 {
		opts.RefusalFor = DefaultRefusalFor
	}
	return &wordRule{store: store, opts: opts}
}

// Lifts implements [decision.Lifter].
func (*wordRule) Lifts() bool { return true }

// Needs implements [decision.Needer].
func (*wordRule) Needs() decision.Need { return decision.NeedNothing }

// Evaluate implements [decision.Rule].
func (r *wordRule) Evaluate(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return decision.Verdict{}, false // the root escalates it
	}
	said, err := r.said(ctx, c, fingerprint)
	if err != nil {
		return unread(err), true
	}
	now := r.opts.Now()
	if v, refused := r.refusal(said, now); refused {
		return v, true
	}
	like, err := r.refusedAlike(ctx, c, fingerprint, now)
	if err != nil {
		return unread(err), true
	}
	if w, found := holding(said, now); found {
		// A newer word on this very call beats a refusal of one like it.
		if like.ID == "" || !w.Time.Before(like.Time) {
			return approves(w), true
		}
	}
	if like.ID != "" {
		return refuses(like, "a call like this"), true
	}
	return decision.Verdict{}, false
}

// said are the words of people on a fingerprint of an agent, newest first, as
// far as they apply in the call's conversation.
func (r *wordRule) said(ctx context.Context, c *decision.Call, fingerprint string) ([]decision.Word, error) {
	list, err := r.store.FindWords(ctx, decision.WordQuery{Agent: c.Agent, Tool: c.Tool, Fingerprint: fingerprint, Limit: MaxLimit})
	if err != nil {
		return nil, err
	}
	var said []decision.Word
	for _, w := range list {
		// An empty agent or tool of a query selects those of everybody.
		if w.Agent == c.Agent && w.Tool == c.Tool && w.Fingerprint == fingerprint && r.counts(w, c) {
			said = append(said, w)
		}
	}
	return said, nil
}

// counts reports whether a word is a person's, stands, and is not of another
// conversation.
func (r *wordRule) counts(w decision.Word, c *decision.Call) bool {
	elsewhere := w.Session != "" && c.Session != "" && w.Session != c.Session
	return w.Revoked.IsZero() && !elsewhere && r.opts.People.Includes(w.By)
}

// holding returns the word that lets a call run: one for a time before one that
// would be used up. A refusal ends what was said before it.
func holding(said []decision.Word, now time.Time) (best decision.Word, found bool) {
	for _, w := range said {
		if w.Action != decision.Approve {
			break
		}
		if !w.Holds(now) {
			continue
		}
		if !w.Once {
			return w, true
		}
		if !found {
			best, found = w, true
		}
	}
	return best, found
}

// refusal returns the deny of the newest word on this very call.
func (r *wordRule) refusal(said []decision.Word, now time.Time) (decision.Verdict, bool) {
	if len(said) == 0 || said[0].Action != decision.Deny || !r.fresh(said[0], now) {
		return decision.Verdict{}, false
	}
	return refuses(said[0], "this very call"), true
}

func (r *wordRule) fresh(w decision.Word, now time.Time) bool {
	return now.Before(w.Until) || now.Before(w.Time.Add(r.opts.RefusalFor))
}

func refuses(w decision.Word, what string) decision.Verdict {
	return decision.Verdict{
		Action: decision.Deny, Confidence: 1, Source: RefusalSource, Basis: decision.BasisPerson, Precedents: []string{w.ID},
		Reasoning: fmt.Sprintf("%s refused %s at %s: another wording does not change that", nameOf(w.By), what, stamp(w.Time)),
	}
}

func approves(w decision.Word) decision.Verdict {
	until := "once"
	if !w.Until.IsZero() {
		until = "until " + stamp(w.Until)
		if w.Once {
			until = "once, " + until
		}
	}
	return decision.Verdict{
		Action: decision.Approve, Confidence: 1, Source: WordSource, Basis: decision.BasisPerson, Precedents: []string{w.ID},
		Reasoning: fmt.Sprintf("%s allowed exactly this call, %s", nameOf(w.By), until),
	}
}

func unread(err error) decision.Verdict {
	return decision.Verdict{
		Cause: decision.CauseOf(err), Source: WordSource,
		Reasoning: "what people said about this call could not be looked up: " + oneline.Clean(err.Error(), 200),
	}
}

func nameOf(by string) string { return oneline.Clean(by, maxNameShown) }

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Commit implements [decision.Committer]: it spends a word that is good once.
func (r *wordRule) Commit(ctx context.Context, c *decision.Call, v decision.Verdict) error {
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return err
	}
	said, err := r.said(ctx, c, fingerprint)
	if err != nil {
		return fmt.Errorf("looking up the word that approves: %w", err)
	}
	now := r.opts.Now()
	if len(said) > 0 && said[0].Action == decision.Deny {
		return errors.New("the call has been refused since")
	}
	for _, w := range said {
		if len(v.Precedents) != 1 || w.ID != v.Precedents[0] || !w.Holds(now) {
			continue
		}
		if !w.Once {
			return nil
		}
		spent, err := r.store.SpendWord(ctx, w.ID, now)
		if err != nil {
			return fmt.Errorf("spending the word of a person: %w", err)
		}
		if spent {
			return nil
		}
		break
	}
	return errors.New("the word has been used or taken back")
}
