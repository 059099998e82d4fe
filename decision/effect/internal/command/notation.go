package command

import (
	"fmt"
	"strings"
)

// Limits of the notation. A row that exceeds one is faulty.
const (
	maxText = 16 << 10 // bytes of one field; the longest of ours has about 3 KiB
	maxNest = 4        // parentheses in parentheses
)

// Roles that make no act of the same name.
const (
	inert     Do = "inert"
	plainText Do = "text"
	oneOf     Do = "one"
	noneOf    Do = "not"
	chdir     Do = "chdir"
	env       Do = "env"
	place     Do = "place"
	sedScript Do = "sed"
	awkScript Do = "awk"
	jqFilter  Do = "jq"
	mode      Do = "mode"
	variable  Do = "variable"
	condition Do = "condition"
	sought    Do = "sought"
	tool      Do = "tool"
	data      Do = "data"
	form      Do = "form"
	header    Do = "header"
	repo      Do = "repo"
	param     Do = "param"
	farDest   Do = "remotedest"
	local     Do = "local"
	suffix    Do = "suffix"
)

// Acts that say something about the run, not about the world.
const (
	opaque     Do = "opaque"
	deep       Do = "deep"
	everywhere Do = "everywhere"
	args       Do = "args"
	shift      Do = "shift"
	edits      Do = "edits"
	quiet      Do = "quiet"
	narrow     Do = "narrow"
	archive    Do = "archive" // also a role
	does       Do = "does"
	setOut     Do = "out"
	setIn      Do = "in"
	alone      Do = "alone"
)

// role is what an operand or the value of a flag is.
type role struct {
	do    Do
	what  string
	list  []string // what oneOf and tool allow
	outer bool
	many  many
}

// many is how many operands a role takes.
type many byte

const (
	once many = iota
	maybe
	several // at least one
	any0    // any number
	orHere  // any number; none is the working directory
)

// act is an act of a row or flag, or a change of the run.
type act struct {
	do    Do
	what  string
	roles []role // of args
	acts  []act  // of does
}

// takes is whether a flag takes a value.
type takes byte

const (
	noValue takes = iota
	value
	attached // only if attached
	two      // two values
	all      // all words up to the next flag
)

// flag is one flag under all its names.
type flag struct {
	names []string
	takes takes
	role  role
	acts  []act
}

// fields splits text at blanks outside parentheses.
func fields(text string) ([]string, error) { return split(text, ' ') }

// split splits text at a letter outside parentheses and leaves empty parts out.
func split(text string, at byte) ([]string, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("is longer than %d bytes", maxText)
	}
	var parts []string
	depth, start := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == at && depth == 0:
			if i > start {
				parts = append(parts, text[start:i])
			}
			start = i + 1
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
		if depth < 0 || depth > maxNest {
			return nil, fmt.Errorf("has parentheses that do not match or are too deep: %q", text)
		}
	}
	if depth != 0 {
		return nil, fmt.Errorf("has a parenthesis that is not closed: %q", text)
	}
	return parts, nil
}

// parenthesis splits "name(text)"; given says whether there were parentheses.
func parenthesis(word string) (name, text string, given bool, err error) {
	name, text, given = strings.Cut(word, "(")
	if given {
		if !strings.HasSuffix(text, ")") {
			return "", "", false, fmt.Errorf("has something after a parenthesis: %q", word)
		}
		text = text[:len(text)-1]
	}
	return name, text, given, nil
}
