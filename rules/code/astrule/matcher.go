package astrule

import "regexp"

// matcher is a part of a rule.
type matcher interface {
	// match reports whether node i fits. It binds variables if it does, and
	// leaves the bindings as they were if not.
	match(s *search, i int32) bool
	// kinds are those that a node must have one of to fit.
	kinds() kindSet
	// literals is text without which nothing in a file fits.
	literals() literals
}

// kindMatcher fits nodes of a kind.
type kindMatcher struct{ kind uint16 }

func (m kindMatcher) match(s *search, i int32) bool {
	return s.spend(1) && s.tree.nodes[i].Kind == m.kind
}
func (m kindMatcher) kinds() kindSet     { return oneKind(m.kind) }
func (m kindMatcher) literals() literals { return nil }

// textMatcher fits nodes in whose text the expression is found.
type textMatcher struct{ expression *regexp.Regexp }

func (m textMatcher) match(s *search, i int32) bool {
	text := s.tree.text(i)
	// The engine needs some nanoseconds a byte, a comparison about ten.
	return s.spend(1+len(text)) && m.expression.Match(text)
}
func (m textMatcher) kinds() kindSet     { return kindSet{any: true} }
func (m textMatcher) literals() literals { return nil }

// all fits nodes that every part fits, which are tried in order and see what
// those before them bound.
type all []matcher

func (m all) match(s *search, i int32) bool {
	mark := s.env.mark()
	for _, part := range m {
		if !part.match(s, i) {
			s.env.undo(mark)
			return false
		}
	}
	return true
}

func (m all) kinds() kindSet {
	kinds := kindSet{any: true}
	for _, part := range m {
		kinds = kinds.and(part.kinds())
	}
	return kinds
}

// anyOf fits nodes that one of the arms fits; the first that does binds.
type anyOf []matcher

func (m anyOf) match(s *search, i int32) bool {
	for _, arm := range m {
		if arm.match(s, i) {
			return true
		}
	}
	return false
}

func (m anyOf) kinds() kindSet {
	var kinds kindSet
	for _, arm := range m {
		kinds = kinds.or(arm.kinds())
	}
	return kinds
}

// not fits nodes that its part does not fit, and binds nothing.
type not struct{ part matcher }

func (m not) match(s *search, i int32) bool {
	mark := s.env.mark()
	fits := m.part.match(s, i)
	s.env.undo(mark)
	return !fits
}
func (m not) kinds() kindSet     { return kindSet{any: true} }
func (m not) literals() literals { return nil }
