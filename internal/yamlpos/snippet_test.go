package yamlpos_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

type shown struct {
	A     any             `yaml:"a"`
	Text  string          `yaml:"text"`
	Hook  string          `yaml:"hook" secret:"yes"`
	Hooks []string        `yaml:"hooks" secret:"yes"`
	Veil  veiled          `yaml:"veil"`
	Token string          `yaml:"token"`
	Port  int             `yaml:"port" max:"9"`
	Keys  []string        `yaml:"keys"`
	Inner map[string]bool `yaml:"inner"`
}

type veiled string

func (v veiled) Reveal() string { return string(v) }

// snippetAt decodes text and returns the snippet of a fault at path.
func snippetAt(t *testing.T, text, path string) string {
	t.Helper()
	doc, err := yamlpos.Parse("f.yaml", []byte(text))
	require.NoError(t, err)
	require.NoError(t, doc.Decode(&shown{}))
	return doc.FaultAt(path, "x").Snippet
}

func TestCarets(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 30)
	tests := map[string]struct{ text, path, want string }{
		"plain":            {"a: word # note\n", "a", "    1 | a: word # note\n      |    ^~~~"},
		"double quoted":    {`a: "w\u006frd" # x`, "a", "    1 | a: \"w\\u006frd\" # x\n      |    ^~~~~~~~~~~"},
		"single quoted":    {`a: 'it''s' # x`, "a", "    1 | a: 'it''s' # x\n      |    ^~~~~~~"},
		"flow list":        {"a: [1]\n", "a", "    1 | a: [1]\n      |    ^"},
		"block section":    {"inner:\n  x: on\n", "inner", "    1 | inner:\n      | ^~~~~"},
		"block list":       {"keys:\n- x\n", "keys", "    2 | - ***\n      | ^"},
		"nothing":          {"a:\n", "a", "    1 | a:\n      | ^"},
		"alias":            {"text: &t hi\na: *t\n", "a", "    2 | a: *t\n      |    ^~"},
		"anchored":         {"a: &t hi # x\n", "a", "    1 | a: &t hi # x\n      |    ^~~~~"},
		"tab":              {"a: \thi\n", "a", "    1 | a:     hi\n      |        ^~"},
		"two lines, plain": {"a: one\n  two\n", "a", "    1 | a: one\n      |    ^~~"},
		"two lines":        {"a: \"one\n  two\"\n", "a", "    1 | a: \"one\n      |    ^~~~"},
		"literal":          {"a: |\n  one\n", "a", "    1 | a: |\n      |    ^"},
		"wide letters":     {"a: [é, ü]\n", "a[1]", "    1 | a: [é, ü]\n      |        ^"},
		"invisible":        {"a: x\u202ey\n", "a", "    1 | a: x\\u202ey\n      |    ^~~~~~~~"},
		"other line end":   {"text: a\u0085a: b", "a", "    2 | a: b\n      |    ^"},
		"long, start":      {"a: " + long, "a", "    1 | a: " + long[:97] + "…\n      |    ^" + strings.Repeat("~", 96)},
		"long, middle":     {"a: [" + long + ", z]", "a[1]", "    1 | …" + long[262:] + ", z]\n      | " + strings.Repeat(" ", 41) + "^"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, snippetAt(t, tt.text, tt.path))
		})
	}
}

func TestCaretsWithinTexts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text, part string
		line       int
		want       string // the source under the caret; empty: the whole value
	}{
		"plain":               {"text: one two three", "two", 1, "two"},
		"plain, not ascii":    {"text: éé two", "two", 1, "two"},
		"anchored":            {"text: &x one two", "two", 1, "two"},
		"single quoted":       {"text: 'it''s two x'", "two", 1, "two"},
		"over a quote":        {"text: 'it''s'", "t's", 1, "t''s"},
		"double quoted":       {`text: "\x41\u00e9\U0001F600\t two"`, "two", 1, "two"},
		"over an escape":      {`text: "a\tb"`, "a\tb", 1, `a\tb`},
		"literal":             {"text: |\n    one\n\n    x two\n", "two", 4, "two"},
		"folded":              {"text: >\n  one\n  two\n", "two", 1, ""},
		"continued":           {"text: one\n  two\n", "two", 1, ""},
		"continued, quoted":   {"text: \"one\n  two\"\n", "two", 1, ""},
		"through an alias":    {"a: &x one two\ntext: *x\n", "two", 2, ""},
		"the last characters": {`text: "one two"`, "two", 1, "two"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := yamlpos.Parse("f.yaml", []byte(tt.text))
			require.NoError(t, err)
			var got shown
			require.NoError(t, doc.Decode(&got))
			offset := strings.Index(got.Text, tt.part)
			require.GreaterOrEqual(t, offset, 0)
			doc.FaultWithin("text", offset, len(tt.part), "here")

			var faults *yamlpos.Faults
			require.ErrorAs(t, doc.Err(), &faults)
			fault := faults.List[0]
			assert.Equal(t, tt.line, fault.Line)
			if tt.want == "" {
				assert.Equal(t, 7, fault.Column)
				return
			}
			source := []rune(strings.Split(tt.text, "\n")[fault.Line-1])
			width := strings.Count(fault.Snippet, "~") + 1
			assert.Equal(t, tt.want, string(source[fault.Column-1:fault.Column-1+width]))
		})
	}
}

func TestFaultWithinOutOfBoundsMeansTheWholeText(t *testing.T) {
	t.Parallel()
	for _, at := range [][2]int{{-1, 1}, {0, 99}, {4, -1}} {
		doc, err := yamlpos.Parse("f.yaml", []byte("text: abc"))
		require.NoError(t, err)
		require.NoError(t, doc.Decode(&shown{}))
		doc.FaultWithin("text", at[0], at[1], "here")
		require.ErrorContains(t, doc.Err(), "f.yaml:1:7: text: here\n    1 | text: abc\n      |       ^~~")
	}
}

func TestSecretsAreNeverShown(t *testing.T) {
	t.Parallel()
	const secret = "hunter2-S3CR3T"
	tests := map[string]string{
		"own key":              "token: " + secret + "\n",
		"quoted":               "token: \"" + secret + "\"\n",
		"same line":            "{port: 99, token: " + secret + ", a: b}\n",
		"before":               "{token: " + secret + ", port: 99}\n",
		"list":                 "keys: [" + secret + ", x]\n",
		"wrong kind":           "token: {value: " + secret + "}\n",
		"wrong kind, list":     "token: [[" + secret + "]]\n",
		"block list":           "keys:\n  - {x: " + secret + "}\n",
		"number":               "{token: 4711, port: 99}\n",
		"several lines":        "token: \"a\n  " + secret + "\"\nport: 99\n",
		"literal":              "token: |\n  " + secret + "\nport: 99\n",
		"misspelt":             "tokn: " + secret + "\n",
		"misspelt, by tag":     "hok: " + secret + "\n",
		"unknown, named so":    "github_pat: " + secret + "\n",
		"unknown, looks so":    "gh: abcdefghij0123456789\n",
		"dashes":               "x-api-key: " + secret + "\n",
		"tagged":               "{hook: " + secret + ", port: 99}\n",
		"tagged list":          "{hooks: [" + secret + "], port: 99}\n",
		"type":                 "{veil: " + secret + ", port: 99}\n",
		"alias":                "{a: &s " + secret + ", token: *s, port: 99}\n",
		"password in address":  "{a: \"http://user:" + secret + "@h/\", port: 99}\n",
		"user in address":      "{a: \"http://" + secret + "@h/\", port: 99}\n",
		"at sign in password":  "{a: \"http://u:@" + secret + "@h/\", port: 99}\n",
		"syntax, named":        "token: " + secret + ": x\n",
		"syntax, continuation": "x:\n  token: |\n    a\n " + secret + "\n",
		"syntax, braces":       "{token: " + secret + "\n",
		"null key":             "~: {token: " + secret + "}\n",
		"duplicate":            "token: a\ntoken: " + secret + "\n",
		"merge":                "inner: {<<: {token: " + secret + "}}\n",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc, err := yamlpos.Parse("f.yaml", []byte(text))
			if err == nil {
				require.NoError(t, doc.Decode(&shown{}))
				for _, path := range []string{"", "token", "port", "keys", "hook", "hooks", "veil", "a"} {
					doc.Fault(path, "looked at")
				}
				err = doc.Err()
			}
			require.Error(t, err)
			for _, leak := range []string{"hunter2", "S3CR3T", "4711", "abcdefghij"} {
				assert.NotContains(t, err.Error(), leak)
			}
		})
	}
}

func TestWhatIsNoSecretIsShown(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "    1 | {token: ***, port: 99}\n      |                    ^~", snippetAt(t, "{token: hunter2, port: 99}", "port"))
	assert.Contains(t, snippetAt(t, "text: monkey\n", "text"), "monkey", "key is no word of it")
	assert.Contains(t, snippetAt(t, "token: x\ntext: shown\n", "text"), "text: shown", "the next line is not hidden")
	_, err := yamlpos.Parse("f", []byte("text: [1\nport: 2\n"))
	assert.ErrorContains(t, err, "port: 2")
}
