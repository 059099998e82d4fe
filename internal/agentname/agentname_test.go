package agentname_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/internal/agentname"
)

func TestBest(t *testing.T) {
	t.Parallel()
	patterns := []string{"*", "c*", "?ode-1", "code-*", "coder", "till[0-9", "co*er"}
	for agent, want := range map[string]int{
		"coder":  4, // the exact name, whatever matches besides
		"code-1": 2, // of two that are as long, the first
		"code-2": 3, // the longest glob
		"corker": 6,
		"cook":   1,
		"ann":    0,
		"":       0,
		"a/b":    -1, // a star does not cross a slash
		"till7":  0,  // a malformed one matches nothing
	} {
		assert.Equal(t, want, agentname.Best(patterns, agent), agent)
	}
	assert.Equal(t, 5, agentname.Best(patterns, "till[0-9"), "an exact name is no glob")
	assert.Equal(t, -1, agentname.Best(nil, "x"))
}
