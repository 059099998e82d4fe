package astrule

import (
	"strings"
	"unicode/utf8"
)

// Match is a place where a rule finds something.
type Match struct {
	Rule       *Rule
	Start, End int       // bytes in the source
	Captures   []Capture // in the order in which the rule names them
	source     []byte
}

// Capture is what a variable of a rule was bound to.
type Capture struct {
	Name       string
	Run        bool // from $$$NAME: any number of nodes, Start equals End for none
	Start, End int  // bytes in the source
}

// maxQuoted bounds the characters of captured code in a message: the message
// says what is wrong, the file what it is about.
const maxQuoted = 200

// Text returns the code that was found.
func (m *Match) Text() string { return string(m.source[m.Start:m.End]) }

// Message returns the rule's message with the code that its variables were
// bound to, each cut to 200 characters. A variable without a value leaves
// nothing, as in ast-grep.
func (m *Match) Message() string {
	text, from := m.Rule.Message, 0
	mentions := variablesIn(text)
	if len(mentions) == 0 {
		return text
	}
	var b strings.Builder
	for _, at := range mentions {
		b.WriteString(text[from:at.start])
		for _, c := range m.Captures {
			if c.Name == at.name && c.Run == at.run {
				b.WriteString(quote(m.source[c.Start:c.End]))
			}
		}
		from = at.end
	}
	b.WriteString(text[from:])
	return b.String()
}

func quote(code []byte) string {
	end := 0
	for range maxQuoted {
		if end == len(code) {
			return string(code)
		}
		_, size := utf8.DecodeRune(code[end:])
		end += size
	}
	if end == len(code) {
		return string(code)
	}
	return string(code[:end]) + "…"
}
