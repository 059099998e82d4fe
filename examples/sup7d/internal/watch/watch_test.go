//go:build linux

package watch_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/examples/sup7d/internal/watch"
)

// theKeys are on the screen when keys count.
const theKeys = "[a]pprove [d]eny"

func TestApproving(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.leave("mail.send", map[string]any{"to": "bob@example.com", "password": "hunter2hunter2"})
	second := d.leave("kv.set", map[string]any{"key": "k"})
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees("2 wait", "> 59m59s mail.send by maple rule", "Call "+first, `"to": "bob@example.com"`, "(secrets are masked)", theKeys)
	assert.NotContains(t, s.all(), "hunter2")
	s.presses("a")
	s.sees("APPROVE exactly this call of mail.send by maple, for one run?", "[y] approve")
	assert.Equal(t, "pending", d.by(first))
	s.presses("y")
	s.sees("approved mail.send by maple, as person:ann", "Call "+second, theKeys)
	assert.Equal(t, "approved by person:ann", d.by(first))
	assert.Equal(t, "pending", d.by(second), "the next one needs keys of its own")
	s.presses("q")
	require.NoError(t, s.over())
	assert.NotContains(t, s.all(), "\a", "nobody asked for a bell")
}

func TestOnlyYApproves(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("mail.send", nil)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	for _, key := range []string{"\r", "a", "Y", " ", "\x1b", "\x1by", "n", "\x1b[200~y\x1b[201~n"} {
		s.sees(theKeys)
		s.presses("a")
		s.sees("[y] approve")
		s.presses(key)
		if key == "\x1by" {
			s.presses("n") // y with Alt is not that key
		}
		s.sees("nothing was answered")
	}
	assert.Equal(t, "pending", d.by(id))
}

func TestDenyingWithAReason(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("mail.send", map[string]any{"to": "bob"})
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees(theKeys)
	s.presses("d")
	s.sees("DENY. Why? _", "[Enter] deny")
	s.presses("not on a Friday, q\x7fno ü")
	s.sees("DENY. Why? not on a Friday, no ü_")
	assert.Equal(t, "pending", d.by(id))
	s.presses("\r")
	s.sees("denied mail.send by maple, as person:ann", "Nothing waits for a person.")
	assert.Equal(t, "denied by person:ann", d.by(id))
	assert.Equal(t, "not on a Friday, no ü", d.approval(id).Resolution.Reasoning)
	assert.Equal(t, decision.Deny, d.judge("mail.send", map[string]any{"to": "bob"}).Action, "a refusal holds")
}

func TestEscapeDeniesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("mail.send", nil)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees(theKeys)
	s.presses("d")
	s.sees("[Enter] deny")
	s.presses("no")
	s.sees("Why? no_")
	s.presses("\x1b")
	s.sees("nothing was answered")
	assert.Equal(t, "pending", d.by(id))
}

// readA is a call that may be allowed for a while.
var readA = map[string]any{"path": "/srv/app/a.go"}

func TestAllowingForAQuarterOfAnHour(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("fs.read", readA)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees(theKeys)
	s.presses("f")
	s.sees("APPROVE this run, and ALLOW FOR 15 MINUTES exactly this call of fs.read by maple, until 20", "[y] allow")
	assert.Empty(t, d.standing(), "it asked only")
	s.presses("y")
	s.sees("approved fs.read by maple, as person:ann; from now on: exactly this call")
	assert.Equal(t, "approved by person:ann", d.by(id))
	list := d.standing()
	require.Len(t, list, 1)
	assert.NotEmpty(t, list[0].Fingerprint)
	assert.WithinDuration(t, time.Now().Add(15*time.Minute), list[0].ExpiresAt, time.Minute)
	for range 3 {
		assert.Equal(t, decision.Approve, d.judge("fs.read", readA).Action)
	}
	assert.Equal(t, decision.Escalate, d.judge("fs.read", map[string]any{"path": "/srv/app/b.go"}).Action, "no other call")
	d.later.Store(int64(16 * time.Minute))
	assert.Equal(t, decision.Escalate, d.judge("fs.read", readA).Action)
}

func TestAllowingInAConversationOnly(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	_, err := d.sup.Evaluate(t.Context(), supervisor.Call{Agent: "maple", Session: "s1", Tool: "fs.read", Params: readA})
	require.NoError(t, err)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees("In: conversation s1", theKeys)
	s.presses("f")
	s.sees("exactly this call of fs.read by maple, in this conversation, until 20", "[y] allow")
	s.presses("x")
	s.sees("nothing was answered", theKeys)
	assert.Empty(t, d.standing())
	s.presses("f")
	s.sees("[y] allow")
	s.presses("y")
	s.sees("Nothing waits for a person.")
	list := d.standing()
	require.Len(t, list, 1)
	assert.Equal(t, "s1", list[0].Session)
	assert.Equal(t, decision.Approve, d.judge("fs.read", readA).Action, "the run that was approved")
	assert.Equal(t, decision.Escalate, d.judge("fs.read", readA).Action, "and no other, in no conversation")
}

func TestWhatCannotBeAllowedForAWhile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("bash", map[string]any{"command": "rm -rf /srv/app/build"})
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees(`"command": "rm -rf /srv/app/build"`, "Effect: deletes", theKeys)
	s.presses("f")
	s.sees("it cannot be allowed for a while:", "destructive", theKeys)
	s.presses("y")
	s.presses("e")
	s.sees("[e] back")
	assert.Equal(t, "pending", d.by(id))
}

func TestExplaining(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	params := map[string]any{"to": "bob", "body": strings.Repeat("all work and no play ", 300)}
	id := d.leave("mail.send", params)
	s := sit(t, 80, 16, watch.Options{Client: d.client("t0ken")})
	s.sees("lines more: [e]", "Effect: external bob", theKeys)
	s.presses("e")
	s.sees("Call "+id, "lines more: [space]", "[e] back")
	s.presses(strings.Repeat(" ", 20))
	s.sees("By the rules of now, every stage:", "guard guards: -", "rule no-wipes: -", "rule mail: escalate, decides")
	s.presses("ay")
	s.presses("b")
	s.sees("all work")
	s.presses("e")
	s.sees(theKeys)
	assert.Equal(t, "pending", d.by(id), "reading decides nothing")
}

func TestTheListChangesWhileSomebodyLooks(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.leave("mail.send", map[string]any{"to": "bob"})
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken"), Bell: true})
	s.sees("1 wait", "Call "+first, theKeys)
	assert.NotContains(t, s.all(), "\a", "what waits already is no news")
	second := d.leave("kv.set", map[string]any{"key": "k"})
	s.sees("2 wait", "Call "+first, theKeys)
	s.writes("\a")
	s.presses("a")
	s.sees("[y] approve")
	d.settle(first, decision.ApprovalDenied, "person:bob")
	s.sees("1 wait", "Call "+first, "THIS CALL WAITS NO MORE: denied by person:bob", "[n]ext")
	s.seesNot("[a]pprove")
	s.presses("y")
	s.presses("ay")
	s.presses("n")
	s.sees("Call "+second, theKeys)
	assert.Equal(t, "denied by person:bob", d.by(first))
	assert.Equal(t, "pending", d.by(second), "no key that was meant for the first decides the second")
	d.later.Store(int64(2 * time.Hour))
	s.sees("nobody answered in time")
}

// TestKeysTypedAheadDecideNothing has a person type faster than the screen.
func TestKeysTypedAheadDecideNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first, second, third := d.leave("mail.send", nil), d.leave("kv.set", nil), d.leave("kv.get", nil)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.presses("ayayay")
	s.sees("Call "+first, "3 wait")
	s.until(func(frame string) bool {
		return strings.Contains(frame, theKeys) || strings.Contains(frame, "[y] approve")
	}, "keys")
	if !strings.Contains(s.frame(), "[y] approve") {
		s.presses("a")
	}
	s.sees("[y] approve")
	s.presses("yayayay")
	s.sees("Call "+second, theKeys)
	s.presses("ayayaydy\r")
	s.sees("Call "+second, "[y] approve")
	for id, want := range map[string]string{first: "approved by person:ann", second: "pending", third: "pending"} {
		assert.Equal(t, want, d.by(id))
	}
}

func TestANarrowWindow(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.leave("mail.send", map[string]any{"to": "bob", "body": strings.Repeat("\u8a9e", 200), "subject": strings.Repeat("x", 200)})
	s := sit(t, 40, 34, watch.Options{Client: d.client("t0ken")})
	s.sees("1 wait", "mail.send", "[a]pprove", "[q]uit")
	s.fits(40, 34)
	s.presses("f")
	s.sees("ALLOW FOR 15 MINUTES exactly this call", "[y] allow")
	s.fits(40, 34)
	s.presses("x")
	s.resize(30, 12)
	s.until(func(frame string) bool { return strings.Count(frame, "\n") == 11 }, "12 lines")
	s.fits(30, 12)
	s.resize(12, 3)
	s.until(func(frame string) bool { return strings.Count(frame, "\n") == 2 }, "3 lines")
	s.fits(12, 3)
}

// fits wants the last frame to fit its window.
func (s *screen) fits(columns, rows int) {
	s.t.Helper()
	lines := strings.Split(s.frame(), "\n")
	assert.LessOrEqual(s.t, len(lines), rows)
	for _, line := range lines {
		cells := 0
		for _, r := range line {
			if cells++; r == '\u8a9e' {
				cells++ // it is as wide as two letters
			}
		}
		assert.LessOrEqual(s.t, cells, columns, "%q", line)
	}
}

func TestNothingIsApprovedWhereTheQuestionHasNoRoom(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("fs.read", map[string]any{"path": "/srv/app/a.go"})
	s := sit(t, 80, 24, watch.Options{Client: d.client("t0ken")})
	s.sees(theKeys)
	s.resize(22, 8)
	s.until(func(frame string) bool { return strings.Count(frame, "\n") == 7 }, "8 lines")
	s.presses("f")
	s.sees("too small")
	s.presses("y")
	s.sees("nothing was answered")
	assert.Equal(t, "pending", d.by(id))
	assert.Empty(t, d.standing())
}

// TestALongCallIsReadBeforeItIsApproved has an agent that hopes for an approve of
// what nobody sees.
func TestALongCallIsReadBeforeItIsApproved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("mail.send", map[string]any{"body": strings.Repeat("all is well. ", 60) + "pay 900", "to": "bob"})
	s := sit(t, 80, 9, watch.Options{Client: d.client("t0ken")})
	s.sees("lines more: [e]", theKeys)
	s.presses("a")
	s.sees("lines were not shown: [e] shows them", theKeys)
	s.presses("y")
	s.presses("e")
	s.sees("lines more: [space]", "[e] back")
	for !strings.Contains(s.frame(), `"to": "bob"`) {
		before := s.frame()
		s.presses(" ")
		s.until(func(frame string) bool { return frame != before }, "the next page")
	}
	assert.Contains(t, s.all(), "pay 900")
	s.presses("e")
	s.sees(theKeys)
	s.presses("a")
	s.sees("APPROVE exactly this call", "[y] approve")
	assert.Equal(t, "pending", d.by(id))
	s.presses("y")
	s.sees("approved mail.send by maple, as person:ann")
	assert.Equal(t, "approved by person:ann", d.by(id))
}

func TestWhatAgentsWroteDoesNotSteerTheTerminal(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	hostile := "\x1b[2J\x1b]0;mine\x07\u202eevil\u200b\u2066\u00ad\u3164\u009b31m\r\n[y] approved \U000e0041"
	_, err := d.sup.Evaluate(t.Context(), supervisor.Call{
		Agent: "ma\u202eple", Tool: "mail.send", Params: map[string]any{hostile: hostile, "command": "ls\nrm"},
	})
	require.NoError(t, err)
	client := d.client("t0ken")
	s := sit(t, 120, 40, watch.Options{Client: client})
	s.sees(`ma\u202eple`, `\u001b[2J`, `\u202eevil\u200b`, `ls\nrm`, theKeys)
	s.presses("e")
	s.sees("every stage", "[e] back")
	s.presses("q")
	require.NoError(t, s.over())
	for _, sequence := range []string{"\x1b[2J", "\x1b]", "\u202e", "\u200b", "\u2066", "\u00ad", "\u3164", "\u009b", "\x07", "\U000e0041"} {
		assert.NotContains(t, s.all(), sequence)
	}
	var printed strings.Builder
	require.NoError(t, watch.Once(t.Context(), client, &printed))
	assert.Contains(t, printed.String(), `\u001b[2J`)
	assert.NotContains(t, printed.String(), "\x1b")
	assert.NotContains(t, printed.String(), "\u202e")
}

func TestThePeerGoesAndComesBack(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.leave("mail.send", nil)
	s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
	s.sees("Call "+first, theKeys)
	d.goDown()
	s.sees("NOT CONNECTED, trying again", "Call "+first)
	s.presses("a")
	s.sees("[y] approve")
	s.presses("y")
	s.sees("the answer may not have arrived")
	assert.Equal(t, "pending", d.by(first))
	second := d.leave("kv.set", nil)
	d.down.Store(false)
	s.sees("2 wait", theKeys)
	s.seesNot("NOT CONNECTED")
	s.presses("a")
	s.sees("[y] approve")
	s.presses("y")
	s.sees("Call "+second, "approved mail.send")
}

func TestLeavingAnswersNothing(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(s *screen){
		"Ctrl-C":     func(s *screen) { s.presses("\x03") },
		"Ctrl-D":     func(s *screen) { s.presses("\x04") },
		"a signal":   func(s *screen) { s.stop() },
		"the window": func(s *screen) { _ = s.keys.Close() },
	} {
		for mode, keys := range map[string]string{"looking": "", "[y] approve": "a", "[y] allow": "f", "[Enter] deny": "d", "[e] back": "e"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t)
				id := d.leave("fs.read", readA)
				s := sit(t, 100, 30, watch.Options{Client: d.client("t0ken")})
				s.sees(theKeys)
				if keys != "" {
					s.presses(keys)
					s.sees(mode)
				}
				leave(s)
				if name == "the window" { // it is gone: there is nothing to look at, or to write to
					_ = s.end()
				} else {
					require.NoError(t, s.over())
				}
				assert.Equal(t, "pending", d.by(id))
				assert.Empty(t, d.standing())
			})
		}
	}
}

func TestAReadTokenDecidesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.leave("mail.send", nil)
	s := sit(t, 100, 30, watch.Options{Client: d.client("l00k")})
	s.sees(theKeys)
	s.presses("a")
	s.sees("[y] approve")
	s.presses("y")
	s.sees("not answered: the token may not do this (403): the read token may only look", theKeys)
	assert.Equal(t, "pending", d.by(id))
}
