package shell_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// What is cut from the name of a directory, or added to it, is another place.
func TestTheWorkingDirectoryByItsName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`show "$PWD/a" ~+/a "${PWD%app}b"`:    "/srv/app/a | /srv/b",
		`show "${PWD/app/b}" ${PWD:0:4}`:      "/srv/b | /srv",
		`show "$(dirname "$PWD")" "$(pwd)/a"`: "/srv | /srv/app/a",
		`x=$PWD; show "${x%/*}"`:              "/srv",
		`cd a; show "$PWD"`:                   "? | ?",
	} {
		e := &shell.Engine{Commands: printer{}, WorkingDir: "/srv/app"}
		report := e.Run(text, "", resolve)
		assert.Equal(t, want, shownIn(report), text)
		assert.Equal(t, !strings.HasPrefix(text, "cd"), report.NamesWorkingDir, text)
	}
	assert.Equal(t, "?", shown(`show "$PWD"`), "nobody said where that is")
}
