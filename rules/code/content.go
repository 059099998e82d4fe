package code

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// byteOrderMark stands at the beginning of some files and is not part of their
// text.
const byteOrderMark = "\ufeff"

// content is a text that is held against rules.
type content struct {
	source []byte // without a byte order mark
	// own is the source; plain is the source with "\n" at the end of each line.
	own, plainText *numbered
}

func newContent(data []byte) *content {
	return &content{source: bytes.TrimPrefix(data, []byte(byteOrderMark))}
}

// plain is the text with every line ended by "\n" alone, as Python reads files,
// so that $ stands before the end of each.
func (c *content) plain() string { return c.numbered(true).text }

// numbered is the text with its lines, made when it is first needed.
func (c *content) numbered(plain bool) *numbered {
	if c.own == nil {
		c.own = &numbered{text: string(c.source)}
		c.plainText = c.own
		if strings.Contains(c.own.text, "\r") {
			c.plainText = &numbered{text: strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(c.own.text)}
		}
	}
	if plain {
		return c.plainText
	}
	return c.own
}

// isText reports whether the content can be a source file.
func (c *content) isText() bool { return bytes.IndexByte(c.source, 0) < 0 }

// maxMessageBytes bounds a message, which may quote the content.
const maxMessageBytes = 500

// violation makes the report of a place: bytes start to end of the plain text,
// or of the source.
func (c *content) violation(r *rule, tier, start, end int, plain bool) Violation {
	v := Violation{
		Rule: r.id, Severity: string(r.severity), Tier: tier,
		Message: oneline.Clean(r.message, maxMessageBytes), Advice: oneline.Clean(r.note, maxMessageBytes),
	}
	v.Line, v.Column = c.position(start, plain)
	v.EndLine, v.EndColumn = c.position(end, plain)
	return v
}

// position returns line and column of a byte of the plain text or the source,
// both from 1, columns in characters.
func (c *content) position(at int, plain bool) (line, column int) {
	return c.numbered(plain).position(at)
}

// numbered is a text that knows where its lines begin.
type numbered struct {
	text  string
	lines []int // made when it is needed
}

func (n *numbered) position(at int) (line, column int) {
	if n.lines == nil {
		n.lines = lineStarts(n.text)
	}
	at = min(max(0, at), len(n.text))
	i, exact := slices.BinarySearch(n.lines, at)
	if !exact {
		i--
	}
	return i + 1, 1 + utf8.RuneCountInString(n.text[n.lines[i]:at])
}

// lineStarts finds where lines begin after "\n", "\r\n" and "\r".
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			starts = append(starts, i+1)
		}
	}
	return starts
}
