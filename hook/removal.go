package hook

import "bytes"

// removal is the place of what has to go for an entry of ours to be gone: its
// group where it has no other handler, and around that what an insertion added.
func (s *settingsFile) removal(p *placed) (in *node, at int) {
	_, handlers, _ := s.member(&p.group, "hooks", array, "") // it has been found there
	switch {
	case len(handlers.items) > 1:
		return handlers, p.handlerAt
	case len(s.preToolUse.items) > 1 || !isFresh(s.preToolUse):
		return s.preToolUse, p.groupAt
	case len(s.hooks.items) > 1 || !isFresh(s.hooks):
		return s.hooks, s.preToolAt
	}
	return &s.root, s.hooksAt
}

// isFresh reports whether an insertion added a list or object: see
// [settingsFile.insertion].
func isFresh(n *node) bool { return n.items[0].from() == n.start+1 }

// removal takes an item out of a list or object, exactly as an insertion put it
// in, where it did. closely takes the white space before it too.
func removal(data []byte, in *node, at int, closely bool) []change {
	l := layoutOf(data, &node{})
	item, isLast := in.items[at], at == len(in.items)-1
	start, end := item.from(), item.end
	if closely {
		start = len(bytes.TrimRight(data[:start], " \t\r\n"))
	}
	if item.comma >= 0 {
		end = item.comma + 1
	}
	switch {
	case len(in.items) == 1:
		line := []byte(l.newline + l.lineIndent(in.start))
		if closely && bytes.HasPrefix(data[end:], line) {
			end += len(line)
		}
	case isLast && item.comma < 0:
		comma := in.items[at-1].comma
		return []change{{comma, comma + 1, ""}, {start, end, ""}}
	}
	return []change{{start, end, ""}}
}
