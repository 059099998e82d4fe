package astrule

// strictness is how much of a pattern must be in the code, and the other way
// round.
type strictness uint8

const (
	smart     strictness = iota // all of the pattern; punctuation and comments of the code may be more
	cst                         // every node of both
	ast                         // every named node of both
	relaxed                     // every named node of both but comments
	signature                   // as relaxed, whatever names and literals say
	template                    // whatever the kinds of nodes are; punctuation of the code may be more, but not at the end
)

// strictnessNames are the words for it, in the order of ast-grep's manual.
func strictnessNames() []string {
	return []string{"cst", "smart", "ast", "relaxed", "signature", "template"}
}

func parseStrictness(word string) (strictness, bool) {
	switch word {
	case "smart":
		return smart, true
	case "cst":
		return cst, true
	case "ast":
		return ast, true
	case "relaxed":
		return relaxed, true
	case "signature":
		return signature, true
	case "template":
		return template, true
	}
	return 0, false
}

// skipsExtra reports whether a comment in the code may stand where the
// pattern has none.
func (l strictness) skipsExtra() bool { return l != cst && l != ast }

// skipsPunctuation reports whether punctuation in the pattern need not be in
// the code.
func (l strictness) skipsPunctuation() bool { return l == ast || l == relaxed || l == signature }

// skipsTrailing reports whether a node of the code may follow where the
// pattern has ended.
func (l strictness) skipsTrailing(flags Flags) bool {
	switch l {
	case smart:
		return true
	case ast:
		return flags&Named == 0
	case relaxed, signature:
		return flags&Named == 0 || flags&Extra != 0
	}
	return false
}

// skipsRest reports whether p need not be in the code when the code has ended.
func (l strictness) skipsRest(p *patternNode) bool {
	switch {
	case l == cst:
		return false
	case p.variable.isRun():
		return true
	case !l.skipsPunctuation():
		return false
	case p.isVariable():
		return p.variable.unnamed
	}
	return p.leaf && !p.named
}
