package astrule

import (
	"bytes"
	"errors"
)

// Limits of matching.
const (
	// MaxSteps bounds the comparisons of one [Set.Match] or [Rule.Match]. It
	// is some hundred times what fifty rules cost on a thousand lines, and
	// takes about a second. At the limit the match fails with [ErrSteps].
	MaxSteps = 50_000_000
	// maxDepth bounds how deep utils call each other through relations. Code
	// that people write nests less than a hundred deep.
	maxDepth = 5_000
)

// ErrSteps says that matching was given up because it took too long. Nothing
// is known then of the text.
var ErrSteps = errors.New("matching took too many steps: simplify the rule, or split the file")

// search is the state of matching rules against one tree. It is used by one
// goroutine.
type search struct {
	tree  *Tree
	env   *bindings
	spare []*bindings
	steps int // left
	depth int
}

// enter puts fresh bindings in the place of those there are, which it returns
// for leave.
func (s *search) enter(slots int) *bindings {
	outer := s.env
	if last := len(s.spare) - 1; last >= 0 {
		s.env, s.spare = s.spare[last], s.spare[:last]
	} else {
		s.env = &bindings{}
	}
	s.env.reset(slots)
	return outer
}

// leave goes back to outer.
func (s *search) leave(outer *bindings) {
	s.spare = append(s.spare, s.env)
	s.env = outer
}

// deeper counts a call of a util, and gives up where they are nested too deep.
func (s *search) deeper() bool {
	if s.depth++; s.depth > maxDepth {
		s.steps = -1
	}
	return s.spend(1)
}

// spend takes n steps and reports whether there were as many.
func (s *search) spend(n int) bool {
	s.steps -= n
	return s.steps >= 0
}

// bind gives variable v a value. A variable that has one already must mean
// equal code, and then takes the new place.
func (s *search) bind(v variable, value stretch) bool {
	if s.env.bound(v.slot) && !s.equalStretch(v, s.env.values[v.slot], value) {
		return false
	}
	s.env.set(v.slot, value)
	return true
}

func (s *search) equalStretch(v variable, a, b stretch) bool {
	if v.form == one {
		return s.equal(a.first, b.first)
	}
	i, j := s.firstNamed(a), s.firstNamed(b)
	for i != none && j != none {
		if !s.equal(i, j) {
			return false
		}
		i, j = s.nextNamed(i, a.last), s.nextNamed(j, b.last)
	}
	return i == j
}

func (s *search) firstNamed(in stretch) int32 {
	if in.first == none || s.tree.is(in.first, Named) {
		return in.first
	}
	return s.nextNamed(in.first, in.last)
}

func (s *search) nextNamed(i, last int32) int32 {
	for i != last {
		if i = s.tree.next(i); i == none || s.tree.is(i, Named) {
			return i
		}
	}
	return none
}

// equal reports whether two nodes are the same code. Where one of them has no
// named child the texts decide, else the kinds and all children.
func (s *search) equal(a, b int32) bool {
	t := s.tree
	shift, end := b-a, t.nodes[a].After
	for i := a; i < end; {
		j := i + shift
		if !s.spend(1) {
			return false
		}
		switch {
		case i == j:
			return true
		case t.namedLeaf(i) || t.namedLeaf(j):
			if !s.equalText(i, j) {
				return false
			}
			shift += (t.nodes[j].After - j) - (t.nodes[i].After - i)
			i = t.nodes[i].After
		case t.nodes[i].Kind != t.nodes[j].Kind || t.children(i) != t.children(j):
			return false
		default:
			i++
		}
	}
	return true
}

func (s *search) equalText(i, j int32) bool {
	a, b := s.tree.text(i), s.tree.text(j)
	return len(a) == len(b) && s.spend(1+len(a)/64) && bytes.Equal(a, b)
}
