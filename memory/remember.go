package memory

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// DefaultAllowedFor is how long an approve of [Approvals] can be used after it
// was given: as long as a refusal holds. Who waited for it is there by then.
const DefaultAllowedFor = DefaultRefusalFor

// ApprovalOptions sets up [Approvals].
type ApprovalOptions struct {
	// People are the resolvers whose approve becomes their word. The zero value:
	// nobody's.
	People People
	// AllowedFor is how long an approve can be used. 0 means [DefaultAllowedFor].
	AllowedFor time.Duration
	// Analyzer tells what a refused call would have done, so that one that only
	// looks different is known. Nil: it is known by its words.
	Analyzer decision.Analyzer
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// remembering is what [Approvals] returns.
type remembering struct {
	decision.Approvals
	words  decision.Words
	opts   ApprovalOptions
	people atomic.Pointer[People]
}

// Approvals returns waiting, with what people answer kept as their words: for
// Options.Approvals of a supervisor whose rules have [PersonsWord].
//
// An approve by one of the People is good for one run of exactly this call by
// this agent: of the one who waited and takes it, and of one who asks again, the
// first has it. A deny is kept whoever gave it, and a person's is remembered as
// [PersonsWord] says. That nobody answered in time is nobody's word. Its method
// SetPeople(People) changes who the People are.
func Approvals(waiting decision.Approvals, words decision.Words, opts ApprovalOptions) decision.Approvals {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.AllowedFor == 0 {
		opts.AllowedFor = DefaultAllowedFor
	}
	m := &remembering{Approvals: waiting, words: words, opts: opts}
	m.SetPeople(opts.People)
	return m
}

// SetPeople changes whose approves become their word from now on. It is safe for
// concurrent use.
func (m *remembering) SetPeople(people People) { m.people.Store(&people) }

var _ decision.ApprovalKeeper = (*remembering)(nil)

// Remember implements [decision.ApprovalKeeper].
func (m *remembering) Remember(ctx context.Context, a decision.Approval) error {
	w, said, err := m.word(ctx, a)
	if err != nil || !said {
		return err
	}
	if err := m.words.SaveWord(ctx, w); err != nil {
		return fmt.Errorf("keeping what was answered to approval %.64s: %w", a.ID, err)
	}
	return nil
}

// Take implements [decision.ApprovalKeeper].
func (m *remembering) Take(ctx context.Context, id string) error {
	a, err := m.Approval(ctx, id)
	switch {
	case err != nil:
		return err
	case a.Status != decision.ApprovalApproved || a.Resolution == nil:
		return errors.New("taking an approval: it was not approved")
	case !m.people.Load().Includes(a.Resolution.By):
		return nil
	}
	if err := m.Remember(ctx, a); err != nil {
		return err
	}
	spent, err := m.words.SpendWord(ctx, a.ID, m.opts.Now())
	if err != nil {
		return fmt.Errorf("using approval %.64s: %w", a.ID, err)
	}
	if !spent {
		return decision.ErrUsed
	}
	return nil
}

// word is what an answer says about calls to come, if anything.
func (m *remembering) word(ctx context.Context, a decision.Approval) (w decision.Word, said bool, err error) {
	r := a.Resolution
	if r == nil {
		return w, false, nil
	}
	w = decision.Word{
		ID: a.ID, Agent: a.Call.Agent, Session: a.Call.Session, Tool: a.Call.Tool, By: oneline.Clean(r.By, maxResolver), Time: r.At,
	}
	switch {
	case r.Status == decision.ApprovalApproved && m.people.Load().Includes(r.By):
		w.Action, w.Once, w.Until = decision.Approve, true, r.At.Add(m.opts.AllowedFor)
	case r.Status == decision.ApprovalDenied:
		w.Action = decision.Deny
	default:
		return w, false, nil
	}
	c, err := a.Call.Normalize()
	if err != nil {
		return w, false, fmt.Errorf("reading the call of approval %.64s: %w", a.ID, err)
	}
	if w.Fingerprint, err = decision.Fingerprint(c); err != nil {
		return w, false, fmt.Errorf("reading the call of approval %.64s: %w", a.ID, err)
	}
	effects := c.WithAnalyzer(m.opts.Analyzer).Effects(ctx)
	w.Signature, w.Like = signature(effects), decision.Likeness(c, effects)
	return w, true, nil
}
