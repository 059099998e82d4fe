package code

import (
	"slices"
	"strings"
)

// suppressMark is what the comments say that turn rules off: for the next line,
// or for their own; on the first line, with a blank one behind it, for all of
// the file. Names of rules may follow a colon.
const suppressMark = "ast-grep-ignore"

// suppress does to a violation what comments of the file say, as far as they
// count. It reports false if the violation is hidden.
func (k *check) suppress(v *Violation) bool {
	if k.project.Suppressions == SuppressionsOff || !strings.Contains(k.content.plain(), suppressMark) {
		return true
	}
	lines := strings.Split(k.content.plain(), "\n")
	whole := len(lines) > 1 && strings.TrimSpace(lines[1]) == "" && silences(lines[0], v.Rule)
	own := v.Line >= 1 && v.Line <= len(lines) && silences(lines[v.Line-1], v.Rule)
	above := v.Line >= 2 && v.Line-2 < len(lines) && silences(lines[v.Line-2], v.Rule)
	if !whole && !own && !above {
		return true
	}
	if k.project.Suppressions == SuppressionsReport {
		v.Severity = string(SeverityWarning)
		v.Message += " (a comment turns this off)"
		return true
	}
	return false
}

// silences reports whether a line turns a rule off.
func silences(line, rule string) bool {
	_, after, found := strings.Cut(line, suppressMark)
	if !found {
		return false
	}
	names, given := strings.CutPrefix(strings.TrimSpace(after), ":")
	if !given {
		return true
	}
	list := strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' || r == '*' || r == '/' })
	return slices.Contains(list, rule)
}
