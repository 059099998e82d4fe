package yamlpos

import (
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// aliasName matches an alias as written.
var aliasName = pattern(`^\*[^\s,\[\]{}]*`)

// span is the stretch of its first line that a node covers: all of a scalar,
// the first character of a list or mapping.
func (s *source) span(n *node) span {
	rest := s.from(n.position)
	switch {
	case n.raw == nil || n.kind != scalar && n.raw.Kind != yaml.AliasNode:
		return span{n.position, 1}
	case n.raw.Kind == yaml.AliasNode:
		return span{n.position, max(1, utf8.RuneCountInString(aliasName().FindString(rest)))}
	case n.style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return span{n.position, 1}
	}
	if at, width, ok := written(n, rest); ok {
		return span{n.position, at + width}
	}
	return span{n.position, max(1, utf8.RuneCountInString(strings.TrimRight(rest, " \t")))}
}

// written finds a scalar that stands on one line in what follows its position:
// how many characters after it, behind a tag or an anchor, and how wide. It
// reports false for a scalar that goes on on the next line.
func written(n *node, rest string) (at, width int, ok bool) {
	quote := byte('"')
	switch {
	case n.style&yaml.SingleQuotedStyle != 0:
		quote = '\''
	case n.style&yaml.DoubleQuotedStyle == 0:
		start := strings.Index(rest, n.text)
		if start < 0 {
			return 0, 0, false
		}
		return utf8.RuneCountInString(rest[:start]), utf8.RuneCountInString(n.text), true
	}
	start := strings.IndexByte(rest, quote)
	if start < 0 {
		return 0, 0, false
	}
	columns, closed := quotedColumns(rest[start+1:], quote)
	if !closed {
		return 0, 0, false
	}
	return utf8.RuneCountInString(rest[:start]), columns[len(columns)-1] + 2, true
}

// quotedColumns maps each character of a quoted text to its column after the
// opening quote; the last element is the column of the closing quote. It
// reports false if the line ends before the text does.
func quotedColumns(rest string, quote byte) (list []int, closed bool) {
	runes := []rune(rest)
	for i := 0; i < len(runes); i++ {
		list = append(list, i)
		switch {
		case quote == '\'' && runes[i] == '\'':
			if i+1 == len(runes) || runes[i+1] != '\'' {
				return list, true
			}
			i++
		case quote == '"' && runes[i] == '"':
			return list, true
		case quote == '"' && runes[i] == '\\' && i+1 < len(runes):
			i += escapeLength(runes[i+1])
		}
	}
	return append(list, len(runes)), false
}

// escapeLength is how many characters follow the backslash of an escape.
func escapeLength(r rune) int {
	switch r {
	case 'x':
		return 3
	case 'u':
		return 5
	case 'U':
		return 9
	}
	return 1
}

// within narrows the span of a scalar to length bytes at offset of its text,
// and returns whole where that cannot be placed.
func (s *source) within(n *node, whole span, offset, length int) span {
	if offset < 0 || length < 0 || offset+length > len(n.text) || n.raw == nil || n.raw.Kind == yaml.AliasNode {
		return whole
	}
	skip, width := utf8.RuneCountInString(n.text[:offset]), max(1, utf8.RuneCountInString(n.text[offset:offset+length]))
	rest := s.from(n.position)
	switch {
	case n.style&yaml.LiteralStyle != 0:
		return s.withinLiteral(n, whole, offset, width)
	case n.style&yaml.FoldedStyle != 0:
		return whole
	}
	at, _, ok := written(n, rest)
	if !ok {
		return whole
	}
	if n.style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) == 0 {
		return span{position{n.line, n.column + at + skip}, width}
	}
	start := n.column + at + 1
	quoted := string([]rune(rest)[at+1:])
	columns, _ := quotedColumns(quoted, []byte(string([]rune(rest)[at]))[0])
	if skip+width >= len(columns) {
		return whole
	}
	return span{position{n.line, start + columns[skip]}, columns[skip+width] - columns[skip]}
}

// withinLiteral places an offset of a literal block, whose lines are written
// as they are below an indentation.
func (s *source) withinLiteral(n *node, whole span, offset, width int) span {
	before := n.text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	text, _, _ := strings.Cut(n.text[lineStart:], "\n")
	line := n.line + 1 + strings.Count(before, "\n")
	indent := strings.Index(s.line(line), text)
	if indent < 0 {
		return whole
	}
	return span{position{line, indent + 1 + utf8.RuneCountInString(before[lineStart:])}, width}
}
