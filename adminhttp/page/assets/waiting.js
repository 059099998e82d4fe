// What waits for a person, with the time it has. What waits here can be settled
// here; what waits at the mesh is settled there.

import { add, byId, el, keep, put } from './dom.js';
import { Ask } from './ask.js';
import { open } from './detail.js';
import { decisionOf, gist, isWaiting } from './model.js';
import { plain, span } from './words.js';

const soon = 30; // seconds

// show keeps the list as the store is. refresh reads what waits and what stands.
export function show(store, refresh) {
	const list = byId('waiting');
	const asks = new Map(); // what is asked here, by id
	let moved = 0; // when something of it came or went
	const settled = (id) => {
		store.settle('approvals', store.approvals?.filter((a) => a.id !== id) ?? null);
		refresh();
	};
	const draw = () => {
		const now = Date.now();
		const here = ours(store);
		const others = theirs(store, here, now);
		const next = nextTo(list, here);
		if (here.length !== asks.size || here.some((a) => !asks.has(a.id))) moved = performance.now();
		for (const id of asks.keys()) if (!here.some((a) => a.id === id)) asks.delete(id);
		byId('live').querySelector('.board').classList.toggle('asked', here.length > 0);
		const ask = (a) => (li) => {
			if (!asks.has(a.id)) asks.set(a.id, new Ask(li, { moved: () => moved, settled: () => settled(a.id) }));
			asks.get(a.id).draw(a);
		};
		keep(list, [
			...here.map((a) => ({ key: keyOf(a), draw: ask(a) })),
			...others.map((d) => ({ key: `elsewhere ${d.id}`, draw: (li) => row(li, d) })),
		], (w) => w.key, (li, w) => w.draw(li), 'Nobody waits.');
		next?.();
		put(byId('waiting-count'), here.length + others.length);
		for (const node of list.querySelectorAll('[data-until]')) {
			const left = (new Date(node.dataset.until) - now) / 1000;
			put(node, `${span(left)} left`);
			node.classList.toggle('soon', left < soon);
		}
	};
	store.addEventListener('decisions', draw);
	store.addEventListener('approvals', draw);
	setInterval(draw, 1000);
	draw();
}

const byTime = (until) => (a, b) => new Date(until(a)) - new Date(until(b));

const keyOf = (approval) => `here ${approval.id}`;

// ours is what waits here, the most urgent first. When its time is over the
// supervisor says so: the clock of the browser may be wrong.
function ours(store) {
	return (store.approvals ?? []).toSorted(byTime((a) => a.until));
}

// theirs is what waits elsewhere: what waits here is in no second row.
function theirs(store, here, now) {
	const known = new Set(here.map((a) => decisionOf(a.decision ?? {}).id));
	const isOurs = (d) => known.has(d.id) || (store.approvals !== null && d.approval !== '');
	return latest(store.decisions).filter((d) => isWaiting(d, now) && !isOurs(d)).sort(byTime((d) => d.expires));
}

// latest are the newest decisions on each call.
function latest(decisions) {
	const seen = new Set();
	return decisions.filter((d) => !seen.has(d.id) && seen.add(d.id));
}

// nextTo is what moves the focus when the row that has it goes: to the next one
// that is asked about, else to the title. Nothing when the row stays.
function nextTo(list, here) {
	const li = document.activeElement?.closest('#waiting > .here');
	if (!li || here.some((a) => keyOf(a) === li.dataset.key)) return null;
	const after = li.nextElementSibling;
	return () => (after?.isConnected && after.querySelector('.options button') || list.querySelector('.options button') || byId('waiting-title')).focus();
}

// row fills the row of a decision that waits elsewhere.
function row(li, d) {
	if (li.dataset.state === d.time) return;
	li.dataset.state = d.time;
	const button = li.firstElementChild ?? add(li, el('button', { type: 'button' })).firstElementChild;
	button.onclick = () => open(d);
	put(button,
		el('span', { class: 'line' }, el('b', { class: 'tool' }, d.tool), el('span', { class: 'left', 'data-until': d.expires })),
		el('span', { class: 'line muted' }, el('span', { class: 'agent' }, d.agent || 'no agent'), el('span', { class: 'gist' }, gist(d) || plain(d.cause))));
}
