// Elements are made here and nowhere else. Data becomes text, never markup.

const svgSpace = 'http://www.w3.org/2000/svg';

// fill sets attributes of an element and appends to it. A key that begins with
// "on" listens, one that begins with "--" is a property of the style; true sets
// an empty attribute, and what is null or false is left out.
function fill(node, attributes, children) {
	for (const [key, value] of Object.entries(attributes ?? {})) {
		if (value === null || value === undefined || value === false) continue;
		if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
		else if (key.startsWith('--')) node.style.setProperty(key, value);
		else node.setAttribute(key, value === true ? '' : value);
	}
	node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return node;
}

// el makes an element of the page.
export function el(tag, attributes, ...children) {
	return fill(document.createElement(tag), attributes, children);
}

// svg makes an element of a drawing.
export function svg(tag, attributes, ...children) {
	return fill(document.createElementNS(svgSpace, tag), attributes, children);
}

// byId finds an element of the page.
export const byId = (id) => document.getElementById(id);

// keep makes the rows of a list those of the items, and keeps the rows that are
// there, so that the focus, the place of reading and a press of the mouse in
// progress stay. draw fills a row, an empty one at first; empty is said when there is no item.
export function keep(list, items, keyOf, draw, empty, tag = 'li') {
	const old = new Map([...list.children].map((li) => [li.dataset.key, li]));
	const wanted = new Map(items.map((item) => [keyOf(item), item]));
	if (wanted.size === 0 && list.querySelector('.empty')) return;
	for (const [key, li] of old) if (!wanted.has(key)) li.remove();
	let at = list.firstElementChild;
	for (const [key, item] of wanted) {
		const li = old.get(key) ?? el(tag, { 'data-key': key });
		if (li === at) at = at.nextElementSibling;
		else list.insertBefore(li, at);
		draw(li, item);
	}
	if (wanted.size === 0) list.append(el(tag, { class: 'empty' }, empty));
}

// table makes a table that scrolls sideways on its own when it is too wide. Each
// column is [title, cell of a row, class].
export function table(label, columns, rows) {
	const head = el('tr', {}, columns.map(([title, , kind]) => el('th', { scope: 'col', class: kind }, title)));
	const body = rows.map((row) => el('tr', {}, columns.map(([title, cell, kind]) =>
		el('td', { class: kind, 'data-title': title }, el('div', {}, cell(row))))));
	return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label },
		el('table', {}, el('thead', {}, head), el('tbody', {}, body)));
}

// toast says something for a few seconds, and to those who listen.
let toastTimer;
export function toast(text) {
	const box = byId('toast');
	box.textContent = byId('said').textContent = text;
	box.hidden = false;
	clearTimeout(toastTimer);
	toastTimer = setTimeout(() => { box.hidden = true; }, 6000);
}
