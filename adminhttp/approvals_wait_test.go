package adminhttp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnApproveThatWasWaitedForIsUsedUp(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	got := s.ask(t, "POST", "/approvals/"+id+"/wait", "", "X-Request-Timeout", "0.05")
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, "pending", got.object(t)["status"], "nobody has answered yet")

	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+id+"/approve", `{"reasoning":"go on"}`).status)
	got = s.ask(t, "POST", "/approvals/"+id+"/wait", "")
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, "approved", got.object(t)["status"])
	assert.Equal(t, "person:operator", got.object(t)["resolved_by"])
	assert.Equal(t, 409, s.ask(t, "POST", "/approvals/"+id+"/wait", "").status, "a second caller runs nothing")
	assert.Equal(t, "escalate", s.ask(t, "POST", "/evaluate", readCall).object(t)["decision"], "nor does the person's word approve it again")
}

func TestWhoWaitsIsWokenByTheAnswer(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, mailCall)
	answer := make(chan reply, 1)
	go func() { answer <- s.ask(t, "POST", "/approvals/"+id+"/wait", "") }()
	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+id+"/deny", `{"reasoning":"not today"}`).status)
	got := <-answer
	require.Equal(t, 200, got.status, got.body)
	assert.Equal(t, "denied", got.object(t)["status"])
	assert.Equal(t, "not today", got.object(t)["reasoning"])
	assert.NotContains(t, got.body, "hunter2", "it is shown as elsewhere")
}

func TestWhatCannotBeWaitedFor(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	assert.Equal(t, 404, s.ask(t, "POST", "/approvals/unknown/wait", "").status)
	assert.Equal(t, 405, s.ask(t, "GET", "/approvals/"+id+"/wait", "").status)
	assert.Equal(t, 400, s.ask(t, "POST", "/approvals/"+id+"/wait", "", "X-Request-Timeout", "soon").status)
	assert.Equal(t, 403, s.ask(t, "POST", "/approvals/"+id+"/wait", "", "Authorization", "Bearer l00k").status, "who may only look uses nothing up")
}
