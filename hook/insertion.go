package hook

import (
	"bytes"
	"strings"
)

// usualIndent is that of a file which does not show its own; the host's.
const usualIndent = "  "

// insertion is what brings an entry into settings that have none of ours. What is
// missing around it is added with its bracket directly before what it holds, and
// what is put into something empty begins with white space: by that a removal
// tells what it may take away.
func (s *settingsFile) insertion(e Entry) []change {
	l := layoutOf(s.data, &s.root)
	switch {
	case s.hooks == nil:
		return l.appended(&s.root, `"hooks": {"`+eventName+`": [`, e.text(), `]}`)
	case s.preToolUse == nil:
		return l.appended(s.hooks, `"`+eventName+`": [`, e.text(), `]`)
	}
	return l.appended(s.preToolUse, "", e.text(), "")
}

// layout is how a file breaks and indents its lines.
type layout struct {
	data    []byte
	newline string
	one     string // one level of indentation
}

func layoutOf(data []byte, root *node) layout {
	l := layout{data: data, newline: "\n", one: usualIndent}
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		l.newline = "\r\n"
	}
	if len(root.items) > 0 {
		if own, ok := l.ownLine(root.items[0].from()); ok && own != "" {
			l.one = own
		}
	}
	return l
}

// ownLine returns the white space before at in its line, if there is nothing else.
func (l *layout) ownLine(at int) (indent string, ok bool) {
	line := l.data[bytes.LastIndexByte(l.data[:at], '\n')+1 : at]
	return string(line), len(bytes.Trim(line, " \t")) == 0 && bytes.IndexByte(l.data[:at], '\n') >= 0
}

// lineIndent is the indentation of the line in which at stands.
func (l *layout) lineIndent(at int) string {
	line := l.data[bytes.LastIndexByte(l.data[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// appended puts a group with a handler behind the last item of a list or object,
// with before and after around the group.
func (l *layout) appended(in *node, before, handler, after string) []change {
	if len(in.items) == 0 {
		indent := l.lineIndent(in.start)
		at := lastComment(l.data, in.start+1, in.end-1)
		return []change{{at, at, l.newline + indent + l.one + l.group(indent+l.one, before, handler, after) + l.newline + indent}}
	}
	last := in.items[len(in.items)-1]
	separator, item := " ", before+`{"hooks": [`+handler+`]}`+after
	if bytes.IndexByte(l.data[in.start:in.end], '\n') >= 0 {
		indent, ok := l.ownLine(in.items[0].from())
		if !ok {
			indent = l.lineIndent(in.start) + l.one
		}
		separator, item = l.newline+indent, l.group(indent, before, handler, after)
	}
	if last.comma >= 0 {
		at := sameLineComments(l.data, last.comma+1, in.end-1)
		return []change{{at, at, separator + item + ","}}
	}
	at := sameLineComments(l.data, last.end, in.end-1)
	return []change{{last.end, last.end, ","}, {at, at, separator + item}}
}

// group is a group whose handler has a line of its own.
func (l *layout) group(indent, before, handler, after string) string {
	return before + `{"hooks": [` + l.newline + indent + l.one + handler + l.newline + indent + `]}` + after
}

// lastComment is the end of the last comment between two brackets with nothing
// else between them, or where the first one ends.
func lastComment(data []byte, from, to int) int {
	s := scanner{data: data[:to], at: from}
	last := from
	for s.at < to {
		if strings.IndexByte(" \t\r\n", s.next()) >= 0 {
			s.at++
			continue
		}
		last = commentEnd(&s)
	}
	return last
}

// sameLineComments is the end of the comments that begin in the line of from,
// behind it, or from.
func sameLineComments(data []byte, from, to int) int {
	s := scanner{data: data[:to], at: from}
	last := from
	for s.at < to {
		switch s.next() {
		case ' ', '\t':
			s.at++
		case '/':
			isLine := bytes.HasPrefix(data[s.at:to], []byte("//"))
			last = commentEnd(&s)
			if isLine {
				return last
			}
		default:
			return last
		}
	}
	return last
}

// commentEnd passes one comment, and returns where its text ends: before the
// white space at the end of its line.
func commentEnd(s *scanner) int {
	if bytes.HasPrefix(s.data[s.at:], []byte("//")) {
		line := bytes.IndexByte(s.data[s.at:], '\n')
		if line < 0 {
			line = len(s.data) - s.at
		}
		begin := s.at
		s.at += line
		return begin + len(bytes.TrimRight(s.data[begin:s.at], " \t\r"))
	}
	s.at += bytes.Index(s.data[s.at+2:], []byte("*/")) + 4
	return s.at
}
