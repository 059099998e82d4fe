package adminhttp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExplainingWhatWaits(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, mailCall)
	journaled := len(s.journal.all())
	got := s.ask(t, "GET", "/approvals/"+id+"/explain", "", "Authorization", "Bearer l00k")
	require.Equal(t, 200, got.status, got.body)
	shown := got.object(t)
	assert.Equal(t, "escalated", shown["decision"].(map[string]any)["decision"])
	var names []string
	for _, step := range shown["steps"].([]any) {
		step := step.(map[string]any)
		names = append(names, step["stage"].(string)+" "+step["name"].(string))
	}
	assert.Contains(t, names, "guard guards")
	assert.Contains(t, names, "rule wipes", "a rule that does not match is shown as well")
	assert.NotContains(t, got.body, "hunter2")
	assert.Len(t, s.journal.all(), journaled, "looking leaves no trace")
	assert.Equal(t, "pending", s.ask(t, "GET", "/approvals/"+id, "").object(t)["status"])
	assert.Equal(t, 404, s.ask(t, "GET", "/approvals/unknown/explain", "").status)
}
