package astrule

import "slices"

// calls are the utils that utils name outside relations. A util that comes
// back to itself that way would never end; below a relation it meets another
// node.
type calls struct {
	from map[string][]call
	keys []string // of from, in order
}

type call struct {
	to   string
	doc  *document
	path string // of matches in the document
}

func (c *calls) add(from, to string, doc *document, path string) {
	if from == "" {
		return
	}
	if c.from == nil {
		c.from = map[string][]call{}
	}
	if _, known := c.from[from]; !known {
		c.keys = append(c.keys, from)
	}
	c.from[from] = append(c.from[from], call{to, doc, path})
}

// refuseCycles records a fault at each call that closes a circle.
func (l *loader) refuseCycles() bool {
	state := map[string]int{} // 1: on the way, 2: done
	found := false
	var visit func(name string)
	visit = func(name string) {
		state[name] = 1
		for _, next := range l.calls.from[name] {
			switch state[next.to] {
			case 1:
				found = true
				next.doc.doc.Fault(next.path, "comes back to itself: a util may name itself only below inside, has, precedes or follows")
			case 0:
				visit(next.to)
			}
		}
		state[name] = 2
	}
	for _, name := range slices.Clone(l.calls.keys) {
		if state[name] == 0 {
			visit(name)
		}
	}
	return found
}
