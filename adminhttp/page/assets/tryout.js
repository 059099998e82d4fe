// A form that has one call judged.

import { send } from './api.js';
import { add, byId, el, put } from './dom.js';
import { badge, evidence } from './detail.js';
import { decisionOf } from './model.js';

const example = '{\n  "command": "git status && rm -rf build"\n}';

function field(id, label, input) {
	input.id = id;
	return el('div', { class: 'field' }, el('label', { for: id }, label), input);
}

// show fills the section.
export function show() {
	const tool = el('input', { required: true, value: 'bash', autocomplete: 'off', spellcheck: 'false' });
	const agent = el('input', { autocomplete: 'off', spellcheck: 'false', placeholder: 'optional' });
	const params = el('textarea', { rows: '9', spellcheck: 'false', class: 'code', 'aria-describedby': 'try-fault' }, example);
	const injection = el('input', { type: 'checkbox', id: 'try-injection' });
	const fault = el('p', { class: 'bad', id: 'try-fault', role: 'alert' });
	const submit = el('button', { class: 'primary', type: 'submit' }, 'Judge it');
	const form = byId('try-form');
	add(form,
		field('try-tool', 'Tool', tool), field('try-agent', 'Agent', agent), field('try-params', 'Parameters, as JSON', params),
		el('label', { class: 'check' }, injection, ' marked as a possible injection'),
		fault, el('div', { class: 'actions' }, submit, el('span', { class: 'muted' }, 'or Ctrl+Enter')));
	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		put(fault, '');
		submit.disabled = true;
		try {
			const call = callOf(tool, agent, params, injection);
			const d = decisionOf({ ...await send('evaluate', call), tool: call.tool, agent_id: call.agent_id, params: call.params, via: 'evaluate' });
			put(byId('try-result'), el('header', {}, badge(d.outcome), el('h3', {}, d.tool)), evidence(d));
		} catch (error) {
			put(fault, `✕ ${error.message}`);
		} finally {
			submit.disabled = false;
		}
	});
	form.addEventListener('keydown', (event) => {
		if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
	});
}

// callOf reads the form. Parameters must be an object of JSON.
function callOf(tool, agent, params, injection) {
	const call = { tool: tool.value.trim(), params: JSON.parse(params.value || '{}') };
	if (call.params === null || typeof call.params !== 'object' || Array.isArray(call.params)) throw new Error('the parameters must be an object');
	if (agent.value.trim()) call.agent_id = agent.value.trim();
	if (injection.checked) call.injection_risk = true;
	return call;
}
