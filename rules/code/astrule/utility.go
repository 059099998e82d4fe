package astrule

// core is a rule or a global util: what has variables of its own.
type core struct {
	match       matcher
	kinds       kindSet
	constraints []constraint
	variables   []variable // by slot
}

// constraint is what the code of a variable must fit, once it is bound.
type constraint struct {
	slot    int
	matcher matcher
}

// fits reports whether the core matches node i, with bindings that are empty.
func (c *core) fits(s *search, i int32) bool {
	if !c.kinds.has(s.tree.nodes[i].Kind) || !c.match.match(s, i) {
		return false
	}
	for _, limit := range c.constraints {
		if s.env.bound(limit.slot) && !limit.matcher.match(s, s.env.values[limit.slot].first) {
			return false
		}
	}
	return true
}

// util is a local util, which may refer to itself through relations.
type util struct {
	matcher matcher
	reading bool // its literals, just now
}

// localUtil refers to a util of the same rule and shares its variables.
type localUtil struct{ util *util }

func (m localUtil) match(s *search, i int32) bool {
	fits := s.deeper() && m.util.matcher.match(s, i)
	s.depth--
	return fits
}

func (m localUtil) kinds() kindSet { return m.util.matcher.kinds() }

func (m localUtil) literals() literals {
	if m.util.reading {
		return nil
	}
	m.util.reading = true
	found := m.util.matcher.literals()
	m.util.reading = false
	return found
}

// globalUtil refers to a util in a file of its own, which has its own
// variables.
type globalUtil struct{ core *core }

func (m globalUtil) match(s *search, i int32) bool {
	outer := s.enter(len(m.core.variables))
	fits := s.deeper() && m.core.fits(s, i)
	s.depth--
	s.leave(outer)
	return fits
}

func (m globalUtil) kinds() kindSet { return m.core.match.kinds() }

// literals knows nothing: global utils may call each other in a circle of
// relations, and rules that consist of one are rare.
func (m globalUtil) literals() literals { return nil }
