// A text area with line numbers, and faults beside the lines they are in. It
// stays a text area: keyboard, screen reader and undo work as anywhere.

import { el, put, set } from './dom.js';
import { places } from './visible.js';
import { count } from './words.js';

const mostPlaces = 8; // of characters that are not seen, listed

// Editor shows one text. onInput is called when the user changes it.
export class Editor {
	#area;
	#warned = '[]';
	#carriage = false; // every line of the text ended in two characters, of which a textarea keeps one
	#numbers = el('div', { class: 'numbers', 'aria-hidden': 'true' });
	#layer = el('div', { class: 'layer', 'aria-hidden': 'true' });
	#list = el('ul', { class: 'faults' });
	#summary = el('p', { class: 'summary', role: 'status' });
	#unseen = el('div', { class: 'unseen-places', role: 'status' });

	constructor(label, onInput) {
		this.#area = el('textarea', {
			class: 'code', id: 'editor-text', 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off',
			oninput: () => { this.#look(); put(this.#layer); onInput(); },
			onscroll: () => this.#scroll(),
		});
		this.node = el('div', {}, el('div', { class: 'code-box' }, this.#numbers, el('div', { class: 'code-pane' }, this.#layer, this.#area)), this.#unseen, this.#summary, this.#list);
	}

	focus() { this.#area.focus(); }

	// A text that is still being read takes no other.
	set busy(value) { this.#area.readOnly = value; }

	get text() { return this.#carriage ? this.#area.value.replaceAll('\n', '\r\n') : this.#area.value; }

	set text(value) {
		this.#carriage = value.includes('\r\n') && !value.replaceAll('\r\n', '').includes('\n');
		this.#area.value = value;
		this.#look();
	}

	// say shows a line below the text; faults, if any, are listed and marked.
	say(text, faults = []) {
		put(this.#summary, text);
		this.#summary.className = `summary ${faults.length > 0 ? 'bad' : ''}`;
		this.#area.setAttribute('aria-invalid', String(faults.length > 0));
		put(this.#list, ...faults.map((fault) => el('li', {}, fault.line > 0
			? el('button', { type: 'button', onclick: () => this.#jump(fault) }, el('b', {}, `✕ line ${fault.line}, column ${fault.column || 1}`), ` ${fault.message}`)
			: `✕ ${fault.message}`)));
		put(this.#layer, ...faults.filter((f) => f.line > 0 && f.here).map((fault) => {
			const length = this.#area.value.split('\n')[fault.line - 1]?.length ?? 0;
			return el('div', { class: 'mark', '--line': fault.line - 1 },
				el('span', { class: 'spot', '--column': Math.max(0, (fault.column || 1) - 1) }),
				el('span', { class: 'message', '--column': length + 2 }, `✕ ${fault.message}`));
		}));
		for (const line of this.#numbers.children) line.classList.remove('bad');
		for (const fault of faults) if (fault.here) this.#numbers.children[fault.line - 1]?.classList.add('bad');
		this.#scroll();
	}

	// jump puts the cursor where a fault is.
	#jump(fault) {
		const lines = this.#area.value.split('\n');
		const at = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + Math.max(0, (fault.column || 1) - 1);
		this.#area.focus();
		this.#area.setSelectionRange(at, at);
		this.#area.scrollTop = Math.max(0, (fault.line - 5)) * parseFloat(getComputedStyle(this.#area).lineHeight);
	}

	// look keeps what is beside and below the text as the text is.
	#look() {
		this.#count();
		this.#warn();
	}

	// warn says where the text has characters that its field cannot show: the field
	// keeps them as they are.
	#warn() {
		const found = places(this.#area.value);
		const told = JSON.stringify(found);
		if (this.#warned === told) return; // it is read aloud when it is others
		this.#warned = told;
		put(this.#unseen, found.length > 0 && [
			el('p', { class: 'warnings' }, `! The text has ${count(found.length, 'character')} that cannot be seen in it, or that turn the direction of reading. What it says may be something else.`),
			el('ul', {}, found.slice(0, mostPlaces).map((place) => el('li', {}, el('button', { type: 'button', class: 'linkish', onclick: () => this.#jump(place) }, `line ${place.line}, column ${place.column}: ${place.code}`)))),
			found.length > mostPlaces && el('p', { class: 'muted' }, `and ${found.length - mostPlaces} more`),
		]);
	}

	#count() {
		const lines = this.#area.value.split('\n').length;
		if (this.#numbers.childElementCount === lines) return;
		this.node?.style.setProperty('--lines', lines);
		put(this.#numbers, ...Array.from({ length: lines }, (_, i) => el('span', {}, i + 1)));
		set(this.#area, { 'aria-description': count(lines, 'line') });
	}

	#scroll() {
		const { scrollTop, scrollLeft } = this.#area;
		this.#numbers.style.setProperty('--top', `${-scrollTop}px`);
		this.#layer.style.setProperty('--top', `${-scrollTop}px`);
		this.#layer.style.setProperty('--left', `${-scrollLeft}px`);
	}
}
