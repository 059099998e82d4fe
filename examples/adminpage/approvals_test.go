package adminpage

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// openAsked opens the page where a mail and a command wait.
func openAsked(t *testing.T, how look) (*fake, *page) {
	t.Helper()
	f, p := newFake(t), newPage(t, how)
	p.open(f.URL)
	p.shows("#link", "live")
	p.shows("#waiting", "Nobody waits")
	f.ask(asked(1, "mail.send", "assistant", nil))
	f.ask(asked(2, "bash", "coder", map[string]any{
		"params": map[string]any{"command": "rm -rf build"}, "until": time.Now().Add(10 * time.Minute).UTC().Format(time.RFC3339),
		"options": []any{option("once", true, "this command, one time"), option("session", false, "it deletes: nothing of this kind is allowed ahead"), option("permanent", false, "it deletes: nothing of this kind is allowed ahead")},
	}))
	p.until(`document.querySelectorAll('#waiting .here').length === 2`)
	return f, p
}

// gone waits until one of the two has gone.
func gone(p *page) {
	p.t.Helper()
	p.until(`document.querySelectorAll('#waiting .here').length === 1`)
}

func TestACallIsAllowedOnce(t *testing.T) {
	f, p := openAsked(t, wide)
	const row = "#waiting .here:first-child"
	p.shows(row, "mail.send")
	p.shows(row, "assistant")
	p.shows(row, "board@example.com")
	p.shows(row, "a person reads what leaves the house")
	p.shows(row+" .covers", "this call, as it is, one time") // before it is pressed
	p.shows(row+" .covers", "mail.send to board@example.com in this conversation")
	p.shows(row+" .covers", "exactly this mail, until it is revoked")
	p.shows(row+" .covers", "Refuses this call")
	require.Equal(t, []string{"Allow once", "Allow 15 minutes", "Always (this exact thing)", "Deny"},
		eval[[]string](p, `[...document.querySelectorAll('#waiting .here:first-child .options button')].map((b) => b.textContent)`))
	require.Equal(t, "this call, as it is, one time", eval[string](p, `document.getElementById(document.querySelector('#waiting .once').getAttribute('aria-describedby')).textContent`))
	before := eval[string](p, `document.querySelector('#waiting .left').textContent`)
	p.until(fmt.Sprintf(`document.querySelector('#waiting .left').textContent !== %q`, before)) // it ticks

	p.click(row + " .once")
	p.shows("#said", "Allowed once: mail.send, for assistant")
	gone(p)
	p.shows("#waiting", "bash")
	p.shows("#waiting-count", "1")
	assert.Equal(t, []settlement{{"wait-0001", "approve", ""}}, f.answers())
	require.Contains(t, eval[string](p, `document.activeElement.closest('.here')?.textContent ?? ''`), "bash", "the focus goes on to the next")
}

func TestACallIsAllowedForASessionAndAlways(t *testing.T) {
	f, p := openAsked(t, wide)
	p.press("#waiting .here:first-child button", "Allow 15 minutes")
	p.shows("#said", "Allowed for 15 minutes: mail.send, for assistant")
	gone(p)
	f.ask(asked(3, "mail.send", "assistant", map[string]any{"until": time.Now().Add(time.Minute).UTC().Format(time.RFC3339)}))
	p.shows("#waiting .here:first-child", "mail.send")
	p.press("#waiting .here:first-child button", "Always")
	p.shows("#said", "Always allowed, this exact thing: mail.send, for assistant")
	gone(p)
	assert.Equal(t, []settlement{{"wait-0001", "approve", "session"}, {"wait-0003", "approve", "permanent"}}, f.answers())
	p.section("standing")
	p.until(`document.querySelectorAll('#standings tbody tr').length > 0`)
}

func TestACallIsDenied(t *testing.T) {
	f, p := openAsked(t, wide)
	p.click("#waiting .here:first-child .deny")
	p.shows("#said", "Denied: mail.send, for assistant")
	gone(p)
	assert.Equal(t, []settlement{{"wait-0001", "deny", ""}}, f.answers())
}

func TestACallIsSettledByKeyboard(t *testing.T) {
	f, p := openAsked(t, wide)
	require.True(t, eval[bool](p, `(() => { const b = document.querySelector('#waiting .here .row-button'); b.focus(); return document.activeElement === b; })()`))
	seen := []string{}
	for range 5 {
		p.run(chromedp.KeyEvent(kb.Tab))
		seen = append(seen, eval[string](p, `document.activeElement.textContent.trim()`))
		require.NotEqual(t, "none", eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`), "the focus is seen")
	}
	assert.Equal(t, []string{"Allow once", "Allow 15 minutes", "Always (this exact thing)", "Deny"}, seen[1:], "after the call itself")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.shows("#said", "Denied: mail.send")
	gone(p)
	assert.Equal(t, []settlement{{"wait-0001", "deny", ""}}, f.answers())
}

func TestWhoWasFasterIsSaid(t *testing.T) {
	f, p := openAsked(t, wide)
	f.settleElsewhere("wait-0001", "denied", "person:maria")
	p.click("#waiting .here:first-child .once")
	p.shows("#said", "Not allowed: person:maria denied it first")
	gone(p)
	f.settleElsewhere("wait-0002", "timeout", "")
	p.click("#waiting .here .deny")
	p.shows("#said", "Not denied: its time was over first")
	p.shows("#waiting", "Nobody waits")
	require.Equal(t, "waiting-title", eval[string](p, `document.activeElement.id`), "the focus is not lost")
	assert.Empty(t, f.answers())
}

func TestWhatSomebodyElseSettledGoes(t *testing.T) {
	f, p := openAsked(t, wide)
	f.settleElsewhere("wait-0001", "denied", "person:maria")
	f.tell("approval", map[string]any{"id": "wait-0001", "status": "denied"})
	gone(p)
}

func TestAnAnswerThatCannotBeGivenSaysWhy(t *testing.T) {
	f, p := openAsked(t, wide)
	const button = `[...document.querySelectorAll('#waiting .here:nth-child(2) .permanent')][0]`
	require.Equal(t, "true", eval[string](p, button+`.getAttribute('aria-disabled')`))
	require.Equal(t, "✕ Not possible: it deletes: nothing of this kind is allowed ahead", eval[string](p, `document.getElementById(`+button+`.getAttribute('aria-describedby')).textContent`))
	require.True(t, eval[bool](p, `(() => { const b = `+button+`; b.focus(); b.click(); return document.activeElement === b; })()`), "the keyboard reaches it")

	f.desk.mu.Lock()
	f.desk.readOnly = true
	f.desk.mu.Unlock()
	p.click("#waiting .here:nth-child(2) .once")
	p.shows("#waiting .here:nth-child(2) [role=status]", "Not allowed: this token may only read")
	p.until(`document.querySelector('#waiting .here:nth-child(2) .once').getAttribute('aria-disabled') === 'false'`)
	assert.Empty(t, f.answers())
}

func TestAPressThatWasMeantForWhatStoodThereIsNotTaken(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#link", "live")
	p.run(chromedp.Evaluate[chromedp.Void](`void new MutationObserver((_, watch) => {
		const button = document.querySelector('#waiting .once');
		if (!button) return;
		watch.disconnect();
		button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
	}).observe(document.querySelector('#waiting'), { childList: true, subtree: true })`))
	f.ask(asked(1, "mail.send", "assistant", nil))
	p.shows("#waiting .here [role=status]", "The list has just moved")
	assert.Empty(t, f.answers())
	p.click("#waiting .once")
	p.shows("#said", "Allowed once")
}

func TestTheMeshSettlesItsOwn(t *testing.T) {
	f, p := openAsked(t, wide)
	more := map[string]any{"expires_at": time.Now().Add(time.Minute).UTC().Format(time.RFC3339Nano), "outcome": map[string]any{"state": "left"}}
	f.decide(told(9, "escalated", "fs.delete", "cleaner", "", more))
	p.shows("#waiting .tool", "fs.delete")
	p.shows("#waiting-count", "3")
	assert.Zero(t, eval[int](p, `[...document.querySelectorAll('#waiting > li')].find((li) => li.textContent.includes('fs.delete')).querySelectorAll('.options').length`))
	here := asked(1, "mail.send", "assistant", nil)["decision"].(map[string]any)
	here["expires_at"], here["outcome"] = more["expires_at"], more["outcome"]
	f.decide(here)
	p.shows("#decisions li:first-child", "mail.send")
	assert.Equal(t, 3, eval[int](p, `document.querySelectorAll('#waiting > li').length`), "what waits here has one row")
}

func TestWithoutAStoreNothingIsOffered(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.desk.off = true
	f.decide(told(9, "escalated", "fs.delete", "cleaner", "", map[string]any{
		"expires_at": time.Now().Add(time.Hour).UTC().Format(time.RFC3339Nano), "outcome": map[string]any{"state": "left"},
	}))
	p.open(f.URL)
	p.shows("#link", "live")
	p.shows("#waiting .tool", "fs.delete")
	assert.Zero(t, eval[int](p, `document.querySelectorAll('.options').length`))
	assert.False(t, eval[bool](p, `document.querySelector('nav a[href="#standing"]').checkVisibility()`))
	p.run(chromedp.Evaluate[chromedp.Void](`location.hash = '#standing'`))
	p.shows("#standings", "Approvals are off")
}

func TestStandingApprovalsAreListedAndRevoked(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.desk.standings = []map[string]any{
		stands(map[string]any{"id": "", "scope": "config", "agent_name": "", "tool_name": "fs.read", "fingerprint": "", "created_by": "", "created_at": nil, "covers": "every call of fs.read"}),
		stands(map[string]any{"id": "st-2", "scope": "session", "conversation_id": "talk-7", "expires_at": time.Now().Add(10 * time.Minute).UTC().Format(time.RFC3339), "uses": 1, "max_uses": 3}),
		stands(map[string]any{"id": "st-3", "tool_name": "http.get", "fingerprint": "", "arguments": map[string]any{"url": "https://example.com"}, "effects": []string{"network"}, "zones": []string{"remote"}, "hosts": []string{"example.com"}}),
	}
	p.open(f.URL)
	p.section("standing")
	p.shows("#standing-count", "3 standing approvals")
	for row, texts := range map[int][]string{
		1: {"config", "every agent", "fs.read", "no limit: every call of this tool", "with the config", "Change it in the config file"},
		2: {"15 minutes", "assistant", "mail.send", "exactly this call: 9f2c5e0b7d1a…", "in the conversation talk-7", "1 of 3", "in 9 min", "person:operator"},
		3: {"permanent", "http.get", `with the arguments {"url":"https://example.com"}`, "effects: network only", "zones: remote only", "hosts: example.com only", "never"},
	} {
		for _, text := range texts {
			p.shows(fmt.Sprintf("#standings tbody tr:nth-child(%d)", row), text)
		}
	}
	require.Equal(t, 2, eval[int](p, `document.querySelectorAll('#standings tbody button').length`), "the config is changed in its file")
	p.click("#standings tr:nth-child(2) button")
	p.shows("#said", "Revoked: mail.send, for assistant")
	p.until(`document.querySelectorAll('#standings tbody tr').length === 2`)
	require.Equal(t, "Revoke http.get of assistant", eval[string](p, `document.activeElement.getAttribute('aria-label')`), "the focus goes on to the next")
	assert.Equal(t, []string{"st-2"}, f.revocations())

	f.desk.mu.Lock()
	f.desk.standings = f.desk.standings[:1] // somebody else was faster
	f.desk.mu.Unlock()
	p.run(chromedp.KeyEvent(kb.Enter))
	p.shows("#said", "It was revoked already")
	p.until(`document.querySelectorAll('#standings tbody tr').length === 1`)
	require.Equal(t, "standing-title", eval[string](p, `document.activeElement.id`))
}

func TestApprovalsFitANarrowScreen(t *testing.T) {
	for _, dark := range []bool{false, true} {
		how := narrow
		how.dark = dark
		f, p := openAsked(t, how)
		long := "a_name_that_is_longer_than_anybody_would_want_it_to_be_and_has_no_blanks_at_all"
		f.ask(asked(3, long, long, map[string]any{"params": map[string]any{"command": long + long}, "options": []any{option("once", true, long), option("session", true, long), option("permanent", false, long)}}))
		f.desk.mu.Lock()
		f.desk.standings = []map[string]any{stands(map[string]any{"tool_name": long, "agent_name": long, "signature": long, "conversation_id": long, "created_by": long, "covers": long, "arguments": map[string]any{long: long}})}
		f.desk.mu.Unlock()
		p.shows("#waiting", long)
		p.fits("waiting")
		assert.Empty(t, eval[[]string](p, `[...document.querySelectorAll('.options button')].filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.textContent)`), "they can be hit with a thumb")
		p.run(chromedp.Evaluate[chromedp.Void](`location.hash = '#standing'`))
		p.shows("#standings", long)
		p.fits("standing")
	}
}

func TestWhatAnAgentChoosesIsShownAndNotRunWhereItWaits(t *testing.T) {
	const attack = `<img src=x onerror="window.owned=1"><script>window.owned=2</script>"'><svg onload=window.owned=3>javascript:window.owned=4`
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#link", "live")
	f.ask(askedOf(attack))
	f.desk.mu.Lock()
	f.desk.standings = []map[string]any{standsOf(attack)}
	f.desk.mu.Unlock()
	for _, selector := range []string{".tool", ".agent", ".why", ".command", ".covers"} {
		p.shows("#waiting .here "+selector, attack)
	}
	p.click("#waiting .row-button")
	p.shows("#opened h3", attack)
	p.click("#opened .close")
	p.section("standing")
	p.shows("#standings td", attack)
	p.click("#standings button")
	p.shows("#said", "Revoked: "+attack)
	assert.Equal(t, []string{attack}, f.revocations(), "an id is quoted in an address")
	p.section("live")
	f.settleElsewhere(attack, "denied", attack)
	p.click("#waiting .once")
	p.shows("#said", attack+" denied it first")
	assert.Zero(t, eval[int](p, `document.querySelectorAll('main img, main script, dialog img, dialog script, #said *, #toast *, [onerror], [onload]').length`))
	assert.True(t, eval[bool](p, `window.owned === undefined`))
}
