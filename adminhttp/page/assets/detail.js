// One decision opened: what it rests on, and where it is written down.

import { get } from './api.js';
import { byId, el, put } from './dom.js';
import { bars } from './limits.js';
import { mainText, marked } from './command.js';
import { became, decider, decisionOf } from './model.js';
import { lines } from './visible.js';
import { fixed, moment, ms, outcomes, plain } from './words.js';

// badge is the outcome of a decision, as sign and word.
export function badge(outcome) {
	const { sign, word } = outcomes[outcome] ?? { sign: '?', word: outcome };
	return el('span', { class: `badge ${outcome}` }, el('span', { 'aria-hidden': 'true' }, sign), ` ${word}`);
}

const part = (title, ...content) => el('section', { class: 'part' }, el('h4', {}, title), content);

function pairs(list) {
	return el('dl', { class: 'pairs' }, list.filter(([, value]) => value !== null && value !== undefined && value !== '')
		.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

function who(d) {
	const { kind, name } = decider(d);
	const place = d.rule?.file ? `${d.rule.file}${d.rule.line ? `:${d.rule.line}` : ''}` : null;
	return part('Who decided', pairs([
		['by', kind === 'nobody' ? 'nobody: left to a person' : `${kind} ${name}`],
		['written in', place],
		['cause', d.cause && plain(d.cause)],
		['confidence', fixed(d.confidence)],
		['model', d.evaluator?.model],
		['questions', d.evaluator?.questions],
		['policy rule', d.policyRule],
		['via', d.via],
		['took', ms(d.ms)],
		['working directory', d.dir && el('code', {}, d.dir)],
		['became of it', became(d)],
	]));
}

function effectsPart(d) {
	if (d.effects.length === 0) return null;
	return part('Effects', el('ol', { class: 'effects' }, d.effects.map((e) => el('li', {},
		el('b', {}, plain(e.kind)), ' ', e.target && el('code', {}, e.target), ' ',
		el('span', { class: 'tag' }, e.zone || 'unknown zone'),
		e.irreversible && el('span', { class: 'tag bad' }, '! irreversible'),
		e.concern && el('span', { class: 'tag warn' }, `! ${e.concern}`),
		(e.sends ?? []).length > 0 && el('span', { class: 'tag warn' }, `sends ${e.sends.join(', ')}`),
		e.segment && el('div', { class: 'muted' }, 'from ', el('code', {}, e.segment))))));
}

function opaquePart(d) {
	if (d.opaque.length === 0) return null;
	return part('Not seen', el('ul', {}, d.opaque.map((gap) => el('li', {}, gap.reason, gap.segment && [': ', el('code', {}, gap.segment)]))));
}

function callPart(d) {
	if (d.params === undefined || d.params === null) return null;
	const main = mainText(d.params, d.effects);
	const rest = Object.fromEntries(Object.entries(d.params).filter(([name]) => name !== main?.name));
	return part('The call',
		main && [el('div', { class: 'muted' }, main.name), el('pre', { class: 'command', tabindex: '0' }, marked(main.text, d.effects))],
		Object.keys(rest).length > 0 && el('pre', { tabindex: '0' }, lines(JSON.stringify(rest, null, 2))));
}

const linkSigns = { answered: '✓', passed: '→', failed: '✕', skipped: '–' };

function linksPart(d) {
	if (d.links.length === 0) return null;
	return part('Providers asked', el('ol', { class: 'chain' }, d.links.map((l) => el('li', { class: l.state },
		el('b', {}, l.name), ` ${linkSigns[l.state] ?? ''} ${l.state}`, l.cause && ` (${plain(l.cause)})`, el('span', { class: 'muted' }, ` ${ms(l.ms)}`)))));
}

function signalsPart(d) {
	const held = new Set(d.limits.map((l) => l.question));
	const rest = Object.entries(d.signals).filter(([name]) => !held.has(name));
	if (rest.length === 0) return null;
	return part('Other signals', el('p', { class: 'tags' }, rest.map(([name, value]) => el('span', { class: 'tag' }, `${plain(name)} ${fixed(value)}`))));
}

function listPart(title, list) {
	return list.length === 0 ? null : part(title, el('ul', {}, list.map((text) => el('li', {}, text))));
}

function timingsPart(d) {
	const rows = Object.entries(d.timings);
	return rows.length === 0 ? null : part('Time by stage', el('p', { class: 'tags' }, rows.map(([name, took]) => el('span', { class: 'tag' }, `${plain(name)} ${ms(took)}`))));
}

function journalPart(d) {
	if (d.journal.length === 0 && !d.fingerprint) return null;
	return part('Journal',
		pairs([['call fingerprint', d.fingerprint && el('code', { class: 'hash' }, d.fingerprint)]]),
		d.journal.map((line) => el('details', {},
			el('summary', {}, `Line ${line.seq || 'not chained'} of ${line.file.split('/').pop()} `, el('code', { class: 'hash' }, line.hash || 'no hash')),
			el('pre', { tabindex: '0' }, lines(pretty(line.line))))));
}

// pretty is a JSON text with line breaks; what is no JSON stays as it is.
function pretty(text) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

// evidence is all that is known of a decision.
export function evidence(d) {
	return el('div', { class: 'evidence' },
		part('Reasoning', el('p', { class: 'reasoning' }, lines(d.reasoning || 'none given'))),
		d.injection && el('p', { class: 'notice warn' }, '! The call was marked as a possible injection: nothing may approve it.'),
		d.limits.length > 0 && part('Probabilities against limits', bars(d.limits)),
		callPart(d), effectsPart(d), opaquePart(d), who(d), linksPart(d), signalsPart(d),
		listPart('Precedents', d.precedents), listPart('Notes', d.notes), timingsPart(d), journalPart(d));
}

let opening = 0; // an answer about a decision that is no more the opened one is dropped

// open shows a decision in the drawer, and then what the API knows of it besides.
// The head with its button stays.
export async function open(d) {
	const round = ++opening;
	const dialog = byId('opened');
	const sign = el('span', {});
	const title = el('h3', { id: 'opened-title', tabindex: '-1' });
	const line = el('p', { class: 'muted' });
	const body = el('div', {});
	const show = (shown, note = '') => {
		const lost = body.contains(document.activeElement);
		put(sign, badge(shown.outcome));
		put(title, shown.tool || 'no tool');
		put(line, `${shown.agent || 'no agent'} · ${moment(shown.time)} · ${shown.id}`);
		put(body, note === '' ? '' : el('p', { class: 'muted' }, note), evidence(shown));
		if (lost) title.focus({ preventScroll: true });
	};
	show(d);
	put(dialog,
		el('header', {}, el('div', {}, sign, title, line), el('button', { class: 'close', type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕')),
		body);
	if (!dialog.open) dialog.showModal();
	dialog.scrollTop = 0;
	title.focus();
	const still = () => dialog.open && round === opening;
	try {
		const whole = decisionOf(await get(`decisions/${encodeURIComponent(d.id)}`));
		if (still()) show(merged(d, whole));
	} catch (error) {
		if (still()) show(d, `Only what the list has: ${error.message}`);
	}
}

// merged adds to a decision what only the opened one has. The outcome that is
// shown stays that of the row that was opened.
function merged(d, whole) {
	const filled = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null && value !== undefined && value !== ''));
	return { ...d, ...filled };
}
