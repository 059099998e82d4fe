package main

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

func Example() {
	main()
	// Output:
	// fs.read           200 done with map[path:notes.md]
	// disk.format       403 denied by policy
	// mail.send         200 done with map[to:team@example.com]
	// mail.send         200 done with map[to:everybody@example.com]
	// payments.transfer 403 denied: rule 'no-money' matched
	// calendar.add      403 denied by person:ann
}

// counting is a mesh whose tools count how often they run.
func counting(t *testing.T) (*mesh, map[string]int) {
	t.Helper()
	runs := map[string]int{}
	run := func(tool string, _ map[string]any) string { runs[tool]++; return "done" }
	m, err := newMesh(map[string]string{"fs.read": "allow", "disk.format": "deny"}, run)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, m.sup.Close(context.WithoutCancel(t.Context()))) })
	return m, runs
}

func TestWhoDecides(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		tool, params string
		status, runs int
		judged       bool // by the supervisor
	}{
		"the policy allows":        {"fs.read", `{}`, http.StatusOK, 1, false},
		"the policy denies":        {"disk.format", `{}`, http.StatusForbidden, 0, false},
		"the supervisor approves":  {"mail.send", `{"to":"team@example.com"}`, http.StatusOK, 1, true},
		"the supervisor denies":    {"payments.transfer", `{}`, http.StatusForbidden, 0, true},
		"parameters of no meaning": {"mail.send", `{"to":"team@example.com","to":"all@example.com"}`, http.StatusBadRequest, 0, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, runs := counting(t)
			judged := false
			defer m.sup.Watch(func(supervisor.Event) { judged = true })()
			assert.Equal(t, tt.status, m.call(t.Context(), "clerk", tt.tool, tt.params).status)
			assert.Equal(t, tt.runs, runs[tt.tool])
			assert.Equal(t, tt.judged, judged)
		})
	}
}

// An escalated call waits for a person, and runs on nothing but a yes.
func TestAPersonDecidesTheRest(t *testing.T) {
	t.Parallel()
	for answer, want := range map[supervisor.ApprovalStatus]reply{
		supervisor.ApprovalApproved: {http.StatusOK, "done"},
		supervisor.ApprovalDenied:   {http.StatusForbidden, "denied by person:ann"},
		supervisor.ApprovalTimeout:  {http.StatusRequestTimeout, "nobody answered in time"},
	} {
		synctest.Test(t, func(t *testing.T) {
			m, runs := counting(t)
			got := make(chan reply, 1)
			go func() { got <- m.call(t.Context(), "clerk", "mail.send", `{"to":"all@example.com"}`) }()
			synctest.Wait()
			assert.Empty(t, got, "it waits")
			waiting, err := m.sup.Approvals().Pending(t.Context(), decision.Query{})
			require.NoError(t, err)
			require.Len(t, waiting, 1)
			if answer != supervisor.ApprovalTimeout { // else the clock answers
				require.NoError(t, m.sup.Approvals().Resolve(t.Context(), waiting[0].ID, supervisor.Resolution{Status: answer, By: "person:ann"}))
			}
			assert.Equal(t, want, <-got)
			assert.Equal(t, map[bool]int{true: 1}[want.status == http.StatusOK], runs["mail.send"])
		})
	}
}

// Whoever hangs up gets no yes, and neither does a call that cannot be judged.
func TestWhatGoesWrongIsNoYes(t *testing.T) {
	t.Parallel()
	m, runs := counting(t)
	gone, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("gone"))
	assert.Equal(t, http.StatusServiceUnavailable, m.call(gone, "clerk", "mail.send", `{"to":"all@example.com"}`).status)
	assert.Equal(t, http.StatusServiceUnavailable, m.call(t.Context(), "a\nb", "mail.send", `{"to":"team@example.com"}`).status)
	assert.Empty(t, runs)
}
