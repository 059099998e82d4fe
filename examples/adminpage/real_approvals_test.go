package adminpage

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// mail is a call that a person is asked about.
func mail(to string) supervisor.Call {
	return supervisor.Call{Tool: "mail.send", Agent: "assistant", Session: "talk-1", Params: map[string]any{"to": to}}
}

// answer waits until a mail waits, and gives an answer to it.
func (p *page) answer(to, label, said string) {
	p.t.Helper()
	p.shows("#waiting .here", to)
	p.shows("#waiting .here .covers", "mail.send") // what it would cover
	p.press("#waiting .here:first-child button", label)
	p.shows("#said", said)
	p.shows("#waiting", "Nobody waits")
}

func TestRealEscalationsAreSettled(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	r.enter(p)
	p.shows("#waiting", "Nobody waits")

	left := r.judge(t, mail("ann@example.com"))
	require.Equal(t, supervisor.Escalate, left.Action)
	require.NotEmpty(t, left.Approval)
	p.answer("ann@example.com", "Allow once", "Allowed once: mail.send, for assistant")
	assert.Equal(t, supervisor.Approve, r.judge(t, mail("ann@example.com")).Action, "the person's word")

	require.Equal(t, supervisor.Escalate, r.judge(t, mail("eve@example.com")).Action)
	p.answer("eve@example.com", "Deny", "Denied: mail.send, for assistant")
	assert.Equal(t, supervisor.Deny, r.judge(t, mail("eve@example.com")).Action)

	require.Equal(t, supervisor.Escalate, r.judge(t, mail("bob@example.com")).Action)
	p.answer("bob@example.com", "Allow 15 minutes", "Allowed for 15 minutes")
	require.Equal(t, supervisor.Escalate, r.judge(t, mail("tom@example.com")).Action)
	p.answer("tom@example.com", "Always", "Always allowed, this exact thing")
	for range 2 {
		assert.Equal(t, supervisor.Approve, r.judge(t, mail("tom@example.com")).Action, "it stands")
	}
	p.section("standing")
	p.until(`document.querySelectorAll('#standings tbody tr').length === 2`)
	p.shows("#standings td", "person:operator")
	p.shows("#standings td", "in the conversation talk-1")
	for left := range 2 {
		p.click("#standings tbody button")
		p.until(fmt.Sprintf(`document.querySelectorAll('#standings tbody tr').length === %d`, 1-left))
	}
	p.shows("#standings", "Nothing is allowed ahead")
}

func TestRealAnswerComesSecond(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	r.enter(p)
	left := r.judge(t, mail("ann@example.com"))
	p.shows("#waiting .here", "ann@example.com")
	// Its event may take the row away before the click: then there is nothing to settle.
	require.NoError(t, r.sup.Approvals().Resolve(t.Context(), left.Approval, supervisor.Resolution{Status: "denied", By: "person:maria"}))
	p.shows("#waiting", "Nobody waits")
	p.click("#decisions li button")
	p.shows("#opened .pairs", "denied by person:maria")
}
