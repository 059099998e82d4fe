package rules

import "slices"

// found collects the rules that may hold for a call. It is kept from call to
// call so that collecting takes no memory.
type found struct {
	rules  []int32
	next   int // the first that was not handed out
	full   int // at this length, what was found twice is dropped
	letter []byte
}

// leastFull is small beside a set and large beside what a call finds.
const leastFull = 1024

func (f *found) add(rules []int32) {
	f.rules = append(f.rules, rules...)
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
func (f *found) peek() int32 {
	if f.next == len(f.rules) {
		return afterAll
	}
	return f.rules[f.next]
}

// afterAll is the number of no rule, and greater than all.
const afterAll = int32(MaxRules + 1)

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
