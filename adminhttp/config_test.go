package adminhttp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/adminhttp"
)

func TestConfigRepeatsNoSecret(t *testing.T) {
	t.Parallel()
	s := newStage(t, `
mesh: {url: "http://localhost:9090", admin_token: "s3cret-\"of\"-the-mesh"}
evaluator: {provider: none}
rules:
  - {name: reads, condition: "tool equals fs.read", action: approve, description: 'the token is s3cret-"of"-the-mesh'}
`, adminhttp.Options{})
	got := s.ask(t, "GET", "/config", "")
	require.Equal(t, 200, got.status)
	assert.NotContains(t, got.body, "s3cret")
	rules := got.object(t)["rules"].([]any)
	assert.Equal(t, "the token is ***", rules[0].(map[string]any)["description"])
}

func TestConfigRepeatsNoPartOfASecret(t *testing.T) {
	t.Parallel()
	s := newEditStage(t, `
mesh: {url: "http://localhost:9090", admin_token: "shared-prefix-"}
admin: {token: "shared-prefix-REALTAIL42", read_token: description}
evaluator: {provider: none}
notify: [{url: "https://hooks.example/T000/in-a-list"}]
rules:
  - {name: reads, condition: "tool equals fs.read", action: approve, description: "shared-prefix-REALTAIL42 and a description of https://hooks.example/T000/in-a-list"}
`, adminhttp.Options{})
	got := s.ask(t, "GET", "/config", "")
	require.Equal(t, 200, got.status, got.body)
	rules := got.object(t)["rules"].([]any)
	assert.Equal(t, "*** and a *** of ***", rules[0].(map[string]any)["description"])
}

// TestConfigShowsAWhenAsItsCondition: a console that does not know the key takes a
// rule without a condition for one that decides every call.
func TestConfigShowsAWhenAsItsCondition(t *testing.T) {
	t.Parallel()
	s := newStage(t, `
evaluator: {provider: none}
rules:
  - {name: reads, when: 'tool == "fs.read"', action: approve}
`, adminhttp.Options{})
	rule := s.ask(t, "GET", "/config", "").object(t)["rules"].([]any)[0].(map[string]any)
	assert.Equal(t, `tool == "fs.read"`, rule["condition"])
	assert.Equal(t, rule["condition"], rule["when"])
}
