package supervisor_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

// From observing to delegating: the supervisor watches people work on a mesh,
// and its journal says how often it would have done the same.
func TestAJournalOfObserveModeTellsTheAgreement(t *testing.T) {
	t.Parallel()
	server, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	path := filepath.Join(t.TempDir(), "j.jsonl")
	people := map[string]string{} // by approval
	for _, call := range []struct{ tool, person string }{
		{"yes", "approve"}, {"yes", "approve"}, {"yes", "deny"}, {"no", "deny"}, {"ask", "approve"},
	} {
		people[server.Submit(meshtest.Call{Agent: "a", Tool: call.tool, Params: map[string]any{"n": len(people)}})] = call.person
	}
	all := func(n int) func(map[string][]decision.OutcomeState) bool {
		return func(outcomes map[string][]decision.OutcomeState) bool {
			got := 0
			for id := range people {
				if len(outcomes[id]) == n {
					got++
				}
			}
			return got == len(people)
		}
	}
	runUntil(t, server, path, all(1))
	for id, action := range people {
		require.NoError(t, server.ResolveAs(id, action, "person:ada"))
	}
	runUntil(t, server, path, all(2))

	observations, err := new(bench.JournalReader).Read("observed", linesOf(t, path))
	require.NoError(t, err)
	assert.Len(t, observations.List, 5)
	a := observations.Agreement()
	assert.Equal(t, bench.NewRate(1, 2), a.RefusedApproved)
	assert.Equal(t, bench.NewRate(0, 3), a.ApprovedDenied)
	assert.Equal(t, bench.NewRate(3, 5), a.Lifted)
	assert.Equal(t, bench.NewRate(1, 1), a.LeftApproved)
	require.Len(t, a.Disagreements, 1)
	assert.Equal(t, "yes", a.Disagreements[0].Rule)
	assert.Equal(t, 5, a.Observed)
	for c := range observations.Cases() {
		assert.Equal(t, people[c.ID], c.Label.String())
	}
}

// linesOf yields the records of a journal.
func linesOf(t *testing.T, path string) func(yield func(json.RawMessage, error) bool) {
	t.Helper()
	return func(yield func(json.RawMessage, error) bool) {
		file, err := os.Open(path)
		require.NoError(t, err)
		defer func() { _ = file.Close() }()
		enough := errors.New("enough")
		_, err = journal.Read(context.WithoutCancel(t.Context()), file, func(r journal.Record) error {
			if !yield(r.JSON, nil) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			yield(nil, err)
		}
	}
}
