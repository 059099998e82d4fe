package watch

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain text":                     "plain text",
		"ünï 語 🙂":                        "ünï 語 🙂",
		"e\u0301":                        "e\u0301", // one mark on a letter is a letter
		"e\u0301\u0302\u0303\u0304":      "e\u0301\u0302\\u0303\\u0304",
		"\x1b[31m\r\n\t\x00\x7f\u0085":   `\u001b[31m\u000d\u000a\u0009\u0000\u007f\u0085`,
		"\u202a\u202e\u2066\u2069\u200f": `\u202a\u202e\u2066\u2069\u200f`,
		"a\u200bb\u200dc\ufeffd\u00ad":   `a\u200bb\u200dc\ufeffd\u00ad`,
		"\u3164\u115f\uffa0\u2800\u034f": `\u3164\u115f\uffa0\u2800\u034f`,
		"\u00a0\u2003\u2028\u2029":       `\u00a0\u2003\u2028\u2029`,
		"\ufe0f\U000e0100\U000e0041":     `\ufe0f\U000e0100\U000e0041`,
		"\ue000\ufdd0\xff":               `\ue000\ufdd0` + "\ufffd",
	} {
		assert.Equal(t, want, clean(text), "%+q", text)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "a b", "\x1b[2J\x9b", "\u202e\u0301\u0301\u0301", "語🙂\U000e0041", "\xff\xfe", "abcdefghijklmno\u0301pq"} {
		f.Add(seed, 10)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		most = 4 + most&63
		shown := clean(text)
		for _, r := range shown {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Cf, r) {
				t.Fatalf("%+q", shown)
			}
		}
		assert.Equal(t, shown, clean(shown), "what is clean stays as it is")
		lines := wrap(shown, most, indent)
		whole := lines[0]
		for _, line := range lines[1:] {
			whole += strings.TrimPrefix(line, indent)
		}
		assert.Equal(t, shown, whole, "nothing is left out")
		for _, line := range append(lines, cut(shown, most)) {
			assert.LessOrEqual(t, widthOf(line), most, "%q", line)
			assert.True(t, utf8.ValidString(line))
		}
	})
}

func widthOf(line string) (used int) {
	for _, r := range line {
		used += cells(r)
	}
	return used
}

func TestWrap(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"one two ", "  three ", "  four"}, wrap("one two three four", 10, indent))
	assert.Equal(t, []string{"abcdefghij", "  klmnopqr", "  st"}, wrap("abcdefghijklmnopqrst", 10, indent))
	assert.Equal(t, []string{"語語", "  語", "  語"}, wrap("語語語語", 4, indent))
	assert.Equal(t, "abc…", cut("abcdef", 4))
	assert.Equal(t, "語…", cut("語語語", 4))
	assert.Equal(t, "abcd", cut("abcd", 4))
	assert.Equal(t, "", cut("abcd", 0))
}
