package mesh_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestListReadsAView(t *testing.T) {
	t.Parallel()
	body := `[{"id":"4f1c9a02d7e85b36","agent_id":"maple-bot","tool":"filesystem.write_file",
		"params":{"path":"/p/main.go","n":1.50},"trace_id":"t1","policy_rule":"maple","status":"pending",
		"created_at":"2026-03-04T05:06:07.891011121Z","remaining":"1m59s","injection_risk":true,"new_key":{"a":[1]}}]`
	views, err := answering(t, "application/json", body).List(t.Context(), "")
	require.NoError(t, err)
	remaining := 119 * time.Second
	assert.Equal(t, []mesh.View{{
		ID: "4f1c9a02d7e85b36", Agent: "maple-bot", Tool: "filesystem.write_file", TraceID: "t1", PolicyRule: "maple",
		Params: map[string]any{"path": "/p/main.go", "n": json.Number("1.50")},
		Status: mesh.StatusPending, Created: time.Date(2026, 3, 4, 5, 6, 7, 891011121, time.UTC),
		Remaining: &remaining, InjectionRisk: true,
	}}, views)
}

// N6: what is absent or null is empty or false.
func TestListTakesAbsentForEmpty(t *testing.T) {
	t.Parallel()
	body := `[{"id":"a1","tool":"t","params":null,"status":"pending"},{"id":"a2","tool":"t","status":"pending","injection_risk":false}]`
	views, err := answering(t, "application/json", body).List(t.Context(), "")
	require.NoError(t, err)
	require.Len(t, views, 2)
	for _, v := range views {
		assert.Nil(t, v.Params)
		assert.Empty(t, v.Fault)
		assert.False(t, v.InjectionRisk)
		assert.Nil(t, v.Remaining)
		assert.True(t, v.Created.IsZero())
	}
}

func TestListMarksWhatItCannotReadWhole(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000)
	tests := map[string]struct{ members, want string }{
		"params are a list":      {`"tool":"t","params":[1]`, "not a json object"},
		"params are a text":      {`"tool":"t","params":"x"`, "not a json object"},
		"duplicate keys":         {`"tool":"t","params":{"secret":1,"secret":2}`, "duplicate key"},
		"params too deep":        {`"tool":"t","params":` + deep, "nested too deeply"},
		"invalid utf-8":          {`"tool":"t","params":{"a":"` + "\xff" + `"}`, "not valid utf-8"},
		"lone surrogate":         {`"tool":"t","params":{"a":"\ud800"}`, "surrogate"},
		"malformed params":       {`"tool":"t","params":{"a":nonsense}`, "malformed"},
		"a number as the tool":   {`"tool":7`, "tool is not a text"},
		"no tool":                {`"params":{}`, "tool is missing"},
		"invalid utf-8 as agent": {`"tool":"t","agent_id":"` + "\xff" + `"`, "agent_id is not a text"},
		"two tools":              {`"tool":"t","tool":"u"`, "a name occurs twice"},
		"params too large":       {`"tool":"t","params":{"a":"` + strings.Repeat("x", decision.MaxParamsBytes+1) + `"}`, "larger than"},
		"view too large":         {`"tool":"t","params":{"a":"` + strings.Repeat("x", mesh.MaxViewBytes) + `"}`, "larger than"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := `[{"id":"new","tool":"t","status":"pending"},{"id":"bad","status":"pending",` + tt.members +
				`},{"id":"old","tool":"t","status":"pending"}]`
			views, err := answering(t, "application/json", body).List(t.Context(), "")
			require.NoError(t, err)
			require.Len(t, views, 3, "a bad approval hides no other")
			assert.Equal(t, "bad", views[1].ID)
			assert.Contains(t, views[1].Fault, tt.want)
			assert.Nil(t, views[1].Params)
			assert.NotContains(t, views[1].Fault, "secret")
			assert.NotContains(t, views[1].Fault, "nonsense")
			assert.Empty(t, views[0].Fault+views[2].Fault)
		})
	}
}

func TestListSkipsWhatItCannotName(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		`7`, `null`, `"x"`, `[]`, `{}`, `{"tool":"t","status":"pending"}`, `{"id":"","tool":"t","status":"pending"}`,
		`{"id":"../x","tool":"t","status":"pending"}`, `{"id":7,"tool":"t","status":"pending"}`,
	} {
		var log strings.Builder
		m := meshtest.New(meshtest.Options{})
		m.SetFault(meshtest.Fault{Body: `[` + bad + `,{"id":"ok","tool":"t","status":"pending"},` + bad + `]`})
		c := newClient(t, m, withLog(&log))
		for range 3 {
			views, err := c.List(t.Context(), "")
			require.NoError(t, err, bad)
			require.Len(t, views, 1, bad)
			assert.Equal(t, "ok", views[0].ID)
		}
		assert.Equal(t, 1, strings.Count(log.String(), "count=2"), "logged once: %s", log.String())
	}
}

func TestAListThatLeavesTheStatusOutMeansPending(t *testing.T) {
	t.Parallel()
	views, err := answering(t, "application/json", `[{"id":"a1","agent_id":"a","tool":"t","params":{}}]`).List(t.Context(), "")
	require.NoError(t, err)
	require.Len(t, views, 1)
	assert.Equal(t, mesh.StatusPending, views[0].Status)
	assert.Empty(t, views[0].Fault)
}

func TestListReturnsWhatItReadBeforeAnError(t *testing.T) {
	t.Parallel()
	good := `{"id":"a%d","tool":"t","status":"pending"},`
	cut := answering(t, "application/json", "["+fmt.Sprintf(good, 1)+`{"id":"a2","to`)
	views, err := cut.List(t.Context(), "")
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
	require.Len(t, views, 1)

	long := answeringWith(t, "application/json", func() io.Reader {
		return io.MultiReader(strings.NewReader("["+fmt.Sprintf(good, 1)+`"`), io.LimitReader(blanks{strings.Repeat(" ", 1<<16)}, mesh.MaxListBytes), strings.NewReader(`"]`))
	})
	views, err = long.List(t.Context(), "")
	require.ErrorContains(t, err, "body is too large")
	require.Len(t, views, 1)

	many := answeringWith(t, "application/json", func() io.Reader {
		var b bytes.Buffer
		b.WriteByte('[')
		for i := range mesh.MaxListed + 1 {
			fmt.Fprintf(&b, good, i)
		}
		return &b
	})
	views, err = many.List(t.Context(), "")
	require.ErrorContains(t, err, "more than 100000 approvals")
	require.Len(t, views, mesh.MaxListed)
}

// blanks never ends.
type blanks struct{ block string }

func (b blanks) Read(p []byte) (int, error) { return copy(p, b.block), nil }

func TestABodyThatStopsEndsWithTheTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c := answeringWith(t, "application/json", func() io.Reader {
			return io.MultiReader(strings.NewReader(`[{"id":"a1","tool":"t","status":"pending"},`), slow{})
		})
		views, err := c.List(t.Context(), "")
		require.Error(t, err)
		assert.Len(t, views, 1)
		assert.Less(t, time.Since(start), 2*time.Minute)
	})
}

// slow stands for a body whose read fails when the request's time is over.
type slow struct{}

func (slow) Read([]byte) (int, error) {
	timer := time.NewTimer(mesh.DefaultListTimeout)
	defer timer.Stop()
	<-timer.C
	return 0, io.ErrUnexpectedEOF
}

func TestABodyOf10MBIsRead(t *testing.T) {
	t.Parallel()
	body := `[{"id":"a1","tool":"t","status":"pending","params":{"a":"` + strings.Repeat("x", 10<<20) + `"}}]`
	views, err := answering(t, "application/json", body).List(t.Context(), "")
	require.NoError(t, err)
	require.Len(t, views, 1)
	assert.Contains(t, views[0].Fault, "larger than")
}

func TestListAsksForPendingOnesOfAGlob(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	_, err := newClient(t, m).List(t.Context(), "fs.*&status=all")
	require.NoError(t, err)
	assert.Equal(t, "status=pending&tool=fs.%2A%26status%3Dall", m.Requests()[0].Query)
}

func TestDetailViewOfASettledApproval(t *testing.T) {
	t.Parallel()
	body := `{"id":"a1","agent_id":"c","tool":"t","params":{},"policy_rule":"c","status":"approved","created_at":"2026-01-01T00:00:00Z",
		"resolved_by":"supervisor:s","resolved_at":"2026-01-01T00:00:01Z","reasoning":"fine","confidence":0.9,
		"recent_traces":[{"trace_id":"x","session_id":"s","agent_id":"c","tool":"t","params":{"a":1,"a":2},"policy":"allow","policy_rule":"r",
			"status_code":200,"error":"e","timestamp":"2026-01-01T00:00:00Z","approval_id":"a0","approval_status":"denied","approved_by":"human"},7],
		"active_grants":[{"id":"g","agent":"c","tools":"*","expires_at":"2026-01-01T01:00:00Z","remaining":"59m","granted_by":"x"},7]}`
	d, err := answering(t, "application/json", body).Get(t.Context(), "a1")
	require.NoError(t, err)
	assert.Equal(t, mesh.StatusApproved, d.Status)
	assert.Equal(t, "supervisor:s", d.ResolvedBy)
	assert.Equal(t, "fine", d.Reasoning)
	assert.InDelta(t, 0.9, d.Confidence, 0)
	assert.False(t, d.ResolvedAt.IsZero())
	assert.Empty(t, d.Fault, "a bad trace is no fault of the call")
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	assert.Equal(t, []decision.Trace{{
		TraceID: "x", SessionID: "s", Tool: "t", Policy: "allow", PolicyRule: "r", StatusCode: 200, Error: "e",
		Timestamp: start, ApprovalID: "a0", ApprovalStatus: "denied", ApprovedBy: "human",
	}}, d.RecentTraces)
	assert.Equal(t, []decision.Grant{{
		ID: "g", Agent: "c", Tools: "*", ExpiresAt: start.Add(time.Hour), Remaining: "59m", GrantedBy: "x",
	}}, d.ActiveGrants)
}

func TestGetOfSomethingElse(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`[]`, `"x"`, `{`, `{"id":"a1"}`, `{"id":"a1","status":"pending","tool":"t","recent_traces":{}}`, ``} {
		_, err := answering(t, "application/json", body).Get(t.Context(), "a1")
		require.Error(t, err, body)
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), body)
	}
}

// FuzzList holds the reader to what the queue builds on, whatever a mesh sends.
func FuzzList(f *testing.F) {
	for _, seed := range []string{
		`[]`, `[{"id":"a","tool":"t","status":"pending","params":{"a":[1,"x"]},"remaining":"1m59s"}]`,
		`[{"id":"a","tool":"t","status":"pending","params":{"a":1,"a":2}}]`, `[{"id":"a","status":"pending"`,
		`<html>`, `{"error":"x"}`, `[{"id":"..","status":"pending"},7]`, "[{\"id\":\"a\",\"tool\":\"\xff\",\"status\":\"pending\"}]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c := answering(t, "application/json", body)
		views, err := c.List(t.Context(), "")
		if err != nil {
			assert.NotEqual(t, decision.CauseNone, decision.CauseOf(err))
		}
		for _, v := range views {
			assert.NotEmpty(t, v.ID)
			assert.NotContains(t, v.ID, "/")
			assert.NotEmpty(t, v.Status)
			if v.Fault != "" {
				assert.Nil(t, v.Params)
				continue
			}
			assert.NotEmpty(t, v.Tool)
			_, err := decision.Fingerprint(&decision.Call{Tool: v.Tool, Params: v.Params})
			assert.NoError(t, err, "what has no fault can be judged")
		}
	})
}
