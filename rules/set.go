package rules

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// Options is what a set needs besides its rules. The zero value will do.
type Options struct {
	// Scope resolves paths. Nil: a scope without a project, in which no path
	// is in project_dir.
	Scope *effect.Scope
	// Now is the clock that remaining, agent_rate and granted are computed
	// with. It must be safe for concurrent use. Nil: the system's.
	Now func() time.Time
	// Redact masks secrets in a text of the call before [Set.Explain] cuts and
	// shows it. It must be safe for concurrent use. Nil: only values of
	// parameters that are named like a secret are masked.
	Redact func(text string) string
}

// Set is a list of rules that are tried in order. It is immutable and safe for
// concurrent use. It is a [decision.Rule], a [decision.Needer] and a
// [decision.Explainer].
type Set struct {
	rules  []*rule
	specs  []Spec
	scope  *effect.Scope
	now    func() time.Time
	redact func(string) string
	needs  decision.Need
	index  *index
	sights sync.Pool // of *sight
}

// New checks and compiles the rules. It reports all faults at once: its error
// joins a [*SpecError] for each. A set without rules is valid and settles
// nothing.
func New(specs []Spec, opts Options) (*Set, error) {
	if len(specs) > MaxRules {
		return nil, fmt.Errorf("%d rules are more than %d: remove some", len(specs), MaxRules)
	}
	s := &Set{scope: opts.Scope, now: opts.Now, redact: opts.Redact}
	if s.scope == nil {
		s.scope = &effect.Scope{}
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.redact == nil {
		s.redact = func(text string) string { return text }
	}
	var errs []error
	first := make(map[string]int, len(specs))
	for i, spec := range specs {
		r, faults := compile(spec, s.scope)
		if earlier, taken := first[spec.Name]; taken && spec.Name != "" {
			faults = append(faults, fmt.Errorf("the name is that of rule %d too: choose another", earlier+1))
		} else {
			first[spec.Name] = i
		}
		for _, fault := range faults {
			errs = append(errs, spec.fault(i, fault))
		}
		s.add(r)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s.index = newIndex(s.rules, headOf(len(s.rules)))
	return s, nil
}

func (s *Set) add(r *rule) {
	s.rules = append(s.rules, r)
	s.specs = append(s.specs, r.spec)
	if r.condition != nil {
		s.needs |= r.condition.needs()
	}
}

// Evaluate returns the verdict of the first rule that holds. It settles the
// call, except for a catch-all escalate, which hands it on. A deny or escalate
// rule that cannot be evaluated escalates and settles; an approve rule that
// cannot be evaluated, or whose condition fits while the call is not one that
// may be approved by it, does not hold and leaves a note. When no rule holds,
// the verdict has no Source.
//
// What it costs does not grow with the number of rules that the set's index
// holds, see [Set.Unindexed].
func (s *Set) Evaluate(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	at := s.look(ctx, c)
	defer s.done(at)
	var notes notes
	r, err := s.first(at, &notes)
	switch {
	case r == nil:
		return decision.Verdict{Reasoning: "no rule matched", Notes: notes.list}, false
	case err != nil:
		v := r.unclear(err)
		v.Notes = notes.list
		return v, true
	}
	v := r.verdict(at)
	v.Notes = notes.list
	return v, r.settles()
}

// first returns the first rule that speaks; nil if there is none. With an
// error it is one that cannot be evaluated.
func (s *Set) first(at *sight, notes *notes) (*rule, error) {
	head := headOf(len(s.rules))
	for _, r := range s.rules[:head] {
		if speaks, err := r.try(at, true, notes); speaks {
			return r, err
		}
	}
	if head == len(s.rules) {
		return nil, nil
	}
	s.index.find(at)
	rest, last := s.index.rest, -1
	for {
		next := at.found.peek()
		if len(rest) > 0 {
			next = min(next, rest[0])
		}
		if s.index.findLate(at, next) {
			continue
		}
		if next == afterAll {
			return nil, nil
		}
		if next == at.found.peek() {
			at.found.next++
		} else {
			rest = rest[1:]
		}
		if next.rule() <= last {
			continue // found once more, or late by what it does not look at
		}
		last = next.rule()
		r := s.rules[last]
		if speaks, err := r.try(at, next.untried(), notes); speaks {
			return r, err
		}
	}
}

// try reports whether the rule decides, by holding or since it cannot be told.
func (r *rule) try(at *sight, untried bool, notes *notes) (bool, error) {
	holds, err := true, error(nil)
	if untried {
		holds, err = r.fits(at)
	}
	if holds && err == nil {
		holds, err = r.may(at)
	}
	if err == nil {
		return holds, nil
	}
	notes.add(r, err)
	if r.action == decision.Approve {
		return false, nil
	}
	return true, err
}

// look returns what the rules see of a call, until it is done with.
func (s *Set) look(ctx context.Context, c *decision.Call) *sight {
	at, ok := s.sights.Get().(*sight)
	if !ok {
		at = &sight{scope: s.scope, now: s.now}
	}
	at.ctx, at.call = ctx, c
	return at
}

func (s *Set) done(at *sight) {
	at.ctx, at.call, at.located, at.text, at.location = nil, nil, false, "", effect.Location{}
	at.found.reset()
	at.late = at.late[:0]
	s.sights.Put(at)
}

// Needs returns [decision.NeedTraces] and [decision.NeedGrants] if a condition
// reads them.
func (s *Set) Needs() decision.Need { return s.needs }

// Rules returns the rules in order.
func (s *Set) Rules() []Spec { return append([]Spec(nil), s.specs...) }

// Len returns the number of rules.
func (s *Set) Len() int { return len(s.rules) }

// Unindexed returns how many rules the index cannot hold: those whose condition
// can hold without any certain text in a field, such as != and "not". They
// are tried in order, one by one, so each makes every call a little dearer.
// A catch-all does not count.
func (s *Set) Unindexed() int {
	n := 0
	for _, r := range s.rules {
		if r.condition != nil && !r.keyed {
			n++
		}
	}
	return n
}

// maxNotes bounds the notes of one verdict.
const maxNotes = 20

type notes struct{ list []string }

func (n *notes) add(r *rule, err error) {
	switch {
	case len(n.list) < maxNotes-1:
		n.list = append(n.list, fmt.Sprintf("rule '%s': %v", r.spec.Name, err))
	case len(n.list) == maxNotes-1:
		n.list = append(n.list, "more rules left notes")
	}
}
