// What is said when a file is another one than the text was based on, or when
// saving it would do more than that. It is built once and changed in place, so
// that an answer that arrives meanwhile takes nothing away that the user opened.

import { el, put } from './dom.js';
import { around, diff } from './diff.js';
import { lines } from './visible.js';

// Conflict is a notice that is hidden until there is something to say. does has
// what its buttons do: compare, keep, take and accept.
export class Conflict {
	#title = el('b', {});
	#text = el('span', {});
	#legend = el('p', { hidden: true }, el('b', {}, 'The file against your text. '), 'Lines with − are only in the file, lines with + only in yours.');
	#diff = el('pre', { class: 'diff', tabindex: '0', 'aria-label': 'Difference', hidden: true });
	#said = ['', ''];
	#compare;
	#choice;
	#accept;

	constructor(does) {
		const button = (kind, does_, text) => el('button', { class: kind, type: 'button', onclick: () => does_(), hidden: true }, text);
		this.#compare = button('compare', does.compare, 'Compare with the file');
		this.#choice = [button('keep', does.keep, 'Keep mine, based on the file'), button('take', does.take, 'Take the file, drop mine')];
		this.#accept = button('accept', does.accept, 'Save, and put that in force too');
		this.node = el('div', { class: 'conflict notice warn', hidden: true },
			el('p', { role: 'alert' }, this.#title, this.#text), this.#legend, this.#diff,
			el('div', { class: 'actions' }, this.#choice, this.#compare, this.#accept));
	}

	// clear has nothing more to say.
	clear() {
		this.node.hidden = this.#legend.hidden = this.#diff.hidden = true;
		this.#say('', '');
	}

	// stale says that the file has changed. A difference that is shown stays.
	stale(title, reason) {
		this.#say(title, `Your text is kept here. (${reason})`);
		this.#accept.hidden = true;
		this.#compare.hidden = false;
		for (const button of this.#choice) button.hidden = this.#diff.hidden;
		this.node.hidden = false;
	}

	// compared shows the file against the text.
	compared(theirs, mine) {
		const changes = around(diff(theirs, mine));
		put(this.#diff, ...(changes.length === 0 ? ['They are the same.'] : changes.map(diffLine)));
		put(this.#compare, 'Compare again');
		for (const part of [this.#legend, this.#diff, ...this.#choice]) part.hidden = false;
	}

	// more says what saving would put in force besides.
	more(also) {
		this.#say('! Not saved: the config on the disk says more than the one in force. ', `Saving this would put in force from it: ${also.join(', ')}.`);
		for (const part of [this.#legend, this.#diff, this.#compare, ...this.#choice]) part.hidden = true;
		this.#accept.hidden = false;
		this.node.hidden = false;
	}

	// say changes the words only when they are others: they are read aloud then.
	#say(title, text) {
		if (this.#said[0] !== title) put(this.#title, title);
		if (this.#said[1] !== text) put(this.#text, text);
		this.#said = [title, text];
		if (title === '') put(this.#compare, 'Compare with the file');
	}
}

function diffLine(line) {
	if (line === null) return el('span', { class: 'gap' }, lines('⋯\n'));
	const sign = { same: ' ', old: '−', new: '+' }[line.kind];
	return el('span', { class: line.kind }, lines(`${sign} ${line.text}\n`));
}
