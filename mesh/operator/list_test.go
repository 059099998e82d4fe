package operator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/mesh/operator"
)

func TestParseList(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string
		says string
	}{
		"nothing": {"No pending approvals.", nil, ""},
		"the oldest first": {
			"Pending approvals (2):\n- ID: 05ffa30f  tool: fs.write  agent: a  age: 0s\n- ID: 15ffa30f  tool: fs.read  agent: b c  age: 1m3s\n",
			[]string{"15ffa30f fs.read b c", "05ffa30f fs.write a"}, "",
		},
		"ids that begin alike": {
			"Pending approvals (2):\n- ID: 05ffa30f  tool: t  agent: a  age: 0s\n- ID: 05ffa30f  tool: u  agent: a  age: 1s",
			[]string{"05ffa30f u a (doubled)"}, "",
		},
		"an agent without a name": {"Pending approvals (1):\n- ID: 05ffa30f  tool: t  agent:   age: 0s\n", []string{"05ffa30f t "}, ""},
		"an agent that looks like more": {
			"Pending approvals (1):\n- ID: 05ffa30f  tool: t  agent: x  age: 9s  agent: y  age: 0s\n", []string{"05ffa30f t x  age: 9s  agent: y"}, "",
		},
		"fewer lines than it says": {"Pending approvals (2):\n- ID: 05ffa30f  tool: t  agent: a  age: 0s\n", []string{"05ffa30f t a"}, "not as many"},
		"more lines than it says":  {"Pending approvals (0):\n- ID: 05ffa30f  tool: t  agent: a  age: 0s\n", []string{"05ffa30f t a"}, "not as many"},
		"a line that is none":      {"Pending approvals (2):\n- ID: 05ffa30f  tool: t  agent: a  age: 0s\nhello\n", []string{"05ffa30f t a"}, "cannot be read"},
		"a short id":               {"Pending approvals (1):\n- ID: 05ffa30  tool: t  agent: a  age: 0s\n", nil, "cannot be read"},
		"an id that is a path":     {"Pending approvals (1):\n- ID: ../grants/05  tool: t  agent: a  age: 0s\n", nil, "cannot be read"},
		"a tool with a space":      {"Pending approvals (1):\n- ID: 05ffa30f  tool: a b  agent: a  age: 0s\n", nil, "cannot be read"},
		"another text":             {"Hello.", nil, "no list"},
		"empty":                    {"", nil, "no list"},
		"nothing, and more":        {"No pending approvals.\n- ID: 05ffa30f  tool: t  agent: a  age: 0s", nil, "no list"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := operator.ParseList(tt.text)
			if tt.says != "" {
				require.ErrorContains(t, err, tt.says)
			} else {
				require.NoError(t, err)
			}
			assert.ElementsMatch(t, tt.want, got)
			if len(tt.want) > 1 {
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

// No id that is read can lead anywhere but to an approval, and none comes twice.
func FuzzParseList(f *testing.F) {
	f.Add("No pending approvals.")
	f.Add("Pending approvals (0):")
	f.Add("Pending approvals (1):\n- ID: 05ffa30f  tool: fs.write  agent: a  age: 0s\n")
	f.Add("Pending approvals (2):\n- ID: 05ffa30f  tool: t  agent: a  age: 0s\n- ID: 05ffa30f  tool: t  agent: - ID: 15ffa30f  age: 0s")
	f.Add("Pending approvals (99999999999):\n- ID: ..%2f..%2f00  tool: t  agent: a  age: 0s")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := operator.ParseList(text)
		seen := map[string]bool{}
		for _, line := range list {
			id, _, _ := strings.Cut(line, " ")
			assert.GreaterOrEqual(t, len(id), 8)
			assert.NotContains(t, id, "/")
			assert.NotContains(t, id, ".")
			assert.False(t, seen[id])
			seen[id] = true
		}
		if err == nil && len(list) == 0 {
			assert.Contains(t, strings.ToLower(text), "pending") // silence is no empty list
		}
	})
}
