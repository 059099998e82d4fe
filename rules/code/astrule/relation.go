package astrule

// stopBy says how far a relation looks: to the next node, to the end, or up to
// and with the first node that until fits.
type stopBy struct {
	end   bool
	until matcher // sees no bindings, and makes none
}

// neighbor reports whether only the next node counts.
func (b stopBy) neighbor() bool { return !b.end && b.until == nil }

// stops reports whether the search must not go beyond node i.
func (b stopBy) stops(s *search, i int32) bool {
	if b.until == nil {
		return false
	}
	outer := s.enter(len(s.env.values))
	fits := b.until.match(s, i)
	s.leave(outer)
	return fits
}

// relation is what inside, has, precedes and follows have in common.
type relation struct {
	other matcher // what the related node must fit
	stop  stopBy
	field uint16 // 0: any
}

func (r *relation) kinds() kindSet     { return kindSet{any: true} }
func (r *relation) literals() literals { return r.other.literals() }

// along tries the nodes that step leads to, one after the other.
func (r *relation) along(s *search, i int32, step func(int32) int32) bool {
	for at := step(i); at != none && s.spend(1); at = step(at) {
		switch {
		case r.other.match(s, at):
			return true
		case r.stop.neighbor() || r.stop.stops(s, at):
			return false
		}
	}
	return false
}

// precedes fits nodes that stand before another sibling.
type precedes struct{ relation }

func (m *precedes) match(s *search, i int32) bool { return m.along(s, i, s.tree.next) }

// follows fits nodes that stand behind another sibling.
type follows struct{ relation }

func (m *follows) match(s *search, i int32) bool { return m.along(s, i, s.tree.previous) }

// inside fits nodes below another. With a field the node, or the one of its
// ancestors that is the other's child, must be the first in that field.
type inside struct{ relation }

func (m *inside) match(s *search, i int32) bool {
	for child := i; s.spend(1); {
		parent := s.tree.nodes[child].Parent
		if parent == none {
			return false
		}
		if (m.field == 0 || s.tree.inField(parent, m.field) == child) && m.other.match(s, parent) {
			return true
		}
		if m.stop.neighbor() || m.stop.stops(s, parent) {
			return false
		}
		child = parent
	}
	return false
}

// has fits nodes with another below them.
type has struct{ relation }

func (m *has) match(s *search, i int32) bool {
	if m.field != 0 {
		child := s.tree.inField(i, m.field)
		return child != none && m.inField(s, child)
	}
	if m.stop.neighbor() {
		return m.child(s, i)
	}
	return m.below(s, i)
}

// child tries the children of node i.
func (m *has) child(s *search, i int32) bool {
	for c := s.tree.first(i); c != none && s.spend(1); c = s.tree.next(c) {
		if m.other.match(s, c) {
			return true
		}
	}
	return false
}

// below tries all nodes below node i, but those below one that stops it.
func (m *has) below(s *search, i int32) bool {
	end := s.tree.nodes[i].After
	for at := i + 1; at < end && s.spend(1); {
		switch {
		case m.other.match(s, at):
			return true
		case m.stop.stops(s, at):
			at = s.tree.nodes[at].After
		default:
			at++
		}
	}
	return false
}

// inField tries the child in the field and what is below it: all with end, and
// only its children up to a stop, as ast-grep does.
func (m *has) inField(s *search, child int32) bool {
	switch {
	case m.other.match(s, child):
		return true
	case m.stop.neighbor():
		return false
	case m.stop.end:
		return m.below(s, child)
	}
	return !m.stop.stops(s, child) && m.child(s, child)
}
