package adminhttp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// asksPeople leaves what its rules do not settle to a person, in its own store.
const asksPeople = `
evaluator: {provider: none}
project_dirs: [/srv/app]
approvals: {timeout: 1m}
agents: [{name: maple, auto_approve_tools: [kv_get]}]
rules:
  - {name: wipes, condition: "tool equals fs.wipe", action: deny, description: "never"}
`

var byToken = adminhttp.Options{Token: "t0ken", ReadToken: "l00k"}

func askPeople(t testing.TB) *stage {
	t.Helper()
	return newStage(t, asksPeople, byToken)
}

// leave has a call judged that waits then, and returns the id of its approval.
func (s *stage) leave(t testing.TB, call string) string {
	t.Helper()
	got := s.ask(t, "POST", "/evaluate", call)
	require.Equal(t, 200, got.status, got.body)
	id, _ := got.object(t)["approval"].(string)
	require.NotEmpty(t, id, got.body)
	return id
}

func (r reply) list(t testing.TB) []map[string]any {
	t.Helper()
	list := []map[string]any(nil)
	require.NoError(t, json.Unmarshal([]byte(r.body), &list), "%s", r.body)
	require.NotNil(t, list, "an array is never null")
	return list
}

const (
	readCall = `{"agent_id":"maple","session_id":"s1","tool":"fs.read","params":{"path":"/srv/app/a.go"}}`
	mailCall = `{"agent_id":"maple","session_id":"s1","tool":"mail.send","params":{"to":"ann@example.com","password":"hunter2hunter2"}}`
)

// TestAMeshClientDrivesTheQueue uses the client of the supervisor protocol as it
// is.
func TestAMeshClientDrivesTheQueue(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	first, second := s.leave(t, readCall), s.leave(t, mailCall)
	client, err := mesh.New(mesh.Options{URL: s.server.URL, AdminToken: "t0ken", HTTPClient: s.server.Client()})
	require.NoError(t, err)
	list, err := client.List(t.Context(), "")
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, []string{second, first}, []string{list[0].ID, list[1].ID}, "newest first")
	v := list[1]
	assert.Empty(t, v.Fault)
	assert.Equal(t, "maple", v.Agent)
	assert.Equal(t, map[string]any{"path": "/srv/app/a.go"}, v.Params)
	assert.Equal(t, mesh.StatusPending, v.Status)
	require.NotNil(t, v.Remaining)
	assert.InDelta(t, time.Minute, *v.Remaining, float64(20*time.Second))
	assert.Zero(t, v.Created.Nanosecond())
	for glob, want := range map[string]int{"fs.*": 1, "*": 2, "mail.send": 1, "x*": 0} {
		list, err := client.List(t.Context(), glob)
		require.NoError(t, err)
		assert.Len(t, list, want, glob)
	}
	detail, err := client.Get(t.Context(), first)
	require.NoError(t, err)
	assert.NotNil(t, detail.RecentTraces)
	assert.NotNil(t, detail.ActiveGrants)

	require.NoError(t, client.Approve(t.Context(), first, mesh.Resolution{ResolvedBy: "person:mallory", Reasoning: "fine", Confidence: 0.9}))
	err = client.Deny(t.Context(), first, mesh.Resolution{})
	assert.True(t, mesh.IsResolved(err), "%v", err)
	require.NoError(t, client.Deny(t.Context(), second, mesh.Resolution{ResolvedBy: client.Resolver(), Reasoning: "no"}))
	assert.True(t, mesh.IsNotFound(client.Approve(t.Context(), "0123456789abcdef", mesh.Resolution{})))

	detail, err = client.Get(t.Context(), first)
	require.NoError(t, err)
	assert.Equal(t, mesh.StatusApproved, detail.Status)
	assert.Equal(t, "person:operator", detail.ResolvedBy, "the name that is bound to the token, not the one that was sent")
	assert.Equal(t, "fine", detail.Reasoning)
	assert.InDelta(t, 0.9, detail.Confidence, 0)
	detail, err = client.Get(t.Context(), second)
	require.NoError(t, err)
	assert.Equal(t, "supervisor:supervisor", detail.ResolvedBy, "who says that it is a program is no person")
	list, err = client.List(t.Context(), "")
	require.NoError(t, err)
	assert.Empty(t, list)
}

func TestCase17SettledOnRecord(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	got := s.ask(t, "POST", "/approvals/"+id+"/approve", "")
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, id, got.object(t)["id"])
	assert.Equal(t, "approved", got.object(t)["status"])
	var outcomes []supervisor.Event
	for _, e := range s.journal.all() {
		if e.Type == decision.EventOutcome {
			outcomes = append(outcomes, e)
		}
	}
	require.Len(t, outcomes, 1)
	assert.Equal(t, "person:operator", outcomes[0].Outcome.By)
	assert.NotEmpty(t, outcomes[0].Decision.Fingerprint)
	list := s.ask(t, "GET", "/decisions", "").object(t)["decisions"].([]any)
	shown := list[0].(map[string]any)
	assert.Equal(t, id, shown["approval"])
	assert.Equal(t, "approved", shown["outcome"].(map[string]any)["status"])
	metrics := s.ask(t, "GET", "/metrics", "").body
	assert.Contains(t, metrics, `supervisor_approvals_settled_total{status="approved"} 1`)
	assert.Contains(t, metrics, "supervisor_approvals_waiting 0")
	again := s.ask(t, "POST", "/evaluate", readCall).object(t)
	assert.Equal(t, "approve", again["decision"], "case 21: who asks again has the person's word")
	assert.Equal(t, "escalate", s.ask(t, "POST", "/evaluate", readCall).object(t)["decision"], "once")
}

func TestCase18Statuses(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	for _, row := range []struct {
		method, path, body, token string
		want                      int
	}{
		{"GET", "/approvals", "", "l00k", 200},
		{"GET", "/approvals", "", "wrong", 401},
		{"POST", "/approvals/" + id + "/approve", "", "l00k", 403},
		{"POST", "/approvals/" + id + "/deny", "", "l00k", 403},
		{"POST", "/approvals/" + id[:8] + "/approve", "", "", 404}, // a beginning is no id
		{"POST", "/approvals/unknown/deny", "", "", 404},
		{"GET", "/approvals/unknown", "", "", 404},
		{"POST", "/approvals//approve", "", "", 404},
		{"POST", "/approvals/" + id + "/maybe", "", "", 404},
		{"GET", "/approvals/" + id + "/approve", "", "", 405},
		{"POST", "/approvals/" + id + "/approve", "{", "", 400},
		{"POST", "/approvals/" + id + "/approve", "[]", "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve":"forever"}`, "", 400}, // W21
		{"POST", "/approvals/" + id + "/approve", `{"auto_aprove":"session"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve_for":"15m"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve":"session","auto_approve_for":"soon"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve":"permanent","auto_approve_for":"-1m"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve":"permanent","auto_approve_for":"721h"}`, "", 400},
		{"POST", "/approvals/" + id + "/deny", `{"auto_approve_for":"15m"}`, "", 400},
		{"GET", "/approvals/" + id + "?auto_approve_for=ever", "", "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"Auto_Approve":"session"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"reasoning":"a","reasoning":"b"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"reasoning":7}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"confidence":7}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"confidence":"1"}`, "", 400},
		{"POST", "/approvals/" + id + "/deny", `{"auto_approve":"session"}`, "", 400},
		{"POST", "/approvals/" + id + "/approve", `{"auto_approve":"permanent","resolved_by":"agent:x"}`, "", 403},
		{"POST", "/approvals/" + id + "/approve", `{"reasoning":"` + strings.Repeat("a", 70_000) + `"}`, "", 413},
		{"GET", "/approvals/" + id, "", "", 200},
		{"POST", "/approvals/" + id + "/approve", "", "", 200},
		{"POST", "/approvals/" + id + "/approve", "", "", 409},
		{"POST", "/approvals/" + id + "/deny", "", "", 409},
	} {
		headers := []string{}
		if row.token != "" {
			headers = []string{"Authorization", "Bearer " + row.token}
		}
		got := s.ask(t, row.method, row.path, row.body, headers...)
		assert.Equal(t, row.want, got.status, "%s %s %.60s: %s", row.method, row.path, row.body, got.body)
		if row.want >= 400 {
			assert.NotEmpty(t, got.object(t)["error"])
		}
	}
	second := s.ask(t, "POST", "/approvals/"+id+"/deny", "").object(t)
	assert.Equal(t, "approved", second["status"], "case 16: who clicks too late hears what happened")
	assert.Equal(t, "person:operator", second["resolved_by"])
}

func TestCase18NotConfigured(t *testing.T) {
	t.Parallel()
	none := newStage(t, theRules, byToken)
	for _, row := range []string{"GET /approvals", "GET /approvals/x", "POST /approvals/x/approve", "POST /approvals/x/deny"} {
		method, path, _ := strings.Cut(row, " ")
		assert.Equal(t, 503, none.ask(t, method, path, "").status, row)
	}
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	bare := serve(t, sup, byToken)
	for _, row := range []string{"GET /auto-approve", "POST /auto-approve", "DELETE /auto-approve/x", "GET /approvals"} {
		method, path, _ := strings.Cut(row, " ")
		assert.Equal(t, 503, bare.ask(t, method, path, "{}").status, row)
	}
	open := newStage(t, asksPeople, adminhttp.Options{})
	id := open.leave(t, readCall)
	assert.Equal(t, 200, open.ask(t, "GET", "/approvals", "").status)
	for _, row := range []string{"POST /approvals/" + id + "/approve", "POST /auto-approve", "DELETE /auto-approve/x"} {
		method, path, _ := strings.Cut(row, " ")
		got := open.ask(t, method, path, "{}")
		assert.Equal(t, 403, got.status, "%s: without a token nobody is known", row)
	}
}

func TestCase19TheFilters(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	assert.Empty(t, s.ask(t, "GET", "/approvals?status=pending", "").list(t))
	yes, no, waits := s.leave(t, readCall), s.leave(t, mailCall), s.leave(t, `{"agent_id":"oak","tool":"kv.set"}`)
	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+yes+"/approve", "").status)
	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+no+"/deny", `{"reasoning":"two\nlines"}`).status)
	for query, want := range map[string][]string{
		"":                               {waits, no, yes},
		"?status=pending":                {waits},
		"?status=approved":               {yes},
		"?status=denied":                 {no},
		"?status=timeout":                nil,
		"?status=expired":                nil,
		"?status=pending&agent=maple":    nil,
		"?tool=mail.*":                   {no},
		"?tool=mail.send&status=denied":  {no},
		"?tool=mail.send&status=pending": nil,
	} {
		var ids []string
		for _, a := range s.ask(t, "GET", "/approvals"+query, "").list(t) {
			ids = append(ids, a["id"].(string))
		}
		assert.Equal(t, want, ids, query)
	}
	for _, query := range []string{"?status=open", "?status=Pending", "?tool=[a", "?tool=a%5c"} {
		assert.Equal(t, 400, s.ask(t, "GET", "/approvals"+query, "").status, query)
	}
	shown := s.ask(t, "GET", "/approvals/"+no, "").object(t)
	assert.Equal(t, "two lines", shown["reasoning"])
	assert.Empty(t, shown["options"])
	assert.NotContains(t, shown, "remaining")
	assert.Equal(t, "escalated", shown["decision"].(map[string]any)["decision"])
	assert.Equal(t, map[string]any{"to": "ann@example.com", "password": "[secret]"}, shown["params"])
	assert.Equal(t, true, shown["masked"])
}

func TestCase14TheButtons(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	shown := s.ask(t, "GET", "/approvals/"+id, "").object(t)
	var scopes []string
	for _, o := range shown["options"].([]any) {
		o := o.(map[string]any)
		scopes = append(scopes, o["scope"].(string))
		assert.Equal(t, true, o["allowed"], o)
		assert.Contains(t, o["covers"], "exactly this call of fs.read by maple")
	}
	assert.Equal(t, []string{"once", "session", "permanent"}, scopes)

	got := s.ask(t, "POST", "/approvals/"+id+"/approve", `{"auto_approve":"session"}`)
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, "s1", got.object(t)["standing"].(map[string]any)["conversation_id"])
	for range 3 { // the first has the word, the others the standing approval
		assert.Equal(t, "approve", s.ask(t, "POST", "/evaluate", readCall).object(t)["decision"])
	}
	elsewhere := strings.Replace(readCall, "s1", "s2", 1)
	id = s.leave(t, elsewhere)
	got = s.ask(t, "POST", "/approvals/"+id+"/approve", `{"auto_approve":"permanent"}`)
	require.Equal(t, 200, got.status, got.body)
	for range 2 {
		assert.Equal(t, "approve", s.ask(t, "POST", "/evaluate", strings.Replace(readCall, "s1", "s3", 1)).object(t)["decision"])
	}
	s.leave(t, strings.Replace(readCall, "a.go", "b.go", 1))
	list := s.ask(t, "GET", "/auto-approve", "").list(t)
	require.Len(t, list, 3)
	assert.Equal(t, []any{"config", "session", "permanent"}, []any{list[0]["scope"], list[1]["scope"], list[2]["scope"]})
	assert.Equal(t, "person:operator", list[2]["created_by"])
}

// TestAnApproveForAQuarterOfAnHour is of a call without a conversation, so that a
// permanent one is asked to end.
func TestAnApproveForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(asksPeople))
	require.NoError(t, err)
	began, later := time.Now(), atomic.Int64{}
	now := func() time.Time { return began.Add(time.Duration(later.Load())) }
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Now: now})
	require.NoError(t, err)
	opts := byToken
	opts.Now = now
	s := serve(t, sup, opts)
	call := strings.Replace(readCall, `"session_id":"s1",`, "", 1)
	id := s.leave(t, call)
	ends := began.Add(15 * time.Minute).UTC().Format(time.RFC3339)
	options := s.ask(t, "GET", "/approvals/"+id+"?auto_approve_for=15m", "").object(t)["options"].([]any)
	assert.Contains(t, options[2].(map[string]any)["covers"], "exactly this call of fs.read by maple, until "+ends)
	assert.Contains(t, s.ask(t, "GET", "/approvals/"+id, "").object(t)["options"].([]any)[2].(map[string]any)["covers"], "until it is deleted")
	got := s.ask(t, "POST", "/approvals/"+id+"/approve", `{"auto_approve":"permanent","auto_approve_for":"15m"}`)
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, ends, got.object(t)["standing"].(map[string]any)["expires_at"])
	later.Store(int64(15*time.Minute - time.Second))
	for range 3 {
		assert.Equal(t, "approve", s.ask(t, "POST", "/evaluate", call).object(t)["decision"])
	}
	later.Store(int64(15*time.Minute + time.Second))
	assert.Equal(t, "escalate", s.ask(t, "POST", "/evaluate", call).object(t)["decision"])
}

// TestWhatMayNotStandIsRefusedWhole wants nothing approved where a standing
// approval is refused.
func TestWhatMayNotStandIsRefusedWhole(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	for name, call := range map[string]string{
		"destructive":     `{"agent_id":"maple","session_id":"s1","tool":"bash","params":{"command":"rm -rf /srv/app/build"}}`,
		"opaque":          `{"agent_id":"maple","session_id":"s1","tool":"bash","params":{"command":"eval $X"}}`,
		"flagged":         `{"agent_id":"maple","session_id":"s1","tool":"fs.read","injection_risk":true,"params":{"path":"/srv/app/a.go"}}`,
		"no conversation": `{"agent_id":"maple","tool":"fs.read","params":{"path":"/srv/app/a.go"}}`,
	} {
		id := s.leave(t, call)
		options := s.ask(t, "GET", "/approvals/"+id, "").object(t)["options"].([]any)
		assert.Equal(t, true, options[0].(map[string]any)["allowed"], "a person may always allow one call")
		session := options[1].(map[string]any)
		assert.Equal(t, false, session["allowed"], name)
		assert.NotEmpty(t, session["why"], name)
		got := s.ask(t, "POST", "/approvals/"+id+"/approve", `{"auto_approve":"session"}`)
		assert.Equal(t, 400, got.status, name)
		assert.Contains(t, got.object(t)["error"], session["why"], name)
		assert.Equal(t, "pending", s.ask(t, "GET", "/approvals/"+id, "").object(t)["status"], name)
	}
	assert.Len(t, s.ask(t, "GET", "/auto-approve", "").list(t), 1)
}

func TestCase28NobodyAnswersInTime(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(asksPeople))
	require.NoError(t, err)
	began, later := time.Now(), atomic.Int64{}
	now := func() time.Time { return began.Add(time.Duration(later.Load())) }
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}, Now: now})
	require.NoError(t, err)
	opts := byToken
	opts.Now = now
	s := serve(t, sup, opts)
	id := s.leave(t, readCall)
	assert.Equal(t, "1m0s", s.ask(t, "GET", "/approvals/"+id, "").object(t)["remaining"])
	later.Store(int64(59*time.Second + time.Millisecond))
	assert.Equal(t, "0s", s.ask(t, "GET", "/approvals/"+id, "").object(t)["remaining"])
	later.Store(int64(time.Minute))
	assert.Empty(t, s.ask(t, "GET", "/approvals?status=pending", "").list(t))
	require.Len(t, s.ask(t, "GET", "/approvals?status=expired", "").list(t), 1)
	got := s.ask(t, "POST", "/approvals/"+id+"/approve", "")
	assert.Equal(t, 409, got.status)
	assert.Equal(t, "timeout", got.object(t)["status"])
	assert.Contains(t, got.object(t)["error"], "nobody answered in time")
	s.leave(t, readCall)
}

// TestAPersonIsBoundToTheCredential has an embedder tell several apart.
func TestAPersonIsBoundToTheCredential(t *testing.T) {
	t.Parallel()
	opts := byToken
	opts.Person = func(r *http.Request) string { return r.Header.Get("X-Proxy-User") }
	s := newStage(t, asksPeople, opts)
	id := s.leave(t, readCall)
	approve := "/approvals/" + id + "/approve"
	for _, nobody := range []string{"", "a b", strings.Repeat("a", 101)} {
		assert.Equal(t, 403, s.ask(t, "POST", approve, "", "X-Proxy-User", nobody).status, "%q", nobody)
	}
	assert.Equal(t, "person:ann", s.ask(t, "POST", approve, `{"resolved_by":"person:bob"}`, "X-Proxy-User", "ann").object(t)["resolved_by"])
	for _, bad := range []string{"a b", "a\n", strings.Repeat("a", 101)} {
		_, err := adminhttp.NewHandler(s.sup, adminhttp.Options{Operator: bad})
		require.ErrorContains(t, err, "Operator")
	}
}

// TestOneOfManyClicksWins races approves and denies.
func TestOneOfManyClicksWins(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	var won, late atomic.Int32
	var all sync.WaitGroup
	for n := range 20 {
		action := []string{"approve", "deny"}[n%2]
		all.Go(func() {
			switch got := s.ask(t, "POST", "/approvals/"+id+"/"+action, ""); got.status {
			case 200:
				won.Add(1)
			case 409:
				late.Add(1)
			default:
				assert.Fail(t, "unexpected", "%d %s", got.status, got.body)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 1, won.Load())
	assert.EqualValues(t, 19, late.Load())
}

func TestARepeatedRequestOpensOneApproval(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	first := s.ask(t, "POST", "/evaluate", readCall, "Idempotency-Key", "k")
	assert.Equal(t, first.body, s.ask(t, "POST", "/evaluate", readCall, "Idempotency-Key", "k").body)
	assert.Len(t, s.ask(t, "GET", "/approvals", "").list(t), 1)
	assert.Equal(t, first.object(t)["approval"], s.leave(t, readCall), "the same call waits already")
	assert.Len(t, s.ask(t, "GET", "/approvals", "").list(t), 1)
}
