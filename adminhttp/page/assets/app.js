// What the page does from the start: it shows the section that the address
// names, keeps the state, and follows the events.

import * as api from './api.js';
import * as bench from './bench.js';
import * as decisions from './decisions.js';
import * as files from './files.js';
import { decisionOf, Store } from './model.js';
import * as overview from './overview.js';
import * as rules from './rules.js';
import * as standing from './standing.js';
import { follow } from './stream.js';
import { ask } from './token.js';
import * as tryout from './tryout.js';
import * as waiting from './waiting.js';
import { byId, put, toast } from './dom.js';

const statusEvery = 5000; // milliseconds between two looks at the status
const sections = ['live', 'rules', 'standing', 'files', 'bench', 'try'];
const store = new Store();

async function refreshStatus() {
	const asked = store.ask();
	try {
		store.answer(asked, 'status', await api.get('status'));
		byId('trouble').hidden = true;
	} catch (error) {
		put(byId('trouble'), `! The supervisor does not answer: ${error.message}. What is shown may be old.`);
		byId('trouble').hidden = false;
	}
}

async function refreshConfig() {
	try {
		store.set('config', await api.get('config'));
	} catch (error) {
		put(byId('rules-note'), error.message);
	}
}

// refreshDecisions reads the decisions. What is new since the first time is
// announced: it may be read here before its event arrives.
let loaded = false;
async function refreshDecisions() {
	const asked = store.ask();
	const { decisions: items } = await api.get(`decisions?limit=${Store.most}`);
	store.add(items.map(decisionOf), loaded, asked);
	loaded = true;
}

// refreshPlace reads what waits here, or what stands. A supervisor that has no
// place for either says so, and one that does not answer leaves what is known.
async function refreshPlace(name, path) {
	const asked = store.ask();
	try {
		store.answer(asked, name, await api.get(path));
	} catch (error) {
		if ([404, 501, 503].includes(error.status)) store.answer(asked, name, null);
		else if (name === 'standings') throw error;
	}
}

const refreshApprovals = () => refreshPlace('approvals', 'approvals?status=pending');
const refreshStandings = () => refreshPlace('standings', 'auto-approve');

// poll stands in for events while there is no stream.
async function poll() {
	await Promise.allSettled([refreshStatus(), refreshDecisions(), refreshApprovals()]);
}

function onEvent({ type, data }) {
	switch (type) {
	case 'decision':
	case 'outcome':
		store.add([decisionOf(JSON.parse(data))], true);
		break;
	case 'config_change':
		refreshConfig();
		refreshStandings().catch(() => {});
		break;
	case 'approval':
		refreshApprovalsSoon();
		break;
	case 'reset': // some events were missed
		refreshDecisions().catch(() => {});
		refreshApprovals();
		break;
	}
	refreshStatusSoon();
}

// soon returns what does a thing once for many events.
function soon(thing, after) {
	let timer = null;
	return () => { timer ??= setTimeout(() => { timer = null; thing(); }, after); };
}

const refreshStatusSoon = soon(refreshStatus, 300);
const refreshApprovalsSoon = soon(refreshApprovals, 100);

function onLink(link) {
	put(byId('link'), link === 'live' ? '● live' : '○ polling');
	byId('link').className = `link ${link}`;
	if (link !== 'live') return;
	refreshDecisions().catch(() => {}); // what came before the stream
	refreshApprovals();
}

// route shows the section that the address names.
function route(openers) {
	const name = sections.find((s) => `#${s}` === location.hash) ?? 'live';
	for (const section of sections) byId(section).hidden = section !== name;
	for (const link of document.querySelectorAll('nav a')) {
		if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
		else link.removeAttribute('aria-current');
	}
	openers[name]?.().catch((error) => toast(error.message));
}

async function start() {
	api.onToken(ask);
	byId('skip').addEventListener('click', (event) => { event.preventDefault(); byId('main').focus(); });
	overview.showState(store, refreshStatus);
	overview.showTiles(store);
	waiting.show(store, () => Promise.allSettled([refreshApprovals(), refreshStandings()]));
	overview.showProviders(store);
	overview.showHealth(store);
	decisions.show(store);
	tryout.show();
	const openers = { rules: rules.show(store, refreshConfig), standing: standing.show(store, refreshStandings), files: files.show(refreshConfig), bench: bench.show };
	await refreshStatus(); // the one that asks for a token
	await Promise.allSettled([refreshConfig(), refreshDecisions(), refreshApprovals(), refreshStandings()]);
	addEventListener('hashchange', () => route(openers));
	route(openers);
	setInterval(() => { if (!document.hidden) refreshStatus(); }, statusEvery);
	follow('events', { onEvent, onLink, poll });
}

start();
