package astrule

import "strings"

// form is what a variable of a pattern stands for.
type form uint8

const (
	one    form = iota + 1 // $A: a named node, bound
	anyOne                 // $_: a named node
	run                    // $$$: any number of nodes
	runOf                  // $$$A: any number of nodes, bound
)

// variable is a variable as a pattern writes it.
type variable struct {
	form form
	// unnamed lets one and anyOne stand for punctuation too: $$A, $$_.
	unnamed bool
	name    string // of one and runOf
	slot    int    // of one and runOf, in the bindings
}

func (v variable) binds() bool { return v.form == one || v.form == runOf }

func (v variable) isRun() bool { return v.form == run || v.form == runOf }

// parseVariable reads the whole text of a node as a variable. The sigil is the
// one that the pattern was parsed with.
func parseVariable(text string, sigil string) (variable, bool) {
	if rest, ok := strings.CutPrefix(text, sigil+sigil+sigil); ok {
		switch {
		case !allOf(rest, nameByte):
			return variable{}, false
		case rest == "" || rest[0] == '_':
			return variable{form: run}, true
		}
		return variable{form: runOf, name: rest}, true
	}
	name, ok := strings.CutPrefix(text, sigil)
	if !ok {
		return variable{}, false
	}
	name, unnamed := strings.CutPrefix(name, sigil)
	switch {
	case name == "" || !firstByte(name[0]) || !allOf(name, nameByte):
		return variable{}, false
	case name[0] == '_':
		return variable{form: anyOne, unnamed: unnamed}, true
	}
	return variable{form: one, unnamed: unnamed, name: name}, true
}

func firstByte(c byte) bool { return c >= 'A' && c <= 'Z' || c == '_' }

func nameByte(c byte) bool { return firstByte(c) || c >= '0' && c <= '9' }

func allOf(text string, is func(byte) bool) bool {
	for i := range len(text) {
		if !is(text[i]) {
			return false
		}
	}
	return true
}

// withSigil writes sigil for the $ of variables, so that the grammar reads
// them as names. Other $ stay.
func withSigil(pattern, sigil string) string {
	if sigil == "$" {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); {
		if pattern[i] != '$' {
			b.WriteByte(pattern[i])
			i++
			continue
		}
		end := i
		for end < len(pattern) && pattern[end] == '$' {
			end++
		}
		mark := "$"
		if end-i == 3 || end < len(pattern) && firstByte(pattern[end]) {
			mark = sigil
		}
		b.WriteString(strings.Repeat(mark, end-i))
		i = end
	}
	return b.String()
}

// variablesIn lists the variables that a text such as a message mentions, with
// where each stands.
func variablesIn(text string) []mention {
	var list []mention
	for i := 0; i < len(text); {
		if text[i] != '$' {
			i++
			continue
		}
		end := i
		for end < len(text) && text[end] == '$' {
			end++
		}
		dollars := end - i
		for end < len(text) && nameByte(text[end]) && (end > i+dollars || firstByte(text[end])) {
			end++
		}
		if name := text[i+dollars : end]; name != "" && (dollars == 1 || dollars == 3) {
			list = append(list, mention{name: name, run: dollars == 3, start: i, end: end})
		}
		i = end
	}
	return list
}

// mention is a variable in a text that is not code.
type mention struct {
	name       string
	run        bool
	start, end int
}
