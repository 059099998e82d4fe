package injection

import "math/bits"

// window is how many words the longest phrase spans, with what may stand
// before it; twice that much is kept at hand.
const window = 64

// maxAbout is how far before a quoted phrase a word may stand that says what
// the quote is an example of.
const maxAbout = 16

// reader looks for phrases in a text.
type reader struct {
	*lexicon
	text string
	opts Options

	buffer []token
	base   int // tokens that were dropped from the front of buffer
	hint   *rule
	hintAt int
	found  Finding
	now    sentence
}

// read goes through the text once.
func (r *reader) read() (Finding, bool) {
	source := tokens{lexicon: r.lexicon, text: r.text, start: true}
	r.buffer = make([]token, 0, min(len(r.text)/4+4, 4*window))
	for more := true; more; {
		source.found = r.buffer
		for more && len(source.found) < 4*window {
			more = source.next()
		}
		r.buffer = source.found
		end := len(r.buffer)
		if more {
			end -= window
		}
		from := 0
		if r.base > 0 {
			from = window
		}
		for i := from; i < end; i++ {
			if r.at(i) || r.take(i) {
				return r.found, true
			}
		}
		if more {
			keep := end - window
			r.base += keep
			r.buffer = append(r.buffer[:0], r.buffer[keep:]...)
		}
	}
	return r.found, r.now.size > 0 && r.close(int32(len(r.text)))
}

// at looks for phrases that start at a token.
func (r *reader) at(i int) bool {
	known := r.buffer[i].known
	if r.roles[known]&begins == 0 {
		return false
	}
	start := &r.sets[known]
	for w := range start {
		for left := start[w] & r.first[w]; left != 0; left &= left - 1 {
			id := w*64 + bits.TrailingZeros64(left)
			for k := range r.rules[id] {
				if r.holds(&r.rules[id][k], i) {
					return true
				}
			}
		}
	}
	return false
}

// holds compares one phrase. Two different ones that are not sure, near each
// other, hold together.
func (r *reader) holds(p *rule, i int) bool {
	end, ok := r.match(p.elements, i)
	if !ok || r.denied(p, i) || r.isExample(p, i) {
		return false
	}
	position := r.base + i
	if !p.sure && (r.hint == nil || r.hint == p || position-r.hintAt > window) {
		r.hint, r.hintAt = p, position
		return false
	}
	r.found = Finding{p.class, int(r.buffer[i].from), int(r.buffer[end].to)}
	return true
}

// match compares the elements from token i on and returns the last token.
func (r *reader) match(elements []element, i int) (end int, ok bool) {
	for k, e := range elements {
		if k > 0 {
			if i = r.find(e, i+1); i < 0 {
				return 0, false
			}
		}
		if e.start && !r.buffer[i].start {
			return 0, false
		}
	}
	return i, true
}

// has reports whether a token is one of the words of an element.
func (r *reader) has(i, id int) bool {
	known := r.buffer[i].known
	return known != 0 && r.sets[known].has(id)
}

// find returns the first token from i on, as far as the gap reaches, that
// fits; -1 if there is none in the sentence.
func (r *reader) find(e element, i int) int {
	for last := i + e.gap; i <= last && i < len(r.buffer); i++ {
		if r.has(i, e.id) {
			return i
		}
		if r.buffer[i].end {
			return -1
		}
	}
	return -1
}

// denied reports whether a word that turns the phrase around stands before it.
func (r *reader) denied(p *rule, i int) bool {
	for k := max(0, i-3); p.not >= 0 && k < i; k++ {
		if r.has(k, p.not) {
			return true
		}
	}
	return false
}

// isExample reports whether a phrase is told to be about: it stands in quotes,
// after a word that says so outside of them, or it is what is looked for. What
// addresses the decision is never an example.
func (r *reader) isExample(p *rule, i int) bool {
	if p.class == Verdict {
		return false
	}
	if r.opts.Pattern {
		return true
	}
	if !r.buffer[i].quoted {
		return false
	}
	for k := max(0, i-maxAbout); k < i; k++ {
		if !r.buffer[k].quoted && r.has(k, r.about) {
			return true
		}
	}
	return false
}
