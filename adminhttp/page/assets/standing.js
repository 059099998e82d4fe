// Standing approvals: what is allowed ahead, by whom, how far, and taking it back.

import { request } from './api.js';
import { add, byId, el, keep, put, toast } from './dom.js';
import { ago, count, moment, plain, span } from './words.js';

const scopes = { config: 'config', session: '15 minutes', permanent: 'permanent' };

// limits says in words what a call must be, besides of the tool.
export function limits(s) {
	const list = (names) => names.map(plain).join(', ');
	const words = [
		s.fingerprint && `exactly this call: ${s.fingerprint.slice(0, 12)}…`,
		s.signature && `calls that do the same: ${s.signature}`,
		s.arguments && Object.keys(s.arguments).length > 0 && `with the arguments ${JSON.stringify(s.arguments)}`,
		s.effects?.length > 0 && `effects: ${list(s.effects)} only`,
		s.zones?.length > 0 && `zones: ${list(s.zones)} only`,
		s.hosts?.length > 0 && `hosts: ${s.hosts.join(', ')} only`,
		s.conversation_id && `in the conversation ${s.conversation_id}`,
	].filter(Boolean);
	return words.length > 0 ? words : ['no limit: every call of this tool'];
}

function usesOf(s) {
	return [s.max_uses > 0 ? `${s.uses} of ${s.max_uses}` : `${s.uses}`, s.last_used_at && el('div', { class: 'muted' }, `last ${ago(s.last_used_at)}`)];
}

function expiryOf(s) {
	if (s.scope === 'config') return 'with the config';
	if (!s.expires_at) return 'never';
	return [moment(s.expires_at), el('div', { class: 'muted' }, `in ${span((new Date(s.expires_at) - Date.now()) / 1000)}`)];
}

const columns = [
	['Scope', (s) => el('span', { class: 'tag' }, scopes[s.scope] ?? s.scope)],
	['Agent', (s) => s.agent_name || 'every agent'],
	['Tool', (s) => el('b', { class: 'tool' }, s.tool_name)],
	['Covers', (s) => [s.covers && el('div', {}, s.covers), el('ul', { class: 'muted limits' }, limits(s).map((text) => el('li', {}, text)))], 'wide'],
	['Uses', usesOf],
	['Expires', expiryOf],
	['Made by', (s) => [s.created_by || (s.scope === 'config' ? 'the config' : 'unknown'), s.created_at && el('div', { class: 'muted' }, moment(s.created_at))]],
];

// revoke takes one back. Whoever has the focus on it is led on to the next.
async function revoke(store, s, button) {
	button.setAttribute('aria-disabled', 'true');
	try {
		await request(`auto-approve/${encodeURIComponent(s.id)}`, { method: 'DELETE' });
		toast(`Revoked: ${s.tool_name}, for ${s.agent_name || 'every agent'}.`);
	} catch (error) {
		if (error.status !== 404) {
			button.setAttribute('aria-disabled', 'false');
			toast(`! Not revoked: ${error.message}`);
			return;
		}
		toast('It was revoked already.');
	}
	const row = button.closest('tr');
	const had = row?.contains(document.activeElement);
	const next = row?.nextElementSibling?.querySelector('button') ?? row?.previousElementSibling?.querySelector('button') ?? byId('standing-title');
	store.settle('standings', (store.standings ?? []).filter((other) => other.id !== s.id));
	if (had) next.focus();
}

// drawer fills rows; a button stays as long as its row.
function drawer(store) {
	return (tr, s) => {
		if (tr.childElementCount === 0) {
			const last = s.scope === 'config'
				? el('span', { class: 'muted' }, 'Change it in the config file: agents[].auto_approve_tools')
				: el('button', { type: 'button', 'aria-label': `Revoke ${s.tool_name} of ${s.agent_name || 'every agent'}`, onclick: (event) => revoke(store, s, event.currentTarget) }, 'Revoke');
			add(tr, ...columns.map(([title, , kind]) => el('td', { class: kind, 'data-title': title }, el('div', {}))), el('td', { 'data-title': '' }, last));
		}
		const state = JSON.stringify(s);
		if (tr.shown === state) return;
		tr.shown = state;
		columns.forEach(([, cell], i) => put(tr.children[i].firstElementChild, cell(s)));
	};
}

// show returns what reads them anew when the section is opened; they are drawn
// whenever they are read.
export function show(store, refresh) {
	const box = byId('standings');
	const link = document.querySelector('nav a[href="#standing"]');
	const body = el('tbody', {});
	const whole = el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Standing approvals' }, el('table', {},
		el('thead', {}, el('tr', {}, columns.map(([title]) => el('th', { scope: 'col' }, title)), el('th', { scope: 'col' }, el('span', { class: 'hidden' }, 'Take back')))), body));
	const off = el('p', { class: 'empty' }, 'Approvals are off: there is no store for them.');
	const none = el('p', { class: 'empty' }, 'Nothing is allowed ahead.');
	const draw = drawer(store);
	const redraw = () => {
		const all = store.standings;
		link.hidden = all === null;
		const shown = all === null ? off : all.length === 0 ? none : whole;
		if (box.firstElementChild !== shown) put(box, shown);
		put(byId('standing-count'), all?.length > 0 ? count(all.length, 'standing approval') : '');
		keep(body, all ?? [], (s) => s.id || `${s.agent_name} ${s.tool_name}`, draw, '', 'tr');
	};
	store.addEventListener('standings', redraw);
	redraw();
	return refresh;
}
