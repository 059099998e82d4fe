// Measuring runs: start one, see how far it is, and read what came of it.

import { get, send } from './api.js';
import { byId, el, put, table, toast } from './dom.js';
import { plot, words } from './plot.js';
import { count, moment, plain, share, span } from './words.js';

const finals = ['approve', 'deny', 'escalate', 'error'];
const labels = ['approve', 'deny', 'escalate'];
const between = 1000; // milliseconds between two looks at a run that goes on

// matrix is how labels and decisions fall together.
function matrix(run) {
	const rows = labels.map((label) => ({ label, cells: finals.map((final) => run.matrix?.[`${label}>${final}`] ?? 0) }));
	const kind = (label, final, n) => {
		if (n === 0) return '';
		if (label === final) return 'right';
		return final === 'approve' ? 'wrong' : '';
	};
	return table('Labels against decisions', [
		['Should be', (r) => el('b', {}, r.label)],
		...finals.map((final, i) => [final, (r) => el('span', { class: `cell ${kind(r.label, final, r.cells[i])}` },
			r.cells[i], kind(r.label, final, r.cells[i]) === 'wrong' && ' !'), 'num']),
	], rows);
}

function rate(part, whole) {
	return el('span', { class: 'rate' }, el('span', { class: 'track plain', 'aria-hidden': 'true', '--value': `${whole > 0 ? 100 * part / whole : 0}%` }, el('span', { class: 'fill' })), ` ${part} of ${whole}`);
}

function families(run) {
	if (!run.families?.length) return null;
	return [el('h4', {}, 'Families'), table('Families', [
		['Family', (f) => el('b', {}, f.name)],
		['Cases', (f) => f.cases, 'num'],
		['Dangers approved', (f) => rate(f.danger_approved, f.dangers)],
		['Normal approved', (f) => rate(f.normal_approved, f.normal)],
	], run.families)];
}

// sweep shows one curve at a time.
function sweep(curves, run) {
	if (!curves?.length) return null;
	const name = (c) => [c.link, plain(c.question || c.key), c.question && c.key !== 'threshold' && `(${c.key})`].filter(Boolean).join(' ');
	const holder = el('div', {});
	const draw = (curve) => put(holder, plot(curve, run.dangers, run.normal), el('p', {}, words(curve)));
	const choice = el('select', { id: 'curve', onchange: () => draw(curves[choice.selectedIndex]) }, curves.map((c) => el('option', {}, name(c))));
	draw(curves[0]);
	return [
		el('header', {}, el('h4', {}, 'If the limit were another'), el('span', { class: 'grow' }), el('label', { for: 'curve' }, 'Limit '), choice),
		el('p', { class: 'legend' }, el('span', { class: 'normal' }, '— normal work approved'), el('span', { class: 'danger' }, '┄ dangers approved')),
		holder,
	];
}

function figures(run) {
	const figure = (value, text, kind = '') => el('div', { class: `tile ${kind}` }, el('b', {}, value), el('span', {}, text));
	return el('div', { class: 'tiles' },
		figure(`${run.danger_approved}/${run.dangers}`, `${run.danger_approved > 0 ? '✕' : '✓'} dangers approved`, run.danger_approved > 0 ? 'denied' : 'approved'),
		figure(share(run.normal_approved, run.normal), 'of normal work approved'),
		figure(`${run.deny_ok}/${run.denies}`, 'denied as labelled'),
		figure(run.errors, 'errors'), figure(run.to_review, 'to review'),
		run.latency_ms && figure(`${run.latency_ms.median} ms`, `median, p95 ${run.latency_ms.p95} ms`));
}

async function openRun(id) {
	const holder = byId('bench-run');
	put(holder, el('p', { class: 'card empty' }, 'reading…'));
	try {
		const run = await get(`bench/runs/${encodeURIComponent(id)}`);
		const report = run.sweep ? run : await get(`bench/runs/${encodeURIComponent(id)}/report`).catch(() => ({}));
		put(holder, el('section', { class: 'card run', 'aria-label': `Run ${id}` },
			el('header', {}, el('h3', { tabindex: '-1', id: 'run-title' }, `${run.set} · ${run.mode}`), el('span', { class: 'muted' }, moment(run.started_at))),
			run.status === 'failed' && el('p', { class: 'notice bad' }, `✕ ${run.error}`),
			run.cases === undefined ? null : [figures(run), el('h4', {}, 'Labels against decisions'), matrix(run), sweep(report.sweep, run), families(run)]));
		byId('run-title').focus();
	} catch (error) {
		put(holder, el('p', { class: 'card bad' }, `✕ ${error.message}`));
	}
}

async function listRuns() {
	const { runs } = await get('bench/runs');
	put(byId('bench-runs'), runs.length === 0 ? el('p', { class: 'empty' }, 'No run yet.') : table('Runs', [
		['Run', (r) => el('button', { class: 'linkish', type: 'button', onclick: () => openRun(r.id) }, `${r.set} · ${r.mode}`)],
		['Started', (r) => moment(r.started_at)],
		['State', (r) => el('span', { class: `pill small ${r.status}` }, { done: '✓ ', running: '▶ ', failed: '✕ ' }[r.status] ?? '– ', r.status)],
		['Cases', (r) => r.cases ?? '–', 'num'],
		['Dangers approved', (r) => (r.cases === undefined ? '–' : `${r.danger_approved} of ${r.dangers}${delta(r.delta?.danger_approved)}`), 'num'],
		['Normal approved', (r) => (r.cases === undefined ? '–' : `${r.normal_approved} of ${r.normal}${delta(r.delta?.normal_approved)}`), 'num'],
	], runs));
}

const delta = (n) => (n ? ` (${n > 0 ? '+' : '−'}${Math.abs(n)})` : '');

// watch shows how far a run is until none goes on.
let watching = false;
let again = false; // a run was started since the last look
async function watch() {
	again = true;
	if (watching) return;
	watching = true;
	const box = byId('bench-progress');
	let ran = false;
	try {
		for (;;) {
			again = false;
			const p = await get('bench/progress');
			if (!p.running && again) continue;
			box.hidden = !p.running;
			if (!p.running) return;
			ran = true;
			const bar = box.querySelector('progress');
			if (bar?.dataset.id === p.id) {
				bar.max = p.total || 1;
				bar.value = p.done;
				put(box.querySelector('.done'), `${p.done} of ${p.total}`);
			} else put(box, progress(p));
			await new Promise((done) => { setTimeout(done, between); });
		}
	} catch (error) {
		toast(error.message);
	} finally {
		watching = false;
		if (ran) await listRuns().catch(() => {});
	}
}

function progress(p) {
	return el('div', { class: 'row' },
		el('label', { for: 'run-bar' }, 'Running'), el('progress', { id: 'run-bar', max: p.total || 1, value: p.done, 'data-id': p.id }),
		el('span', { class: 'done' }, `${p.done} of ${p.total}`),
		el('button', { type: 'button', onclick: () => send(`bench/runs/${encodeURIComponent(p.id)}/cancel`).catch((error) => toast(error.message)) }, 'Cancel'));
}

// estimateOf says what a run would take.
function estimateOf(e, mode) {
	if (mode === 'recompute') return e.recompute?.available ? `free, from run ${e.recompute.from_run}` : `✕ not possible: ${e.recompute?.reason ?? 'no run to take answers from'}`;
	return `${count(e.cases, 'case')}, about ${span(e.replay.seconds)}, ${e.replay.tokens} tokens, $${e.replay.cost_usd}`;
}

function form(sets) {
	const set = el('select', { id: 'bench-set' }, sets.map((s) => el('option', { value: s.name }, `${s.name} (${s.cases})`)));
	const mode = el('select', { id: 'bench-mode' }, el('option', { value: 'recompute' }, 'recompute: weigh stored answers'), el('option', { value: 'replay' }, 'replay: ask every provider'));
	const note = el('span', { class: 'muted', role: 'status' });
	const estimate = async () => {
		const wanted = set.value;
		if (!wanted) return;
		let said;
		try {
			said = estimateOf(await get(`bench/estimate?set=${encodeURIComponent(wanted)}`), mode.value);
		} catch (error) {
			said = `✕ ${error.message}`;
		}
		if (wanted === set.value) put(note, said);
	};
	set.addEventListener('change', estimate);
	mode.addEventListener('change', estimate);
	put(byId('bench-form'),
		el('label', { for: 'bench-set' }, 'Set'), set, el('label', { for: 'bench-mode' }, 'Mode'), mode,
		el('button', { class: 'primary', type: 'submit', disabled: sets.length === 0 }, 'Start'), note);
	byId('bench-form').onsubmit = async (event) => {
		event.preventDefault();
		try {
			await send('bench/runs', { set: set.value, mode: mode.value });
			await watch();
		} catch (error) {
			put(note, `✕ ${error.message}`);
		}
	};
	return estimate();
}

// show draws the section whenever it is opened.
export async function show() {
	const { sets } = await get('bench/sets');
	await Promise.all([form(sets), listRuns()]);
	watch();
}
