package mesh_test

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
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

func TestNewRefusesBadOptions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		options mesh.Options
		want    string
	}{
		"no url":              {mesh.Options{}, "mesh.url is missing"},
		"no scheme":           {mesh.Options{URL: "localhost:9090"}, "http:// or https://"},
		"another scheme":      {mesh.Options{URL: "ftp://host"}, "http:// or https://"},
		"no host":             {mesh.Options{URL: "http:///x"}, "with a host"},
		"a password":          {mesh.Options{URL: "http://u:hunter2@host"}, "no user and password"},
		"a query":             {mesh.Options{URL: "http://host?x=1"}, "neither query nor fragment"},
		"agent with a line":   {mesh.Options{URL: meshURL, AgentID: "a\nb"}, "mesh.agent_id"},
		"agent too long":      {mesh.Options{URL: meshURL, AgentID: strings.Repeat("a", 257)}, "mesh.agent_id"},
		"token with a line":   {mesh.Options{URL: meshURL, AdminToken: "hunter2\n"}, "mesh.admin_token"},
		"negative timeout":    {mesh.Options{URL: meshURL, Timeout: -1}, "negative"},
		"everything at once":  {mesh.Options{AgentID: "\x00", AdminToken: " hunter2"}, "mesh.agent_id"},
		"unparseable address": {mesh.Options{URL: "http://hunter2\x7f"}, "http:// or https://"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := mesh.New(tt.options)
			require.ErrorContains(t, err, tt.want)
			assert.NotContains(t, err.Error(), "hunter2", "no secret in an error")
		})
	}
	_, err := mesh.New(mesh.Options{AgentID: "\x00", AdminToken: " x"})
	assert.Len(t, strings.Split(err.Error(), "\n"), 3, "all faults are reported")
}

func TestURLMayHaveAPath(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	c := newClient(t, m, func(o *mesh.Options) { o.URL = "http://mesh.test/behind/proxy/" })
	_, err := c.List(t.Context(), "")
	require.Error(t, err)
	assert.Equal(t, "/behind/proxy/approvals", m.Requests()[0].Path)
	assert.ErrorContains(t, err, "has no such route: check mesh.url")
	assert.False(t, mesh.IsNotFound(err), "a page that is missing is no missing approval")
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
}

func TestTokenOverPlainHTTPIsWarnedOf(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		url, token string
		warns      bool
	}{
		"remote":            {"http://mesh.example:9090", "hunter2", true},
		"remote, no token":  {"http://mesh.example:9090", "", false},
		"remote, encrypted": {"https://mesh.example:9090", "hunter2", false},
		"loopback":          {"http://127.0.0.1:9090", "hunter2", false},
		"loopback v6":       {"http://[::1]:9090", "hunter2", false},
		"localhost":         {"http://LocalHost:9090", "hunter2", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			newClient(t, meshtest.New(meshtest.Options{}), withToken(tt.token), withLog(&log),
				func(o *mesh.Options) { o.URL = tt.url })
			assert.Equal(t, tt.warns, strings.Contains(log.String(), "unencrypted"))
			assert.NotContains(t, log.String(), "hunter2")
		})
	}
}

func TestAdminToken(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		meshToken, token string
		want             string // of the error
	}{
		"none needed":         {"", "", ""},
		"needed and sent":     {"hunter2", "hunter2", ""},
		"needed and not sent": {"hunter2", "", "the mesh at http://mesh.test wants an admin token: set mesh.admin_token_env (or MESH_ADMIN_TOKEN)"},
		"wrong":               {"hunter2", "letmein", "the mesh at http://mesh.test refused the admin token"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := meshtest.New(meshtest.Options{AdminToken: tt.meshToken})
			_, err := newClient(t, m, withToken(tt.token)).List(t.Context(), "")
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
			assert.True(t, mesh.IsUnauthorized(err))
			assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
			assert.NotContains(t, err.Error(), "letmein")
		})
	}
}

func TestAdminTokenStaysOffOpenRoutes(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{AdminToken: "hunter2", Why: true})
	c := newClient(t, m, withToken("hunter2"))
	id := m.Submit(meshtest.Call{Agent: "a", Tool: "t"})
	_, _ = c.Health(t.Context())
	_, _ = c.List(t.Context(), "")
	_, _ = c.Get(t.Context(), id)
	_ = c.Approve(t.Context(), id, mesh.Resolution{})
	_ = c.Deny(t.Context(), id, mesh.Resolution{})
	_, _ = c.Grants(t.Context())
	_, _ = c.CreateGrant(t.Context(), mesh.GrantRequest{Agent: "a", Tools: "t", Duration: time.Hour})
	_ = c.RevokeGrant(t.Context(), "0123")
	_, _ = c.Traces(t.Context(), "", "")
	_, _ = c.Why(t.Context(), "0123", 0)
	require.Len(t, m.Requests(), 10)
	for _, r := range m.Requests() {
		want := "Bearer hunter2"
		if r.Path == "/health" {
			want = "Bearer agent:supervisor"
		}
		assert.Equal(t, want, r.Authorization, r.Path)
	}
}

func TestWithoutATokenTheAgentIsNamed(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	c := newClient(t, m, func(o *mesh.Options) { o.AgentID = "night-watch" })
	_, err := c.List(t.Context(), "")
	require.NoError(t, err)
	assert.Equal(t, "Bearer agent:night-watch", m.Requests()[0].Authorization)
	assert.Equal(t, "supervisor:night-watch", c.Resolver())
}

func TestStatusErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fault meshtest.Fault
		cause decision.Cause
		want  string
	}{
		"402":               {meshtest.Fault{Status: 402}, decision.CauseUnavailable, "status 402"},
		"403":               {meshtest.Fault{Status: 403}, decision.CauseUnavailable, "status 403: forbidden"},
		"404":               {meshtest.Fault{Status: 404}, decision.CauseUnavailable, "status 404: not found"},
		"429":               {meshtest.Fault{Status: 429}, decision.CauseUnavailable, "status 429"},
		"500":               {meshtest.Fault{Status: 500}, decision.CauseUnavailable, "status 500"},
		"503 with a page":   {meshtest.Fault{Status: 503, Body: "<html>secret page</html>"}, decision.CauseUnavailable, "status 503: Service Unavailable"},
		"400":               {meshtest.Fault{Status: 400, Body: `{"error":"bad\nthing"}`}, decision.CauseUnreadable, "status 400: bad thing"},
		"a redirect":        {meshtest.Fault{Status: 302, Header: http.Header{"Location": {"http://evil.test/"}}}, decision.CauseUnreadable, "set mesh.url to the final address"},
		"a long message":    {meshtest.Fault{Status: 500, Body: `{"error":"` + strings.Repeat("x", 3000) + `"}`}, decision.CauseUnavailable, "x…"},
		"an echoed token":   {meshtest.Fault{Status: 500, Body: `{"error":"not hunter2"}`}, decision.CauseUnavailable, "not [admin token]"},
		"html with 200":     {meshtest.Fault{Body: "<html>", Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, decision.CauseUnreadable, "web page"},
		"text with 200":     {meshtest.Fault{Body: "hunter2 is fine"}, decision.CauseUnreadable, "not the expected json"},
		"another json":      {meshtest.Fault{Body: `{"error":"x"}`}, decision.CauseUnreadable, "not the expected json"},
		"a list, cut":       {meshtest.Fault{Body: `[`}, decision.CauseUnreadable, "ends early"},
		"nothing":           {meshtest.Fault{Header: http.Header{}, Status: 200, Body: " "}, decision.CauseUnreadable, "not the expected json"},
		"connection broken": {meshtest.Fault{Reset: true}, decision.CauseUnavailable, "connection reset"},
		"hang":              {meshtest.Fault{Hang: true}, decision.CauseTimeout, "no answer from http://mesh.test in time"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := meshtest.New(meshtest.Options{})
				m.SetFault(tt.fault)
				_, err := newClient(t, m, withToken("hunter2")).List(t.Context(), "")
				require.ErrorContains(t, err, tt.want)
				assert.Equal(t, tt.cause, decision.CauseOf(err))
				assert.NotContains(t, err.Error(), "hunter2")
				assert.NotContains(t, err.Error(), "secret page")
				assert.Less(t, len(err.Error()), 400)
				if tt.fault.Status >= 300 {
					var status *mesh.StatusError
					require.ErrorAs(t, err, &status)
					assert.Equal(t, tt.fault.Status, status.Status)
					assert.Equal(t, "list", status.Op)
				}
			})
		})
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		m.SetFault(meshtest.Fault{Hang: true})
		c := newClient(t, m)
		start := time.Now()
		_, err := c.Health(t.Context())
		require.Error(t, err)
		assert.Equal(t, 10*time.Second, time.Since(start))

		start = time.Now()
		_, err = c.List(t.Context(), "")
		require.Error(t, err)
		assert.Equal(t, 60*time.Second, time.Since(start), "a list may take long")

		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = c.List(ctx, "")
		require.ErrorIs(t, err, context.Canceled)
	})
}

func TestABadGatewayInPassingIsNotSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		id := m.Submit(meshtest.Call{Agent: "a", Tool: "t"})
		m.SetFault(meshtest.Fault{Status: 502, Times: 2})
		views, err := newClient(t, m).List(t.Context(), "")
		require.NoError(t, err)
		require.Len(t, views, 1)

		m.SetFault(meshtest.Fault{Status: 502, Times: 1})
		err = newClient(t, m).Approve(t.Context(), id, mesh.Resolution{})
		require.Error(t, err, "an approve is not repeated")
		assert.Equal(t, 1, m.Count(http.MethodPost, "/"))
	})
}

func TestIDsThatAreNoneAreNotSent(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{Why: true})
	only := m.Submit(meshtest.Call{Agent: "a", Tool: "t"}) // the one approval that the empty prefix names
	c := newClient(t, m)
	bad := []string{"", ".", "..", "a/b", "/", `a\b`, "a?b", "a#b", "a%2e", "a b", "a\nb", "a\u2028b", "\xff", "a\u200bb", strings.Repeat("a", 257)}
	for _, id := range bad {
		_, err := c.Get(t.Context(), id)
		require.Error(t, err, "%q", id)
		assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
		require.Error(t, c.Approve(t.Context(), id, mesh.Resolution{}), "%q", id)
		require.Error(t, c.Deny(t.Context(), id, mesh.Resolution{}), "%q", id)
		require.Error(t, c.RevokeGrant(t.Context(), id), "%q", id)
		_, err = c.Why(t.Context(), id, 1)
		require.Error(t, err, "%q", id)
	}
	assert.Empty(t, m.Requests())
	a, _ := m.Approval(only)
	assert.Equal(t, meshtest.StatusPending, a.Status)
}

func TestIDsAreEscaped(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	_, err := newClient(t, m).Get(t.Context(), "ü;@:&=+$,")
	require.True(t, mesh.IsNotFound(err), "%v", err)
	assert.Equal(t, "/approvals/ü;@:&=+$,", m.Requests()[0].Path)
}

func TestGetRefusesAnotherApproval(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	id := m.Submit(meshtest.Call{Agent: "a", Tool: "t"})
	_, err := newClient(t, m).Get(t.Context(), id[:8])
	require.ErrorContains(t, err, "another approval")
	assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
}

func TestApproveAndDeny(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	c := newClient(t, m)
	yes := m.Submit(meshtest.Call{Agent: "a", Tool: "t"})
	no := m.Submit(meshtest.Call{Agent: "a", Tool: "t"})

	require.NoError(t, c.Approve(t.Context(), yes, mesh.Resolution{ResolvedBy: c.Resolver(), Reasoning: "fine", Confidence: 0.9}))
	a, _ := m.Approval(yes)
	assert.Equal(t, meshtest.StatusApproved, a.Status)
	assert.Equal(t, "supervisor:supervisor", a.ResolvedBy)
	assert.Equal(t, "fine", a.Reasoning)
	assert.InDelta(t, 0.9, a.Confidence, 0)

	require.NoError(t, c.Deny(t.Context(), no, mesh.Resolution{}))
	a, _ = m.Approval(no)
	assert.Equal(t, meshtest.StatusDenied, a.Status)

	err := c.Approve(t.Context(), no, mesh.Resolution{})
	assert.True(t, mesh.IsResolved(err), "%v", err)
	assert.Equal(t, decision.CauseExpired, decision.CauseOf(err))
	assert.True(t, mesh.IsNotFound(c.Approve(t.Context(), "0123456789abcdef", mesh.Resolution{})))
}

func TestResolutionBody(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		resolution mesh.Resolution
		want       string
	}{
		"all":            {mesh.Resolution{ResolvedBy: "supervisor:x", Reasoning: "r", Confidence: 0.5}, `{"resolved_by":"supervisor:x","reasoning":"r","confidence":0.5}`},
		"empty":          {mesh.Resolution{}, `{}`},
		"no confidence":  {mesh.Resolution{Confidence: -1}, `{}`},
		"no number":      {mesh.Resolution{Confidence: math.NaN()}, `{}`},
		"more than sure": {mesh.Resolution{Confidence: math.Inf(1)}, `{"confidence":1}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := meshtest.New(meshtest.Options{})
			require.NoError(t, newClient(t, m).Deny(t.Context(), m.Submit(meshtest.Call{Tool: "t"}), tt.resolution))
			assert.JSONEq(t, tt.want, m.Requests()[0].Body)
		})
	}
}

func TestAnApprovalThatIsNotConfirmedIsUnclear(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"id":"x","status":"denied"}`, `{}`, `null`, `"ok"`} {
		m := meshtest.New(meshtest.Options{})
		m.SetFault(meshtest.Fault{Body: body})
		err := newClient(t, m).Approve(t.Context(), "0123", mesh.Resolution{})
		require.Error(t, err, body)
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err))
	}
}

func TestGrants(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{})
	c := newClient(t, m)
	for _, bad := range []mesh.GrantRequest{
		{Tools: "t", Duration: 1}, {Agent: "a", Duration: 1}, {Agent: "a", Tools: "t"}, {Agent: "a", Tools: "t", Duration: -1},
	} {
		_, err := c.CreateGrant(t.Context(), bad)
		require.Error(t, err)
	}
	require.Empty(t, m.Requests())

	made, err := c.CreateGrant(t.Context(), mesh.GrantRequest{Agent: "a", Tools: "fs.*", Duration: time.Hour, ApprovalID: "p", TraceID: "q"})
	require.NoError(t, err)
	assert.JSONEq(t, `{"agent":"a","tools":"fs.*","duration":"1h0m0s","approval_id":"p","trace_id":"q"}`, m.Requests()[0].Body)
	list, err := c.Grants(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, made.ID, list[0].ID)
	assert.Equal(t, "fs.*", list[0].Tools)
	assert.WithinDuration(t, time.Now().Add(time.Hour), list[0].ExpiresAt, time.Minute)

	require.NoError(t, c.RevokeGrant(t.Context(), made.ID))
	assert.True(t, mesh.IsNotFound(c.RevokeGrant(t.Context(), made.ID)))
}

func TestTracesAndWhy(t *testing.T) {
	t.Parallel()
	m := meshtest.New(meshtest.Options{Why: true})
	c := newClient(t, m)
	first := m.AddTrace(meshtest.Trace{AgentID: "a", Tool: "read", Policy: "allow", StatusCode: 200, Params: map[string]any{"n": json.Number("1.50")}})
	second := m.AddTrace(meshtest.Trace{AgentID: "a", Tool: "write", Policy: "human_approval", ParentTraceID: first})
	m.AddTrace(meshtest.Trace{AgentID: "b", Tool: "read"})

	list, err := c.Traces(t.Context(), "a", "")
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, second, list[0].TraceID, "newest first")
	assert.Equal(t, map[string]any{"n": json.Number("1.50")}, list[1].Params)
	assert.Equal(t, 200, list[1].StatusCode)
	list, err = c.Traces(t.Context(), "", "read")
	require.NoError(t, err)
	assert.Len(t, list, 2)

	chain, err := c.Why(t.Context(), second, 99)
	require.NoError(t, err)
	assert.Equal(t, 2, chain.Length)
	require.Len(t, chain.Traces, 2)
	assert.Equal(t, first, chain.Traces[0].TraceID, "oldest first")
	requests := m.Requests()
	assert.Equal(t, "depth=50", requests[len(requests)-1].Query)

	_, err = newClient(t, meshtest.New(meshtest.Options{})).Why(t.Context(), second, 0)
	require.ErrorContains(t, err, "no such route")
}

func TestWaitHealthy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := meshtest.New(meshtest.Options{})
		m.SetFault(meshtest.Fault{Status: 500, Times: 2})
		m.SetFault(meshtest.Fault{Body: `{"status":"starting"}`, Times: 1})
		var log strings.Builder
		start := time.Now()
		require.NoError(t, newClient(t, m, withLog(&log)).WaitHealthy(t.Context(), 5*time.Second))
		assert.Equal(t, 15*time.Second, time.Since(start))
		assert.Equal(t, 1, strings.Count(log.String(), "waiting for the mesh"))
		assert.Equal(t, 1, strings.Count(log.String(), "the mesh is up"))

		m.SetFault(meshtest.Fault{Status: 500})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := newClient(t, m).WaitHealthy(ctx, 0)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "status 500", "and why")
	})
}

func TestHealth(t *testing.T) {
	t.Parallel()
	h, err := newClient(t, meshtest.New(meshtest.Options{})).Health(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "ok", h.Status)
	assert.Equal(t, "meshtest", h.Version)
}
