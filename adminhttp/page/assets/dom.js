// Elements are made and filled here and nowhere else. Data becomes text, never
// markup, and no text has anything in it that is not seen.

import { escaped, line } from './visible.js';

const svgSpace = 'http://www.w3.org/2000/svg';

const read = new Set(['title', 'alt', 'placeholder', 'label', 'aria-label', 'aria-description', 'aria-valuetext', 'data-title']); // attributes with a text for people

// print is a text as a node can hold it. One that is edited has to come back as it went in.
function print(node, text) {
	if (node instanceof HTMLTextAreaElement) return [text];
	if (node instanceof HTMLOptionElement || node instanceof SVGElement) return [escaped(text)];
	return line(text);
}

// held are children as a node can hold them: null, undefined and false are left out.
function held(node, children) {
	return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)
		.flatMap((child) => (child instanceof Node ? child : print(node, child)));
}

// set sets attributes of an element. A key that begins with "on" listens, one
// that begins with "--" is a property of the style; true sets an empty
// attribute, and what is null or false is left out.
export function set(node, attributes) {
	for (const [key, value] of Object.entries(attributes ?? {})) {
		if (value === null || value === undefined || value === false) continue;
		if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
		else if (key.startsWith('--')) node.style.setProperty(key, value);
		else if (value === true) node.setAttribute(key, '');
		else node.setAttribute(key, read.has(key) ? escaped(value) : value);
	}
	return node;
}

// add appends to an element.
export function add(node, ...children) {
	node.append(...held(node, children));
	return node;
}

// put has an element hold these children, and nothing else.
export function put(node, ...children) {
	node.replaceChildren(...held(node, children));
	return node;
}

// el makes an element of the page.
export function el(tag, attributes, ...children) {
	return add(set(document.createElement(tag), attributes), ...children);
}

// svg makes an element of a drawing.
export function svg(tag, attributes, ...children) {
	return add(set(document.createElementNS(svgSpace, tag), attributes), ...children);
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
	if (wanted.size === 0) add(list, el(tag, { class: 'empty' }, empty));
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
	put(byId('said'), text);
	put(box, text);
	box.hidden = false;
	clearTimeout(toastTimer);
	toastTimer = setTimeout(() => { box.hidden = true; }, 6000);
}
