package watch

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeyboard(t *testing.T) {
	t.Parallel()
	typed := func(keys ...key) (strokes []stroke) {
		for _, k := range keys {
			strokes = append(strokes, stroke{key: k})
		}
		return strokes
	}
	for name, row := range map[string]struct {
		sent []string
		want []stroke
	}{
		"letters":                        {[]string{"ay"}, typed('a', 'y')},
		"a letter in two parts":          {[]string{"\xc3", "\xbc"}, typed('ü')},
		"no letter":                      {[]string{"\xff\xfea"}, typed('a')},
		"what nobody sees":               {[]string{"\u202e\u200ba"}, typed('a')},
		"enter, both":                    {[]string{"\r\n"}, typed(keyEnter, keyEnter)},
		"erase, both":                    {[]string{"\x7f\x08"}, typed(keyErase, keyErase)},
		"leaving":                        {[]string{"\x03\x04"}, typed(keyQuit, keyQuit)},
		"other control":                  {[]string{"\x00\x1a\x13\t"}, nil},
		"escape":                         {[]string{"\x1b"}, typed(keyEscape)},
		"escape, and a key":              {[]string{"\x1b", "a"}, typed(keyEscape, 'a')},
		"with alt":                       {[]string{"\x1by\x1ba"}, nil},
		"arrows":                         {[]string{"\x1b[A\x1b[B\x1bOA\x1b[5~\x1b[6~"}, typed(keyUp, keyDown, keyUp, keyPageUp, keyPageDown)},
		"an arrow in parts":              {[]string{"\x1b[", "A", "a"}, typed(keyUp, 'a')},
		"an arrow, escape alone":         {[]string{"\x1b", "[Aa"}, typed(keyEscape, keyUp, 'a')},
		"unknown sequences":              {[]string{"\x1b[1;5y\x1b[200;5~\x1b[<0;1;1M"}, nil},
		"one that does not end":          {[]string{"\x1b[1111111111111111111111111111111111y"}, typed('1', '1', '1', '1', 'y')},
		"pasted":                         {[]string{"\x1b[200~ay\x1b[201~n"}, []stroke{{'a', true}, {'y', true}, {'n', false}}},
		"pasted, in parts":               {[]string{"\x1b[20", "0~a", "y\x1b", "[201~n"}, []stroke{{'a', true}, {'y', true}, {keyEscape, true}, {'n', false}}},
		"pasted, that looks like an end": {[]string{"\x1b[200~\x1b[A\ra\x1b[201~"}, []stroke{{keyUp, true}, {keyEnter, true}, {'a', true}}},
	} {
		var k keyboard
		var got []stroke
		for _, sent := range row.sent {
			got = append(got, k.read([]byte(sent))...)
		}
		assert.Equal(t, row.want, got, name)
	}
}

// FuzzKeyboard wants the same keys however what was sent is cut into parts, but
// for an escape at the end of one.
func FuzzKeyboard(f *testing.F) {
	for _, seed := range []string{"ay", "\x1b[200~y\x1b[201~", "\xc3\xbc\x1bO", "\x1b[1;5", "\x1b\x1b[A"} {
		f.Add([]byte(seed), 1)
	}
	f.Fuzz(func(t *testing.T, sent []byte, at int) {
		var once, twice keyboard
		want := once.read(sent)
		at = min(len(sent), max(0, at))
		if at > 0 && sent[at-1] == 0x1b {
			return
		}
		got := append(twice.read(sent[:at]), twice.read(sent[at:])...)
		assert.Equal(t, want, got)
		assert.LessOrEqual(t, len(once.rest), maxSequence)
	})
}
