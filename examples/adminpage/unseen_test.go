package adminpage

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// turned is a text that reads as another one: it turns the direction of reading,
// and has what is not shown at all. asWritten is what the page makes of it.
const (
	turned    = "a\u202egnirts\u2066 \u200b\u00ad\u115f\u3164\ufe0f\u2028\x07z"
	asWritten = `a\u202egnirts\u2066 \u200b\u00ad\u115f\u3164\ufe0f\u2028\u0007z`
)

// raw lists the texts of the page, and the attributes that are read, with a
// character that is not shown as it is. What is edited keeps its own.
const raw = `(() => {
	const not = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
	const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
	const found = [];
	while (texts.nextNode()) if (!texts.currentNode.parentElement.closest('textarea')) found.push(texts.currentNode.data);
	for (const e of document.querySelectorAll('*')) for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'data-title']) found.push(e.getAttribute(name) ?? '');
	return found.filter((text) => not.test(text)).map((text) => JSON.stringify(text));
})()`

// allSeen says that the page has nothing that is not seen.
func (p *page) allSeen(where string) {
	p.t.Helper()
	assert.Empty(p.t, eval[[]string](p, raw), where)
}

func TestWhatIsNotSeenIsShownWhereACallWaits(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#link", "live")
	f.ask(askedOf(turned))
	f.desk.mu.Lock()
	f.desk.standings = []map[string]any{standsOf(turned)}
	f.desk.mu.Unlock()
	for _, selector := range []string{".tool", ".agent", ".why", ".command", ".covers"} {
		p.shows("#waiting .here "+selector, asWritten)
		p.shows("#waiting .here "+selector+" .unseen", `\u202e`)
	}
	require.Contains(t, eval[string](p, `document.querySelector('#waiting .options').getAttribute('aria-label')`), asWritten)
	p.allSeen("waiting")
	p.click("#waiting .row-button")
	p.shows("#opened h3", asWritten)
	p.allSeen("opened")
	p.click("#opened .close")
	p.section("standing")
	p.shows("#standings td", asWritten)
	require.Contains(t, eval[string](p, `document.querySelector('#standings button').getAttribute('aria-label')`), asWritten)
	p.click("#standings button")
	p.shows("#said", asWritten)
	p.allSeen("standing")
	assert.Equal(t, []string{turned}, f.revocations(), "an id is sent as it is")
	p.section("live")
	f.settleElsewhere(turned, "denied", turned)
	p.click("#waiting .once")
	p.shows("#said", asWritten+" denied it first")
	p.allSeen("settled")
}

func TestWhatIsNotSeenIsShownInDecisions(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	f.decide(toldOf(turned))
	p.shows("#decisions .tool", asWritten)
	p.shows("#news", asWritten)
	p.click("#decisions li button")
	p.shows("#opened .reasoning", asWritten)
	p.until(`document.querySelectorAll('#opened details').length === 1`) // read from the API too
	p.shows("#opened pre", asWritten)
	p.allSeen("opened")
}

func TestRealCallIsReadAsItWouldRun(t *testing.T) {
	r, p := newReal(t), newPage(t, wide)
	r.enter(p)
	r.judge(t, supervisor.Call{
		Tool: "mail.send \u202elive\u2066", Agent: "\u202egnirts\u2066\u200b",
		Params: map[string]any{"command": "echo safe \u202e; rm -rf / \u2066 #"},
	})
	p.shows("#waiting .here .tool", `mail.send \u202elive\u2066`)
	p.shows("#waiting .here .agent", `\u202egnirts\u2066\u200b`)
	p.shows("#waiting .here .command", `echo safe \u202e; rm -rf / \u2066 #`)
	p.allSeen("waiting")
	assert.Equal(t, []string{"echo", "safe", `\u202e`, ";", "rm", "-rf", "/", `\u2066`, "#"}, eval[[]string](p, inSight("#waiting .here .command")))
}

// inSight are the words of an element, as they are seen from left to right.
func inSight(selector string) string {
	return fmt.Sprintf(`(() => {
	const texts = document.createTreeWalker(document.querySelector(%q), NodeFilter.SHOW_TEXT);
	const words = [];
	while (texts.nextNode()) for (const word of texts.currentNode.data.matchAll(/\S+/g)) {
		const range = document.createRange();
		range.setStart(texts.currentNode, word.index);
		range.setEnd(texts.currentNode, word.index + word[0].length);
		const box = range.getBoundingClientRect();
		words.push({ left: box.left, top: Math.round(box.top / 10), text: word[0] });
	}
	return words.sort((a, b) => a.left - b.left).map((w) => w.text);
})()`, selector)
}

func TestLettersFromTheRightMoveNothingAroundThem(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.shows("#link", "live")
	f.ask(asked(1, "אבג", "דהו", map[string]any{"params": map[string]any{"command": "cp שלום 1 / 2 עולם + ١ / ٢ end"}}))
	p.shows("#waiting .here .command", "שלום 1 / 2 עולם")
	assert.Equal(t, []string{"cp", "שלום", "1", "/", "2", "עולם", "+", "١", "/", "٢", "end"}, eval[[]string](p, inSight("#waiting .here .command")))
	p.click("#waiting .once")
	p.shows("#said", "Allowed once: אבג, for דהו")
	assert.Equal(t, []string{"Allowed", "once:", "אבג", ",", "for", "דהו", "."}, eval[[]string](p, inSight("#toast")))
}

func TestTheEditorKeepsWhatIsNotSeenAndWarns(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	const text = "rules:\n\t- name: a\u202eb\u2066\n  - name: c\u200b\n"
	f.setText(text)
	p.open(f.URL)
	p.section("files")
	p.shows(".unseen-places", "3 characters that cannot be seen")
	p.shows(".unseen-places", `line 2, column 11: \u202e`)
	p.shows(".unseen-places", `line 3, column 12: \u200b`)
	require.Equal(t, text, eval[string](p, `document.querySelector('#editor-text').value`))
	p.press(".unseen-places button", "line 3")
	require.Equal(t, 32, eval[int](p, `document.activeElement.selectionStart`), "the cursor goes there")

	p.typeInto("#editor-text", text+"# \ufeff\n")
	p.shows(".unseen-places", "4 characters")
	p.click(".editor .primary")
	p.shows(".editor .summary", "Saved")
	require.Equal(t, text+"# \ufeff\n", f.text(), "it is kept")
	p.allSeen("editor")

	p.typeInto("#editor-text", "rules:\n  - name: שלום\n")
	p.until(`document.querySelector('.unseen-places').childElementCount === 0`)
	f.setText("rules:\n  - name: th\u2066eirs\n")
	p.click(".editor .primary")
	p.press(".conflict button", "Compare")
	p.shows(".diff .old", `− `+`  - name: th\u2066eirs`)
	p.allSeen("conflict")
}

func TestTextIsMadeVisible(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	const shape = `map((n) => [n.nodeName, n.textContent])`
	for _, row := range []struct{ name, expression, want string }{
		{"plain text stays", `m.line('rm -rf "é 漢字 ✓ 🙂"').` + shape, `[["#text","rm -rf \"é 漢字 ✓ 🙂\""]]`},
		{"no text", `m.line('').` + shape, `[]`},
		{"a number", `m.line(7).` + shape, `[["#text","7"]]`},
		{"a run is one element", `m.line('a\u202e\u2066b').` + shape, `[["#text","a"],["SPAN","\\u202e\\u2066"],["#text","b"]]`},
		{"line breaks in a line", `m.line('a\n\tb').` + shape, `[["#text","a"],["SPAN","\\u000a\\u0009"],["#text","b"]]`},
		{"line breaks in lines", `m.lines('a\n\tb\r\n').` + shape, `[["#text","a\n\tb"],["SPAN","\\u000d"],["#text","\n"]]`},
		{"beyond 16 bits", `m.line('\u{e0041}\u{1d173}').` + shape, `[["SPAN","\\u{e0041}\\u{1d173}"]]`},
		{"half a pair", `m.line('\ud800x').` + shape, `[["SPAN","\\ud800"],["#text","x"]]`},
		{"other blanks", `m.line('a\u00a0b\u3000\u2800').` + shape, `[["#text","a"],["SPAN","\\u00a0"],["#text","b"],["SPAN","\\u3000\\u2800"]]`},
		{"words from the right", `m.line('cp שלום עולם').` + shape, `[["#text","cp "],["BDI","שלום"],["#text"," "],["BDI","עולם"]]`},
		{"what is not seen in such a word", `m.line('ש\u202eל').` + shape, `[["BDI","ש"],["SPAN","\\u202e"],["BDI","ל"]]`},
		{"attributes", `m.escaped('a\u200b\nש')`, `"a\\u200b\\u000aש"`},
		{"everything that is asked for", `[...'\u0000\u0007\u007f\u0085\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200f\u2028\u2029\u202a\u202e\u2060\u206f\u3164\ufe00\ufe0f\ufeff\uffa0\u{e0000}\u{e0fff}'].filter((c) => m.line(c)[0].className !== 'unseen').length`, `0`},
		{"a flood is bounded and seen", `(() => { const got = m.line('a\u200b'.repeat(20000)); return [got.length, got.some((n) => n.textContent.includes('\u200b')), got.map((n) => n.textContent).join('') === 'a\\u200b'.repeat(20000)]; })()`, `[5001,false,true]`},
		{"places", `m.places('a\u200b\n\n\t\u202eb\r\n')`, `[{"line":1,"column":2,"code":"\\u200b"},{"line":3,"column":2,"code":"\\u202e"},{"line":3,"column":4,"code":"\\u000d"}]`},
	} {
		got := eval[string](p, `import('./assets/visible.js').then((m) => JSON.stringify(`+row.expression+`))`)
		assert.JSONEq(t, row.want, got, row.name)
	}
}
