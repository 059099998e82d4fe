package command

import "strings"

// findTests follows which names the expression of find(1) asks for, up to where
// it acts. An act is carried out for what all tests before it allow, back to
// the last "-o" outside of parentheses.
type findTests struct {
	chain   []string // patterns of paths, one of which what is found matches
	group   []string // the same, of an expression in parentheses
	whole   bool     // every alternative of the group asks for a name
	named   bool     // this alternative does
	depth   int      // of parentheses
	negated bool     // the next part is
}

// alone follows a part without value.
func (t *findTests) alone(text string) {
	negated := t.negated
	t.negated = text == "!" || text == "-not"
	switch text {
	case "(":
		t.depth++
		if t.depth > 1 {
			t.whole = false
			return
		}
		t.group, t.named, t.whole = nil, false, !negated
	case ")":
		t.depth--
		t.whole = t.whole && t.named
		if t.depth == 0 && t.whole && t.chain == nil {
			t.chain = t.group
		}
	case "-o", "-or", ",":
		if t.depth <= 0 {
			t.chain = nil
			return
		}
		t.whole, t.named = t.whole && t.named, false
	}
}

// about follows a test with a value.
func (t *findTests) about(test string, value Word) {
	negated := t.negated
	t.negated = false
	pattern := value.Text
	switch strings.Replace(test, "-i", "-", 1) {
	case "-name":
		pattern = "*/" + pattern
	case "-path", "-wholename":
	default:
		return
	}
	switch {
	case negated || !value.Known():
	case t.depth > 0:
		t.group, t.named = append(t.group, pattern), true
	case t.chain == nil:
		t.chain = []string{pattern}
	}
}

// names returns the patterns of what is found here; none: anything.
func (t *findTests) names() []string {
	if t.depth > 0 {
		return nil
	}
	return t.chain
}
