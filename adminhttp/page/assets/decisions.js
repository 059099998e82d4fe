// The list of decisions, newest first.

import { add, byId, el, keep, put } from './dom.js';
import { badge, open } from './detail.js';
import { chips } from './limits.js';
import { decider, gist, keyOf } from './model.js';
import { clock, count, fixed, ms, outcomes, plain } from './words.js';

const pageSize = 40; // rows shown at first, and by each "Show more"
const quiet = 2500; // milliseconds between two announcements
const atMost = 100; // milliseconds from a decision to its row: many at once are drawn once

// draw fills the row of a decision, unless it shows it already. The button stays.
function draw(li, d) {
	const button = li.firstElementChild ?? add(li, el('button', { type: 'button' })).firstElementChild;
	button.onclick = () => open(d);
	if (li.dataset.state === stateOf(d)) return;
	li.dataset.state = stateOf(d);
	li.className = `decision ${d.outcome}`;
	const { kind, name } = decider(d);
	put(button,
		el('span', { class: 'line' },
			badge(d.outcome),
			el('b', { class: 'tool' }, d.tool || 'no tool'),
			el('span', { class: 'gist' }, gist(d) || d.reasoning),
			d.injection && el('span', { class: 'tag warn' }, '! injection'),
			d.observed && el('span', { class: 'tag' }, 'observed only'),
			el('time', { datetime: d.time }, clock(d.time))),
		el('span', { class: 'line muted' },
			el('span', { class: 'agent' }, d.agent || 'no agent'),
			el('span', { class: 'by' }, kind === 'nobody' ? `nobody: ${plain(name)}` : `${kind} ${name}`),
			el('span', {}, `confidence ${fixed(d.confidence)}`),
			el('span', {}, ms(d.ms))),
		d.limits.length > 0 ? el('span', { class: 'chips' }, chips(d.limits)) : '');
}

// fits reports whether a decision is looked for.
function fits(d, { text, outcome }) {
	if (outcome && d.outcome !== outcome) return false;
	if (!text) return true;
	return [d.tool, d.agent, decider(d).name, d.reasoning, d.id].some((s) => s.toLowerCase().includes(text));
}

// announcer says new decisions to those who listen, not more than a few a
// minute: many at once are only counted.
function announcer() {
	let pending = [];
	let timer = null;
	const say = () => {
		timer = null;
		const d = pending[0];
		put(byId('news'), pending.length === 1
			? `${outcomes[d.outcome].word}: ${d.tool}, by ${decider(d).name}`
			: count(pending.length, 'new decision'));
		pending = [];
	};
	return (fresh) => {
		if (fresh.length === 0) return;
		pending.push(...fresh);
		timer ??= setTimeout(say, quiet);
	};
}

// show keeps the list as the store is.
export function show(store) {
	const list = byId('decisions');
	const hold = byId('hold');
	const announce = announcer();
	let shown = pageSize;
	let drawing = null;
	let held = null; // the decisions of the moment when the list was held
	const redraw = () => {
		const wanted = { text: byId('search').value.trim().toLowerCase(), outcome: byId('outcome').value };
		const all = (held ?? store.decisions).filter((d) => fits(d, wanted));
		keep(list, all.slice(0, shown), keyOf, draw, 'No decision yet. What is judged from now on appears here by itself.');
		byId('more').hidden = all.length <= shown;
		put(hold, held ? `Go on (${count(Math.max(0, store.decisions.length - held.length), 'new', 'new')})` : 'Hold');
	};
	store.addEventListener('decisions', ({ detail }) => {
		if (detail.live) announce(detail.fresh);
		drawing ??= setTimeout(() => { drawing = null; redraw(); }, atMost);
	});
	byId('search').addEventListener('input', redraw);
	byId('outcome').addEventListener('change', redraw);
	byId('more').addEventListener('click', () => { shown += pageSize; redraw(); });
	hold.addEventListener('click', () => {
		held = held ? null : [...store.decisions];
		hold.setAttribute('aria-pressed', String(held !== null));
		redraw();
	});
	redraw();
}

// stateOf is what a row shows that can change.
const stateOf = (d) => `${d.outcome} ${d.settled?.state ?? ''}`;
