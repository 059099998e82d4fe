package rules

import (
	"strconv"
	"strings"
)

// idle is a comparison that holds for no call, and can be told of every one.
type idle struct{}

func (idle) holds(*sight) (bool, error) { return false, nil }

// isIdle reports whether the condition holds for no call, whatever it says.
func (c Condition) isIdle() bool {
	return c.path.isWhole() || c.project && c.op != opStartsWith && c.op != opInside
}

// textPredicate compares the texts of a field with a constant.
type textPredicate struct {
	path    field
	test    test
	sure    bool
	negated bool
}

func (c Condition) compile(r reading) predicate {
	if c.isIdle() && !r.negated {
		return idle{}
	}
	p := &textPredicate{path: c.path, sure: r.sure(), negated: r.negated}
	if p.sure {
		p.test = sureTest(c, r.scope)
	} else {
		p.test = waryTest(c, r.scope)
	}
	switch {
	case !c.path.isCommand() || c.project || c.op == opInside:
		return p
	case r.approve && !r.negated:
		if c.isSegmentwise() {
			return everyCommand{p, waryText(c)}
		}
		return p
	case c.negative() || c.exact() && r.negated:
		return p // a whole command line is another one, whatever its parts are
	}
	return anyCommand{p, r.approve}
}

func (p *textPredicate) holds(s *sight) (bool, error) {
	text, isText, missing := p.path.text(s.call)
	switch {
	case isText:
		fits, err := p.test(s, text, false)
		return fits != p.negated && err == nil, err
	case missing:
		return false, nil
	}
	v := p.path.read(s)
	if v.kind == kindMissing || v.kind == kindList && len(v.list) == 0 {
		return false, nil
	}
	// "not" must not hold for what was not compared, nor a deny be blind to it.
	switch {
	case v.kind == kindObject && (p.negated || !p.sure):
		return false, errNoText
	case v.kind == kindList && p.negated && !isWhole(v.list):
		return false, errNotWhole
	}
	var fits bool
	var err error
	if p.sure {
		fits, err = allOf(p.test, s, v)
	} else {
		fits, err = anyOf(p.test, s, v)
	}
	return fits != p.negated && err == nil, err
}

func (c Condition) fields() []field { return []field{c.path} }

func (c Condition) names(negated bool) naming {
	switch {
	case negated && c.negative() && len(c.path) == 1 && c.path[0] == "tool":
		return namesOutright
	case negated || !c.namesTool():
		return namesNothing
	case c.exact():
		return namesOutright
	}
	return namesByPart
}

func (c Condition) weakness(negated bool) weakness {
	switch {
	case !negated && c.isSegmentwise():
		return weakSegments
	case c.path.isCode() && !(c.exact() && !negated || c.op == opContains && negated):
		return weakCommand
	case c.path.isPath() && !negated && (c.op == opContains || c.op == opEndsWith || c.op == opMatches):
		return weakPathText
	}
	return weakNothing
}

// write writes the condition as "when" has it.
func (c Condition) write(masked bool) string {
	left := c.path.source()
	if masked && c.path.isSecret() {
		return left + " " + string(c.op) + " …"
	}
	right := strconv.Quote(c.want)
	if c.project || c.truth {
		right = c.want
	}
	switch c.op {
	case opInside:
		return "inside(" + left + ", " + right + ")"
	case opIn:
		texts := make([]string, len(c.members))
		for i, name := range c.members {
			texts[i] = strconv.Quote(name)
		}
		right = "[" + strings.Join(texts, ", ") + "]"
	case opEquals:
		return left + " == " + right
	case opNotEquals:
		return left + " != " + right
	}
	return left + " " + string(c.op) + " " + right
}

// source writes the field as an expression has it: names that are no words
// stand in brackets.
func (f field) source() string {
	var b strings.Builder
	b.WriteString(f[0])
	for _, name := range f[1:] {
		if isWord(name) {
			b.WriteString("." + name)
		} else {
			b.WriteString("[" + strconv.Quote(name) + "]")
		}
	}
	return b.String()
}

func isWord(name string) bool {
	for i := range len(name) {
		letter := name[i] == '_' || 'a' <= foldByte(name[i]) && foldByte(name[i]) <= 'z'
		if !letter && (i == 0 || name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	return name != ""
}
