package effect

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// TestServiceWordsCanBeFound keeps every word of the data one word of a name.
func TestServiceWordsCanBeFound(t *testing.T) {
	t.Parallel()
	check := func(list string) {
		for word := range strings.FieldsSeq(list) {
			assert.Equal(t, []string{word}, joinNames(NameWords(word)), "the words of names are compared one by one")
		}
	}
	for _, f := range families {
		check(f.words)
		check(f.nouns)
	}
	for _, v := range verbs {
		check(v.strong)
		check(v.words)
		for word := range strings.FieldsSeq(v.strong + " " + v.words) {
			assert.NotContains(t, readWords(), word, "a word of doing is none of looking")
		}
	}
	for _, list := range [][]string{readWords(), fillWords(), secretNouns(), privateNouns(), lookParams(), keepParams(), recipientWords} {
		check(strings.Join(list, " "))
	}
}

// TestNoVerbOfDoingPasses pairs every kind of service with every verb: what
// does more than look is never only reads, but where the agent keeps its own.
func TestNoVerbOfDoingPasses(t *testing.T) {
	t.Parallel()
	scope, err := NewScope(ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app"})
	require.NoError(t, err)
	a := newAnalyzer(Options{Scope: scope}, command.Core())
	for _, f := range families {
		space := strings.Fields(f.words)[0]
		for _, v := range verbs {
			for word := range strings.FieldsSeq(v.strong + " " + v.words) {
				if f.own && v.name == "change" || word == "draft" {
					continue
				}
				for _, tool := range []string{space + "." + word, space + "." + word + "_all", "mcp__" + space + "__" + word} {
					got := a.analyzeTool(&decision.Call{Tool: tool, Params: map[string]any{"id": "1"}})
					onlyReads := !got.Opaque() && !slices.ContainsFunc(got.List, func(e decision.Effect) bool { return e.Kind != decision.Reads || e.Concern != "" })
					assert.False(t, onlyReads, "%s: %+v", tool, got)
				}
			}
		}
	}
}

func TestRecipients(t *testing.T) {
	t.Parallel()
	a := &analyzer{hosts: hostPolicy{domains: []string{"corp.example"}}}
	concern := func(params map[string]any) string {
		call := &account{analyzer: a, call: &decision.Call{Params: params}}
		return call.recipientConcern()
	}
	const outside, hidden = "recipient outside of the operator's domains", "hidden recipient"
	assert.Empty(t, concern(map[string]any{"to": "a@corp.example, B <b@mail.corp.example>"}))
	assert.Empty(t, concern(map[string]any{"channel": "#team", "bcc": ""}))
	assert.Equal(t, outside, concern(map[string]any{"to": "a@corp.example", "cc": []any{"x@else.example"}}))
	assert.Equal(t, outside, concern(map[string]any{"to": "a@corp.example;x@else.example"}))
	assert.Equal(t, outside, concern(map[string]any{"replyTo": "x@else.example"}))
	assert.Equal(t, outside, concern(map[string]any{"to": "x@corp.example@else.example"}))
	assert.Equal(t, outside, concern(map[string]any{"to": "x@corp.example <x@else.example>"}))
	assert.Equal(t, outside, concern(map[string]any{"to": "x@notcorp.example"}))
	assert.Equal(t, hidden, concern(map[string]any{"to": "a@corp.example", "bcc": "b@corp.example"}))
}

func TestToolNames(t *testing.T) {
	t.Parallel()
	for tool, want := range map[string][2]string{
		"mcp__github__list_issues": {"github", "list issues"},
		"aws.s3.put_object":        {"aws s3", "put object"},
		"GmailSendEmail":           {"gmail", "send email"},
		"GitHubSearchCode":         {"github", "search code"},
		"notion/search":            {"notion", "search"},
		"WebSearch":                {"web", "search"},
		"ｇithub.list":              {"", ""},
	} {
		got := newToolName(tool)
		assert.Equal(t, want, [2]string{strings.Join(got.space, " "), strings.Join(got.action, " ")}, tool)
	}
}
