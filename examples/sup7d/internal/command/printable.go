package command

import (
	"io"
	"strings"
	"unicode"
)

// printable keeps text that agents wrote from steering the terminal that shows
// it: control characters, and those that change the direction of writing, come
// out as "?".
type printable struct{ out io.Writer }

func (p printable) Write(text []byte) (int, error) {
	clean := strings.Map(func(r rune) rune {
		if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return '?'
		}
		return r
	}, string(text))
	if _, err := io.WriteString(p.out, clean); err != nil {
		return 0, err
	}
	return len(text), nil
}
