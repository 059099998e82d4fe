package command_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

var update = flag.Bool("update", false, "rewrite generated documents")

const (
	docFile  = "../../../../docs/judgment.md"
	docBegin = "-run TestProgramsAreDocumented -update -->\n"
	docEnd   = "<!-- end of programs -->"
)

func TestProgramsAreDocumented(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(docFile)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(text), docBegin)
	require.True(t, found, "the mark is missing")
	_, tail, found := strings.Cut(rest, docEnd)
	require.True(t, found, "the end mark is missing")
	want := head + docBegin + documented() + docEnd + tail
	if *update {
		require.NoError(t, os.WriteFile(docFile, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(text), "run the test with -update")
}

// documented writes the names of all programs, by theme.
func documented() string {
	var b strings.Builder
	for _, theme := range command.Themes() {
		if len(theme.Names) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n**%s** (%d):", theme.Title, len(theme.Names))
		width := 120
		for _, name := range theme.Names {
			word := " `" + name + "`"
			if width += len(word); width > 118 {
				b.WriteString("\n")
				word = word[1:]
				width = len(word)
			}
			b.WriteString(word)
		}
		b.WriteString("\n")
	}
	return b.String() + "\n"
}
