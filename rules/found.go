package rules

import "slices"

// ticket is a rule that may hold for a call, in the order of rules: twice its
// number, one more if its condition has still to be tried.
type ticket int32

func newTicket(rule int, untried bool) ticket {
	if untried {
		return ticket(2*rule + 1)
	}
	return ticket(2 * rule)
}

func (t ticket) rule() int     { return int(t / 2) }
func (t ticket) untried() bool { return t%2 != 0 }

// afterAll is the ticket of no rule, and greater than all.
const afterAll = ticket(2*MaxRules + 2)

// found collects the rules that may hold for a call. It is kept from call to
// call so that collecting takes no memory.
type found struct {
	rules  []ticket
	next   int    // the first that was not handed out
	doubt  ticket // 1 while a rule that is found has still to be tried
	full   int    // at this length, what was found twice is dropped
	letter []byte
}

// leastFull is small beside a set and large beside what a call finds.
const leastFull = 1024

func (f *found) add(rules []ticket) {
	for _, t := range rules {
		f.rules = append(f.rules, t|f.doubt)
	}
	// One word can be in a text a million times.
	if len(f.rules) > max(f.full, leastFull) {
		f.sort()
		f.full = 2 * len(f.rules)
	}
}

// sort orders what is left to hand out.
func (f *found) sort() {
	left := f.rules[f.next:]
	slices.Sort(left)
	f.rules = f.rules[:f.next+len(slices.Compact(left))]
}

// peek returns the next rule; a rule after all others if there is none.
func (f *found) peek() ticket {
	if f.next == len(f.rules) {
		return afterAll
	}
	return f.rules[f.next]
}

// reset forgets everything, and lets go of what a rare call made large.
func (f *found) reset() {
	if cap(f.rules) > 4*leastFull {
		f.rules = nil
	}
	f.rules, f.next, f.full = f.rules[:0], 0, 0
}

// fold writes text in lower case, for a look into a map that takes no memory.
func (f *found) fold(text string) []byte {
	f.letter = f.letter[:0]
	for i := range len(text) {
		f.letter = append(f.letter, foldByte(text[i]))
	}
	return f.letter
}
