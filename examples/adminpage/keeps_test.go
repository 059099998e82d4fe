package adminpage

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the user has under the hand stays there when the page is drawn anew.

func TestARowIsOpenedAlthoughItChangesWhileItIsPressed(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	call := told(1, "escalated", "mail.send", "assistant", "a person reads it", map[string]any{"outcome": map[string]any{"state": "left"}})
	f.decide(call)
	p.open(f.URL)
	p.shows("#link", "live")
	p.shows("#decisions li", "mail.send")
	before := eval[string](p, `document.querySelector('#decisions li').dataset.state`)
	release := p.hold("#decisions li button")
	require.Equal(t, "BUTTON", eval[string](p, `document.activeElement.tagName`))
	f.settle(call, map[string]any{"state": "settled", "status": "denied", "resolved_by": "maria"})
	p.until(`document.querySelector('#decisions li').dataset.state !== ` + "`" + before + "`" + ``)
	require.True(t, eval[bool](p, `document.activeElement.closest('#decisions li') !== null`), "the focus stays")
	release()
	p.until(`document.querySelector('#opened').open`)
	p.shows("#opened .pairs", "settled as denied by maria")
}

func TestRowsKeepTheFocusWhileOthersComeAndGo(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	until := time.Now().Add(time.Hour).UTC().Format(time.RFC3339Nano)
	left := map[string]any{"state": "left"}
	first := told(1, "escalated", "first", "a", "", map[string]any{"expires_at": until, "outcome": left})
	f.decide(first)
	f.decide(told(2, "escalated", "second", "a", "", map[string]any{"expires_at": until, "outcome": left}))
	p.open(f.URL)
	p.shows("#link", "live")
	p.shows("#waiting", "second")
	require.True(t, eval[bool](p, `(() => { const b = [...document.querySelectorAll('#waiting button')].find((b) => b.textContent.includes('second')); b.focus(); return document.activeElement === b; })()`))
	f.settle(first, map[string]any{"state": "settled", "status": "denied", "resolved_by": "maria"})
	p.until(`!document.querySelector('#waiting').textContent.includes('first')`)
	f.decide(told(3, "escalated", "third", "a", "", map[string]any{"expires_at": until, "outcome": left}))
	p.shows("#waiting", "third")
	assert.Contains(t, eval[string](p, `document.activeElement.textContent`), "second")
}

func TestAnOpenDifferenceStaysWhileTheUserGoesOn(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	p.open(f.URL)
	p.section("files")
	p.shows("#editor-text", "name: reads")
	f.setText("rules:\n  - name: theirs\n")
	p.typeInto("#editor-text", "rules:\n  - name: mine\n")
	p.shows(".conflict", "saving would be refused")
	p.press(".conflict button", "Compare")
	p.shows(".diff .new", "+ "+"  - name: mine")

	p.click(".editor .primary")
	p.shows(".conflict", "Not saved")
	assert.True(t, eval[bool](p, `document.querySelector('.diff').checkVisibility()`), "the answer to the save leaves the difference open")
	p.typeInto("#editor-text", "rules:\n  - name: mine after all\n")
	p.shows(".diff .new", "mine after all") // and it is that of what is typed
	p.press(".conflict button", "Take the file")
	p.until(`document.querySelector('#editor-text').value === 'rules:\n  - name: theirs\n'`)
	p.until(`document.querySelector('.conflict').hidden && document.activeElement.id === 'editor-text'`)
}

func TestALateAnswerDoesNotReplaceWhatIsOpened(t *testing.T) {
	f, p := newFake(t), newPage(t, wide)
	f.decide(told(1, "denied", "first", "a", "", nil))
	f.decide(told(2, "denied", "second", "a", "", nil))
	p.open(f.URL)
	p.shows("#link", "live")
	p.shows("#decisions li:nth-child(2)", "first")
	answer := f.hold("apr-0001")
	p.press("#decisions button", "first")
	p.shows("#opened h3", "first")
	p.click("#opened .close")
	p.press("#decisions button", "second")
	p.shows("#opened h3", "second")
	answer()
	p.until(`performance.getEntriesByType('resource').some((e) => e.name.endsWith('/apr-0001') && e.responseEnd > 0)`)
	p.until(`document.querySelector('#opened h3').textContent === 'second'`)
	require.Equal(t, "second", eval[string](p, `document.querySelector('#opened h3').textContent`))
}
