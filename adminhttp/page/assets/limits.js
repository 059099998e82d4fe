// Probabilities against their limits. The part of a bar that stops a call is
// hatched, and words say the same.

import { el } from './dom.js';
import { fixed, plain } from './words.js';

// stateOf says how a value stands to its limit.
export function stateOf(limit) {
	if (limit.ignored) return { kind: 'ignored', sign: '–', word: 'left out' };
	if (limit.stopped) return { kind: 'stopped', sign: '✕', word: limit.least ? 'too low' : 'too high' };
	return { kind: 'within', sign: '✓', word: 'within' };
}

const percent = (n) => `${Math.min(1, Math.max(0, n)) * 100}%`;

// track is the bar alone.
function track(limit) {
	return el('span', {
		class: `track ${stateOf(limit).kind} ${limit.least ? 'least' : 'most'}`, 'aria-hidden': 'true',
		'--value': percent(limit.value), '--limit': percent(limit.limit),
	}, el('span', { class: 'fill' }), el('span', { class: 'mark' }));
}

// bars lists every limit with its bar and its words.
export function bars(limits) {
	return el('ul', { class: 'bars' }, limits.map((limit) => {
		const { kind, sign, word } = stateOf(limit);
		const bound = `${limit.least ? 'at least' : 'at most'} ${fixed(limit.limit)}`;
		return el('li', { class: kind },
			el('span', { class: 'name' }, plain(limit.question), limit.level > 0 && ` from level ${limit.level}`),
			track(limit),
			el('span', { class: 'value' }, fixed(limit.value)),
			el('span', { class: 'bound' }, bound, el('span', { class: 'key' }, ` ${limit.key}`)),
			el('span', { class: 'verdict' }, `${sign} ${word}`));
	}));
}

// room is how far a value is from its limit; below 0 it is past it.
const room = (l) => (l.least ? l.value - l.limit : l.limit - l.value);

// tightest are the limits that matter most: those that stopped the call, then
// those with the least room.
export function tightest(limits, most) {
	const seen = new Set();
	return limits.filter((l) => !l.ignored && !seen.has(l.question) && seen.add(l.question))
		.toSorted((a, b) => Number(b.stopped) - Number(a.stopped) || room(a) - room(b)).slice(0, most);
}

// chips are small bars for a row of the list.
export function chips(limits, most = 4) {
	return tightest(limits, most).map((limit) => {
		const { kind, sign, word } = stateOf(limit);
		return el('span', { class: `chip ${kind}` },
			el('span', { class: 'name' }, plain(limit.question)), track(limit),
			el('span', { class: 'value' }, `${fixed(limit.value)} ${sign}`),
			el('span', { class: 'hidden' }, ` ${word}, limit ${fixed(limit.limit)}; `));
	});
}
