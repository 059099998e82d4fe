package adminpage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestRealConfigIsEdited(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	for range 3 {
		r.judge(t, supervisor.Call{Tool: "payments.transfer", Agent: "billing"})
	}
	r.enter(p)
	p.section("files")
	p.shows("#editor-text", "name: no-money")
	text := eval[string](p, `document.querySelector('#editor-text').value`)

	p.typeInto("#editor-text", strings.Replace(text, "action: deny", "action: denny", 1))
	p.shows(".layer .message", "rules[0].action")
	p.shows(".faults", "line 10, column 13")
	p.click(".editor .primary")
	p.shows(".editor .summary", "nothing was written")
	require.Equal(t, text, onDisk(t, r.config))

	edited := strings.Replace(text, "action: deny", "action: escalate", 1)
	p.typeInto("#editor-text", edited)
	p.shows(".editor .summary", "No faults")
	p.shows(".preview", "3 decisions of the last 3 would change")
	p.click(".editor .primary")
	p.shows(".editor .summary", "The version before is kept as")
	assert.Equal(t, edited, onDisk(t, r.config))
	assert.Equal(t, supervisor.Escalate, r.judge(t, supervisor.Call{Tool: "payments.transfer"}).Action, "it is in force")
	p.section("rules")
	p.shows("#rules-table tr:nth-child(1)", "? escalate")
}

// TestRealLineEndsAreKept edits a file of another system: a textarea knows one end
// of a line alone.
func TestRealLineEndsAreKept(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	text := strings.ReplaceAll(onDisk(t, r.config), "\n", "\r\n")
	require.NoError(t, os.WriteFile(r.config, []byte(text), 0o600))
	r.enter(p)
	p.section("files")
	p.shows("#editor-text", "name: no-money")
	p.typeInto("#editor-text", strings.Replace(eval[string](p, `document.querySelector('#editor-text').value`), "action: deny", "action: escalate", 1))
	p.shows(".editor .summary", "No faults")
	p.click(".editor .primary")
	p.shows(".editor .summary", "Saved")
	assert.Equal(t, strings.Replace(text, "action: deny", "action: escalate", 1), onDisk(t, r.config))
}

func TestRealStaleEditKeepsTheText(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	r.enter(p)
	p.section("files")
	p.shows("#editor-text", "name: no-money")
	text := eval[string](p, `document.querySelector('#editor-text').value`)
	theirs := "# theirs\n" + text
	require.NoError(t, os.WriteFile(r.config, []byte(theirs), 0o600))

	mine := text + "# mine\n"
	p.typeInto("#editor-text", mine)
	p.shows(".conflict", "saving would be refused") // already while typing
	p.shows(".conflict", "Your text is kept here")
	p.click(".editor .primary")
	p.shows(".conflict", "Not saved")
	p.shows(".conflict", "has changed since it was read")
	require.Equal(t, mine, eval[string](p, `document.querySelector('#editor-text').value`))
	require.Equal(t, theirs, onDisk(t, r.config))
	p.press(".conflict button", "Compare")
	p.shows(".diff .old", "# theirs")
	p.shows(".diff .new", "# mine")
	p.press(".conflict button", "Keep mine")
	p.shows(".editor .summary", "No faults")
	p.click(".editor .primary")
	p.shows(".editor .summary", "Saved")
	assert.Equal(t, mine, onDisk(t, r.config))
	kept, err := filepath.Glob(filepath.Join(filepath.Dir(r.config), ".sup7.yaml.bak-*"))
	require.NoError(t, err)
	assert.Len(t, kept, 1)
}

func onDisk(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}
