package rules

import (
	"errors"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/nameword"
)

var (
	// lineWords are names of parameters whose text a shell takes apart, of
	// package nameword.
	lineWords = []string{
		"arg", "args", "argument", "arguments", "argv", "bash", "cmd", "cmdline", "cmds", "command", "commands", "exec", "run", "script",
		"scripts", "shell",
	}
	// shellWords are words in the names of tools that run command lines, of
	// package nameword.
	shellWords = []string{
		"bash", "cmd", "command", "commands", "console", "exec", "execute", "run", "script", "sh", "shell", "subprocess", "terminal", "zsh",
	}
)

// commandText finds approves on the text of a command that approve nothing, or
// less than their author thinks, and reports whether it is nothing.
func (l *linter) commandText(r *rule) bool {
	if r.forbidden != nil {
		l.forbidden(r)
		return true
	}
	if r.action != decision.Approve {
		return false
	}
	none := false
	for c := range r.positive {
		if c.isSegmentwise() {
			none = l.segmentText(r, c) || none
		}
	}
	return none
}

// forbidden tells of approves that look at a command in a way that says
// nothing about what it does.
func (l *linter) forbidden(r *rule) {
	part := ""
	for _, c := range r.comparisons {
		for _, f := range c.fields() {
			if f.isCode() {
				part = f.String()
			}
		}
	}
	msg := "how long a command is, or what it is not, says nothing about what it does, so this rule approves nothing"
	if errors.Is(r.forbidden, errCode) {
		msg = "a rule on a command that names no tool approves nothing"
	}
	l.add(r, FindingCommandText, part, msg, `when: tool == "NAME" and `+fallback(part, "params.command")+` in ["the whole command"]`)
}

// betweenCommands are signs that no single command has outside quotes, and
// quotes are taken away.
const betweenCommands = ";|&\"'"

// joins are signs after which a word goes on.
const joins = "-=:_,+@/\\"

// segmentText looks at a condition that is held against each command of a line.
func (l *linter) segmentText(r *rule, c Condition) bool {
	switch {
	case requires(r.condition, c) && (!nameword.HasWord(c.path[1:], lineWords) || l.namesNoShell(r)):
		l.add(r, FindingCommandText, c.path.source(), "it is held against the commands of a shell, and there are none here, so this rule approves nothing",
			"the whole text: "+c.path.source()+" in [...]")
		return true
	case c.op != opMatches && strings.ContainsAny(c.want, betweenCommands):
		l.add(r, FindingCommandText, c.want, "it is held against one command at a time, as words without quotes, so little fits",
			"one command, or the whole text: "+c.path.source()+" in [...]")
	case c.op == opStartsWith && strings.ContainsAny(c.want[len(c.want)-1:], joins):
		l.add(r, FindingCommandText, c.want, "the start ends within a word, and to approve it is read as whole words, so little fits",
			"how the command starts, up to the end of a word")
	}
	return false
}

// namesNoShell reports whether the rule names its tools, and none of them looks
// like a shell, by its name or by the parameters it was seen with.
func (l *linter) namesNoShell(r *rule) bool {
	if r.condition.names(false) == namesNothing {
		return false
	}
	for c := range r.positive {
		if c.namesTool() && l.fitsShell(c) {
			return false
		}
	}
	return true
}

func (l *linter) fitsShell(c Condition) bool {
	texts := []string{c.want}
	if c.op == opIn {
		texts = c.members
	}
	if nameword.HasWord(texts, shellWords) {
		return true
	}
	test := textTest(c)
	for tool, names := range l.opts.SeenTools {
		fits, _ := test(nil, tool, false)
		takes := slices.ContainsFunc(names, func(name string) bool { return nameword.HasWord([]string{name}, lineWords) })
		if fits && (takes || nameword.HasWord([]string{tool}, shellWords)) {
			return true
		}
	}
	return false
}
