package command_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// row is one case of a table of rows: a command line and what it does, as
// [command.Plan] shows it, with all gaps as one "gap" at the end. A want that
// begins with "…" need only be contained.
type row struct{ line, want string }

// checkPlans holds command lines against the table. Every row of knowledge has
// at least one case here that must not be approved: a flag, an operand or an
// act that is dangerous.
func checkPlans(t *testing.T, rows []row) {
	t.Helper()
	for _, r := range rows {
		got := shown(command.Core().Interpret(split(r.line)))
		if part, partly := strings.CutPrefix(r.want, "…"); partly {
			assert.Contains(t, got, part, r.line)
			continue
		}
		assert.Equal(t, r.want, got, r.line)
	}
}

var gaps = regexp.MustCompile(`( ?gap\[[^]]*\])+`)

// shown leaves out paths that are only mentioned, see TestMentions.
func shown(p command.Plan) string {
	p.Acts = slices.DeleteFunc(slices.Clone(p.Acts), func(a command.Act) bool { return a.Do == command.Mention })
	text := gaps.ReplaceAllString(p.String(), " gap")
	return strings.TrimSpace(text)
}

// split splits a line at blanks as a shell would: quotes group and are removed,
// "?u" is a word that is not known, "?s" one that may be any number of words, a
// word with an unquoted star is a pattern.
func split(line string) []command.Word {
	var words []command.Word
	var text strings.Builder
	quote, begun, glob := rune(0), false, false
	end := func() {
		if begun {
			words = append(words, word(text.String(), glob))
		}
		text.Reset()
		begun, glob = false, false
	}
	for _, c := range line {
		switch {
		case quote == 0 && c == ' ':
			end()
			continue
		case quote == 0 && (c == '\'' || c == '"'):
			quote, begun = c, true
			continue
		case c == quote:
			quote = 0
			continue
		}
		glob = glob || c == '*' && quote == 0
		begun = true
		text.WriteRune(c)
	}
	end()
	return words
}

func word(text string, glob bool) command.Word {
	known := strings.NewReplacer("?u", command.Unknown, "?s", command.Unknown).Replace(text)
	return command.Word{Text: known, Glob: glob, Spread: strings.Contains(text, "?s")}
}
