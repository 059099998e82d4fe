package command_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

func TestEveryRowCanBeRead(t *testing.T) {
	t.Parallel()
	assert.Empty(t, command.Faults(command.Core()))
}

// TestNoRowTakesWhatItDoesNotName tries what no program has on every row and
// subcommand: a row that lets it pass has an open list.
func TestNoRowTakesWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	for _, line := range command.Lines(command.Core()) {
		words := split(line.Text)
		for what, more := range map[string]string{
			"a long flag":         "--no-such-flag",
			"a value of it":       "--no-such-flag=sh",
			"a letter":            "-\u00a7",
			"a word that may be":  "?u",
			"words that may be":   "?s",
			"a flag that may be":  "-?u",
			"one of several ways": "--?u",
		} {
			plan := command.Core().Interpret(append(words[:len(words):len(words)], split(more)...))
			assert.True(t, len(plan.Gaps) > 0 || line.Open, "%s passes %s: %s", line.Text, what, plan)
		}
	}
}

// TestWhatIsNotKnownNeverShrinksAPlan holds that words which nobody knows are a
// gap, or are told as such in an act.
func TestWhatIsNotKnownNeverShrinksAPlan(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"cp -r a b", "tar xzf a.tgz -C out", "find . -name x -delete", "sort -o out in", "sed -i s/a/b/ f", "chmod 755 a",
		"env A=1 rm x", "grep -f pat x", "xargs -I{} rm {}", "awk '{print}' f", "dd if=a of=b", "python3 -c 1",
	} {
		words := split(line)
		for i := range words {
			if i == 0 {
				continue
			}
			blurred := append([]command.Word{}, words...)
			blurred[i] = command.Word{Text: command.Unknown, Spread: true}
			plan := command.Core().Interpret(blurred)
			told := slices.ContainsFunc(plan.Acts, func(a command.Act) bool {
				return slices.ContainsFunc(append([]command.Word{a.Word}, a.Words...), func(w command.Word) bool { return w.Spread })
			})
			assert.True(t, len(plan.Gaps) > 0 || told, "%s, word %d: %s", line, i, plan)
		}
	}
}

func TestNoProgramHasTwoRows(t *testing.T) {
	t.Parallel()
	assert.Empty(t, command.Twice())
}

const attacks = "../../../../testdata/attack/"

// begun adds the programs with which the lines of a text begin.
func begun(programs map[string]bool, text string, line func(string) (string, bool)) {
	for l := range strings.Lines(text) {
		if cmd, ok := line(strings.TrimSpace(l)); ok {
			if words := strings.Fields(cmd); len(words) > 0 {
				programs[words[0]] = true
			}
		}
	}
}

// TestEveryRowHasLines holds that somebody said of every row, in lines that are
// judged, what it may do and what it may not.
func TestEveryRowHasLines(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile(attacks + "programs.txt")
	require.NoError(t, err)
	more, err := os.ReadFile(attacks + "commands.jsonl")
	require.NoError(t, err)
	harmless, dangerous := map[string]bool{}, map[string]bool{}
	marked := func(marks string) func(string) (string, bool) {
		return func(l string) (string, bool) {
			mark, line, _ := strings.Cut(l, " ")
			return line, mark != "" && strings.Contains(marks, mark)
		}
	}
	begun(harmless, string(table), marked("+."))
	begun(dangerous, string(table), marked("!"))
	begun(dangerous, string(more), func(l string) (line string, ok bool) { ok = json.Unmarshal([]byte(l), &line) == nil; return line, ok })
	for _, names := range command.RowNames() {
		has := func(lines map[string]bool) bool {
			return slices.ContainsFunc(names, func(name string) bool { return lines[name] })
		}
		assert.True(t, has(harmless), "no line says what %v may do", names)
		assert.True(t, has(dangerous), "no line says what %v may not do", names)
	}
}
