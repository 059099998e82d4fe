package adminhttp_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCase15WhatIsNoAnswerSettlesNothing: a button of somebody else, or one that
// nobody knows, is no yes and no no. Here it is told so.
func TestCase15WhatIsNoAnswerSettlesNothing(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, readCall)
	for _, other := range []struct {
		path, body string
		want       int
	}{
		{"/approvals/" + id + "/maybe", "", 404},
		{"/approvals/" + id + "/approve_always", "", 404},
		{"/approvals/appr:" + id + ":approve/approve", "", 404},
		{"/approvals/" + id[1:] + "/approve", "", 404},
		{"/approvals/" + id + "/approve", `{"auto_approve":"forever"}`, 400},
		{"/approvals/" + id + "/approve", `{"action":"approve"}`, 400},
		{"/approvals/" + id + "/deny", `{"auto_approve":"maybe"}`, 400},
	} {
		assert.Equal(t, other.want, s.ask(t, "POST", other.path, other.body).status, "%s %s", other.path, other.body)
		assert.Equal(t, "pending", s.ask(t, "GET", "/approvals/"+id, "").object(t)["status"], other.path)
	}
}

// TestCase30ARepeatIsSaidToBeOne: the same request gets the decision that it had,
// and no second approval; another request is judged for itself, so that what was
// refused is never taken for something that went well.
func TestCase30ARepeatIsSaidToBeOne(t *testing.T) {
	t.Parallel()
	s := askPeople(t)
	id := s.leave(t, mailCall)
	require.Equal(t, 200, s.ask(t, "POST", "/approvals/"+id+"/deny", "").status)
	first := s.ask(t, "POST", "/evaluate", mailCall, "Idempotency-Key", "k")
	assert.Equal(t, "deny", first.object(t)["decision"])
	events := len(s.journal.all())
	assert.Equal(t, first.body, s.ask(t, "POST", "/evaluate", mailCall, "Idempotency-Key", "k").body)
	assert.Len(t, s.journal.all(), events, "a repeat is not judged, and not recorded, again")
	assert.Equal(t, "deny", s.ask(t, "POST", "/evaluate", mailCall).object(t)["decision"])
	assert.Greater(t, len(s.journal.all()), events)
	assert.Empty(t, s.ask(t, "GET", "/approvals?status=pending", "").list(t))
}
