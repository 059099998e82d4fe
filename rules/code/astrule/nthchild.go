package astrule

import (
	"errors"
	"strings"
)

// position is a place among siblings, or every step-th from offset on, as An+B
// of style sheets.
type position struct{ step, offset int }

// includes reports whether the index, counted from 1, is meant.
func (p position) includes(index int) bool {
	if p.step == 0 {
		return index == p.offset
	}
	n := index - p.offset
	return n%p.step == 0 && n/p.step >= 0
}

// maxPosition bounds the numbers of a position, so that they cannot overflow.
const maxPosition = 1_000_000

var errPosition = errors.New("must be a number from 1 on, or like 2n+1")

// parsePosition reads a number or An+B, with blanks anywhere.
func parsePosition(text string) (position, error) {
	text = strings.ToLower(strings.Join(strings.Fields(text), ""))
	before, after, hasN := strings.Cut(text, "n")
	if !hasN {
		offset, ok := parseSigned(text)
		if !ok {
			return position{}, errPosition
		}
		return position{offset: offset}, nil
	}
	step, ok := 1, true
	switch before {
	case "", "+":
	case "-":
		step = -1
	default:
		step, ok = parseSigned(before)
	}
	offset := 0
	if ok && after != "" {
		ok = after[0] == '+' || after[0] == '-'
		if ok {
			offset, ok = parseSigned(after)
		}
	}
	if !ok {
		return position{}, errPosition
	}
	return position{step, offset}, nil
}

func parseSigned(text string) (int, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" {
		return 0, false
	}
	n := 0
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		if n = n*10 + int(digits[i]-'0'); n > maxPosition {
			return 0, false
		}
	}
	if text[0] == '-' {
		n = -n
	}
	return n, true
}

// nthChild fits nodes by their place among their named siblings, or among
// those that of fits.
type nthChild struct {
	position position
	reverse  bool
	of       matcher // nil: all
}

func (m *nthChild) match(s *search, i int32) bool {
	parent := s.tree.nodes[i].Parent
	if parent == none || !s.tree.is(i, Named) {
		return false
	}
	index, found, total := 0, false, 0
	for c := s.tree.first(parent); c != none; c = s.tree.next(c) {
		if !s.spend(1) {
			return false
		}
		if !s.tree.is(c, Named) || m.of != nil && !m.fits(s, c) {
			continue
		}
		if total++; c == i {
			index, found = total, true
			if !m.reverse {
				break
			}
		}
	}
	if m.reverse {
		index = total - index + 1
	}
	return found && m.position.includes(index) && (m.of == nil || m.of.match(s, i))
}

// fits tries a sibling without leaving a binding.
func (m *nthChild) fits(s *search, i int32) bool {
	mark := s.env.mark()
	fits := m.of.match(s, i)
	s.env.undo(mark)
	return fits
}

func (m *nthChild) kinds() kindSet {
	if m.of == nil {
		return kindSet{any: true}
	}
	return m.of.kinds()
}

func (m *nthChild) literals() literals {
	if m.of == nil {
		return nil
	}
	return m.of.literals()
}
