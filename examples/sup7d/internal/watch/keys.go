package watch

import (
	"bytes"
	"unicode/utf8"
)

// key is what was pressed: a character, or one of the names below.
type key rune

// The keys that are no characters.
const (
	keyNone   key = -1 - iota
	keyEscape     // alone
	keyEnter
	keyErase // backspace
	keyUp
	keyDown
	keyPageUp
	keyPageDown
	keyQuit // Ctrl-C or Ctrl-D
)

// stroke is one key press, or one character of a text that was pasted.
type stroke struct {
	key    key
	pasted bool
}

// maxSequence bounds an escape sequence. What is longer is none.
const maxSequence = 32

// keyboard makes strokes of what a terminal sends. What it does not know is no
// stroke: a key with Alt is not that key.
type keyboard struct {
	rest    []byte // of a sequence or a character that is not whole
	escaped bool   // an escape came alone: it may have been the begin of a sequence
	pasting bool   // between the marks of bracketed paste
}

// read takes what the terminal sent at once.
func (k *keyboard) read(sent []byte) (strokes []stroke) {
	if k.escaped && len(sent) > 0 && (sent[0] == '[' || sent[0] == 'O') {
		k.rest = []byte{0x1b}
	}
	sent = append(k.rest, sent...)
	k.rest, k.escaped = nil, false
	for len(sent) > 0 {
		pressed, size := k.next(sent)
		if size == 0 {
			k.rest = bytes.Clone(sent)
			break
		}
		sent = sent[size:]
		if pressed != keyNone {
			strokes = append(strokes, stroke{pressed, k.pasting})
		}
	}
	return strokes
}

// next is the first key of what was sent, and how many bytes it is; 0: the rest
// of it has not come yet.
func (k *keyboard) next(sent []byte) (key, int) {
	switch b := sent[0]; {
	case b == 0x1b:
		return k.sequence(sent)
	case b == 0x03 || b == 0x04:
		return keyQuit, 1
	case b == '\r' || b == '\n':
		return keyEnter, 1
	case b == 0x7f || b == 0x08:
		return keyErase, 1
	case b < ' ':
		return keyNone, 1
	}
	if !utf8.FullRune(sent) && len(sent) < utf8.UTFMax {
		return keyNone, 0
	}
	r, size := utf8.DecodeRune(sent)
	if r == utf8.RuneError || !isPlain(r) {
		return keyNone, size
	}
	return key(r), size
}

// sequence reads what begins with an escape.
func (k *keyboard) sequence(sent []byte) (key, int) {
	if len(sent) == 1 {
		k.escaped = true
		return keyEscape, 1
	}
	if sent[1] != '[' && sent[1] != 'O' {
		return keyNone, 2 // with Alt, or escape twice
	}
	for i := 2; i < len(sent) && i < maxSequence; i++ {
		if sent[i] >= 0x40 && sent[i] <= 0x7e {
			return k.known(string(sent[2 : i+1])), i + 1
		}
	}
	if len(sent) >= maxSequence {
		return keyNone, maxSequence
	}
	return keyNone, 0
}

func (k *keyboard) known(sequence string) key {
	switch sequence {
	case "A":
		return keyUp
	case "B":
		return keyDown
	case "5~":
		return keyPageUp
	case "6~":
		return keyPageDown
	case "200~":
		k.pasting = true
	case "201~":
		k.pasting = false
	}
	return keyNone
}
