package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of a settings file.
const (
	// MaxSettingsBytes bounds a settings file; those of people have some kilobytes.
	MaxSettingsBytes = 4 << 20
	// maxSettingsDepth bounds its nesting.
	maxSettingsDepth = 200
)

// kind is what a value begins with: one of { [ " and, for numbers and names, 0.
type kind byte

const (
	object kind = '{'
	array  kind = '['
	text   kind = '"'
	scalar kind = 0
)

// node is a value of a settings file and where it stands. It keeps no text: edits
// are made in the bytes, so that all others stay as they are.
type node struct {
	kind       kind
	start, end int    // its bytes
	key        string // of a member of an object
	keyStart   int
	comma      int // where the comma behind it stands; -1: there is none
	items      []node
}

// from is where the node begins, with its key if it has one.
func (n *node) from() int {
	if n.keyStart >= 0 {
		return n.keyStart
	}
	return n.start
}

// syntaxError is a fault of a settings file, at a byte of it. It quotes nothing:
// settings hold secrets.
type syntaxError struct {
	at  int
	msg string
}

func (e *syntaxError) Error() string { return e.msg }

// scanSettings reads JSON with comments and trailing commas.
func scanSettings(data []byte) (node, error) {
	s := scanner{data: data}
	if len(data) > MaxSettingsBytes {
		return node{}, s.fault("is larger than %d bytes", MaxSettingsBytes)
	}
	if !utf8.Valid(data) {
		return node{}, s.fault("is not valid utf-8")
	}
	s.at = len(data) - len(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err := s.blank(); err != nil {
		return node{}, err
	}
	root, err := s.value(0)
	if err == nil {
		err = s.blank()
	}
	if err == nil && s.at < len(data) {
		err = s.fault("something follows the end of the settings")
	}
	return root, err
}

type scanner struct {
	data []byte
	at   int
}

func (s *scanner) fault(format string, args ...any) error {
	return &syntaxError{s.at, fmt.Sprintf(format, args...)}
}

// next is the byte that comes next, or 0 at the end.
func (s *scanner) next() byte {
	if s.at == len(s.data) {
		return 0
	}
	return s.data[s.at]
}

// blank skips white space and comments.
func (s *scanner) blank() error {
	for s.at < len(s.data) {
		rest := s.data[s.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			s.at++
		case bytes.HasPrefix(rest, []byte("//")):
			line := bytes.IndexByte(rest, '\n')
			if line < 0 {
				line = len(rest)
			}
			s.at += line
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return s.fault("the comment does not end")
			}
			s.at += end + 4
		default:
			return nil
		}
	}
	return nil
}

func (s *scanner) value(depth int) (node, error) {
	if depth > maxSettingsDepth {
		return node{}, s.fault("is nested deeper than %d levels", maxSettingsDepth)
	}
	n := node{start: s.at, keyStart: -1, comma: -1}
	var err error
	switch c := s.next(); c {
	case '{', '[':
		n.kind = kind(c)
		err = s.container(&n, depth)
	case '"':
		n.kind = text
		_, err = s.text()
	default:
		err = s.scalar()
	}
	n.end = s.at
	return n, err
}

// container reads an object or a list, from its opening bracket to its closing one.
func (s *scanner) container(n *node, depth int) error {
	closer := byte('}')
	if n.kind == array {
		closer = ']'
	}
	s.at++
	for {
		if err := s.blank(); err != nil {
			return err
		}
		if s.next() == closer {
			s.at++
			return nil
		}
		if len(n.items) > 0 && n.items[len(n.items)-1].comma < 0 {
			return s.fault("a comma or %q is missing here", closer)
		}
		item, err := s.item(n.kind, depth)
		if err != nil {
			return err
		}
		if err := s.blank(); err != nil {
			return err
		}
		if s.next() == ',' {
			item.comma = s.at
			s.at++
		}
		n.items = append(n.items, item)
	}
}

// item reads an item of a list, or a member of an object with its key.
func (s *scanner) item(of kind, depth int) (node, error) {
	if of == array {
		return s.value(depth + 1)
	}
	start := s.at
	if s.next() != '"' {
		return node{}, s.fault("a key in double quotes is missing here")
	}
	key, err := s.text()
	if err == nil {
		err = s.blank()
	}
	if err == nil && s.next() != ':' {
		err = s.fault("a colon is missing here")
	}
	if err != nil {
		return node{}, err
	}
	s.at++
	if err := s.blank(); err != nil {
		return node{}, err
	}
	n, err := s.value(depth + 1)
	n.key, n.keyStart = key, start
	return n, err
}

// text reads a string.
func (s *scanner) text() (value string, err error) {
	start := s.at
	for s.at++; ; s.at++ {
		switch c := s.next(); {
		case c == '"':
			s.at++
			if json.Unmarshal(s.data[start:s.at], &value) != nil {
				s.at = start
				return "", s.fault("the string is not valid")
			}
			return value, nil
		case c == '\\':
			s.at++
		}
		if s.at >= len(s.data) || s.data[s.at] == '\n' {
			s.at = start
			return "", s.fault("the string does not end")
		}
	}
}

// scalar reads a number, true, false or null.
func (s *scanner) scalar() error {
	end := s.at
	for end < len(s.data) && strings.IndexByte(" \t\r\n,:{}[]\"/", s.data[end]) < 0 {
		end++
	}
	if !json.Valid(s.data[s.at:end]) {
		return s.fault("a value is missing here, or is not valid")
	}
	s.at = end
	return nil
}

// position is the line and the column, from 1, of a byte. A column counts
// characters.
func position(data []byte, at int) (line, column int) {
	before := data[:min(at, len(data))]
	begin := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[begin:]) + 1
}
