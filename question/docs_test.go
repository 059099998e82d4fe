package question_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

// TestDocsShowAPackThatWorks keeps the pack of docs/questions.md one that loads
// without a warning, and its table of base questions complete.
func TestDocsShowAPackThatWorks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/questions.md")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(text), "```yaml\n")
	require.True(t, found)
	block, _, _ := strings.Cut(after, "```\n")
	combined, err := question.Combine(true, parse(t, "docs/questions.md", block))
	require.NoError(t, err)
	assert.Empty(t, combined.Warnings)
	assert.Equal(t, 10, combined.Set.Len())
	for _, q := range question.Base().Questions {
		assert.Contains(t, string(text), "\n| `"+q.ID+"` | "+string(q.Type)+" | "+string(q.Group))
	}
}
