package rules

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/internal/nameword"
)

// maxSegmentBytes bounds the commands of one call that conditions look at,
// counted together. A line of which the shell makes more cannot be told: a
// deny escalates, an approve does not hold. It is what a pattern on one long
// text costs, twice.
const maxSegmentBytes = 2 * maxPatternText

var (
	errSegments    = fmt.Errorf("the commands of the line are longer than %d bytes together, which is not looked through", maxSegmentBytes)
	errNoSegments  = errors.New("no single commands are seen in the text, so it does not approve: compare the whole of it with ==")
	errTwoCommands = errors.New("another parameter may hold the command, so this one does not approve")
)

// segments are the simple commands that the call would run, as the analyser
// sees them; nil if it sees none.
func (s *sight) segments() ([]string, error) {
	list, total := s.effects().Segments, 0
	for _, text := range list {
		if total += len(text); total > maxSegmentBytes {
			return nil, errSegments
		}
	}
	return list, nil
}

// isSegmentwise reports whether the condition is about a part of a command. It
// is then held against each command of the line: how the line starts, or what
// is in it, says nothing about the rest.
func (c Condition) isSegmentwise() bool {
	if c.project || !c.path.isCommand() {
		return false
	}
	switch c.op {
	case opStartsWith, opContains, opEndsWith, opMatches:
		return true
	}
	return false
}

// wordsTest holds for texts that start with these words. The last must end
// where a word of the text ends: git log is not how git logx starts.
func wordsTest(want string) test {
	want = lower(want)
	return func(_ *sight, text string, _ bool) (bool, error) {
		if !isASCII(text) {
			text = lower(text)
		}
		if !prefixFold(text, want) {
			return false, nil
		}
		return len(text) == len(want) || isBlank(text[len(want)]) || isBlank(want[len(want)-1]), nil
	}
}

// isBlank reports what a shell takes for the end of a word.
func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\n' }

// hasOtherCommand reports whether a text elsewhere is named like one that is a
// command. Which of the two the analyser looked at is then not known.
func hasOtherCommand(v any, path field, at []string) bool {
	switch v := v.(type) {
	case string:
		return nameword.IsCode(at[len(at)-1:]...) && !slices.Equal(path[1:], at)
	case map[string]any:
		for name, inner := range v {
			if hasOtherCommand(inner, path, append(at[:len(at):len(at)], name)) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(inner any) bool { return hasOtherCommand(inner, path, at) })
	}
	return false
}
