package yamlpos

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// span is a stretch of one line. The zero span is the whole file.
type span struct {
	position
	width int
}

// source is the text of a file, line by line.
type source struct {
	lines  []string
	starts []position          // of every node, in order
	hidden map[int][]columns   // by line: what must not be shown
	secret map[*yaml.Node]bool // what is hidden already
}

// columns is a stretch of a line, to not included.
type columns struct{ from, to int }

// toEnd as columns.to is the end of the line.
const toEnd = MaxBytes + 1

// lineBreak matches all that YAML 1.1 takes for the end of a line, so that
// line numbers are those of the parser.
var lineBreak = pattern("\r\n|[\n\r\u0085\u2028\u2029]")

func newSource(data []byte) *source {
	text := strings.TrimPrefix(string(data), "\ufeff")
	return &source{lines: lineBreak().Split(text, -1), hidden: map[int][]columns{}, secret: map[*yaml.Node]bool{}}
}

// unreadable finds the first character that a YAML text may not hold.
func (s *source) unreadable() (span, bool) {
	for i, line := range s.lines {
		column := 0
		for offset, r := range line {
			column++
			_, size := utf8.DecodeRuneInString(line[offset:])
			if r == utf8.RuneError && size == 1 || r != '\t' && unicode.IsControl(r) {
				return span{position{i + 1, column}, 1}, true
			}
		}
	}
	return span{}, false
}

// overlong finds a line longer than [MaxLineBytes].
func (s *source) overlong() (span, bool) {
	i := slices.IndexFunc(s.lines, func(line string) bool { return len(line) > MaxLineBytes })
	return span{position{i + 1, 1}, 1}, i >= 0
}

// line returns line number n, counted from 1, and an empty one past the end.
func (s *source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return s.lines[n-1]
}

// from returns what stands at p and after it on its line.
func (s *source) from(p position) string {
	line := s.line(p.line)
	for range p.column - 1 {
		_, size := utf8.DecodeRuneInString(line)
		line = line[size:]
	}
	return line
}

// wholeLine is the span of line number n without its margins. A line past the
// end stands for the last one.
func (s *source) wholeLine(n int) span {
	n = min(max(n, 1), len(s.lines))
	text := strings.TrimSpace(s.line(n))
	margin := strings.Index(s.line(n), text)
	return span{position{n, margin + 1}, utf8.RuneCountInString(text)}
}

// spanOf is where a fault of the value at p is shown: at the value, or at the
// key if nothing is written as the value.
func (s *source) spanOf(p place) span {
	if p.key != nil && (p.value.kind == mapping || p.value.raw == nil || p.value.isNull() && p.value.text == "") {
		return s.span(p.key)
	}
	return s.span(p.value)
}
