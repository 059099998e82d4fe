//go:build cgo

package treesitter

import "bytes"

// refuse keeps from the C code of a grammar what it does not bear.
func refuse(language string, source []byte) error {
	switch {
	case len(source) > MaxSource:
		return ErrTooLarge
	case bytes.IndexByte(source, 0) >= 0:
		return ErrBinary
	case language == "python" && indentedBeyond(source, MaxIndent):
		return ErrTooDeep
	}
	return nil
}

// indentedBeyond reports whether a line is indented by more than limit.
func indentedBeyond(source []byte, limit int) bool {
	for len(source) > 0 {
		width, rest := indentation(source)
		if width > limit {
			return true
		}
		_, source, _ = bytes.Cut(rest, []byte("\n"))
	}
	return false
}

// indentation returns how far the first line is indented, and what follows the
// blanks. A line that a backslash ends goes on in the next, whose indentation
// adds to it.
func indentation(source []byte) (width int, rest []byte) {
	for at := 0; at < len(source); at++ {
		switch c := source[at]; c {
		case ' ':
			width++
		case '\t':
			width += 8
		case '\r', '\f':
		case '\\':
			n := endOfLine(source[at+1:])
			if n == 0 {
				return width, source[at:]
			}
			at += n
		default:
			return width, source[at:]
		}
	}
	return width, nil
}

// endOfLine is the length of the end of a line that rest begins with.
func endOfLine(rest []byte) int {
	switch {
	case bytes.HasPrefix(rest, []byte("\n")):
		return 1
	case bytes.HasPrefix(rest, []byte("\r\n")):
		return 2
	}
	return 0
}
