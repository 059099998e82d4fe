// Server-sent events read with fetch, which can send the token; EventSource
// cannot. Between two connections, and where there is no stream, it polls.

import { request, Refusal } from './api.js';

const longestPause = 30_000; // milliseconds between two attempts to connect

// parser returns a function that takes pieces of a stream and calls onEvent with
// each whole event {type, id, data}.
export function parser(onEvent) {
	let rest = '';
	let event = { type: 'message', id: null, data: [] };
	const line = (text) => {
		if (text === '') {
			if (event.data.length > 0) onEvent({ ...event, data: event.data.join('\n') });
			event = { type: 'message', id: null, data: [] };
			return;
		}
		const colon = text.indexOf(':');
		if (colon === 0) return; // a comment, such as a heartbeat
		const name = colon < 0 ? text : text.slice(0, colon);
		const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '');
		if (name === 'data') event.data.push(value);
		else if (name === 'event') event.type = value;
		else if (name === 'id') event.id = value;
	};
	return (text) => {
		const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
		rest = lines.pop();
		lines.forEach(line);
	};
}

// read reads one connection to its end.
async function read(path, last, onOpen, onEvent) {
	const headers = { Accept: 'text/event-stream' };
	if (last.id) headers['Last-Event-ID'] = last.id;
	const response = await request(path, { headers });
	onOpen();
	const feed = parser((event) => {
		if (event.id !== null) last.id = event.id;
		onEvent(event);
	});
	const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		feed(value);
	}
}

// follow reads a stream for ever. onLink hears "live", or "polling" while there
// is no connection; poll is called at each attempt that failed.
export async function follow(path, { onEvent, onLink, poll }) {
	const last = { id: null };
	let pause = 1000;
	for (;;) {
		let gone = false;
		try {
			await read(path, last, () => { pause = 1000; onLink('live'); }, onEvent);
		} catch (error) {
			gone = error instanceof Refusal && error.status !== 429 && error.status < 500;
		}
		onLink('polling');
		await poll();
		await new Promise((done) => { setTimeout(done, gone ? 3000 : pause); });
		pause = Math.min(longestPause, pause * 2);
	}
}
