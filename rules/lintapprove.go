package rules

import (
	"slices"
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/internal/nameword"
)

func fallback(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// approve looks at a rule that approves.
func (l *linter) approve(r *rule) {
	l.loosePrefix(r)
	named := r.condition.names(false)
	if named == namesNothing {
		l.add(r, FindingNamesNoTool, "", "names no tool, so it approves whatever is seen whole and stays in the project, and nothing else",
			`when: tool in ["NAME"] and `+r.condition.write(true))
	}
	if named != namesNothing {
		l.partOfName(r)
		l.takesCommands(r)
	}
	l.wideGrant(r)
}

// positive yields the conditions of a rule that are not below a "not".
func (r *rule) positive(yield func(Condition) bool) {
	for _, c := range r.comparisons {
		if condition, ok := c.comparison.(Condition); ok && !c.negated && !condition.project && !yield(condition) {
			return
		}
	}
}

// loosePrefix finds starts that may end within a word: fs also starts fsx.
func (l *linter) loosePrefix(r *rule) {
	for c := range r.positive {
		last := rune(0)
		for _, letter := range c.want {
			last = letter
		}
		if c.op != opStartsWith || c.isSegmentwise() || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
			continue
		}
		msg, instead := "the text may go on within the word", c.want+". or whatever ends the word"
		if !c.namesTool() && c.isPrefixOfPaths() {
			msg, instead = "the text looks like any start and is read as one directory", c.path.String()+" starts_with project_dir, or "+c.want+"/"
		}
		l.add(r, FindingLoosePrefix, c.want, msg, instead)
	}
}

func (l *linter) partOfName(r *rule) {
	for c := range r.positive {
		if c.namesTool() && c.op == opContains {
			l.add(r, FindingPartOfName, c.want, "the text may be in the name of a tool that does something else", "tool in NAME, NAME")
		}
	}
}

// takesCommands finds tools that are approved with whatever they are told to
// run. A rule that says which commands is not meant.
func (l *linter) takesCommands(r *rule) {
	if r.readsCode() || r.boundsEffects() {
		return
	}
	for c := range r.positive {
		if !c.namesTool() {
			continue
		}
		if name := l.commandTool(c); name != "" {
			l.add(r, FindingTakesCommands, name, "the tool runs whatever it is told to",
				`when: tool == "NAME" and params.command in ["the whole command"], or action: escalate`)
			return
		}
	}
}

// boundsEffects reports whether the rule says where the effects may be, or what
// they may not be. What one of them is says nothing about the others.
func (r *rule) boundsEffects() bool {
	return slices.ContainsFunc(r.comparisons, func(c compared) bool {
		switch e := c.comparison.(type) {
		case effectFlag:
			return e.path[1] != effectOpaque && e.want == c.negated
		case effectList:
			return !e.some || c.negated
		}
		return false
	})
}

// commandTool returns the part of the condition that names a tool which takes
// commands: by its name, or by the parameters it was seen with.
func (l *linter) commandTool(c Condition) string {
	texts := []string{c.want}
	if c.op == opIn {
		texts = c.members
	}
	for _, text := range texts {
		if nameword.RunsCommands(text) {
			return text
		}
	}
	test := textTest(c)
	for tool, names := range l.opts.SeenTools {
		fits, _ := test(nil, tool, false)
		takes := slices.ContainsFunc(names, func(name string) bool { return nameword.IsCode(name) })
		if fits && takes {
			return fallback(c.want, tool)
		}
	}
	return ""
}

// wideGrant finds grants for a tool of which the rule approves only some
// calls: a grant of a mesh knows the agent and the tool, nothing else. Where
// parameters matter the grant is of the very call.
func (l *linter) wideGrant(r *rule) {
	tools, outright := NamedTools(r.spec)
	varied := outright && len(tools) == 1 && effect.KindOfTool(tools[0]) == effect.ToolVaried
	if r.spec.Grant == 0 || varied {
		return
	}
	for _, c := range r.comparisons {
		for _, f := range c.fields() {
			if f[0] == "tool" || f[0] == "agent_id" {
				continue
			}
			l.add(r, FindingWideGrant, f.String(), "the grant lets the agent use the tool whatever "+f.source()+" is",
				"no grant, or a rule about tool and agent_id alone")
			l.last().Key, l.last().Offset, l.last().Length = "grant", 0, 0
			return
		}
	}
}

// unseen finds rules about tools that nobody ever called.
func (l *linter) unseen(r *rule) {
	if len(l.opts.SeenTools) == 0 {
		return
	}
	for c := range r.positive {
		if len(c.path) != 1 || c.path[0] != "tool" || c.negative() || c.op == opMatches && c.pattern == nil {
			continue
		}
		if !l.saw(c) {
			l.add(r, FindingUnseenTool, c.want, "no tool that agents called fits", l.nearTool(c))
		}
	}
}

func (l *linter) saw(c Condition) bool {
	test := textTest(c)
	if c.op == opMatches {
		test = patternTest(c)
	}
	for tool := range l.opts.SeenTools {
		if fits, _ := test(nil, tool, false); fits {
			return true
		}
	}
	return false
}

func (l *linter) nearTool(c Condition) string {
	names := make([]string, 0, len(l.opts.SeenTools))
	for tool := range l.opts.SeenTools {
		names = append(names, tool)
	}
	slices.Sort(names)
	for _, text := range append([]string{c.want}, c.members...) {
		if near, ok := closest(text, names); ok && c.exact() {
			return "did you mean " + near + "?"
		}
	}
	return "one of " + cut(strings.Join(names, ", "), maxShownCondition)
}
