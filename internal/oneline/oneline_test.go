package oneline_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/internal/oneline"
)

func TestClean(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		max  int
		want string
	}{
		"plain text stays":             {"all is well", 100, "all is well"},
		"line breaks become a space":   {"a\nb\r\nc\vd\fe", 100, "a b c d e"},
		"unicode line breaks":          {"a\u0085b\u2028c\u2029d", 100, "a b c d"},
		"control characters":           {"a\x00b\x1b[31mc\x7fd", 100, "a b [31mc d"},
		"runs collapse":                {"a \t\n \u00a0 b", 100, "a b"},
		"nothing at the ends":          {"\n\n a \n", 100, "a"},
		"only separators":              {" \n\t ", 100, ""},
		"bidi controls are removed":    {"a\u202eb\u2066c\u200fd", 100, "abcd"},
		"zero width is removed":        {"ap\u200bpro\ufeffved\u2060 by", 100, "approved by"},
		"soft hyphen and selectors":    {"a\u00adb\ufe0fc\u034fd", 100, "abcd"},
		"hangul filler":                {"a\u3164b", 100, "ab"},
		"tag characters":               {"a\U000e0041b", 100, "ab"},
		"invalid utf-8 is replaced":    {"a\xffb", 100, "a\ufffdb"},
		"exactly at the limit":         {"abcdef", 6, "abcdef"},
		"cut, with the mark inside":    {"abcdefg", 6, "abc…"},
		"cut on a character":           {"ääääää", 8, "ää…"},
		"no space before the mark":     {"abc defgh", 7, "abc…"},
		"trailing space is no reason":  {"abcdef   ", 6, "abcdef"},
		"only the mark fits":           {"abcdef", 3, "…"},
		"not even the mark fits":       {"abcdef", 2, ""},
		"a negative limit":             {"abcdef", -1, ""},
		"empty":                        {"", 10, ""},
		"separators between invisible": {"a\u200b \u200b b", 100, "a b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, oneline.Clean(tt.text, tt.max))
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("approved by a — agent:b\nx", 12)
	f.Add("\u2028\u202e\xff", 1)
	f.Add("ääää", 5)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(0, limit%2000)
		got := oneline.Clean(text, limit)
		assert.LessOrEqual(t, len(got), limit)
		assert.True(t, utf8.ValidString(got))
		assert.Equal(t, strings.TrimSpace(got), got)
		assert.False(t, strings.ContainsAny(got, "\n\r\v\f\u0085\u2028\u2029\u200b\u202e"), "%q", got)
		assert.Equal(t, got, oneline.Clean(got, limit), "cleaning twice changes nothing")
	})
}
