// Editing the config and its packs: read, check while typing, save, and what to
// do when somebody else was faster.

import { get, readFile, writeFile } from './api.js';
import { byId, el, put, table, toast } from './dom.js';
import { badge } from './detail.js';
import { Conflict } from './conflict.js';
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
	#saving = false;
	#theirs = null; // the file that the text is compared with
	#conflict = new Conflict({
		compare: () => this.#compare(), keep: () => this.#base(), take: () => this.#take(),
		accept: () => this.save('?accept_disk=1'),
	});
	#preview = el('div', { class: 'preview' });

	constructor(file, applied) {
		this.file = file;
		this.applied = applied;
		this.#editor = new Editor(`Text of ${file.id}`, () => this.#typed());
		this.node = el('div', {},
			el('header', {}, el('h3', {}, file.id), el('code', { class: 'muted path' }, file.path)),
			this.#conflict.node, this.#editor.node,
			el('div', { class: 'actions' }, this.#save, this.#check, this.#revert, this.#note), this.#preview);
	}

	get changed() { return this.#editor.text !== this.#saved; }

	// load has the text be that of the file.
	async load() {
		this.#drop();
		this.#editor.busy = true;
		try {
			await this.#read(() => true);
		} finally {
			this.#editor.busy = false;
		}
		this.#editor.say('');
		this.#agreed();
		put(this.#preview);
	}

	// read has the file be what the text is based on. The text becomes that of the
	// file if that is so, once the file is read.
	async #read(replaces) {
		const { text, tag } = await readFile(this.file.id);
		this.#tag = tag;
		this.#saved = text;
		if (replaces()) this.#editor.text = text;
		this.#mark();
	}

	revert() {
		this.#drop();
		this.#editor.text = this.#saved;
		this.#editor.say('');
		put(this.#preview);
		this.#mark();
	}

	// drop forgets the checks that are under way.
	#drop() {
		clearTimeout(this.#timer);
		this.#round++;
	}

	// agreed says no more that the file is another one.
	#agreed() {
		this.#theirs = null;
		this.#conflict.clear();
	}

	#mark() {
		put(this.#note, this.changed ? '● not saved' : 'as on disk');
		this.#save.disabled = !this.changed || this.#saving;
		this.#revert.disabled = !this.changed;
	}

	#typed() {
		this.#mark();
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.check(), checkAfter);
	}

	// check asks what would come of the text, and writes nothing.
	async check() {
		if (this.#saving) return; // what was typed since is checked after it
		this.#drop();
		const round = this.#round;
		try {
			const answer = await writeFile(this.file.id, this.#editor.text, this.#tag, '?validate=only');
			if (round === this.#round) this.#checked(answer);
		} catch (error) {
			if (round === this.#round) this.#failed(error, false);
		}
	}

	#checked(answer) {
		const faults = this.#faultsOf(answer);
		this.#editor.say(faults.length > 0 ? `${count(faults.length, 'fault')}: it cannot be saved like this.` : `✓ No faults.${restartNote(answer)}`, faults);
		put(this.#preview, ...warningsOf(answer), ...(faults.length > 0 ? [] : previewOf(answer)));
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

	// failed says why a text was refused, when it was checked or saved.
	#failed(error, saving) {
		const faults = this.#faultsOf(error.body ?? {});
		if (error.body?.also_applied?.length > 0) this.#more(error);
		else if (error.status === 409 || error.status === 412) this.#stale(error, saving);
		else this.#editor.say(faults.length > 0 ? `${count(faults.length, 'fault')}: ${saving ? 'nothing was written' : 'it cannot be saved like this'}.` : `✕ ${error.message}`, faults);
		put(this.#preview);
	}

	async save(query = '') {
		this.#drop();
		this.#saving = true;
		this.#mark();
		const text = this.#editor.text;
		try {
			const answer = await writeFile(this.file.id, text, this.#tag, query);
			await this.#written(answer, text);
		} catch (error) {
			this.#failed(error, true);
		} finally {
			this.#saving = false;
			this.#mark();
		}
		if (this.#editor.text !== text) this.#typed();
	}

	async #written(answer, text) {
		toast(`Saved and in force.${restartNote(answer)}`);
		this.#agreed();
		put(this.#preview);
		const kept = answer.backup ? ` The version before is kept as ${answer.backup}.` : '';
		try {
			await this.#read(() => this.#editor.text === text);
			this.#editor.say(`✓ Saved.${kept}${restartNote(answer)}`);
		} catch (error) {
			this.#editor.say(`✓ Saved.${kept} ! It could not be read again: ${error.message}`);
		}
		this.applied();
	}

	// stale says that the file has changed since it was read.
	#stale(error, saving) {
		this.#editor.say('');
		this.#conflict.stale(saving ? '! Not saved: the file is another one now. ' : '! The file is another one now: saving would be refused. ', error.message);
		if (this.#theirs) this.#conflict.compared(this.#theirs.text, this.#editor.text);
	}

	// more says that saving would put in force more than this file.
	#more(error) {
		this.#editor.say('');
		this.#theirs = null;
		this.#conflict.more(error.body.also_applied);
	}

	async #compare() {
		try {
			this.#theirs = await readFile(this.file.id);
		} catch (error) {
			toast(error.message);
			return;
		}
		if (!this.#conflict.node.hidden) this.#conflict.compared(this.#theirs.text, this.#editor.text);
	}

	async #take() {
		try {
			await this.load();
			this.#editor.focus();
		} catch (error) {
			toast(error.message);
		}
	}

	// base makes the file as it was compared the one that the text replaces.
	#base() {
		this.#tag = this.#theirs.tag;
		this.#saved = this.#theirs.text;
		this.#agreed();
		this.#mark();
		this.#editor.focus();
		this.check();
	}
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
		put(byId('editor'), session.node);
		for (const button of byId('file-list').querySelectorAll('button')) button.setAttribute('aria-pressed', String(button.dataset.id === file.id));
		await session.load().catch((error) => put(byId('editor'), el('p', { class: 'bad' }, `✕ ${error.message}`)));
	};
	addEventListener('beforeunload', (event) => { if (session?.changed) event.preventDefault(); });
	return async () => {
		if (session?.changed) return;
		const { files } = await get('files');
		if (session?.changed) return;
		put(byId('file-list'), ...files.map((file) => el('li', {}, el('button', { type: 'button', 'data-id': file.id, 'aria-pressed': 'false', onclick: () => select(file) },
			el('b', {}, file.id), el('span', { class: 'muted' }, file.kind, file.sha ? '' : ' · missing')))));
		if (files.length > 0) await select(files.find((f) => f.id === session?.file.id) ?? files[0]);
	};
}
