package question

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// pattern is one entry of applies_to.
type pattern struct {
	ofTool bool // else of the agent
	glob   glob
}

// maxPatternBytes bounds a pattern. Names of tools and agents are as long.
const maxPatternBytes = 512

func compilePattern(text string) (pattern, error) {
	kind, rest, _ := strings.Cut(text, ":")
	switch {
	case kind != "agent" && kind != "tool" || rest == "":
		return pattern{}, errors.New(`must be "agent:<glob>" or "tool:<glob>"`)
	case len(text) > maxPatternBytes:
		return pattern{}, fmt.Errorf("must not be longer than %d bytes", maxPatternBytes)
	case !utf8.ValidString(text) || strings.ContainsFunc(text, unseen):
		return pattern{}, errors.New("must be one line of plain text")
	}
	g, err := compileGlob(rest)
	return pattern{ofTool: kind == "tool", glob: g}, err
}

func (p pattern) match(agent, tool string) bool {
	if p.ofTool {
		return p.glob.match(tool)
	}
	return p.glob.match(agent)
}

// glob is a shell pattern on a whole value, case-sensitive: * is any run of
// characters, dots and slashes included, ? one character, [..] one of several,
// [!..] one of all others. A backslash is an ordinary character.
type glob []element

// element matches one character, or any run of them.
type element struct {
	run    bool
	any    bool
	negate bool
	ranges []runes // one of them; not set for run and any
}

type runes struct{ from, to rune }

func compileGlob(text string) (glob, error) {
	var g glob
	rest := []rune(text)
	for len(rest) > 0 {
		r := rest[0]
		rest = rest[1:]
		switch r {
		case '*':
			if len(g) == 0 || !g[len(g)-1].run {
				g = append(g, element{run: true})
			}
		case '?':
			g = append(g, element{any: true})
		case '[':
			class, length, err := compileClass(rest)
			if err != nil {
				return nil, err
			}
			g, rest = append(g, class), rest[length:]
		default:
			g = append(g, element{ranges: []runes{{r, r}}})
		}
	}
	return g, nil
}

// compileClass reads what stands after a [, up to and including its ]. A ] that
// comes first is one of the characters.
func compileClass(rest []rune) (class element, length int, err error) {
	i := 0
	if i < len(rest) && rest[i] == '!' {
		class.negate = true
		i++
	}
	for first := i; i < len(rest); i++ {
		switch {
		case rest[i] == ']' && i > first:
			return class, i + 1, nil
		case i+2 < len(rest) && rest[i+1] == '-' && rest[i+2] != ']':
			if rest[i] > rest[i+2] {
				return element{}, 0, errors.New("holds a range whose end comes before its start")
			}
			class.ranges = append(class.ranges, runes{rest[i], rest[i+2]})
			i += 2
		default:
			class.ranges = append(class.ranges, runes{rest[i], rest[i]})
		}
	}
	return element{}, 0, errors.New("is a malformed pattern: close every [ with a ]")
}

func (e element) matches(r rune) bool {
	if e.any {
		return true
	}
	for _, in := range e.ranges {
		if r >= in.from && r <= in.to {
			return !e.negate
		}
	}
	return e.negate
}

// match goes back to the last run only, so it takes at most the product of the
// two lengths.
func (g glob) match(text string) bool {
	name := []rune(text)
	i, at := 0, 0
	lastRun, resume := -1, 0
	for at < len(name) {
		switch {
		case i < len(g) && g[i].run:
			lastRun, resume = i, at
			i++
		case i < len(g) && g[i].matches(name[at]):
			i++
			at++
		case lastRun >= 0:
			resume++
			i, at = lastRun+1, resume
		default:
			return false
		}
	}
	for i < len(g) && g[i].run {
		i++
	}
	return i == len(g)
}
