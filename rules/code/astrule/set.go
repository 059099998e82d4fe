package astrule

import (
	"errors"
	"fmt"
)

// Set is rules of one language that are matched together, in one pass over a
// tree. It may be used concurrently.
type Set struct {
	rules  []*Rule
	byKind [][]int // rules by the kind of a node
	broken []int   // rules for text that could not be read
	finder *finder // nil: a rule without literals is among them
}

// NewSet puts rules together. They must be of one language and
// [Rule.Linked].
func NewSet(rules []*Rule) (*Set, error) {
	s := &Set{rules: rules}
	var texts literals
	unknown := false
	for i, r := range rules {
		switch {
		case r.core == nil:
			return nil, fmt.Errorf("rule %s: there is no grammar for %s", r.ID, r.Language)
		case r.Language != rules[0].Language:
			return nil, errors.New("the rules are of several languages: put each in a set of its own")
		}
		s.index(i, r.core.kinds)
		unknown = unknown || len(r.literals) == 0
		texts = append(texts, r.literals...)
	}
	if !unknown {
		s.finder = newFinder(texts)
	}
	return s, nil
}

// index files a rule under its kinds. Every rule has some, or it is not loaded.
func (s *Set) index(rule int, kinds kindSet) {
	for _, kind := range kinds.list {
		if kind == ErrorKind {
			s.broken = append(s.broken, rule)
			continue
		}
		for len(s.byKind) <= int(kind) {
			s.byKind = append(s.byKind, nil)
		}
		s.byKind[kind] = append(s.byKind[kind], rule)
	}
}

// Rules returns the rules of the set. Do not change the list.
func (s *Set) Rules() []*Rule { return s.rules }

// MayMatch reports false if no rule of the set can find anything in a text, at
// a small part of the cost of parsing it. True says nothing.
func (s *Set) MayMatch(source []byte) bool {
	return len(s.rules) > 0 && (s.finder == nil || s.finder.in(source))
}

// Match returns what the rules find, in the order in which it begins, outer
// code before inner, and rules in the order of the set. The error is
// [ErrSteps]; with it comes what was found until then.
func (s *Set) Match(t *Tree) ([]Match, error) {
	search := search{tree: t, env: &bindings{}, steps: MaxSteps}
	var found []Match
	for i := range t.nodes {
		for _, rule := range s.at(t.nodes[i].Kind) {
			found = search.try(found, s.rules[rule], int32(i))
		}
		if search.steps < 0 {
			return found, ErrSteps
		}
	}
	return found, nil
}

// at returns the rules for nodes of a kind.
func (s *Set) at(kind uint16) []int {
	switch {
	case kind == ErrorKind:
		return s.broken
	case int(kind) >= len(s.byKind):
		return nil
	}
	return s.byKind[kind]
}

// try adds what a rule finds at node i.
func (s *search) try(found []Match, r *Rule, i int32) []Match {
	s.env.reset(len(r.core.variables))
	if !s.spend(1) || !r.core.fits(s, i) || s.steps < 0 {
		return found
	}
	n := &s.tree.nodes[i]
	m := Match{Rule: r, Start: int(n.Start), End: int(n.End), source: s.tree.source}
	for slot, v := range r.core.variables {
		if s.env.bound(slot) {
			m.Captures = append(m.Captures, s.capture(v, s.env.values[slot]))
		}
	}
	return append(found, m)
}

func (s *search) capture(v variable, value stretch) Capture {
	c := Capture{Name: v.name, Run: v.form == runOf}
	if value.first != none {
		c.Start, c.End = int(s.tree.nodes[value.first].Start), int(s.tree.nodes[value.last].End)
	}
	return c
}
