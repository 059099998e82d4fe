// Asking for the token, when the API answers that it needs one.

import { byId, el, put } from './dom.js';

// ask opens a dialog until the user has given a token. It cannot be dismissed:
// without a token there is nothing to see.
export function ask(wrong) {
	return new Promise((resolve) => {
		const dialog = byId('token');
		const field = el('input', { id: 'token-field', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true, 'aria-describedby': 'token-note' });
		const form = el('form', {
			onsubmit: (event) => {
				event.preventDefault();
				dialog.close();
				resolve(field.value.trim());
			},
		},
		el('h2', { id: 'token-title' }, 'Token needed'),
		wrong && el('p', { class: 'bad', role: 'alert' }, '✕ That token was refused.'),
		el('label', { for: 'token-field' }, 'Bearer token'),
		field,
		el('p', { class: 'muted', id: 'token-note' }, 'Kept in the memory of this page only. Reloading forgets it.'),
		el('div', { class: 'actions' }, el('button', { class: 'primary', type: 'submit' }, 'Connect')));
		put(dialog, form);
		dialog.oncancel = (event) => event.preventDefault();
		if (!dialog.open) dialog.showModal();
		field.focus();
	});
}
