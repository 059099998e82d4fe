package adminhttp_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func TestCase13TheConfigsRowsAreListedFirst(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	require.Equal(t, 201, s.ask(t, "POST", "/auto-approve", `{"agent":"maple","tool":"fs.read"}`).status)
	list := s.ask(t, "GET", "/auto-approve?agent=maple", "").list(t)
	require.Len(t, list, 2)
	assert.Equal(t, map[string]any{
		"id": "", "scope": "config", "agent_name": "maple", "tool_name": "kv_get", "created_by": "config", "uses": 0.0,
		"covers": "every call of kv_get by maple, as long as the config says so",
	}, list[0], "no times")
	assert.Equal(t, "permanent", list[1]["scope"])
	assert.Empty(t, s.ask(t, "GET", "/auto-approve?agent=oak", "").list(t), "W21: an array, never null")
}

func TestCase20Creating(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	for body, want := range map[string]int{
		`{"agent":"maple","tool":"fs.read"}`:                                              201,
		`{"agent":"maple","tool":"fs.list","scope":"permanent"}`:                          201,
		`{"agent":"maple","tool":"fs.read","scope":"session","conversation_id":"s1"}`:     201,
		`{"agent":"maple","tool":"fs.stat","effects":["reads"],"zones":["project"]}`:      201,
		`{"agent":"maple","tool":"kv.put","arguments":{"key":"k","n":1.50},"max_uses":3}`: 201,
		`{"agent":"maple","tool":"fs.read","scope":"session"}`:                            400,
		`{"agent":"maple","tool":"fs.read","conversation_id":"s1"}`:                       400,
		`{"tool":"fs.read"}`: 400,
		`{"agent":"maple"}`:  400,
		`{"agent":"maple","tool":"fs.read","scope":"invalid"}`:                   400,
		`{"agent":"maple","tool":"fs.read","scope":"config"}`:                    400,
		`{"agent":"maple","tool":"bash"}`:                                        400, // W2: never a shell by its name
		`{"agent":"maple","tool":"fs.read","max_uses":-1}`:                       400,
		`{"agent":"maple","tool":"fs.read","max_uses":1.5}`:                      400,
		`{"agent":"maple","tool":"fs.read","expires_at":"2001-01-01T00:00:00Z"}`: 400,
		`{"agent":"maple","tool":"fs.read","expires_at":"soon"}`:                 400,
		`{"agent":"maple","tool":"fs.read","effects":["reading"]}`:               400,
		`{"agent":"maple","tool":"fs.read","zones":["mars"]}`:                    400,
		`{"agent":"maple","tool":"fs.read","zones":[""]}`:                        400,
		`{"agent":"maple","tool":"fs.read","hosts":[""]}`:                        400,
		`{"agent":"maple","tool":"fs.read","host":["a"]}`:                        400,
		`{"agent":"maple","tool":"fs.read","created_by":"person:x"}`:             400,
		`{"agent":"maple","agent":"oak","tool":"fs.read"}`:                       400,
		`{"agent":"maple","tool":"fs.read"}{}`:                                   400,
		`[]`:                                                                     400, `null`: 400, ``: 400, `{`: 400,
	} {
		got := s.ask(t, "POST", "/auto-approve", body)
		assert.Equal(t, want, got.status, "%s: %s", body, got.body)
	}
	assert.Contains(t, s.ask(t, "POST", "/auto-approve", `{"agent":"m","tool":"t","scope":"config"}`).object(t)["error"], "agents[].auto_approve_tools")
	assert.Len(t, s.ask(t, "GET", "/auto-approve", "").list(t), 6, "nothing of the refused is stored")
	assert.Equal(t, 403, s.ask(t, "POST", "/auto-approve", `{"agent":"maple","tool":"fs.read"}`, "Authorization", "Bearer l00k").status)
	assert.Equal(t, 400, s.ask(t, "POST", "/auto-approve?preview=yes", `{"agent":"maple","tool":"fs.read"}`).status)
}

func TestW3EachHasAnIDAndCanBeRevoked(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	create := func(body string) map[string]any {
		got := s.ask(t, "POST", "/auto-approve", body)
		require.Equal(t, 201, got.status, got.body)
		return got.object(t)
	}
	session := create(`{"agent":"maple","tool":"fs.read","scope":"session","conversation_id":"s1"}`)
	assert.NotEmpty(t, session["id"])
	ends, err := time.Parse(time.RFC3339, session["expires_at"].(string))
	require.NoError(t, err)
	assert.WithinDuration(t, time.Now().Add(15*time.Minute), ends, time.Minute)
	assert.Zero(t, ends.Nanosecond())
	permanent := create(`{"agent":"maple","tool":"fs.read"}`)
	assert.Equal(t, permanent["id"], create(`{"agent":"maple","tool":"fs.read"}`)["id"], "W4: there is one of a kind")
	for _, path := range []string{"/auto-approve/unknown", "/auto-approve/" + session["id"].(string)[:4]} {
		assert.Equal(t, 404, s.ask(t, "DELETE", path, "").status)
	}
	got := s.ask(t, "DELETE", "/auto-approve/"+session["id"].(string), "")
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, "deleted", got.object(t)["status"])
	left := got.object(t)["still_in_force"].([]any)
	require.Len(t, left, 1, "W4: it says what is still in force")
	assert.Equal(t, permanent["id"], left[0].(map[string]any)["id"])
	assert.Equal(t, 404, s.ask(t, "DELETE", "/auto-approve/"+session["id"].(string), "").status)
	assert.Empty(t, s.ask(t, "DELETE", "/auto-approve/"+permanent["id"].(string), "").object(t)["still_in_force"])
	s.leave(t, readCall)

	var changes []string
	for _, e := range s.journal.all() {
		if e.Type == decision.EventStanding {
			changes = append(changes, e.Fields["change"].(string)+" by "+e.Fields["by"].(string))
		}
	}
	assert.Equal(t, []string{
		"created by person:operator", "created by person:operator", "created by person:operator",
		"deleted by person:operator", "deleted by person:operator",
	}, changes)
}

func TestAPreviewSavesNothing(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	s.leave(t, readCall)
	var got reply
	require.Eventually(t, func() bool { // decisions are kept after the fact
		got = s.ask(t, "POST", "/auto-approve?preview=only", `{"agent":"maple","tool":"fs.read"}`)
		require.Equal(t, 200, got.status, got.body)
		return got.object(t)["preview"].(map[string]any)["covered"] == 1.0
	}, time.Minute, time.Millisecond)
	assert.Empty(t, got.object(t)["id"])
	assert.Contains(t, got.object(t)["covers"], "calls of fs.read by maple")
	assert.Len(t, s.ask(t, "GET", "/auto-approve", "").list(t), 1)
	assert.Len(t, s.ask(t, "GET", "/approvals?status=pending", "").list(t), 1)
}

func TestCases10And11CreatingOneSettlesWhatWaits(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	own := s.leave(t, readCall)
	elsewhere := s.leave(t, `{"agent_id":"maple","session_id":"s2","tool":"fs.read","params":{"path":"/srv/app/a.go"}}`)
	other := s.leave(t, mailCall)
	status := func(id string) any { return s.ask(t, "GET", "/approvals/"+id, "").object(t)["status"] }
	got := s.ask(t, "POST", "/auto-approve", `{"agent":"maple","tool":"fs.read","scope":"session","conversation_id":"s1"}`)
	assert.Equal(t, []any{own}, got.object(t)["preview"].(map[string]any)["settled"])
	assert.Equal(t, []any{"approved", "pending", "pending"}, []any{status(own), status(elsewhere), status(other)}, "W1: the conversation is compared")
	got = s.ask(t, "POST", "/auto-approve", `{"agent":"maple","tool":"fs.read"}`)
	assert.Equal(t, []any{elsewhere}, got.object(t)["preview"].(map[string]any)["settled"])
	assert.Equal(t, "auto_approve", s.ask(t, "GET", "/approvals/"+elsewhere, "").object(t)["resolved_by"])
	assert.Equal(t, "pending", status(other))
	assert.Equal(t, "approve", s.ask(t, "POST", "/evaluate", readCall).object(t)["decision"], "case 22")
	assert.Len(t, s.ask(t, "GET", "/approvals?status=pending", "").list(t), 1)
}

func TestTheArgumentsOfAStandingApprovalAreShownWithoutSecrets(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	got := s.ask(t, "POST", "/auto-approve", `{"agent":"maple","tool":"kv.put","arguments":{"password":"hunter2hunter2","n":12345678901234567890}}`)
	require.Equal(t, 201, got.status, got.body)
	for _, body := range []string{got.body, s.ask(t, "GET", "/auto-approve", "").body} {
		assert.NotContains(t, body, "hunter2")
		assert.Contains(t, body, "12345678901234567890", "as it was given")
	}
	stored, err := s.sup.StandingApprovals().List(t.Context(), "maple")
	require.NoError(t, err)
	assert.Equal(t, json.Number("12345678901234567890"), stored[1].Arguments["n"])
	assert.Equal(t, "hunter2hunter2", stored[1].Arguments["password"])
}
