package yamlmask

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

const byteOrderMark = "\ufeff"

// breaks are what YAML 1.1 takes for the end of a line, longest first.
var breaks = []string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"}

// breakAt returns how many bytes the end of a line takes at i; 0 if there is
// none.
func breakAt(data []byte, i int) int {
	if i >= len(data) || data[i] != '\n' && data[i] != '\r' && data[i] != 0xC2 && data[i] != 0xE2 {
		return 0
	}
	for _, b := range breaks {
		if bytes.HasPrefix(data[i:], []byte(b)) {
			return len(b)
		}
	}
	return 0
}

// lineStarts are the offsets of all lines.
func lineStarts(data []byte) []int {
	start := 0
	if bytes.HasPrefix(data, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
	}
	starts := []int{start}
	for i := start; i < len(data); {
		if n := breakAt(data, i); n > 0 {
			i += n
			starts = append(starts, i)
			continue
		}
		i++
	}
	return starts
}

// cursor turns lines and columns into offsets. Asked in the order of the text it
// takes time in proportion to its length.
type cursor struct {
	data         []byte
	starts       []int
	line, column int
	offset       int
}

func (c *cursor) at(line, column int) (offset int, ok bool) {
	if line < 1 || line > len(c.starts) || column < 1 {
		return 0, false
	}
	if line != c.line || column < c.column {
		c.line, c.column, c.offset = line, 1, c.starts[line-1]
	}
	for ; c.column < column; c.column++ {
		_, size := utf8.DecodeRune(c.data[c.offset:])
		if size == 0 {
			return 0, false
		}
		c.offset += size
	}
	return c.offset, true
}

// locate finds where every scalar begins and ends.
func (t *Text) locate() error {
	c := &cursor{data: t.data, starts: lineStarts(t.data)}
	var walk func(n *yaml.Node, depth int) error
	walk = func(n *yaml.Node, depth int) error {
		if depth > yamlpos.MaxDepth {
			return refuse(n.Line, n.Column, "nested deeper than %d levels", yamlpos.MaxDepth)
		}
		if n.Kind == yaml.ScalarNode {
			from, ok := c.at(n.Line, n.Column)
			s, found := scalarSpan(t.data, from, n)
			if !ok || !found {
				return refuse(n.Line, n.Column, "it cannot be told where this value ends: write it in quotes, on one line")
			}
			t.spans[n] = s
		}
		for _, child := range n.Content {
			if err := walk(child, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	for _, root := range t.roots {
		if err := walk(root, 1); err != nil {
			return err
		}
	}
	return nil
}

// scalarSpan finds the end of a scalar, and its beginning after its anchor and
// tag. The parser tells only where a node begins.
func scalarSpan(data []byte, at int, n *yaml.Node) (s span, ok bool) {
	style := n.Style & (yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle)
	if style == 0 && n.Value == "" {
		return span{at, at}, true // nothing is written
	}
	at = skipProperties(data, at)
	if at >= len(data) {
		return span{}, false
	}
	switch {
	case style == yaml.DoubleQuotedStyle && data[at] == '"':
		s.to, ok = doubleQuotedEnd(data, at)
	case style == yaml.SingleQuotedStyle && data[at] == '\'':
		s.to, ok = singleQuotedEnd(data, at)
	case style == yaml.LiteralStyle && data[at] == '|', style == yaml.FoldedStyle && data[at] == '>':
		s.to, ok = blockEnd(data, at, n.Value)
	case style == 0:
		s.to, ok = plainEnd(data, at, n.Value)
	}
	s.from = at
	return s, ok
}

// skipProperties returns where a node's content begins, after its anchor and
// tag, and what stands between them.
func skipProperties(data []byte, at int) int {
	for at < len(data) && (data[at] == '&' || data[at] == '!') {
		for at < len(data) && data[at] != ' ' && data[at] != '\t' && breakAt(data, at) == 0 {
			at++
		}
		at = skipBlank(data, at)
	}
	return at
}

// skipBlank skips blanks, ends of lines, and comments.
func skipBlank(data []byte, at int) int {
	for at < len(data) {
		switch n := breakAt(data, at); {
		case n > 0:
			at += n
		case data[at] == ' ' || data[at] == '\t':
			at++
		case data[at] == '#':
			at = lineEnd(data, at)
		default:
			return at
		}
	}
	return at
}

// lineEnd returns where the line around at ends, without its break.
func lineEnd(data []byte, at int) int {
	for at < len(data) && breakAt(data, at) == 0 {
		at++
	}
	return at
}

func doubleQuotedEnd(data []byte, at int) (end int, ok bool) {
	for i := at + 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1, true
		}
	}
	return 0, false
}

func singleQuotedEnd(data []byte, at int) (end int, ok bool) {
	for i := at + 1; i < len(data); i++ {
		if data[i] != '\'' {
			continue
		}
		if i+1 < len(data) && data[i+1] == '\'' {
			i++
			continue
		}
		return i + 1, true
	}
	return 0, false
}

// plainEnd follows the value through the text: what stands there is the value
// itself, only that its lines are folded.
func plainEnd(data []byte, at int, value string) (end int, ok bool) {
	i := at
	for j := 0; j < len(value); {
		if i < len(data) && data[i] == value[j] && value[j] != '\n' && breakAt(data, skipSpaces(data, i)) == 0 {
			i, j = i+1, j+1
			continue
		}
		var folded string
		if folded, i = foldAt(data, skipSpaces(data, i)); folded == "" || !strings.HasPrefix(value[j:], folded) {
			return 0, false
		}
		j += len(folded)
	}
	return i, true
}

func skipSpaces(data []byte, i int) int {
	for i < len(data) && (data[i] == ' ' || data[i] == '\t') {
		i++
	}
	return i
}

// foldAt returns what the ends of lines at i are in a folded value, and where
// the text goes on. A single one is a blank; of several, the first is left out.
func foldAt(data []byte, i int) (folded string, next int) {
	first := true
	for n := breakAt(data, i); n > 0; n = breakAt(data, i) {
		written := string(data[i : i+n])
		if n == 2 || written == "\r" || written == "\u0085" {
			written = "\n"
		}
		if !first || written == "\u2028" || written == "\u2029" {
			folded += written
		}
		first = false
		i = skipSpaces(data, i+n)
	}
	if !first && folded == "" {
		folded = " "
	}
	return folded, i
}

// blockEnd finds the end of a block scalar: of its last line that is not blank,
// without the line's break. Its lines are indented as far as the first one,
// less the blanks with which the value itself begins.
func blockEnd(data []byte, at int, value string) (end int, ok bool) {
	end = lineEnd(data, at)
	indent := -1
	for i := end + breakAt(data, end); i < len(data); {
		lineTo := lineEnd(data, i)
		line := data[i:lineTo]
		spaces := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case len(bytes.TrimLeft(line, " \t")) == 0:
		case indent < 0:
			if indent = spaces - ownSpaces(value); indent < 0 {
				return 0, false
			}
			if strings.TrimSpace(value) == "" || endsDocument(line, indent) {
				return end, true
			}
			end = lineTo
		case spaces < indent || endsDocument(line, indent):
			return end, true
		default:
			end = lineTo
		}
		if i = lineTo + breakAt(data, lineTo); i == lineTo {
			break
		}
	}
	return end, true
}

func endsDocument(line []byte, indent int) bool {
	return indent == 0 && (bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("...")))
}

// ownSpaces are the blanks at the start of the value's first line that is not
// blank.
func ownSpaces(value string) int {
	text := strings.TrimLeft(value, " \t\r\n\u0085\u2028\u2029")
	line := value[strings.LastIndexAny(value[:len(value)-len(text)], "\r\n\u0085\u2028\u2029")+1 : len(value)-len(text)]
	return len(line) - len(strings.TrimLeft(line, " "))
}
