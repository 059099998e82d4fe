// One call that waits here: what it is, what each answer would cover, and the
// buttons that give the answer.

import { get, send } from './api.js';
import { el, put, set, toast } from './dom.js';
import { open } from './detail.js';
import { mainText, marked } from './command.js';
import { decisionOf, gist } from './model.js';
import { lines } from './visible.js';
import { plain } from './words.js';

const settling = 600; // milliseconds after a row came or went in which a press of the mouse may be meant for another

const answers = [
	{ scope: 'once', label: 'Allow once', verb: 'approve', done: 'Allowed once', covers: 'This call, this one time.' },
	{ scope: 'session', label: 'Allow 15 minutes', verb: 'approve', done: 'Allowed for 15 minutes' },
	{ scope: 'permanent', label: 'Always (this exact thing)', verb: 'approve', done: 'Always allowed, this exact thing' },
	{ scope: 'deny', label: 'Deny', verb: 'deny', done: 'Denied', covers: 'Refuses this call, and for 15 minutes the same one of this agent.' },
];

let made = 0; // asks so far; ids of elements are made of it, never of what an agent chose

// Ask fills a row. on.settled is called when the call waits no more, and on.moved
// says when the rows last moved.
export class Ask {
	#approval;
	#on;
	#busy = false;
	#open = el('button', { type: 'button', class: 'row-button', onclick: () => this.#show() });
	#why = el('p', { class: 'why' });
	#call = el('div', {});
	#said = el('p', { class: 'bad', role: 'status' });
	#answers;
	#group;

	constructor(li, on) {
		this.#on = on;
		const id = `ask-${++made}`;
		this.#answers = answers.map((known) => {
			const answer = { ...known, can: false, note: el('span', { class: 'covers', id: `${id}-${known.scope}` }) };
			answer.button = el('button', { type: 'button', class: answer.scope, 'aria-describedby': answer.note.id, onclick: (event) => this.#press(event, answer) }, answer.label);
			return answer;
		});
		this.#group = el('div', { class: 'options', role: 'group' }, this.#answers.map((a) => el('div', {}, a.button, a.note)));
		li.className = 'here';
		put(li, this.#open, this.#why, this.#call, this.#group, this.#said);
	}

	// draw shows the approval as it is now. The buttons stay.
	draw(approval) {
		if (this.#approval === approval) return;
		const same = textOf(this.#approval) === textOf(approval);
		this.#approval = approval;
		if (same) return; // it was read again
		const d = this.#decision();
		put(this.#open,
			el('span', { class: 'line' }, el('b', { class: 'tool' }, d.tool || 'no tool'), el('span', { class: 'left', 'data-until': approval.until })),
			el('span', { class: 'line muted' }, el('span', { class: 'agent' }, d.agent || 'no agent'), el('span', { class: 'gist' }, gist(d) || plain(d.cause))));
		put(this.#why, lines(d.reasoning));
		put(this.#call, ...callOf(d));
		set(this.#group, { 'aria-label': `Answer to ${d.tool}, of ${d.agent || 'no agent'}` });
		for (const answer of this.#answers) this.#offer(answer);
	}

	#decision() {
		const a = this.#approval;
		return decisionOf({
			approval_id: a.id, decision: 'escalated', timestamp: a.created_at, reasoning: a.reasoning, cause: a.cause, ...a.decision,
			agent_id: a.agent_id, tool: a.tool, params: a.params, expires_at: a.until,
		});
	}

	#show() { open(this.#decision()); }

	// offer says what an answer would cover, or why it cannot be given.
	#offer(answer) {
		const option = this.#approval.options?.find((o) => o.scope === answer.scope);
		answer.can = answer.scope === 'deny' || option?.allowed === true;
		put(answer.note, answer.can ? option?.covers || answer.covers || '' : `✕ Not possible: ${option?.why || 'it is not offered.'}`);
		this.#enable(answer);
	}

	// enable leaves a button that cannot be pressed in reach of the keyboard, so
	// that it can say why.
	#enable({ button, can }) { button.setAttribute('aria-disabled', String(!can || this.#busy)); }

	#press(event, answer) {
		if (!answer.can || this.#busy) return;
		if (event.detail > 0 && performance.now() - this.#on.moved() < settling) {
			this.#say('! The list has just moved. Press again if this is the one.');
			return;
		}
		this.#settle(answer);
	}

	#say(text) { put(this.#said, text); }

	async #settle(answer) {
		const { id, tool, agent_id: agent } = this.#approval;
		this.#wait(true);
		this.#say('');
		try {
			const body = ['session', 'permanent'].includes(answer.scope) ? { auto_approve: answer.scope } : {};
			const { warning } = await send(`approvals/${encodeURIComponent(id)}/${answer.verb}`, body);
			toast(`${answer.done}: ${tool}, for ${agent || 'no agent'}.${warning ? ` ! ${warning}` : ''}`);
			this.#on.settled();
		} catch (error) {
			await this.#refused(error, answer, id);
		}
	}

	#wait(busy) {
		this.#busy = busy;
		for (const answer of this.#answers) this.#enable(answer);
	}

	async #refused(error, answer, id) {
		const not = answer.verb === 'deny' ? 'Not denied' : 'Not allowed';
		if (error.status === 409) {
			toast(`! ${not}: ${await first(id, error)}`);
			this.#on.settled();
		} else if (error.status === 404) {
			toast(`! ${not}: it does not wait any more.`);
			this.#on.settled();
		} else {
			this.#wait(false);
			this.#say(`✕ ${not}: ${error.message}`);
		}
	}
}

// textOf is an approval without the time that it has left: that is counted here.
const textOf = (approval) => JSON.stringify({ ...approval, remaining: '' });

// first says who was faster.
async function first(id, error) {
	const known = error.body.status ? error.body : await get(`approvals/${encodeURIComponent(id)}`).catch(() => error.body);
	const { status, resolved_by: by } = { ...known, ...known.resolution };
	if (status === 'timeout' || status === 'expired') return 'its time was over first.';
	if (!by) return error.message;
	return `${by} ${status || 'settled'} it first.`;
}

// callOf is what would be run.
function callOf(d) {
	if (!d.params || Object.keys(d.params).length === 0) return [];
	const main = mainText(d.params, d.effects) ?? (typeof d.params.command === 'string' ? { name: 'command', text: d.params.command } : null);
	return [el('pre', { class: 'command', tabindex: '0', 'aria-label': 'The call' }, main ? marked(main.text, d.effects) : lines(JSON.stringify(d.params, null, 2)))];
}
