package question_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/question"
)

func TestGlobIsThatOfAShell(t *testing.T) {
	t.Parallel()
	tests := []struct {
		glob, text string
		want       bool
	}{
		{"till-*", "till-4", true},
		{"till-*", "Till-4", false},
		{"till-*", "till-", true},
		{"till-*", "a till-4", false},
		{"*", "", true},
		{"*", "a.b/c", true},
		{"ledger.*", "ledger.post/entry", true},
		{"ledger.*", "ledgerxpost", false},
		{"*.post", "ledger.post.post", true},
		{"*a*b*", "xxaxxbxx", true},
		{"*a*b*", "xxbxxaxx", false},
		{"a?c", "abc", true},
		{"a?c", "aéc", true},
		{"a?c", "ac", false},
		{"[abc]x", "bx", true},
		{"[a-c]x", "dx", false},
		{"[!a-c]x", "dx", true},
		{"[!a-c]x", "x", false},
		{"[]]x", "]x", true},
		{"[a-]x", "-x", true},
		{"[^a]x", "^x", true},
		{`a\*`, `a\b`, true},
		{"", "", true},
		{"", "a", false},
	}
	for _, tt := range tests {
		got, err := question.MatchGlob(tt.glob, tt.text)
		require.NoError(t, err, tt.glob)
		assert.Equal(t, tt.want, got, "%q on %q", tt.glob, tt.text)
	}
	for _, malformed := range []string{"[", "[a", "a[]", "[!]", "[c-a]"} {
		_, err := question.MatchGlob(malformed, "a")
		assert.Error(t, err, malformed)
	}
}

func TestGlobTakesNoLongerThanItsLengthsAllow(t *testing.T) {
	t.Parallel()
	got, err := question.MatchGlob(strings.Repeat("a*", 200)+"b", strings.Repeat("a", 20_000))
	require.NoError(t, err)
	assert.False(t, got)
}

// FuzzGlob holds globs of stars and question marks against regular expressions.
func FuzzGlob(f *testing.F) {
	f.Add("a*b?", "axxbz")
	f.Add("*?*", "é")
	f.Add("[!a-c]*", "dx")
	f.Fuzz(func(t *testing.T, glob, text string) {
		if len(glob) > 100 || len(text) > 100 {
			return
		}
		got, err := question.MatchGlob(glob, text)
		if err != nil || strings.Contains(glob, "[") {
			return
		}
		var pattern strings.Builder
		for _, r := range glob {
			switch r {
			case '*':
				pattern.WriteString(".*")
			case '?':
				pattern.WriteString(".")
			default:
				pattern.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
		want := regexp.MustCompile(`(?s)\A` + pattern.String() + `\z`).MatchString(string([]rune(text)))
		require.Equal(t, want, got)
	})
}
