package injection

import "strings"

// posture adds to the sentence how token i stands in it: whether a clause
// starts with an order or a prohibition there.
func (r *reader) posture(i int) {
	t := &r.buffer[i]
	if t.start && !t.line && !r.has(i, r.function) {
		r.now.add(r.parts[r.asBare])
	}
	role := r.roles[t.known]
	if role == 0 {
		return
	}
	if role&orders != 0 && r.leads(i) {
		r.now.add(r.parts[r.asOrder])
	}
	if role&replies != 0 && (i > 0 && r.has(i-1, r.your) || i > 1 && r.has(i-2, r.your)) {
		r.now.add(r.parts[r.asYours])
	}
	if role&forbids != 0 && r.leadsNot(i) {
		r.now.add(r.parts[r.asForbid])
	}
}

// leads reports whether a clause starts with token i, as an order does: at the
// start, after a comma or a word that leads to it, or after "you to", "the
// model has to".
func (r *reader) leads(i int) bool {
	switch {
	case r.buffer[i].start || r.buffer[i].comma || i == 0:
		return true
	case r.has(i-1, r.please) || r.buffer[i-1].line:
		return true
	}
	return i > 1 && r.has(i-1, r.to) && (r.has(i-2, r.youWord) || r.has(i-2, r.machine) || r.has(i-2, r.obliged))
}

// leadsNot is leads for a prohibition: "never …", "do not …", "you must not …".
func (r *reader) leadsNot(i int) bool {
	if r.buffer[i].start || r.buffer[i].comma || i == 0 || r.has(i-1, r.please) || r.buffer[i-1].line {
		return true
	}
	if r.has(i-1, r.do) {
		return i == 1 || r.leads(i-1)
	}
	return i > 1 && r.has(i-1, r.mayall) && (r.has(i-2, r.youWord) || r.has(i-2, r.machine))
}

// codeMarks are the marks of programs, which prose has few of.
const codeMarks = `(){}[]=_;<>|\&`

// isPlainProse reports whether a sentence is prose, by how few marks of
// programs it has: a list of keywords holds many words of orders, and orders
// nothing.
func isPlainProse(sentence string) bool {
	marks, quotes := 0, 0
	for i := range len(sentence) {
		switch c := sentence[i]; {
		case c == '\'' || c == '"':
			quotes++
		case strings.IndexByte(codeMarks, c) >= 0:
			marks++
		}
	}
	return marks <= 3+len(sentence)/24 && quotes <= 6+len(sentence)/24
}
