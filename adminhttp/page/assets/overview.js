// The state, its switch, and what is around the decisions.

import { send } from './api.js';
import { add, byId, el, put, toast } from './dom.js';
import { ago, count, span } from './words.js';

// showState keeps the header as the status is.
export function showState(store, refresh) {
	const button = byId('pause');
	store.addEventListener('status', () => {
		const s = store.status;
		const paused = s.state === 'paused';
		put(byId('version'), s.version);
		put(byId('state'),
			el('b', { class: `pill ${paused ? 'paused' : 'running'}` }, paused ? '‖ paused' : '▶ running'),
			el('span', { class: 'muted' }, stateNote(s, paused)));
		button.disabled = false;
		button.setAttribute('aria-checked', String(!paused));
		put(byId('pause-word'), paused ? 'off' : 'on');
		document.title = `${paused ? 'Paused · ' : ''}supervisor`;
	});
	button.addEventListener('click', async () => {
		const pause = button.getAttribute('aria-checked') === 'true';
		try {
			store.settle('status', await send(pause ? 'pause' : 'resume'));
			toast(pause ? 'Paused. Every call is left to a person.' : 'Judging again.');
		} catch (error) {
			toast(`Not ${pause ? 'paused' : 'resumed'}: ${error.message}`);
			refresh();
		}
	});
}

function stateNote(s, paused) {
	const parts = [s.mode && (s.mode === 'observe' ? 'observing: nothing acts on it' : 'enforcing'), `up ${span(s.uptime_s)}`];
	if (paused) parts.unshift([s.paused_at && `since ${ago(s.paused_at).replace(' ago', '')}`, s.paused_by && `by ${s.paused_by}`].filter(Boolean).join(' '));
	return parts.filter(Boolean).join(' · ');
}

// showTiles keeps the counts.
export function showTiles(store) {
	store.addEventListener('status', () => {
		const d = store.status.decisions;
		const tile = (kind, sign, n, word) => el('div', { class: `tile ${kind}` }, el('b', {}, n), el('span', {}, el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), word));
		const rare = [['observed', d.observed], ['lost', d.lost], ['failed', d.failed]].filter(([, n]) => n > 0);
		put(byId('tiles'),
			tile('approved', '✓', d.approved, 'approved'),
			tile('denied', '✕', d.denied, 'denied'),
			tile('escalated', '?', d.escalated, 'to people'),
			...rare.map(([word, n]) => tile('rare', '·', n, word)),
			el('div', { class: 'tile last' }, el('b', {}, d.last_at ? ago(d.last_at) : '–'), el('span', {}, 'last decision')));
	});
}

const providerSigns = { ok: '✓', failing: '!', skipped: '–' };

// showProviders keeps the links with their breakers.
export function showProviders(store) {
	store.addEventListener('status', () => {
		const { mode, providers } = store.status.evaluator;
		put(byId('providers'), ...providers.map((p, i) => el('li', { class: `provider ${p.state}` },
			el('span', { class: 'line' },
				mode === 'chain' && el('span', { class: 'muted' }, `${i + 1}.`), el('b', {}, p.name),
				el('span', { class: 'pill small' }, `${providerSigns[p.state] ?? '?'} ${p.state}`)),
			el('span', { class: 'line muted' }, [p.detail,
				p.consecutive_failures > 0 && `${count(p.consecutive_failures, 'failure')} in a row`,
				p.skipped_for_s > 0 && `breaker open, tried again in ${span(p.skipped_for_s)}`].filter(Boolean).join(' · ')))));
		if (providers.length === 0) add(byId('providers'), el('li', { class: 'empty' }, 'None. What no rule settles is left to a person.'));
	});
}

// showHealth keeps the rest of the status.
export function showHealth(store) {
	store.addEventListener('status', () => {
		const s = store.status;
		const rows = [
			['mesh', s.mesh?.url ? (s.mesh.reachable ? '✓ reachable' : '✕ not reachable') : 'none'],
			['journal', journalWord(s.journal)],
			['flux7-memory', memoryWord(s.memory)],
			['being judged', s.in_flight], ['in line', s.backlog], ['sent again', s.unsent], ['with people', s.watched], ['dropped events', s.dropped],
		].filter(([, value]) => value !== undefined);
		put(byId('health'), ...rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(value)))));
	});
}

function memoryWord(m) {
	if (!m?.enabled) return 'off';
	if (m.health && !m.health.reachable) return `✕ does not take decisions (${count(m.health.waiting, 'decision')} waiting)`;
	return '✓ on';
}

function journalWord(j) {
	if (!j?.enabled) return 'off';
	if (!j.ok) return `✕ does not take records (${count(j.failures, 'failure')})`;
	return j.failures > 0 ? `✓ ok, ${count(j.failures, 'failure')} so far` : '✓ ok';
}
