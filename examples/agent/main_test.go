package main

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func Example() {
	main()
	// Output:
	// notes.write        done with map[text:call Ben]
	// mail.send          done with map[to:team@example.com]
	// payments.transfer  not done: payments.transfer was denied: rule 'no-money' matched
	// disk.format        there is no tool disk.format
}

// office is an agent whose tools note what they are run with.
func office(t *testing.T, ask func(supervisor.Decision) (bool, *toolCall)) (*agent, *[]string) {
	t.Helper()
	ran := new([]string)
	tools := map[string]tool{}
	for _, name := range []string{"notes.write", "mail.send", "mail.draft", "payments.transfer"} {
		tools[name] = func(_ context.Context, params map[string]any) (string, error) {
			to, _ := params["to"].(string)
			*ran = append(*ran, name+" "+to)
			return "done", nil
		}
	}
	a, err := newAgent(ask, tools)
	require.NoError(t, err)
	return a, ran
}

func TestAPersonAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		yes  bool
		told string
		ran  []string
	}{
		"yes": {true, "done", []string{"mail.send ann@example.com"}},
		"no":  {false, "not done: mail.send was denied by a person", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, ran := office(t, func(supervisor.Decision) (bool, *toolCall) { return tt.yes, nil })
			assert.Equal(t, tt.told, a.call(t.Context(), toolCall{"mail.send", map[string]any{"to": "ann@example.com"}}))
			assert.Equal(t, tt.ran, *ran)
		})
	}
}

// TestFC107AParameterThatChanges: between judgment and execution, while a person
// looks at it.
func TestFC107AParameterThatChanges(t *testing.T) {
	t.Parallel()
	params := map[string]any{"to": "ann@example.com"}
	a, ran := office(t, func(supervisor.Decision) (bool, *toolCall) {
		params["to"] = "mallory@example.net"
		return true, nil
	})
	assert.Equal(t, "not done: the call is not the one that was judged: judge it again", a.call(t.Context(), toolCall{"mail.send", params}))
	assert.Empty(t, *ran)
}

// TestFC112AnotherTool: a call edited into one of another tool is judged again,
// under the rules of that tool.
func TestFC112AnotherTool(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		instead toolCall
		told    string
		ran     []string
		asked   []string
	}{
		"a tool that is approved": {toolCall{"notes.write", nil}, "done", []string{"notes.write "}, []string{"mail.send"}},
		"a tool that is denied": {
			toolCall{"payments.transfer", nil}, "not done: payments.transfer was denied: rule 'no-money' matched", nil, []string{"mail.send"},
		},
		"a tool that is asked about": {
			toolCall{"mail.draft", nil}, "not done: mail.draft was denied by a person", nil, []string{"mail.send", "mail.draft"},
		},
		"other parameters": {
			toolCall{"mail.send", map[string]any{"to": "b"}}, "not done: mail.send was denied by a person", nil, []string{"mail.send", "mail.send"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			a, ran := office(t, func(d supervisor.Decision) (bool, *toolCall) {
				if asked = append(asked, d.Tool); len(asked) == 1 {
					return true, &tt.instead
				}
				return false, nil
			})
			assert.Equal(t, tt.told, a.call(t.Context(), toolCall{"mail.send", map[string]any{"to": "a"}}))
			assert.Equal(t, tt.ran, *ran)
			assert.Equal(t, tt.asked, asked)
		})
	}
}
