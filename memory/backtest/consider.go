package backtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// consider proposes a kind of call, or notes why not.
func (s *suggesting) consider(ctx context.Context, g *group) error {
	refusal, err := s.refusal(ctx, g)
	if err != nil {
		return err
	}
	newest := g.calls[len(g.calls)-1]
	approvals := approvalsSince(g.calls, refusal.counts)
	why := g.why
	if why == "" {
		if _, err := Proposable(g.standing); err != nil {
			why = err.Error()
		}
	}
	if why == "" {
		why = refusal.why
	}
	if why == "" && strings.HasPrefix(newest.decision.RuleMatched, standingSource) {
		why = "a standing approval covers it already"
	}
	if len(g.calls) < s.Min || why == "" && approvals.Count < s.Min {
		return nil
	}
	if why != "" {
		s.NotProposed = append(s.NotProposed, NotProposed{
			Agent: g.standing.Agent, Tool: g.standing.Tool, Does: does(newest.decision), Text: newest.text, Approvals: approvals, Why: why,
		})
		return nil
	}
	s.propose(g, approvals)
	return nil
}

// approvalsSince sums up the approvals after a time.
func approvalsSince(calls []*call, since time.Time) Approvals {
	a := Approvals{People: []string{}}
	for _, c := range calls {
		at := c.saidAt()
		if !at.After(since) {
			continue
		}
		if a.Count++; a.Count == 1 {
			a.First = at
		}
		a.Last = at
		by := clean(c.settled.By)
		if i, known := slices.BinarySearch(a.People, by); !known && len(a.People) < maxPeople {
			a.People = slices.Insert(a.People, i, by)
		}
	}
	return a
}

// saidAt is when somebody settled the call, else when it was decided.
func (c *call) saidAt() time.Time {
	if c.settled != nil && !c.settled.At.IsZero() {
		return c.settled.At
	}
	return c.decision.Time
}

// refused is what speaks against a kind of call.
type refused struct {
	why    string
	counts time.Time // approvals after this time count
}

// refusal looks for a refusal of a call that the proposal would cover, or might:
// in the store, which also knows what people took back, and in the journal,
// whenever it was.
func (s *suggesting) refusal(ctx context.Context, g *group) (refused, error) {
	var r refused
	revoked := map[string]bool{}
	if s.Words != nil {
		words, err := s.words(ctx, g.standing)
		if err != nil {
			return r, err
		}
		s.remembered(g, words, revoked, &r)
	}
	for _, c := range s.about[[2]string{g.standing.Agent, g.standing.Tool}] {
		if f := c.fate(s.People); f != fateRefused && f != fateDenied || revoked[c.decision.ID] {
			continue
		}
		if covered, clear := standing.CoveredBefore(g.standing, c.decision, c.params); !covered && clear {
			continue
		}
		switch {
		case c.settled != nil:
			r.add(c.settled.By, c.decision.ID, c.saidAt())
		case c.reach != reachNone:
			r.add("the supervisor", c.decision.ID, c.saidAt())
		}
	}
	return r, nil
}

// words returns what the store has on such calls, refusals first.
func (s *suggesting) words(ctx context.Context, a decision.Standing) (words []decision.Word, err error) {
	for _, action := range []decision.Action{decision.Deny, decision.Approve} {
		found, err := s.Words.FindWords(ctx, decision.WordQuery{
			Agent: a.Agent, Tool: a.Tool, Fingerprint: a.Fingerprint, Action: action, Limit: memory.MaxLimit,
		})
		if err != nil {
			return nil, fmt.Errorf("looking for what was refused or taken back: %w", err)
		}
		words = append(words, found...)
	}
	return words, nil
}

// remembered adds the refusals of the store that stand, and notes which words
// were taken back.
func (s *suggesting) remembered(g *group, words []decision.Word, revoked map[string]bool, r *refused) {
	refusals := 0
	for _, w := range words {
		if w.Action == decision.Deny {
			refusals++
		}
		if w.Revoked.IsZero() {
			continue
		}
		if revoked[w.ID] = true; s.concerns(g, w) && w.Revoked.After(r.counts) {
			r.counts = w.Revoked
		}
	}
	if refusals >= memory.MaxLimit {
		r.why = "more was refused than can be looked through"
	}
	for _, w := range words {
		if w.Action == decision.Deny && !revoked[w.ID] && s.concerns(g, w) {
			r.add(w.By, w.ID, w.Time)
		}
	}
}

// concerns reports whether a word is about calls that the proposal would cover.
func (s *suggesting) concerns(g *group, w decision.Word) bool {
	return g.standing.Fingerprint != "" || w.Signature == g.standing.Signature || w.Signature == "" && w.Action == decision.Deny
}

// add notes a refusal; the newest is told.
func (r *refused) add(by, id string, at time.Time) {
	if r.why == "" || at.After(r.counts) {
		r.why = fmt.Sprintf("%s refused one of them at %s (%s)", clean(by), at.UTC().Format(time.RFC3339), clean(id))
	}
	if at.After(r.counts) {
		r.counts = at
	}
}

// propose says what the standing approval would have covered.
func (s *suggesting) propose(g *group, approvals Approvals) {
	newest := g.calls[len(g.calls)-1]
	p := Suggestion{Standing: g.standing, Rule: ruleText(newest, g.standing), Does: does(newest.decision), Approvals: approvals, Examples: []Example{}}
	for _, c := range slices.Backward(s.about[[2]string{g.standing.Agent, g.standing.Tool}]) {
		if !c.known || c.reach == reachNone || c.decision.Time.Before(s.begin) {
			continue
		}
		if covered, _ := standing.CoveredBefore(g.standing, c.decision, c.params); !covered {
			continue
		}
		p.Covered++
		if c.left() {
			p.Saved++
		}
		if len(p.Examples) < maxExamples {
			p.Examples = append(p.Examples, Example{ID: c.decision.ID, Time: c.decision.Time, Text: c.text})
		}
	}
	if s.Left > 0 {
		p.Share = float64(p.Saved) / float64(s.Left)
	}
	s.Proposed = append(s.Proposed, p)
}
