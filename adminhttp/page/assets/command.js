// Marking, in the text of a call, the segments that its effects come from. A
// segment has its quotes removed and single blanks, so it is looked for in the
// text as it would read that way.

import { el } from './dom.js';
import { lines } from './visible.js';

const quotes = ['"', "'"];

// flat is a text without quotes and with single blanks, with the place in the
// text of each of its characters.
function flat(text) {
	let out = '';
	const places = [];
	for (let i = 0; i < text.length; i++) {
		const c = text[i];
		if (quotes.includes(c) || c === '\\') continue;
		if (/\s/.test(c) && (out === '' || out.endsWith(' '))) continue;
		out += /\s/.test(c) ? ' ' : c;
		places.push(i);
	}
	return { out, places };
}

// find lists where segments are in a text: {from, to, numbers}, in order and
// without overlap. numbers are the indexes of the segments.
export function find(text, segments) {
	const { out, places } = flat(text);
	const spans = [];
	segments.forEach((segment, number) => {
		const wanted = flat(segment).out.trim();
		const at = wanted === '' ? -1 : out.indexOf(wanted);
		if (at < 0) return;
		let from = places[at];
		while (quotes.includes(text[from - 1])) from--;
		let to = places[at + wanted.length - 1] + 1;
		while (quotes.includes(text[to])) to++;
		const same = spans.find((s) => s.from < to && from < s.to);
		if (!same) spans.push({ from, to, numbers: [number] });
		else {
			same.from = Math.min(same.from, from);
			same.to = Math.max(same.to, to);
			same.numbers.push(number);
		}
	});
	return spans.sort((a, b) => a.from - b.from);
}

// marked is a text with its segments marked. Each mark carries the numbers of
// its effects, counted from 1.
export function marked(text, effects) {
	const parts = [];
	let at = 0;
	for (const span of find(text, effects.map((e) => e.segment ?? ''))) {
		const numbers = span.numbers.map((n) => n + 1).join(' ');
		parts.push(lines(text.slice(at, span.from)),
			el('mark', { 'data-effects': numbers, title: `effect ${numbers.replaceAll(' ', ', ')}` }, lines(text.slice(span.from, span.to)), el('sup', {}, numbers)));
		at = span.to;
	}
	parts.push(lines(text.slice(at)));
	return parts;
}

// mainText is the parameter of a call that its effects were read from: the one
// that has most of the segments, else none.
export function mainText(params, effects) {
	const segments = effects.map((e) => e.segment ?? '').filter(Boolean);
	let best = null;
	let most = 0;
	for (const [name, value] of Object.entries(params ?? {})) {
		if (typeof value !== 'string') continue;
		const found = find(value, segments).length + (name === 'command' ? 0.5 : 0);
		if (found > most) [best, most] = [{ name, text: value }, found];
	}
	return best;
}
