package adminpage

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// What a test does to the page is looked up and done in one task of the page, so
// that nothing of the page can run in between: an element that a redraw replaces
// is never clicked too late. The page's policy forbids it to evaluate texts, so
// an expression is part of what the browser is told to run.

// retry is a promise of "", once an expression has this value, or of the last
// value when the time is over: a sentence that says what is missing.
const retry = `new Promise((done) => {
	const end = Date.now() + %d;
	const attempt = () => {
		const missing = (%s)();
		if (missing === '' || Date.now() > end) done(missing);
		else setTimeout(attempt, 20);
	};
	attempt();
})`

// target finds where a user would press: the middle of the first visible element
// that a selector finds and that carries a text, once it can be pressed.
const target = `(selector, text, use) => {
	const found = [...document.querySelectorAll(selector)].filter((e) => e.textContent.includes(text));
	const e = found.find((e) => e.checkVisibility({ visibilityProperty: true })) ?? found[0];
	if (!e) return 'it is not there';
	if (!e.checkVisibility({ visibilityProperty: true })) return 'it is not visible';
	if (e.matches(':disabled, [aria-disabled="true"]')) return 'it is disabled';
	e.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
	const middle = () => {
		const box = e.getBoundingClientRect();
		return [box.left + box.width / 2, box.top + box.height / 2];
	};
	let hit = document.elementFromPoint(...middle());
	if (!hit || !e.contains(hit)) {
		e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' }); // from below what sticks to an edge
		hit = document.elementFromPoint(...middle());
	}
	if (!hit) return 'it is out of the window';
	if (!e.contains(hit)) return 'something lies over it: ' + hit.cloneNode().outerHTML.slice(0, 120);
	use(e, ...middle());
	return '';
}`

// try waits until an expression, a function, returns the empty text.
func (p *page) try(what, function string) {
	p.t.Helper()
	missing := eval[string](p, fmt.Sprintf(retry, waitTimeout.Milliseconds(), function))
	if missing == "" {
		return
	}
	body := eval[string](p, `document.body.innerText`)
	p.mu.Lock()
	defer p.mu.Unlock()
	require.Fail(p.t, "waited in vain for "+what, "%s\nthe page says:\n%s\nand the console: %v", missing, body, p.faults)
}

// until waits until an expression holds.
func (p *page) until(expression string) {
	p.t.Helper()
	p.try(expression, fmt.Sprintf(`() => ((%s) ? '' : 'it does not hold')`, expression))
}

// shows waits until an element has a text.
func (p *page) shows(selector, text string) {
	p.t.Helper()
	p.until(fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => (e.tagName === 'TEXTAREA' ? e.value : e.textContent).includes(%q))`, selector, text))
}

// eval is the value of an expression, which may be a promise.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err)
	return value
}

// click clicks the first element that a selector finds, once it can be clicked.
func (p *page) click(selector string) {
	p.t.Helper()
	p.press(selector, "")
}

// press clicks the first element that a selector finds and that carries a text.
// It has the focus then, as after a click of a mouse.
func (p *page) press(selector, text string) {
	p.t.Helper()
	p.try(fmt.Sprintf("a click on %s %s", selector, text),
		fmt.Sprintf(`() => (%s)(%q, %q, (e) => { e.focus({ preventScroll: true }); e.click(); })`, target, selector, text))
}

// hold presses the button of the mouse over an element, and returns what lets it
// go at the same place.
func (p *page) hold(selector string) (release func()) {
	p.t.Helper()
	p.try("a place to press "+selector, fmt.Sprintf(`() => (%s)(%q, '', (e, x, y) => { window.pressed = [x, y]; })`, target, selector))
	at := eval[[]float64](p, `window.pressed`)
	mouse := func(what input.DispatchMouseEventType) {
		p.t.Helper()
		p.run(chromedp.MouseEvent(what, at[0], at[1], chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	mouse("mousePressed")
	return func() { p.t.Helper(); mouse("mouseReleased") }
}

// section shows a section of the page.
func (p *page) section(name string) {
	p.t.Helper()
	p.click(`nav a[href="#` + name + `"]`)
	p.until(fmt.Sprintf(`!document.getElementById(%q).hidden`, name))
}

// typeInto replaces the text of a field as a user would, once it takes one.
func (p *page) typeInto(selector, text string) {
	p.t.Helper()
	p.try("typing into "+selector, fmt.Sprintf(`() => {
		const e = document.querySelector(%q);
		if (!e || !e.checkVisibility({ visibilityProperty: true })) return 'it is not there';
		if (e.disabled || e.readOnly) return 'it takes no text';
		e.focus();
		if (document.activeElement !== e) return 'it does not take the focus';
		e.select();
		return document.execCommand('insertText', false, %q) ? '' : 'the text was refused';
	}`, selector, text))
}

// choose chooses an option as a user would.
func (p *page) choose(selector, value string) {
	p.t.Helper()
	p.try("a choice in "+selector, fmt.Sprintf(`() => {
		const e = document.querySelector(%q);
		if (![...(e?.options ?? [])].some((o) => o.value === %q)) return 'there is no such option';
		e.value = %q;
		e.dispatchEvent(new Event('input', { bubbles: true }));
		e.dispatchEvent(new Event('change', { bubbles: true }));
		return '';
	}`, selector, value, value))
}
