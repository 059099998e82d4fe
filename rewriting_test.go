package supervisor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/rewriting"
)

// No labelled command line that a person or nobody should let through is
// approved when it is written in another way. Tests of package effect hold that
// for command lines of the repository's own, effect by effect.
func TestRewrittenCases(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("rewrites every labelled command line in more than a hundred ways")
	}
	judge := structuralTrial(t, "/home/dev", "/home/dev/project")
	rewritten, approved := 0, 0
	for _, c := range readCases(t)["shell"] {
		line, ok := c.Params["command"].(string)
		if !ok || c.Label == allow {
			continue
		}
		for _, way := range rewriting.All() {
			rewritten++
			call := supervisor.Call{Tool: c.Tool, Params: map[string]any{"command": way.Of(line)}}
			if judge(t, call) == supervisor.Approve {
				approved++
				t.Logf("approved: %s in the way %s", c.ID, way.Name)
			}
		}
	}
	t.Logf("%d command lines, %d approved", rewritten, approved)
	assert.Zero(t, approved)
}
