package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// trim is the value of ${x%y}, ${x#y} and their greedy forms. Of a pattern
// only a literal end is cut off; what else a pattern becomes is not known.
func trim(op syntax.ParExpOperator, w, pattern word) word {
	if !w.Known() || !pattern.Known() {
		return hidden(w.from)
	}
	suffix := op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix
	if !pattern.Glob {
		switch {
		case suffix && strings.HasSuffix(w.Text, pattern.Text):
			return w.with(strings.TrimSuffix(w.Text, pattern.Text))
		case !suffix && !w.Glob:
			return w.with(strings.TrimPrefix(w.Text, pattern.Text))
		case suffix && !w.Glob:
			return w
		}
		return hidden(w.from)
	}
	if w.Glob || len(w.Text) > 4096 {
		return hidden(w.from)
	}
	longest := op == syntax.RemLargeSuffix || op == syntax.RemLargePrefix
	for n := range len(w.Text) + 1 {
		size := n
		if longest {
			size = len(w.Text) - n
		}
		cut := w.Text[:size]
		rest := w.Text[size:]
		if suffix {
			cut, rest = w.Text[len(w.Text)-size:], w.Text[:len(w.Text)-size]
		}
		matched, ok := match(pattern.Text, cut)
		if !ok {
			return hidden(w.from)
		}
		if matched {
			return w.with(rest)
		}
	}
	return w
}

// match compares text with a pattern of * and ?. It is not ok with brackets.
func match(pattern, text string) (matched, ok bool) {
	if strings.ContainsAny(pattern, "[\\") {
		return false, false
	}
	star, mark, p, t := -1, 0, 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false, true
		}
	}
	return strings.Trim(pattern[p:], "*") == "", true
}

// replace is the value of ${x/y/z} for literal y.
func replace(all bool, from, to, w word) word {
	if !w.certain() || !from.certain() || !to.certain() || from.Text == "" || strings.HasPrefix(from.Text, "#") || strings.HasPrefix(from.Text, "%") ||
		strings.ContainsAny(to.Text, `&\`) { // "&" is what was found
		return hidden(merge(w.from, to.from))
	}
	n := 1
	if all {
		n = -1
	}
	out := w.with(strings.Replace(w.Text, from.Text, to.Text, n))
	if len(out.Text) > maxText {
		return hidden(w.from)
	}
	return out
}

// slice is the value of ${x:offset:length} for numbers that are not negative.
func slice(s *syntax.Slice, w word) word {
	if !w.certain() {
		return hidden(w.from)
	}
	from, ok := number(s.Offset)
	if !ok || from > len(w.Text) {
		return hidden(w.from)
	}
	text := w.Text[from:]
	if s.Length != nil {
		length, ok := number(s.Length)
		if !ok {
			return hidden(w.from)
		}
		text = text[:min(length, len(text))]
	}
	for i := range len(w.Text) {
		if w.Text[i] >= 0x80 { // counted in characters of the locale
			return hidden(w.from)
		}
	}
	return w.with(text)
}

func number(x syntax.ArithmExpr) (int, bool) {
	w, ok := x.(*syntax.Word)
	if !ok {
		return 0, false
	}
	digits := w.Lit()
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0 && (digits[0] != '0' || digits == "0") // else it is octal
}
