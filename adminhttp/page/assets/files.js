// Editing the config and its packs: read, check while typing, save, and what to
// do when somebody else was faster.

import { get, readFile, writeFile } from './api.js';
import { byId, el, table, toast } from './dom.js';
import { badge } from './detail.js';
import { around, diff } from './diff.js';
import { Editor } from './editor.js';
import { count } from './words.js';

const checkAfter = 700; // milliseconds after the last key

// Session is the editing of one file. The text that the user typed is replaced
// only when the user says so.
class Session {
	#tag = '';
	#saved = '';
	#timer;
	#round = 0; // of checks: an answer to an older text is dropped
	#editor;
	#save = el('button', { class: 'primary', type: 'button', onclick: () => this.save() }, 'Save');
	#check = el('button', { type: 'button', onclick: () => this.check() }, 'Check');
	#revert = el('button', { type: 'button', onclick: () => this.revert() }, 'Undo all');
	#note = el('span', { class: 'muted' });
	#conflict = el('div', { class: 'conflict' });
	#preview = el('div', { class: 'preview' });

	constructor(file, applied) {
		this.file = file;
		this.applied = applied;
		this.#editor = new Editor(`Text of ${file.id}`, () => this.#typed());
		this.node = el('div', {},
			el('header', {}, el('h3', {}, file.id), el('code', { class: 'muted path' }, file.path)),
			this.#conflict, this.#editor.node,
			el('div', { class: 'actions' }, this.#save, this.#check, this.#revert, this.#note), this.#preview);
	}

	get changed() { return this.#editor.text !== this.#saved; }

	async load() {
		const { text, tag } = await readFile(this.file.id);
		this.#tag = tag;
		this.#saved = text;
		this.#editor.text = text;
		this.#editor.say('');
		this.#conflict.replaceChildren();
		this.#preview.replaceChildren();
		this.#mark();
	}

	revert() {
		this.#editor.text = this.#saved;
		this.#editor.say('');
		this.#preview.replaceChildren();
		this.#mark();
	}

	#mark() {
		this.#note.textContent = this.changed ? '● not saved' : 'as on disk';
		this.#save.disabled = this.#revert.disabled = !this.changed;
	}

	#typed() {
		this.#mark();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.check(), checkAfter);
	}

	// check asks what would come of the text, and writes nothing.
	async check() {
		clearTimeout(this.#timer);
		const round = ++this.#round;
		try {
			const answer = await writeFile(this.file.id, this.#editor.text, this.#tag, '?validate=only');
			if (round === this.#round) this.#checked(answer);
		} catch (error) {
			if (round === this.#round) this.#failed(error, 'it cannot be saved like this');
		}
	}

	#checked(answer) {
		const faults = this.#faultsOf(answer);
		this.#editor.say(faults.length > 0 ? `${count(faults.length, 'fault')}: it cannot be saved like this.` : `✓ No faults.${restartNote(answer)}`, faults);
		this.#preview.replaceChildren(...warningsOf(answer), ...(faults.length > 0 ? [] : previewOf(answer)));
	}

	#faultsOf(body) {
		return (body.faults ?? []).map((f) => {
			const here = !f.file || this.#isMine(f.file);
			return { ...f, here, message: [!here && f.file, f.key, f.message].filter(Boolean).join(': ') };
		});
	}

	// isMine reports whether a fault names this file: by id, path or name.
	#isMine(name) {
		return name === this.file.id || name === this.file.path || this.file.path.endsWith(`/${name}`) || name.endsWith(`/${this.file.path.split('/').pop()}`);
	}

	#failed(error, so) {
		const faults = this.#faultsOf(error.body ?? {});
		if (error.body?.also_applied?.length > 0) this.#more(error);
		else if (error.status === 409 || error.status === 412) this.#stale(error);
		else this.#editor.say(faults.length > 0 ? `${count(faults.length, 'fault')}: ${so}.` : `✕ ${error.message}`, faults);
		this.#preview.replaceChildren();
	}

	async save(query = '') {
		clearTimeout(this.#timer);
		this.#round++;
		this.#save.disabled = true;
		const text = this.#editor.text;
		try {
			const answer = await writeFile(this.file.id, text, this.#tag, query);
			await this.#written(answer, text);
		} catch (error) {
			this.#failed(error, 'nothing was written');
			this.#mark();
		}
	}

	async #written(answer, text) {
		toast(`Saved and in force.${restartNote(answer)}`);
		this.#conflict.replaceChildren();
		const typedSince = this.#editor.text !== text;
		if (typedSince) {
			const { text: now, tag } = await readFile(this.file.id);
			this.#tag = tag;
			this.#saved = now;
			this.#mark();
		} else await this.load();
		this.#editor.say(`✓ Saved.${answer.backup ? ` The version before is kept as ${answer.backup}.` : ''}${restartNote(answer)}`);
		this.applied();
	}

	// stale says that the file has changed since it was read.
	#stale(error) {
		this.#editor.say('');
		this.#conflict.replaceChildren(el('div', { class: 'notice warn', role: 'alert' },
			el('p', {}, el('b', {}, '! Not saved: the file is another one now. '), `Your text is kept here. (${error.message})`),
			el('div', { class: 'actions' }, el('button', { type: 'button', onclick: () => this.#compare() }, 'Compare with the file'))));
	}

	// more says that saving would put in force more than this file.
	#more(error) {
		this.#editor.say('');
		this.#conflict.replaceChildren(el('div', { class: 'notice warn', role: 'alert' },
			el('p', {}, el('b', {}, '! Not saved: the config on the disk says more than the one in force. '),
				`Saving this would put in force from it: ${error.body.also_applied.join(', ')}.`),
			el('div', { class: 'actions' }, el('button', { type: 'button', onclick: () => this.save('?accept_disk=1') }, 'Save, and put that in force too'))));
	}

	async #compare() {
		let theirs;
		try {
			theirs = await readFile(this.file.id);
		} catch (error) {
			toast(error.message);
			return;
		}
		const lines = around(diff(theirs.text, this.#editor.text));
		this.#conflict.replaceChildren(el('div', { class: 'notice warn' },
			el('p', {}, el('b', {}, 'The file against your text. '), 'Lines with − are only in the file, lines with + only in yours.'),
			el('pre', { class: 'diff', tabindex: '0' }, lines.length === 0 ? 'They are the same.' : lines.map(diffLine)),
			el('div', { class: 'actions' },
				el('button', { type: 'button', onclick: () => this.#base(theirs) }, 'Keep mine, based on the file'),
				el('button', { type: 'button', onclick: () => this.load().catch((error) => toast(error.message)) }, 'Take the file, drop mine'))));
	}

	// base makes the file as it is now the one that the text replaces.
	#base(theirs) {
		this.#tag = theirs.tag;
		this.#saved = theirs.text;
		this.#conflict.replaceChildren();
		this.#mark();
		this.check();
	}
}

function diffLine(line) {
	if (line === null) return el('span', { class: 'gap' }, '⋯\n');
	const sign = { same: ' ', old: '−', new: '+' }[line.kind];
	return el('span', { class: line.kind }, `${sign} ${line.text}\n`);
}

// restartNote names what is read at the start only.
function restartNote(answer) {
	const list = answer.restart_required ?? [];
	return list.length > 0 ? ` Needs a restart: ${list.join(', ')}.` : '';
}

// warningsOf lists what is doubtful, and keeps nothing from being saved.
function warningsOf(answer) {
	const list = answer.warnings ?? [];
	return list.length === 0 ? [] : [el('ul', { class: 'warnings' }, list.map((f) => el('li', {}, `! line ${f.line}: ${[f.key, f.message].filter(Boolean).join(': ')}`)))];
}

// previewOf shows which recent decisions an edit would change.
function previewOf(answer) {
	const effect = answer.effect;
	if (!effect) return [];
	const changes = effect.changes ?? [];
	const replayed = effect.replayed ?? 0;
	const title = el('h4', {}, changes.length === 0
		? `None of the last ${count(replayed, 'decision')} would change.`
		: `${count(effect.changed ?? changes.length, 'decision')} of the last ${replayed} would change`);
	const rest = el('p', { class: 'muted' }, [
		effect.unknown > 0 && `${count(effect.unknown, 'call')} cannot be told: a provider would have to be asked again.`,
		effect.not_replayable > 0 && `${count(effect.not_replayable, 'call')} cannot be replayed: the journal does not have them whole.`,
		effect.complete === false && 'There was no time for all.',
	].filter(Boolean).join(' '));
	if (changes.length === 0) return [title, rest];
	return [title, rest, table('Decisions that would change', [
		['Tool', (c) => el('b', {}, c.tool)],
		['Agent', (c) => c.agent_id || '–'],
		['Now', (c) => [badge(pastOf(c.before)), ' ', el('span', { class: 'muted' }, c.rule_before ?? 'nobody')]],
		['With the edit', (c) => [badge(pastOf(c.after)), ' ', el('span', { class: 'muted' }, c.rule_after ?? 'nobody')]],
	], changes)];
}

const pastOf = (action) => ({ approve: 'approved', deny: 'denied', escalate: 'escalated' })[action] ?? action;

// show returns what lists the files when the section is opened. A file that is
// being edited stays open.
export function show(applied) {
	let session = null;
	const select = async (file) => {
		if (session?.changed && !confirm('Drop what is not saved?')) return;
		session = new Session(file, applied);
		byId('editor').replaceChildren(session.node);
		for (const button of byId('file-list').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.id === file.id));
		await session.load().catch((error) => byId('editor').replaceChildren(el('p', { class: 'bad' }, `✕ ${error.message}`)));
	};
	addEventListener('beforeunload', (event) => { if (session?.changed) event.preventDefault(); });
	return async () => {
		if (session?.changed) return;
		const { files } = await get('files');
		byId('file-list').replaceChildren(...files.map((file) => el('li', {}, el('button', { type: 'button', 'data-id': file.id, 'aria-pressed': 'false', onclick: () => select(file) },
			el('b', {}, file.id), el('span', { class: 'muted' }, file.kind, file.sha ? '' : ' · missing')))));
		if (files.length > 0) await select(files.find((f) => f.id === session?.file.id) ?? files[0]);
	};
}
