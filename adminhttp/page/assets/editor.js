// A text area with line numbers, and faults beside the lines they are in. It
// stays a text area: keyboard, screen reader and undo work as anywhere.

import { el } from './dom.js';
import { count } from './words.js';

// Editor shows one text. onInput is called when the user changes it.
export class Editor {
	#area;
	#numbers = el('div', { class: 'numbers', 'aria-hidden': 'true' });
	#layer = el('div', { class: 'layer', 'aria-hidden': 'true' });
	#list = el('ul', { class: 'faults' });
	#summary = el('p', { class: 'summary', role: 'status' });

	constructor(label, onInput) {
		this.#area = el('textarea', {
			class: 'code', id: 'editor-text', 'aria-label': label, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off',
			oninput: () => { this.#count(); this.#layer.replaceChildren(); onInput(); },
			onscroll: () => this.#scroll(),
		});
		this.node = el('div', {}, el('div', { class: 'code-box' }, this.#numbers, el('div', { class: 'code-pane' }, this.#layer, this.#area)), this.#summary, this.#list);
	}

	focus() { this.#area.focus(); }

	// A text that is still being read takes no other.
	set busy(value) { this.#area.readOnly = value; }

	get text() { return this.#area.value; }

	set text(value) {
		this.#area.value = value;
		this.#count();
	}

	// say shows a line below the text; faults, if any, are listed and marked.
	say(text, faults = []) {
		this.#summary.textContent = text;
		this.#summary.className = `summary ${faults.length > 0 ? 'bad' : ''}`;
		this.#area.setAttribute('aria-invalid', String(faults.length > 0));
		this.#list.replaceChildren(...faults.map((fault) => el('li', {}, fault.line > 0
			? el('button', { type: 'button', onclick: () => this.#jump(fault) }, el('b', {}, `✕ line ${fault.line}, column ${fault.column || 1}`), ` ${fault.message}`)
			: `✕ ${fault.message}`)));
		this.#layer.replaceChildren(...faults.filter((f) => f.line > 0 && f.here).map((fault) => {
			const length = this.text.split('\n')[fault.line - 1]?.length ?? 0;
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
		const lines = this.text.split('\n');
		const at = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + Math.max(0, (fault.column || 1) - 1);
		this.#area.focus();
		this.#area.setSelectionRange(at, at);
		this.#area.scrollTop = Math.max(0, (fault.line - 5)) * parseFloat(getComputedStyle(this.#area).lineHeight);
	}

	#count() {
		const lines = this.text.split('\n').length;
		if (this.#numbers.childElementCount === lines) return;
		this.node?.style.setProperty('--lines', lines);
		this.#numbers.replaceChildren(...Array.from({ length: lines }, (_, i) => el('span', {}, i + 1)));
		this.#area.setAttribute('aria-description', count(lines, 'line'));
	}

	#scroll() {
		const { scrollTop, scrollLeft } = this.#area;
		this.#numbers.style.setProperty('--top', `${-scrollTop}px`);
		this.#layer.style.setProperty('--top', `${-scrollTop}px`);
		this.#layer.style.setProperty('--left', `${-scrollLeft}px`);
	}
}
