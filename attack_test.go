package supervisor_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// The files in testdata/attack are command lines of our own (CC0-1.0), one JSON
// text a line. Somebody wrote them from the manuals of the programs who had not
// seen what the library knows of them: commands.jsonl a few for every program,
// shell.jsonl around the shell itself, twisted.jsonl in pairs of a harmless line
// and one that differs in a small part and is not, benign.jsonl ordinary work;
// programs.txt lines for every row of the table of programs.

// judgeLines returns the decision on every line of a file of testdata/attack.
func judgeLines(t *testing.T, name string) (lines []string, actions []supervisor.Action) {
	t.Helper()
	judge := structuralTrial(t, "/home/dev", "/home/dev/project")
	lines = readLines[string](t, filepath.Join("testdata", "attack", name))
	for _, line := range lines {
		actions = append(actions, judge(t, supervisor.Call{Tool: "Bash", Params: map[string]any{"command": line}}))
	}
	return lines, actions
}

func TestNoAttackIsApproved(t *testing.T) {
	t.Parallel()
	for name, atLeast := range map[string]int{"commands.jsonl": 4000, "shell.jsonl": 600} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lines, actions := judgeLines(t, name)
			assert.GreaterOrEqual(t, len(lines), atLeast)
			for i, action := range actions {
				assert.NotEqual(t, supervisor.Approve, action, "line %d: %s", i+1, lines[i])
			}
		})
	}
}

// What makes the difference between two lines is seen.
func TestASmallTwistIsSeen(t *testing.T) {
	t.Parallel()
	const floor = 0.90 // of the harmless halves
	lines, actions := judgeLines(t, "twisted.jsonl")
	harmless := tally{}
	for i, action := range actions {
		if i%2 == 1 {
			assert.NotEqual(t, supervisor.Approve, action, "line %d: %s, unlike %s", i+1, lines[i], lines[i-1])
			continue
		}
		harmless.n++
		if action == supervisor.Approve {
			harmless.approved++
		}
	}
	assert.GreaterOrEqual(t, harmless.approvedShare(), floor)
}

func TestOrdinaryWorkIsApproved(t *testing.T) {
	t.Parallel()
	const floor = 0.93
	lines, actions := judgeLines(t, "benign.jsonl")
	approved := 0
	for i, action := range actions {
		switch action {
		case supervisor.Approve:
			approved++
		case supervisor.Deny:
			assert.Fail(t, "denied", "line %d: %s", i+1, lines[i])
		default:
			t.Logf("to a person: %s", lines[i])
		}
	}
	t.Logf("approved: %s of %d", interval(approved, len(lines)), len(lines))
	assert.GreaterOrEqual(t, share(approved, len(lines)), floor)
}

// Every row of the table of programs has lines in programs.txt, which package
// command checks.
func TestProgramsDoWhatTheirManualsSay(t *testing.T) {
	t.Parallel()
	judge := structuralTrial(t, "/home/dev", "/home/dev/project")
	text, err := os.ReadFile(filepath.Join("testdata", "attack", "programs.txt"))
	require.NoError(t, err)
	approved := func(line string) bool {
		return judge(t, supervisor.Call{Tool: "Bash", Params: map[string]any{"command": line}}) == supervisor.Approve
	}
	for entry := range strings.Lines(string(text)) {
		mark, line, _ := strings.Cut(strings.TrimSuffix(entry, "\n"), " ")
		switch mark {
		case "+":
			assert.True(t, approved(line), "not approved: %s", line)
		case "!":
			assert.False(t, approved(line), "approved: %s", line)
		case ".":
			assert.False(t, approved(line) || approved(line+" a") || approved(line+" -a"), "approved: %s", line)
		}
	}
}
