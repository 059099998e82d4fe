// Package jsonsplit cuts JSON of an untrusted party into its parts, without
// reading the parts.
//
// A decoder of encoding/json gives up on a whole stream at the first value that
// is malformed or nested too deeply. In a list of calls that agents wrote, one
// agent could so hide the calls of all others. Here a part ends where its
// quotes and brackets balance, however deep they go; whether the part is JSON
// is for the reader of the part.
package jsonsplit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

// Errors that the functions wrap, for [errors.Is].
var (
	ErrNotArray  = errors.New("not a json list")
	ErrNotObject = errors.New("not a json object")
	ErrCut       = errors.New("json ends early")
	ErrMalformed = errors.New("json is malformed")
)

const (
	bufferBytes = 32 << 10
	maxKeyBytes = 1 << 10 // of the name of a member
	maxMembers  = 1000    // of one object; the answers of a mesh have about twenty
)

// Array calls visit with each element of the list that r holds, in order, and
// stops at the first error of visit. An element is kept up to maxBytes; of a
// longer one the head is passed, with whole false. The slice is valid during
// the call only. Elements that come before an error have been visited.
func Array(r io.Reader, maxBytes int, visit func(element []byte, whole bool) error) error {
	s := scanner{in: bufio.NewReaderSize(r, bufferBytes)}
	switch first, err := s.next(); {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case err != nil || first != '[':
		return ErrNotArray
	}
	for separator, count := byte(','), 0; separator != ']'; count++ {
		first, err := s.next()
		if err != nil {
			return cut(err)
		}
		if first == ']' {
			if count > 0 {
				return fmt.Errorf("%w after element %d", ErrMalformed, count)
			}
			return nil
		}
		element, whole, err := s.value(first, maxBytes)
		if err != nil {
			return cut(err)
		}
		if separator, err = s.next(); err != nil {
			return cut(err)
		}
		if separator != ',' && separator != ']' {
			return fmt.Errorf("%w after element %d", ErrMalformed, count+1)
		}
		if err := visit(element, whole); err != nil {
			return err
		}
	}
	return nil
}

// Object returns the members of the object in data, by exact name. A name that
// occurs twice is an error, and so are more than a thousand members. When data is cut, the members before the cut are
// returned with an error that wraps [ErrCut].
func Object(data []byte) (map[string][]byte, error) {
	s := scanner{in: bufio.NewReader(bytes.NewReader(data))}
	if first, err := s.next(); err != nil || first != '{' {
		return nil, ErrNotObject
	}
	members := map[string][]byte{}
	for separator := byte(','); separator != '}'; {
		first, err := s.next()
		if err != nil {
			return members, cut(err)
		}
		if first == '}' && len(members) == 0 {
			return members, nil
		}
		name, value, err := s.member(first, len(data))
		if err != nil {
			return members, cut(err)
		}
		if separator, err = s.next(); err != nil {
			return members, cut(err)
		}
		if separator != ',' && separator != '}' {
			return members, ErrMalformed
		}
		if _, again := members[name]; again {
			return members, fmt.Errorf("%w: a name occurs twice", ErrMalformed)
		}
		if len(members) == maxMembers {
			return members, fmt.Errorf("%w: more than %d members", ErrMalformed, maxMembers)
		}
		members[name] = value
	}
	return members, nil
}

func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrCut, err)
	}
	return err
}

type scanner struct {
	in    *bufio.Reader
	buf   []byte // of the present value
	max   int    // how much of it is kept
	whole bool   // nothing was dropped
}

// next returns the next byte that is no white space.
func (s *scanner) next() (byte, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		}
		return c, nil
	}
}

// member reads a name and its value. The value is a copy.
func (s *scanner) member(first byte, maxBytes int) (name string, value []byte, err error) {
	raw, whole, err := s.value(first, maxKeyBytes)
	if err != nil {
		return "", nil, err
	}
	decoded, err := strictjson.Decode(raw, strictjson.Limits{})
	name, ok := decoded.(string)
	if err != nil || !ok || !whole {
		return "", nil, fmt.Errorf("%w: a name is no text", ErrMalformed)
	}
	if colon, err := s.next(); err != nil || colon != ':' {
		return "", nil, errors.Join(ErrMalformed, err)
	}
	if first, err = s.next(); err != nil {
		return "", nil, err
	}
	if raw, _, err = s.value(first, maxBytes); err != nil {
		return "", nil, err
	}
	return name, bytes.Clone(raw), nil
}

// value reads on to the end of the value that first begins, and leaves what
// follows unread.
func (s *scanner) value(first byte, maxBytes int) (raw []byte, whole bool, err error) {
	s.buf, s.whole, s.max = s.buf[:0], true, maxBytes
	depth := 0
	for c := first; ; {
		s.keep(c)
		switch c {
		case '"':
			if err := s.text(); err != nil {
				return nil, false, err
			}
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth < 0 || depth == 0 && (c == ',' || c == ':') {
			return nil, false, fmt.Errorf("%w: a value is missing", ErrMalformed)
		}
		if depth == 0 {
			if done, err := s.ended(c); done || err != nil {
				return s.buf, s.whole, err
			}
		}
		if c, err = s.in.ReadByte(); err != nil {
			return nil, false, err
		}
	}
}

// text reads on to the closing quote, a buffer at a time: texts are most of
// what a mesh sends.
func (s *scanner) text() error {
	for {
		if _, err := s.in.Peek(1); err != nil {
			return err
		}
		window, _ := s.in.Peek(s.in.Buffered())
		n, closed, escaping := textEnd(window)
		s.keep(window[:n]...)
		if _, err := s.in.Discard(n); err != nil || closed {
			return err
		}
		if escaping {
			escaped, err := s.in.ReadByte()
			if err != nil {
				return err
			}
			s.keep(escaped)
		}
	}
}

// textEnd returns how much of a window belongs to a text. Closed says that its
// quote is the last of that, escaping that a backslash is, whose partner lies
// beyond the window.
func textEnd(window []byte) (n int, closed, escaping bool) {
	quote := -1 // the next one; looked for again only when it was escaped
	for n < len(window) {
		if quote < n {
			if quote = n + bytes.IndexByte(window[n:], '"'); quote < n {
				quote = len(window)
			}
		}
		slash := bytes.IndexByte(window[n:quote], '\\')
		switch {
		case slash < 0 && quote == len(window):
			return quote, false, false
		case slash < 0:
			return quote + 1, true, false
		case n+slash+1 == len(window):
			return len(window), false, true
		}
		n += slash + 2
	}
	return n, false, false
}

// keep keeps bytes of the present value, up to its limit.
func (s *scanner) keep(more ...byte) {
	if room := s.max - len(s.buf); len(more) > room {
		more, s.whole = more[:room], false
	}
	s.buf = append(s.buf, more...)
}

// ended reports whether the value whose last byte is c is over: a text and a
// bracket end by themselves, a number or a word before a delimiter.
func (s *scanner) ended(c byte) (bool, error) {
	switch c {
	case '"', ']', '}':
		return true, nil
	}
	following, err := s.in.Peek(1)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	return bytes.IndexByte([]byte(" \t\r\n,:]}[{\""), following[0]) >= 0, nil
}
