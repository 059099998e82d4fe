package adminpage

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestADecisionArrivesLive(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#decisions", "No decision yet")
	p.shows("#link", "live")
	f.decide(told(1, "denied", "payments.transfer", "billing", "agents do not pay", byRule("no-money", 12)))
	p.shows("#decisions .badge.denied", "denied")
	p.shows("#decisions li", "payments.transfer")
	p.shows("#decisions li", "rule no-money")
	p.shows("#news", "payments.transfer, by no-money") // for those who listen

	f.decide(told(2, "approved", "bash", "coder", "harmless", map[string]any{"limits": limits(0.03, 0.01, 0.02, 0.96)}))
	p.shows("#decisions li:first-child", "bash")
	p.shows("#decisions li:first-child .chip", "0.03 ✓")
}

func TestAHeldListStandsStill(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.decide(told(1, "approved", "first", "a", "", nil))
	p.open(f.URL)
	p.shows("#decisions li", "first")
	p.click("#hold")
	f.decide(told(2, "approved", "second", "a", "", nil))
	p.shows("#hold", "1 new")
	assert.NotContains(t, eval[string](p, `document.querySelector('#decisions').innerText`), "second")
	p.click("#hold")
	p.shows("#decisions li:first-child", "second")
}

func TestADecisionIsOpened(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	story(f)
	p.open(f.URL)
	p.shows("#decisions li:nth-child(2)", "denied")
	p.click("#decisions li:nth-child(2) button")
	for selector, text := range map[string]string{
		"#opened .bars .stopped":   "at most 0.20 destructive_max",
		"#opened mark":             "rm -rf '/home/dev/.ssh'",
		"#opened .effects li":      "! irreversible",
		"#opened .chain .answered": "structural ✓ answered",
		"#opened .reasoning":       "deny (destructive 0.98",
		"#opened summary":          "6b1f0e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeef",
		"#opened .part ul":         "denied by maria",
		"#opened .pairs":           "/home/dev/project",
	} {
		p.shows(selector, text)
	}
	assert.NotContains(t, eval[string](p, `document.querySelector('#opened').innerText`), "undefined")

	// The focus stays within, and goes back to the row.
	for range 12 {
		p.run(chromedp.KeyEvent(kb.Tab))
		require.True(t, eval[bool](p, `document.activeElement === document.body || document.querySelector('#opened').contains(document.activeElement)`))
	}
	p.run(chromedp.KeyEvent(kb.Escape))
	p.until(`!document.querySelector('#opened').open && document.activeElement.closest('#decisions li') !== null`)
}

func TestEscalationsWaitWithTheirTime(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#waiting", "Nobody waits")
	call := told(1, "escalated", "mail.send", "assistant", "a person reads it", map[string]any{
		"expires_at": time.Now().Add(9*time.Minute + 59*time.Second).UTC().Format(time.RFC3339Nano), "outcome": map[string]any{"state": "left"},
	})
	f.decide(call)
	p.until(`/^[89] min/.test(document.querySelector('#waiting .left')?.textContent)`)
	p.shows("#waiting-count", "1")
	before := eval[string](p, `document.querySelector('#waiting .left').textContent`)
	p.until(fmt.Sprintf(`document.querySelector('#waiting .left').textContent !== %q`, before))

	f.settle(call, map[string]any{"state": "settled", "status": "approved", "resolved_by": "maria"})
	p.shows("#waiting", "Nobody waits")
	p.click("#decisions li button")
	p.shows("#opened .pairs", "settled as approved by maria")
}

func TestPauseAndResumeByKeyboard(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.until(`document.querySelector('#pause').getAttribute('aria-checked') === 'true'`)
	p.run(chromedp.KeyEvent(kb.Tab))
	require.Equal(t, "skip", eval[string](p, `document.activeElement.id`), "the first stop leads to the content")
	require.GreaterOrEqual(t, eval[float64](p, `document.activeElement.getBoundingClientRect().top`), 0.0, "and is seen")
	p.run(chromedp.KeyEvent(kb.Tab))
	require.Equal(t, "pause", eval[string](p, `document.activeElement.id`), "the second is the switch")
	require.NotEqual(t, "none", eval[string](p, `getComputedStyle(document.activeElement).outlineStyle`), "the focus is seen")
	p.run(chromedp.KeyEvent(" "))
	p.shows("#state", "paused")
	p.shows("#pause-word", "off")
	p.shows("#toast", "Every call is left to a person")
	assert.True(t, f.isPaused())
	require.Equal(t, "pause", eval[string](p, `document.activeElement.id`), "the focus stays")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.shows("#state", "running")
	assert.False(t, f.isPaused())
}

func TestTheTokenIsAskedForAndKeptInMemoryOnly(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.token = "open sesame"
	f.decide(told(1, "approved", "fs.read", "coder", "", nil))
	p.run(chromedp.Navigate(f.URL))
	p.until(`document.querySelector('#token').open && document.activeElement.id === 'token-field'`)
	require.Equal(t, "password", eval[string](p, `document.activeElement.type`))
	p.typeInto("#token-field", "wrong")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.shows("#token", "refused")
	p.typeInto("#token-field", "open sesame")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.shows("#decisions li", "fs.read")
	p.shows("#link", "live") // the stream carries it too
	kept := eval[string](p, `JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href, document.documentElement.outerHTML])`)
	assert.NotContains(t, kept, "sesame")
	p.run(chromedp.Reload())
	p.until(`document.querySelector('#token').open`)
}

func TestAnEditWithAFaultIsShownInlineAndThenSaved(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.section("files")
	p.shows("#editor-text", "name: reads")
	p.typeInto("#editor-text", "rules:\n  - name: reads\n  broken: true\n")
	p.shows(".layer .message", "broken: unknown key") // while typing
	p.shows(".numbers .bad", "3")
	p.shows(".faults", "line 3, column 3")
	require.Equal(t, "true", eval[string](p, `document.querySelector('#editor-text').getAttribute('aria-invalid')`))
	p.click(".editor .primary")
	p.shows(".editor .summary", "nothing was written")
	p.click(".faults button")
	require.Equal(t, len("rules:\n  - name: reads\n  "), eval[int](p, `document.activeElement.selectionStart`), "the cursor goes to the fault")

	p.typeInto("#editor-text", "rules:\n  - name: writes\n")
	p.shows(".editor .summary", "No faults")
	p.shows(".preview", "1 decision of the last 120 would change")
	p.shows(".preview", "test-runs")
	p.click(".editor .primary")
	p.shows(".editor .summary", "The version before is kept as")
	p.shows(".editor .actions", "as on disk")
	assert.Equal(t, "rules:\n  - name: writes\n", f.text())
}

func TestAStaleEditKeepsTheTextAndIsCompared(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.section("files")
	p.shows("#editor-text", "name: reads")
	f.setText("rules:\n  - name: theirs\n")
	p.typeInto("#editor-text", "rules:\n  - name: mine\n")
	p.click(".editor .primary")
	p.shows(".conflict", "Not saved")
	p.shows(".conflict", "Your text is kept here")
	require.Equal(t, "rules:\n  - name: mine\n", eval[string](p, `document.querySelector('#editor-text').value`))
	p.press(".conflict button", "Compare")
	p.shows(".diff .old", "− "+"  - name: theirs")
	p.shows(".diff .new", "+ "+"  - name: mine")
	require.Equal(t, "rules:\n  - name: mine\n", eval[string](p, `document.querySelector('#editor-text').value`))
	require.Equal(t, "rules:\n  - name: theirs\n", f.text(), "nothing was overwritten")
	p.press(".conflict button", "Keep mine")
	p.until(`document.querySelector('.conflict').hidden`)
	p.click(".editor .primary")
	p.shows(".editor .summary", "Saved")
	assert.Equal(t, "rules:\n  - name: mine\n", f.text())
}

func TestRulesShowTheirHits(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.section("rules")
	p.shows("#rules-table tr:nth-child(2)", "∅ never")
	p.shows("#rules-note", "2 have never been hit")
}

func TestARunIsStartedFollowedCancelledAndRead(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.section("bench")
	p.shows("#bench-form", "free, from run")
	p.choose("#bench-mode", "replay")
	p.shows("#bench-form", "108000 tokens")
	p.click("#bench-form .primary")
	p.shows("#bench-progress", "of 120")
	p.click("#bench-progress button")
	p.until(`document.querySelector('#bench-progress').hidden`)

	p.click("#bench-runs button")
	p.shows(".run .tile", "1/60")
	p.shows(".run .cell.wrong", "1 !")
	p.until(`document.querySelector('.plot path.danger').getAttribute('d').startsWith('M')`)
	p.shows(".run p", "The next danger is approved at 0.35")
	p.shows(".run", "network")
}

// narrow is the smallest screen that is cared for.
var narrow = look{width: 360, height: 740}

// fits reports what is wider than a narrow screen.
func (p *page) fits(where string) {
	p.t.Helper()
	assert.LessOrEqual(p.t, eval[int](p, `document.documentElement.scrollWidth`), 360, where)
	assert.Empty(p.t, eval[[]string](p, `[...document.querySelectorAll('button, input, select, a')].filter((e) => e.checkVisibility() && e.id !== 'skip' && (e.getBoundingClientRect().right > 361 || e.getBoundingClientRect().left < -1)).map((e) => e.outerHTML.slice(0, 80))`), "%s has controls out of reach", where)
}

func TestNothingIsWiderThanANarrowScreen(t *testing.T) {
	f, p := newFake(t), newPage(t, narrow)
	story(f)
	f.decide(told(99, "denied", "a_tool_whose_name_is_longer_than_anybody_would_want_it_to_be_and_has_no_blanks", "an_agent_with_a_name_just_as_long_as_that", "", map[string]any{"limits": limits(1, 1, 1, 0)}))
	p.open(f.URL)
	p.shows("#decisions li", "a_tool_whose")
	p.fits("live")
	p.click("#decisions li:first-child button")
	p.until(`document.querySelector('#opened').open`)
	p.fits("opened")
	assert.LessOrEqual(t, eval[int](p, `document.querySelector('#opened').scrollWidth`), 360)
	p.run(chromedp.KeyEvent(kb.Escape))
	for _, section := range []string{"rules", "files", "bench", "try"} {
		p.section(section)
		switch section {
		case "rules":
			p.shows("#rules-table", "no-money")
		case "files":
			p.shows("#editor-text", "name: reads")
		case "bench":
			p.click("#bench-runs button")
			p.until(`document.querySelector('.plot') !== null`)
			p.choose("#curve", "structural exfiltrates (destructive_max)")
		}
		p.fits(section)
	}
}

func TestWhatAnAgentChoosesIsShownAndNotRun(t *testing.T) {
	const attack = `<img src=x onerror="window.owned=1"><script>window.owned=2</script>"'><svg onload=window.owned=3>javascript:window.owned=4`
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	d := toldOf(attack)
	f.decide(d)
	p.shows("#decisions .tool", attack)
	p.shows("#waiting .tool", attack)
	p.shows("#news", attack)
	p.click("#decisions li button")
	p.shows("#opened h3", attack)
	p.shows("#opened .reasoning", attack)
	p.shows("#opened .command", "onerror")
	p.until(`document.querySelectorAll('#opened details').length === 1`) // read from the API too
	assert.Zero(t, eval[int](p, `document.querySelectorAll('main img, main script, dialog img, dialog script, [onerror], [onload]').length`))
	assert.True(t, eval[bool](p, `window.owned === undefined`))
}

func TestThePolicyStopsAScript(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	blocked := eval[string](p, `new Promise((done) => {
		document.addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective), { once: true });
		const script = document.createElement('script');
		script.textContent = 'window.owned = 1';
		document.body.append(script);
		setTimeout(() => done('nothing'), 5000);
	})`)
	assert.Contains(t, blocked, "script-src")
	assert.True(t, eval[bool](p, `window.owned === undefined`))
	p.forget() // the violation that was meant
}

// TestModules runs the parts of the page that compute, in the browser that they
// are for.
func TestModules(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	for _, row := range []struct{ name, expression, want string }{
		{"spans", `import('./assets/words.js').then((m) => [0, 61, 3600, 90000, -5].map(m.span))`, `["0 s","1 min 1 s","1 h","1 d 1 h","0 s"]`},
		{"a stream in pieces", `import('./assets/stream.js').then((m) => { const got = []; const feed = m.parser((e) => got.push([e.type, e.id, e.data])); for (const c of ': beat\n\nid: 7\r\nevent: decision\ndata: {"a":\ndata: 1}\n\ndata:x\n\n') feed(c); return got; })`,
			`[["decision","7","{\"a\":\n1}"],["message",null,"x"]]`},
		{"a difference", `import('./assets/diff.js').then((m) => m.diff('a\nb\nc\nd', 'a\nc\nx\nd').map((l) => l.kind[0] + l.text))`, `["sa","ob","sc","nx","sd"]`},
		{"only what is near a change", `import('./assets/diff.js').then((m) => m.around(m.diff('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\n4\n5\n6\n8'), 1).map((l) => l && l.text))`, `[null,"6","7","8"]`},
		{"a segment behind quotes", `import('./assets/command.js').then((m) => m.find('a &&  rm -rf  "x y"', ['rm -rf x y', 'nothing']))`, `[{"from":6,"to":19,"numbers":[0]}]`},
		{"segments of one place", `import('./assets/command.js').then((m) => m.find('rm a', ['rm a', 'rm', '']))`, `[{"from":0,"to":4,"numbers":[0,1]}]`},
		{"the tightest limits", `import('./assets/limits.js').then((m) => m.tightest([{question: 'a', value: .1, limit: .2}, {question: 'b', value: .5, limit: .7, least: true, stopped: true}, {question: 'c', value: .19, limit: .2}, {question: 'd', value: 1, limit: 0, ignored: true}], 2).map((l) => l.question))`, `["b","c"]`},
	} {
		got, err := json.Marshal(eval[any](p, row.expression))
		require.NoError(t, err, row.name)
		assert.JSONEq(t, row.want, string(got), row.name)
	}
}

func TestASilentSupervisorIsSaidToBeSilent(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.decide(told(1, "approved", "fs.read", "coder", "", nil))
	p.open(f.URL)
	p.shows("#link", "live")
	f.setSilent(true)
	p.shows("#trouble", "does not answer")
	p.shows("#link", "polling")
	p.shows("#decisions li", "fs.read") // what is known stays
	f.setSilent(false)
	p.shows("#link", "live")
	p.until(`document.querySelector('#trouble').hidden`)
}
