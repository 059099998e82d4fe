package command_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// TestMentions holds words that are no paths to their row against the look of
// a path that leads away.
func TestMentions(t *testing.T) {
	t.Parallel()
	table := command.Core().With([]command.Row{{Name: "frob", Flags: "-v --out= --note=text", Args: "inert*"}})
	for line, want := range map[string]string{
		"frob a b/c ./d":                "",
		"frob --out=name":               "",
		"frob /etc/x":                   "/etc/x",
		"frob --out=/etc/x":             "/etc/x",
		"frob --out json:/etc/x,text":   "/etc/x",
		"frob plugin=../other/p.so":     "../other/p.so",
		"frob a/../../b":                "a/../../b",
		"frob ~/.netrc":                 "~/.netrc",
		"frob ..":                       "..",
		"frob --note=/etc/x":            "",
		"frob 1/2 a..b ... / ~ s/a/b/g": "",
	} {
		got := ""
		for _, a := range table.Interpret(split(line)).Acts {
			if a.Do == command.Mention {
				got = a.Word.Text
			}
		}
		assert.Equal(t, want, got, line)
	}
}
