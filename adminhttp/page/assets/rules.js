// The rules in force, with how often each was hit.

import { byId, el, put, table } from './dom.js';
import { lines } from './visible.js';
import { ago, count, fixed, outcomes } from './words.js';

const past = { approve: 'approved', deny: 'denied', escalate: 'escalated' };

// lastHits finds, by the name of a rule, when it last settled a decision that
// the page knows.
function lastHits(decisions) {
	const found = new Map();
	for (const d of decisions) {
		const name = d.rule?.name ?? d.ruleMatched;
		if (name && !(found.get(name) > d.time)) found.set(name, d.time);
	}
	return found;
}

function action(name) {
	const outcome = past[name] ?? name;
	const { sign } = outcomes[outcome] ?? { sign: '·' };
	return el('span', { class: `badge ${outcome}` }, el('span', { 'aria-hidden': 'true' }, sign), ` ${name}`);
}

function hitCell(rule, last) {
	if (!(rule.hits > 0)) return el('span', { class: 'tag' }, '∅ never');
	return [el('b', {}, rule.hits), last && el('span', { class: 'muted' }, ` last ${ago(last)}`)];
}

function named(rule) {
	return [el('b', {}, rule.name), rule.line > 0 && el('span', { class: 'muted' }, ` line ${rule.line}`),
		rule.description && el('div', { class: 'muted' }, lines(rule.description))];
}

// show returns what reads the rules anew when the section is opened; they are
// drawn whenever they are read.
export function show(store, refresh) {
	store.addEventListener('config', () => {
		const rules = store.config.rules ?? [];
		const last = lastHits(store.decisions);
		const never = rules.filter((r) => !(r.hits > 0)).length;
		put(byId('rules-note'), `${count(rules.length, 'rule')}, tried in this order. Hits are counted since the start; `
			+ (never === 0 ? 'every rule has been hit.' : `${never === 1 ? '1 has' : `${never} have`} never been hit.`));
		put(byId('rules-table'), rules.length === 0
			? el('p', { class: 'empty' }, 'No rule is in force.')
			: table('Rules', [
				['#', (r) => String(rules.indexOf(r) + 1), 'num'],
				['Rule', named],
				['When', (r) => el('code', {}, lines(r.condition ?? r.when ?? 'every call')), 'wide'],
				['Then', (r) => action(r.action)],
				['Confidence', (r) => fixed(r.confidence), 'num'],
				['Hits', (r) => hitCell(r, last.get(r.name))],
			], rules));
	});
	return refresh;
}
