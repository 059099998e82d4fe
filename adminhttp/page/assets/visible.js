// Text of callers, models, rules and files, so that what is read is what is
// there: a character that is not shown, or that turns the direction of reading,
// is shown as an escape, and letters that are read from the right move nothing
// around them.

// Controls, formats, halves of pairs, separators, what a font may leave out, and
// the blanks that are not the blank: a shell does not part words at them.
const controls = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000`;
const fromRight = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`; // blocks that Unicode's bidirectional algorithm keeps for it

const mostNodes = 5000; // that one text is cut into; what follows is escaped in one element

const unseen = new RegExp(`[${controls}]`, 'gu');
const unseenInLines = new RegExp(`(?![\\n\\t])[${controls}]`, 'gu');
const special = new RegExp(`([${controls}]+)|((?:(?![${controls}])[${fromRight}])+)`, 'gu');
const specialInLines = new RegExp(`((?:(?![\\n\\t])[${controls}])+)|((?:(?![${controls}])[${fromRight}])+)`, 'gu');

// code writes a character as JavaScript would.
function code(character) {
	const hex = character.codePointAt(0).toString(16);
	return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

const codes = (text) => Array.from(text, code).join('');

// escaped is a text of one line for where there can be no element: an attribute,
// an option, a drawing.
export const escaped = (text) => String(text).replace(unseen, code);

// line is a text of one line, as nodes. A line break is shown as well.
export const line = (text) => nodes(String(text), special);

// lines is a text in which line breaks and tabs are meant, as nodes.
export const lines = (text) => nodes(String(text), specialInLines);

function nodes(text, pattern) {
	const found = [];
	let at = 0;
	for (const match of text.matchAll(pattern)) {
		if (found.length >= mostNodes) break;
		if (match.index > at) found.push(document.createTextNode(text.slice(at, match.index)));
		at = match.index;
		found.push(match[1] ? mark('span', codes(match[1])) : mark('bdi', match[2]));
		at += match[0].length;
	}
	if (at === text.length) return found;
	const rest = text.slice(at);
	found.push(found.length < mostNodes ? document.createTextNode(rest) : mark('span', rest.replace(pattern, codes)));
	return found;
}

// mark is an element around what is special. Each word from the right is one of
// its own: the arguments of a command stay in their order.
function mark(tag, text) {
	const node = document.createElement(tag);
	if (tag === 'span') node.className = 'unseen';
	node.textContent = text;
	return node;
}

// places lists where a text of lines has characters that are not shown as they
// are: {line, column, code}, each counted from 1.
export function places(text) {
	const found = [];
	let [row, start, from] = [1, 0, 0];
	for (const match of text.matchAll(unseenInLines)) {
		for (let next; (next = text.indexOf('\n', from)) >= 0 && next < match.index; from = start) [row, start] = [row + 1, next + 1];
		found.push({ line: row, column: match.index - start + 1, code: code(match[0]) });
	}
	return found;
}
