package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/rules"
)

func TestNamedTools(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"tool equals Cal.List": {"Cal.List"},
		"tool == a":            {"a"},
		"tool in b, A":         {"a", "b"},
		"tool starts_with a":   nil,
		"tool contains a":      nil,
		"tool not_equals a":    nil,
		"params.tool equals a": nil,
		"agent_id equals a":    nil,
		"tool equals":          nil,
	} {
		names, outright := rules.NamedTools(rules.Spec{Condition: text})
		assert.Equal(t, want, names, text)
		assert.Equal(t, want != nil, outright, text)
	}
	for text, want := range map[string][]string{
		`tool == "a" && params.x == "1"`:         {"a"},
		`params.x == "1" && tool in ["b", "a"]`:  {"a", "b"},
		`tool in ["b", "a"] && tool == "a"`:      {"a"},
		`tool == "a" || tool == "b"`:             {"a", "b"},
		`tool == "a" || params.x == "1"`:         nil,
		`not (tool != "a")`:                      {"a"},
		`not (tool == "a")`:                      nil,
		`not (tool != "a" || params.x == "1")`:   {"a"},
		`tool startsWith "a" && params.x == "1"`: nil,
	} {
		names, outright := rules.NamedTools(rules.Spec{When: text})
		assert.Equal(t, want, names, text)
		assert.Equal(t, want != nil, outright, text)
	}
	_, outright := rules.NamedTools(rules.Spec{CatchAll: true})
	assert.False(t, outright)
}
