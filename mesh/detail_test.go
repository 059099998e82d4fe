package mesh_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestDetailFillsInTheContext(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{TraceIDs: true}, mesh.QueueOptions{}, func(w *world) {
		before := w.mesh.AddTrace(meshtest.Trace{AgentID: "worker", Tool: "fs.read", Policy: "allow"})
		w.mesh.AddTrace(meshtest.Trace{AgentID: "other", Tool: "fs.read"})
		_, err := newClient(w, w.mesh).CreateGrant(w.Context(), mesh.GrantRequest{Agent: "worker", Tools: "x", Duration: time.Hour})
		require.NoError(t, err)
		w.submit("fs.write")
		c := w.one()
		require.NoError(t, w.queue.Detail(w.Context(), &c))
		require.Len(t, c.RecentTraces, 1, "the call is not its own history")
		assert.Equal(t, before, c.RecentTraces[0].TraceID)
		require.Len(t, c.ActiveGrants, 1)
		assert.Equal(t, "x", c.ActiveGrants[0].Tools)
	})
}

func TestDetailWithoutAnyIsEmptyNotNil(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		w.submit("t")
		c := w.one()
		require.NoError(t, w.queue.Detail(w.Context(), &c))
		assert.Equal(t, []decision.Trace{}, c.RecentTraces)
		assert.Equal(t, []decision.Grant{}, c.ActiveGrants)
	})
}

func TestTheOwnTraceIsLeftOut(t *testing.T) {
	t.Parallel()
	const at = `"timestamp":"2000-01-01T00:00:0%d.5Z"`
	trace := func(id, extra string, second int) string {
		return `{"trace_id":"` + id + `","tool":"t","policy":"human_approval",` + extra + fmt.Sprintf(at, second) + `}`
	}
	tests := map[string]struct{ traces, want string }{
		"by trace id":               {trace("own", "", 0) + "," + trace("x", "", 0), "x"},
		"by approval id":            {trace("x", `"approval_id":"other",`, 0) + "," + trace("y", `"approval_id":"a1",`, 9), "x"},
		"by tool and time, one":     {trace("x", "", 1) + "," + trace("y", "", 1), "y"},
		"too long before":           {trace("x", "", 4), "x"},
		"that of another approval":  {trace("x", `"approval_id":"other",`, 1), "x"},
		"another tool, same time":   {strings.ReplaceAll(trace("x", "", 1), `"t"`, `"u"`), "x"},
		"allowed without approval":  {strings.ReplaceAll(trace("x", "", 1), "human_approval", "allow"), "x"},
		"nothing but the own trace": {trace("own", "", 0), ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				view := `{"id":"a1","tool":"t","status":"pending","trace_id":"own","created_at":"2000-01-01T00:00:01Z"`
				w.mesh.SetFault(meshtest.Fault{Route: "/approvals", Body: "[" + view + "}]"})
				w.mesh.SetFault(meshtest.Fault{Route: "/approvals/a1", Body: view + `,"recent_traces":[` + tt.traces + `]}`})
				c := w.one()
				require.NoError(t, w.queue.Detail(w.Context(), &c))
				var ids []string
				for _, trace := range c.RecentTraces {
					ids = append(ids, trace.TraceID)
				}
				assert.Equal(t, tt.want, strings.Join(ids, ","))
			})
		})
	}
}

// The mesh hides content in the parameters and repeats it in the traces.
func TestHiddenContentIsNotReadFromTheTraces(t *testing.T) {
	t.Parallel()
	secret := strings.Repeat("s3cr3t ", 50)
	params := map[string]any{
		"content": "s3cr3t", "note": secret, "path": "/p",
		"edits": []any{map[string]any{"text": "s3cr3t"}, secret},
	}
	for _, hide := range []bool{true, false} {
		t.Run(fmt.Sprintf("hidden %t", hide), func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{HideContent: hide}, mesh.QueueOptions{}, func(w *world) {
				w.mesh.AddTrace(meshtest.Trace{AgentID: "worker", Tool: "fs.write", Policy: "allow", Params: params})
				w.submit("fs.write", func(c *meshtest.Call) { c.Params = map[string]any{"content": "s3cr3t"} })
				c := w.one()
				require.NoError(t, w.queue.Detail(w.Context(), &c))
				require.Len(t, c.RecentTraces, 1)
				shown := fmt.Sprint(c.RecentTraces[0].Params)
				assert.Equal(t, !hide, strings.Contains(shown, "s3cr3t"), shown)
				assert.Equal(t, "/p", c.RecentTraces[0].Params["path"])
			})
		})
	}
}

func TestDetailRefusesAnotherCall(t *testing.T) {
	t.Parallel()
	const listed = `{"id":"a1","agent_id":"w","tool":"t","status":"pending","params":{"text":"hello","n":1}}`
	hidden := `{"content_length":5,"content_sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","content_type_detected":"text/plain"}`
	tests := map[string]struct {
		detail string
		cause  decision.Cause
	}{
		"the same":        {listed, decision.CauseNone},
		"the same, shut":  {strings.Replace(listed, `"hello"`, hidden, 1), decision.CauseNone},
		"another tool":    {strings.Replace(listed, `"tool":"t"`, `"tool":"u"`, 1), decision.CauseInvalid},
		"another agent":   {strings.Replace(listed, `"w"`, `"x"`, 1), decision.CauseInvalid},
		"other params":    {strings.Replace(listed, `"n":1`, `"n":2`, 1), decision.CauseInvalid},
		"other content":   {strings.Replace(listed, `"hello"`, `"hullo"`, 1), decision.CauseInvalid},
		"other, shut":     {strings.Replace(listed, `"hello"`, strings.Replace(hidden, "2cf2", "2cf3", 1), 1), decision.CauseInvalid},
		"unreadable":      {strings.Replace(listed, `"n":1`, `"n":1,"n":2`, 1), decision.CauseInvalid},
		"another id":      {strings.Replace(listed, "a1", "a2", 1), decision.CauseUnreadable},
		"not pending":     {strings.Replace(listed, "pending", "denied", 1), decision.CauseExpired},
		"a web page":      {"<html>", decision.CauseUnreadable},
		"nothing is null": {strings.Replace(listed, `{"text":"hello","n":1}`, "null", 1), decision.CauseInvalid},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
				w.mesh.SetFault(meshtest.Fault{Route: "/approvals", Body: "[" + listed + "]"})
				w.mesh.SetFault(meshtest.Fault{Route: "/approvals/a1", Body: tt.detail})
				c := w.one()
				err := w.queue.Detail(w.Context(), &c)
				assert.Equal(t, tt.cause, decision.CauseOf(err), "%v", err)
				assert.Equal(t, "hello", c.Params["text"], "what is judged is what was listed")
			})
		})
	}
}

func TestDetailOfWhatIsGone(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		c := decision.Call{ID: "0123456789abcdef", Tool: "t"}
		err := w.queue.Detail(w.Context(), &c)
		assert.Equal(t, decision.CauseExpired, decision.CauseOf(err), "%v", err)

		w.mesh.SetFault(meshtest.Fault{Hang: true})
		assert.Equal(t, decision.CauseTimeout, decision.CauseOf(w.queue.Detail(w.Context(), &c)))
	})
}

// A call that somebody settled while it was judged waits for no person.
func TestACallThatWasSettledMeanwhileIsLost(t *testing.T) {
	t.Parallel()
	inWorld(t, meshtest.Options{}, mesh.QueueOptions{}, func(w *world) {
		settled, other := w.submit("t"), w.submit("u")
		calls := w.next()
		require.Len(w, calls, 2)
		require.NoError(w, w.mesh.ResolveAs(settled, "approve", "supervisor:other"))
		for _, c := range calls {
			err := w.queue.Detail(w.Context(), &c)
			d := decide(c, decision.Escalate)
			if c.ID == other {
				require.NoError(w, err)
				assert.Equal(w, decision.Outcome{State: decision.OutcomeLeft}, w.resolve(d))
				continue
			}
			d.Cause = decision.CauseOf(err)
			assert.Equal(w, decision.CauseExpired, d.Cause)
			assert.Equal(w, decision.Outcome{State: decision.OutcomeLost, By: "supervisor:other", Status: "approved"}, w.resolve(d))
		}
		assert.Equal(w, 1, w.queue.Health().Waiting)
		assert.Empty(w, w.next())
	})
}
