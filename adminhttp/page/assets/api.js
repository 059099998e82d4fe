// Requests to the API beside the page. Every address is relative, so that the
// page works under any prefix.

let token = ''; // in memory only: a reload forgets it
let asking = null; // the token being asked for
let askToken = async () => '';

// onToken sets what asks the user for a token.
export function onToken(ask) { askToken = ask; }

// hasToken reports whether the user has given a token.
export const hasToken = () => token !== '';

// Refusal is an answer of the API that is no success.
export class Refusal extends Error {
	constructor(status, body) {
		super(body?.error?.replace(/[\r\n\t]+/g, ' ').trim() || `the supervisor answered ${status}`);
		this.status = status;
		this.body = body ?? {};
	}
}

function headersOf(options) {
	const headers = new Headers(options.headers);
	if (token) headers.set('Authorization', `Bearer ${token}`);
	return headers;
}

// need asks for a token once, for all requests that miss it.
function need(failed) {
	if (token !== failed) return Promise.resolve();
	asking ??= askToken(failed !== '').then((given) => { token = given; }).finally(() => { asking = null; });
	return asking;
}

// request sends a request, and sends it again once the user has given a token.
export async function request(path, options = {}) {
	for (;;) {
		const used = token;
		const response = await fetch(path, { ...options, headers: headersOf(options), credentials: 'omit', redirect: 'error' });
		if (response.ok) return response;
		if (response.status !== 401) throw new Refusal(response.status, await bodyOf(response));
		await response.body?.cancel();
		await need(used);
	}
}

async function bodyOf(response) {
	try {
		return await response.json();
	} catch {
		return null;
	}
}

// get reads JSON.
export async function get(path) {
	return (await request(path)).json();
}

// send sends JSON, or nothing, and reads JSON.
export async function send(path, value, method = 'POST') {
	const options = { method };
	if (value !== undefined) {
		options.body = JSON.stringify(value);
		options.headers = { 'Content-Type': 'application/json' };
	}
	const response = await request(path, options);
	return response.status === 204 ? null : response.json();
}

// filePath is the address of a file.
const filePath = (id) => `files/${id.split('/').map(encodeURIComponent).join('/')}`;

// readFile reads the text of a file with its entity tag.
export async function readFile(id) {
	const response = await request(filePath(id));
	return { text: await response.text(), tag: response.headers.get('ETag') ?? '' };
}

// writeFile replaces a file that still has the tag. A query of validate=only has
// it only say what would come of it; accept_disk=1 puts in force, with a pack,
// what the config on the disk says besides.
export async function writeFile(id, text, tag, query = '') {
	const response = await request(filePath(id) + query, {
		method: 'PUT', body: text, headers: { 'Content-Type': 'application/yaml; charset=utf-8', 'If-Match': tag },
	});
	return response.json();
}
