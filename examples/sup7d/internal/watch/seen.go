package watch

import "fmt"

// seen is how much of the call on the screen was drawn since it came there: its
// first lines without a gap. Nothing is approved of which a line is missing: what
// an agent wrote may be as long as it likes.
type seen struct {
	width  int // that the lines were wrapped to
	itself int // how many lines say what would run
	all    int // those, and the evidence below
	upTo   int // how many were drawn
}

// measured takes how many lines there are in a window of a width. In another one
// lines break elsewhere: what was drawn in part counts as not drawn.
func (s *seen) measured(width, itself, all int) {
	if width == s.width {
		return // a call does not change while it is on the screen
	}
	upTo := 0
	switch {
	case s.all > 0 && s.upTo >= s.all:
		upTo = all
	case s.all > 0 && s.upTo >= s.itself:
		upTo = itself
	}
	*s = seen{width, itself, all, upTo}
}

// drew takes that lines were drawn, from one up to another.
func (s *seen) drew(from, to int) {
	if from <= s.upTo {
		s.upTo = min(max(s.upTo, to), s.all)
	}
}

// itselfLeft is how many lines of what would run were not drawn.
func (s *seen) itselfLeft() int {
	if s.all == 0 {
		return 1 // none was
	}
	return max(0, s.itself-s.upTo)
}

// evidenceLeft is how many lines of the evidence were not drawn.
func (s *seen) evidenceLeft() int { return s.all - max(s.itself, s.upTo) }

// whole reports whether all of what would run was on the screen. If not it says
// what to do.
func (c *console) whole() bool {
	switch left := c.seen.itselfLeft(); {
	case c.current.hidden != "":
		c.notice = c.current.hidden + ": it can be denied here, or settled on the supervisor's page"
	case left > 0:
		c.notice = linesNotShown(left) + ": [e] shows them"
	default:
		return true
	}
	return false
}

func linesNotShown(n int) string {
	if n == 1 {
		return "1 line was not shown"
	}
	return fmt.Sprintf("%d lines were not shown", n)
}
