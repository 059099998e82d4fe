package command

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestPrintable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain\nlines, ü":   "plain\nlines, ü",
		"\x1b]0;title\x07":  "?]0;title?",
		"a\u202eb\u2066c":   "a?b?c",
		"tab\there\rreturn": "tab?here?return",
		"c1 \u009b31m":      "c1 ?31m",
	} {
		var out bytes.Buffer
		n, err := printable{&out}.Write([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, len(text), n)
		assert.Equal(t, want, out.String())
	}
}

func TestExplanationsAndStoriesArePrintable(t *testing.T) {
	t.Parallel()
	hostile := "x\x1b[2Jy\u202ez"
	var out bytes.Buffer
	require.NoError(t, printExplanation(&out, supervisor.Explanation{Decision: supervisor.Decision{Reasoning: hostile}, Steps: []supervisor.Step{{Detail: hostile}}}))
	require.NoError(t, story{Records: nil, Note: hostile, Chain: []supervisor.Trace{{Tool: hostile}}}.print(&out))
	assert.NotContains(t, out.String(), "\x1b")
	assert.NotContains(t, out.String(), "\u202e")
	assert.Contains(t, out.String(), "x?[2Jy?z")
}
