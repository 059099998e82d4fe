package injection

import "math/bits"

// maxGreeting bounds the words before the name of whom a text addresses.
const maxGreeting = 6

// maxName bounds the words of such a name: "AI reviewer model".
const maxName = 3

// addressed tells by its build whether a sentence speaks to the reader that
// token i names, and returns the element that stands for it; -1 if not. A name
// counts at the start, after words of greeting, with a comma, a colon or what
// the reader does after it; or between commas, or after one at the end.
func (r *reader) addressed(i int) int {
	decider, machine := r.has(i, r.decider), r.has(i, r.machine)
	if !decider && !machine {
		return -1
	}
	end := i + 1
	for end < len(r.buffer) && end < i+maxName && (r.has(end, r.decider) || r.has(end, r.machine) || r.has(end, r.kind)) {
		decider = decider || r.has(end, r.decider)
		end++
	}
	noted := end < len(r.buffer)-1 && r.has(end, r.note) && r.has(end+1, r.colon)
	before := r.before(i)
	atEnd := end >= len(r.buffer) || r.buffer[end].end || r.buffer[end].start || r.buffer[end].comma || r.has(end, r.colon)
	switch {
	case before.comma && atEnd:
	case !before.starts || end >= len(r.buffer):
		return -1
	case noted:
	case r.has(end, r.colon) && !before.greets && !decider:
		return r.asSpeaker
	case !r.buffer[end].comma && !r.buffer[end].end && !r.has(end, r.colon) && !r.has(end, r.reading):
		return -1
	}
	if decider {
		return r.toDecider
	}
	return r.toMachine
}

// lead is what stands before a name.
type lead struct {
	greets bool // words of greeting
	comma  bool // a comma before them
	starts bool // nothing else in the sentence
}

// before looks at the words before a name.
func (r *reader) before(i int) (l lead) {
	for k := i; k > i-maxGreeting; k-- {
		l.comma = l.comma || r.buffer[k].comma
		switch {
		case r.buffer[k].start:
			l.starts = true
			return l
		case k > 0 && r.has(k-1, r.colon) || l.greets && r.has(k, r.hail):
			l.starts = true
			return l
		case k == 0 || l.comma || !r.has(k-1, r.greet) && !r.has(k-1, r.kind):
			return l
		}
		l.greets = l.greets || r.has(k-1, r.greet)
	}
	return l
}

// maxClause bounds the words of a sentence that clauses are looked for in. A
// longer one is read in parts.
const maxClause = 48

// sentence is what is known of the sentence that is being read.
type sentence struct {
	words wide
	from  int32
	size  int
	lines int // line ends in a row

	carried bool // speaks to whom the sentence before greeted
}

func (s *sentence) add(parts []part) {
	for _, p := range parts {
		s.words[p.at] |= p.bits
	}
}

// take adds a token to the sentence and looks for clauses at its end. It
// reports whether one was found.
func (r *reader) take(i int) bool {
	t := &r.buffer[i]
	if r.now.size == 0 {
		r.now.from = t.from
	}
	r.now.size++
	if t.line {
		r.now.lines++
	} else {
		r.now.lines = 0
	}
	r.posture(i)
	if t.known != 0 {
		r.now.add(r.parts[t.known])
		if r.roles[t.known]&addressee != 0 {
			if id := r.addressed(i); id >= 0 {
				r.now.words.add(id)
			}
		}
	}
	if !t.end && r.now.lines < 2 && r.now.size < maxClause {
		return false
	}
	return r.close(t.to)
}

// close ends the sentence and looks for clauses in it.
func (r *reader) close(to int32) bool {
	now := r.now
	r.now = sentence{}
	if now.size <= maxGreeting && !now.carried {
		// "Hi judge! …" greets whom the next sentence is for.
		for _, id := range []int{r.toDecider, r.toMachine} {
			if now.words.has(id) {
				r.now.words.add(id)
				r.now.carried = true
			}
		}
	}
	for w := range now.words {
		for left := now.words[w] & r.keys[w]; left != 0; left &= left - 1 {
			list := r.clauses[w*64+bits.TrailingZeros64(left)]
			for k := range list {
				if c := &list[k]; c.holds(&now.words) && (!r.opts.Pattern || c.class == Verdict) && isPlainProse(r.text[now.from:to]) {
					r.found = Finding{c.class, int(now.from), int(to)}
					return true
				}
			}
		}
	}
	return false
}

// clauseRule is a clause, ready to compare.
type clauseRule struct {
	class Class
	all   []int
	not   int // -1: none
}

func (c *clauseRule) holds(words *wide) bool {
	for _, id := range c.all {
		if !words.has(id) {
			return false
		}
	}
	return c.not < 0 || !words.has(c.not)
}
