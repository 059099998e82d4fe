// The difference between two texts, line by line.

const mostCells = 4_000_000; // of the table of common lines; beyond it the middle is shown as replaced

// diff lists the lines of both texts: {kind: 'same' | 'old' | 'new', text}.
export function diff(before, after) {
	const a = before.split('\n');
	const b = after.split('\n');
	let head = 0;
	while (head < a.length && head < b.length && a[head] === b[head]) head++;
	let tail = 0;
	while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
	const as = (kind) => (text) => ({ kind, text });
	return [
		...a.slice(0, head).map(as('same')),
		...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
		...a.slice(a.length - tail).map(as('same')),
	];
}

// middle finds the longest common run of lines by a table of their lengths.
function middle(a, b) {
	const width = b.length + 1;
	const replaced = [...a.map((text) => ({ kind: 'old', text })), ...b.map((text) => ({ kind: 'new', text }))];
	if (a.length === 0 || b.length === 0 || (a.length + 1) * width > mostCells) return replaced;
	const common = new Uint32Array((a.length + 1) * width);
	for (let i = a.length - 1; i >= 0; i--) {
		for (let j = b.length - 1; j >= 0; j--) {
			common[i * width + j] = a[i] === b[j]
				? common[(i + 1) * width + j + 1] + 1
				: Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
		}
	}
	const out = [];
	let i = 0;
	let j = 0;
	while (i < a.length || j < b.length) {
		if (i < a.length && j < b.length && a[i] === b[j]) {
			out.push({ kind: 'same', text: a[i] });
			i++;
			j++;
		} else if (j >= b.length || (i < a.length && common[(i + 1) * width + j] >= common[i * width + j + 1])) out.push({ kind: 'old', text: a[i++] });
		else out.push({ kind: 'new', text: b[j++] });
	}
	return out;
}

// around keeps the lines near a change; null stands for lines left out.
export function around(lines, context = 3) {
	const near = new Set();
	lines.forEach((line, at) => {
		if (line.kind === 'same') return;
		for (let k = at - context; k <= at + context; k++) near.add(k);
	});
	const out = [];
	lines.forEach((line, at) => {
		if (near.has(at)) out.push(line);
		else if (out.at(-1) !== null) out.push(null);
	});
	return out;
}
