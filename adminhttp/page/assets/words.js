// Words and signs for what the API says, so that no colour has to say it alone.

export const outcomes = {
	approved: { sign: '✓', word: 'approved' },
	denied: { sign: '✕', word: 'denied' },
	escalated: { sign: '?', word: 'to a person' },
};

const units = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

// span is a duration in seconds, in its two largest units.
export function span(seconds) {
	let rest = Math.max(0, Math.floor(seconds));
	const parts = [];
	for (const [size, name] of units) {
		const n = Math.floor(rest / size);
		rest -= n * size;
		if (n > 0 || parts.length > 0) parts.push([n, name]);
		if (parts.length === 2) break;
	}
	return parts.filter(([n]) => n > 0).map(([n, name]) => `${n} ${name}`).join(' ') || '0 s';
}

// bare is a time without the marks of direction and the kinds of blanks that some
// languages put into it.
const bare = (text) => text.replace(/\p{Cf}/gu, '').replace(/\p{Zs}/gu, ' ');

// clock is the local time of day.
export function clock(time) {
	return time ? bare(new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false })) : '–';
}

// moment is the local date and time.
export function moment(time) {
	return time ? bare(new Date(time).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium', hour12: false })) : '–';
}

// ago is how long a time is past.
export function ago(time) {
	return time ? `${span((Date.now() - new Date(time)) / 1000)} ago` : 'never';
}

// fixed is a number with two decimals; what is no number is a dash.
export const fixed = (n) => (Number.isFinite(n) ? n.toFixed(2) : '–');

// ms is a duration in milliseconds.
export function ms(n) {
	if (!Number.isFinite(n)) return '–';
	if (n >= 1000) return `${(n / 1000).toFixed(1)} s`;
	return n >= 10 || Number.isInteger(n) ? `${Math.round(n)} ms` : `${n.toFixed(2)} ms`;
}

// share is a part of a whole in percent.
export const share = (part, whole) => (whole > 0 ? `${(100 * part / whole).toFixed(1)} %` : '–');

// plain is a name of the API in plain words.
export const plain = (name) => String(name ?? '').replaceAll('_', ' ');

// count is a number with its noun.
export const count = (n, noun, many = `${noun}s`) => `${n} ${n === 1 ? noun : many}`;
