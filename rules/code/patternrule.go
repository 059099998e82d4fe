package code

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// patternRule forbids texts.
type patternRule struct {
	rule
	deny []*regexp.Regexp
}

// MaxPatternBytes bounds a pattern.
const MaxPatternBytes = 4 << 10

// foreign are constructs of other engines, with what to do instead. The first
// that a pattern begins with at some place counts.
var foreign = []struct{ mark, why string }{
	{"(?=", "look-ahead is not supported: match what follows as well, or use a rule file"},
	{"(?!", "negative look-ahead is not supported: use a rule file with not"},
	{"(?<=", "look-behind is not supported: match what stands before as well"},
	{"(?<!", "negative look-behind is not supported: use a rule file with not"},
	{"(?P=", "a reference to a group is not supported: write the text out"},
	{"(?P>", "a call of a group is not supported: write the pattern out"},
	{"(?>", "an atomic group is not supported: use (?:…), matching takes linear time anyway"},
	{"(?(", "a conditional group is not supported: write two patterns"},
	{"(?#", "a comment in a pattern is not supported: put it behind a # of the file"},
	{"(?x", "the flag x is not supported: write the pattern without blanks"},
	{"(?a", "the flag a is not needed: \\d, \\w and \\s are ASCII"},
	{"(?u", "the flag u is not supported: write \\p{L} for a letter and \\p{N} for a digit"},
	{"(?L", "the flag L is not supported: remove it"},
	{"*+", "a possessive quantifier is not supported: use *, matching takes linear time anyway"},
	{"++", "a possessive quantifier is not supported: use +, matching takes linear time anyway"},
	{"?+", "a possessive quantifier is not supported: use ?, matching takes linear time anyway"},
	{"}+", "a possessive quantifier is not supported: use {…}, matching takes linear time anyway"},
	{`\Z`, `\Z is not supported: write \z for the end of the file`},
	{`\u`, `\u is not supported: write \x{00e9}`},
	{`\U`, `\U is not supported: write \x{1f600}`},
	{`\N`, `\N is not supported: write the character, or \x{00e9}`},
}

// compilePattern compiles a pattern for a whole content, in which ^ and $ stand
// for the ends of lines. What only Python's engine has is an error that says
// what to write instead, and where it stands.
func compilePattern(text string) (p *regexp.Regexp, offset int, err error) {
	if len(text) > MaxPatternBytes {
		return nil, 0, errors.New("the pattern is too long: split it")
	}
	if text == "" {
		return nil, 0, errors.New("the pattern is empty: every file would break the rule")
	}
	if offset, why := findForeign(text); why != "" {
		return nil, offset, errors.New(why)
	}
	p, err = regexp.Compile("(?m)" + text)
	var bad *syntax.Error
	if errors.As(err, &bad) {
		return nil, max(0, strings.Index(text, bad.Expr)), errors.New("the pattern cannot be read: " + bad.Code.String())
	}
	return p, 0, err
}

// findForeign goes through a pattern outside of its classes.
func findForeign(text string) (offset int, why string) {
	for at := 0; at < len(text); {
		rest := text[at:]
		if strings.HasPrefix(rest, `\Q`) {
			_, after, closed := strings.Cut(rest, `\E`)
			if !closed {
				return 0, ""
			}
			at = len(text) - len(after)
			continue
		}
		for _, f := range foreign {
			if strings.HasPrefix(rest, f.mark) {
				return at, f.why
			}
		}
		switch {
		case len(rest) > 1 && rest[0] == '\\' && rest[1] >= '1' && rest[1] <= '9':
			return at, "a reference to a group is not supported: write the text out"
		case len(rest) > 2 && strings.HasPrefix(rest, "{,") && rest[2] >= '0' && rest[2] <= '9':
			return at, "{,n} means nothing here: write {0,n}"
		case rest[0] == '\\':
			at += 2
		case rest[0] == '[':
			at += classLen(rest)
		default:
			at++
		}
	}
	return 0, ""
}

// classLen is the length of a class.
func classLen(rest string) int {
	at := 1
	if strings.HasPrefix(rest[at:], "^") {
		at++
	}
	for first := at; at < len(rest); at++ {
		switch {
		case rest[at] == '\\':
			at++
		case strings.HasPrefix(rest[at:], "[:"):
			if end := strings.Index(rest[at:], ":]"); end > 0 {
				at += end + 1
			}
		case rest[at] == ']' && at > first:
			return at + 1
		}
	}
	return len(rest)
}

// maxPerPattern bounds the places where one pattern is found in one content.
const maxPerPattern = 500

// patterns reports where the content breaks pattern rules.
func (k *check) patterns() {
	text := k.content.plain()
	for _, r := range k.plan.patterns {
		for _, p := range r.deny {
			found := p.FindAllStringIndex(text, maxPerPattern)
			for _, at := range found {
				k.add(k.content.violation(&r.rule, TierText, at[0], at[1], true), text[at[0]:at[1]])
			}
			if len(found) == maxPerPattern && k.known != nil {
				k.unchecked(r.id, decision.CauseOverload, "is broken in more places than can be held against those before the edit")
			}
		}
	}
}
