package astrule

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Lines finds lines and columns in a text. It may be used concurrently.
type Lines struct {
	source []byte
	starts []int
}

// NewLines prepares the lines of a text, which must not change afterwards.
func NewLines(source []byte) *Lines {
	l := &Lines{source: source, starts: make([]int, 1, 1+bytes.Count(source, []byte{'\n'}))}
	for i, c := range source {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Position returns line and column of a byte offset, both counted from 1, the
// column in characters. An offset outside the text is moved into it.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.source))
	line, exact := slices.BinarySearch(l.starts, offset)
	if exact {
		return line + 1, 1
	}
	return line, utf8.RuneCount(l.source[l.starts[line-1]:offset]) + 1
}
