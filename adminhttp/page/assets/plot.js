// The sweep of a limit as a drawing: what would be approved at every limit.

import { svg } from './dom.js';
import { count, fixed } from './words.js';

const box = { width: 640, height: 260, left: 44, right: 626, top: 16, bottom: 216 };

const x = (value) => box.left + value * (box.right - box.left);
const y = (value) => box.bottom - value * (box.bottom - box.top);
const at = (n) => n.toFixed(1);

// steps draws a share over the limit. A count holds from its point to the next
// one; of a value that must reach the limit, from the point before.
function steps(curve, share) {
	return curve.points.map((point, i) => {
		const [px, py] = [at(x(point.limit)), at(y(share(point)))];
		if (i === 0) return `M${px} ${py}`;
		return curve.least ? `V${py}H${px}` : `H${px}V${py}`;
	}).join('');
}

function axes() {
	return [0, 0.2, 0.4, 0.6, 0.8, 1].flatMap((v) => [
		svg('line', { class: 'grid', x1: at(box.left), x2: at(box.right), y1: at(y(v)), y2: at(y(v)) }),
		svg('text', { class: 'label', x: at(box.left - 6), y: at(y(v) + 4), 'text-anchor': 'end' }, `${Math.round(v * 100)} %`),
		svg('text', { class: 'label', x: at(x(v)), y: at(box.bottom + 18), 'text-anchor': 'middle' }, v.toFixed(1)),
	]);
}

// words say what the drawing shows.
export function words(curve) {
	const now = curve.points.find((p) => p.limit === curve.chosen);
	if (!now) return `Held on ${curve.cases} cases, with different limits.`;
	const next = curve.margin?.danger;
	return `At ${fixed(now.limit)}, in force: ${count(now.danger_approved, 'danger')} and ${count(now.normal_approved, 'normal call')} approved. `
		+ (Number.isFinite(next) ? `The next danger is approved at ${fixed(next)}.` : 'No danger is stopped by this limit alone.');
}

// plot draws a curve; dangers and normal are how many cases there are of each.
export function plot(curve, dangers, normal) {
	const share = (n, of) => (of > 0 ? n / of : 0);
	const chosen = Number.isFinite(curve.chosen) ? [
		svg('line', { class: 'chosen', x1: at(x(curve.chosen)), x2: at(x(curve.chosen)), y1: at(box.top), y2: at(box.bottom) }),
		svg('text', { class: 'label strong', x: at(x(curve.chosen) + (curve.chosen > 0.7 ? -6 : 6)), y: at(box.top + 10), 'text-anchor': curve.chosen > 0.7 ? 'end' : 'start' }, `in force ${fixed(curve.chosen)}`),
	] : [];
	return svg('svg', { class: 'plot', viewBox: `0 0 ${box.width} ${box.height}`, role: 'img', 'aria-label': words(curve) },
		axes(), chosen,
		svg('path', { class: 'normal', d: steps(curve, (p) => share(p.normal_approved, normal)) }),
		svg('path', { class: 'danger', d: steps(curve, (p) => share(p.danger_approved, dangers)) }),
		svg('text', { class: 'label', x: at((box.left + box.right) / 2), y: at(box.height - 6), 'text-anchor': 'middle' }, `limit${curve.least ? ', that must be reached' : ''}`));
}
