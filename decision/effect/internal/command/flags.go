package command

import "strings"

// named finds a flag by name, in the row and in what the rows above share.
func (r *reader) named(name string) []*flag {
	if found := r.spec.flags[name]; found != nil {
		return found
	}
	if found := r.spec.shared[name]; found != nil {
		return found
	}
	for _, s := range r.outer {
		if found := s.shared[name]; found != nil {
			return found
		}
	}
	return nil
}

// flag reads the flag at index i and returns the index of the word after it
// and its value.
func (r *reader) flag(i int) int {
	text := r.words[i].Text
	name, _, hasValue := strings.Cut(text, "=")
	if long := strings.HasPrefix(text, "--"); long || len(name) > 2 || hasValue {
		if found := r.whole(name); found != nil {
			return r.wholeFlag(found, i, len(name), hasValue)
		}
		if long && !r.oneDash() {
			r.unknown(i)
			return i + 1
		}
	}
	if found := r.starting(text); found != nil {
		r.apply(found, i)
		return i + 1
	}
	if r.oneDash() {
		return r.shortFlag(i)
	}
	return r.letters(i)
}

// oneDash reports whether long flags have one dash.
func (r *reader) oneDash() bool {
	return r.spec.row.Style == "single" || r.spec.row.Style == "cc"
}

// whole finds a flag that is a word of its own, also by an abbreviation.
func (r *reader) whole(name string) []*flag {
	if strings.Contains(name, Unknown) {
		return nil
	}
	if found := r.named(name); found != nil {
		return found
	}
	if r.oneDash() && strings.HasPrefix(name, "--") {
		return r.named(name[1:])
	}
	return nil
}

// wholeFlag applies a flag that is a word of its own.
func (r *reader) wholeFlag(found []*flag, i, name int, hasValue bool) int {
	switch {
	case hasValue && found[0].takes == noValue:
		r.gap(i, "this flag takes no value")
	case hasValue:
		r.applyValue(found, r.words[i].from(name+1), i)
	case found[0].takes == value:
		return r.nextValue(found, i, i+1)
	case found[0].takes == all:
		return r.allValues(found, i)
	case found[0].takes == two:
		return r.nextValue(found, i, r.skipValue(i+1))
	default:
		r.applyAll(found, i)
	}
	return i + 1
}

// allValues takes the words after a flag at index i up to the next flag.
func (r *reader) allValues(found []*flag, i int) int {
	next := i + 1
	for ; next < len(r.words); next++ {
		w := r.words[next]
		if kind := r.look(w, next); kind == isFlag || kind == isEnd || kind == isUnclear {
			break
		}
		r.applyValue(found, w, next)
	}
	if next == i+1 {
		r.applyAll(found, i)
	}
	return next
}

// skipValue takes the first of two values, which means nothing.
func (r *reader) skipValue(i int) int {
	if i < len(r.words) && (r.words[i].Glob || r.words[i].Spread) {
		r.gap(i, "this value may be several words")
	}
	return min(i+1, len(r.words))
}

// nextValue takes the word at index next as the value of a flag at index i.
func (r *reader) nextValue(found []*flag, i, next int) int {
	if next >= len(r.words) {
		r.applyAll(found, i)
		r.gap(i, "this flag lacks its value")
		return next
	}
	if w := r.words[next]; w.Glob || w.Spread {
		r.gap(next, "this value may be several words")
	}
	r.applyValue(found, r.words[next], next)
	return next + 1
}

// unknown notes a flag that the row does not list, and what it brings if it is
// the abbreviation of one.
func (r *reader) unknown(i int) {
	name, _, hasValue := strings.Cut(r.words[i].Text, "=")
	full := r.abbreviated(name)
	if full == nil || r.spec.row.Style != "gnu" {
		r.gap(i, "this flag is not known")
	}
	switch {
	case full == nil:
	case hasValue && full.takes != noValue:
		r.applyValue([]*flag{full}, r.words[i].from(len(name)+1), i)
	default:
		r.apply(full, i)
		if full.takes == value {
			// Which word is the value is told by the next one.
			r.gap(i, "this flag is shortened and its value is another word")
		}
	}
}

// abbreviated finds the only flag whose long name begins so.
func (r *reader) abbreviated(name string) *flag {
	var only *flag
	for full, found := range r.spec.flags {
		if !strings.HasPrefix(full, "--") || !strings.HasPrefix(full, name) || len(name) < 3 {
			continue
		}
		if only != nil && only != found[0] {
			return nil
		}
		only = found[0]
	}
	return only
}

// starting finds a flag that is listed by the beginning of a word.
func (r *reader) starting(text string) *flag {
	for _, f := range r.spec.starts {
		for _, name := range f.names {
			if strings.HasPrefix(text, strings.TrimSuffix(name, "*")) {
				return f
			}
		}
	}
	return nil
}

// shortFlag reads a flag of one letter with its value attached, where bundles
// do not exist.
func (r *reader) shortFlag(i int) int {
	text := r.words[i].Text
	if len(text) > 2 && r.spec.row.Style == "cc" {
		if found := r.named(text[:2]); found != nil && found[0].takes != noValue {
			r.applyValue(found, r.words[i].from(2), i)
			return i + 1
		}
	}
	if found := r.named(text); found != nil {
		return r.wholeFlag(found, i, len(text), false)
	}
	r.gap(i, "this flag is not known")
	return i + 1
}

// letters reads a bundle of flags of one letter; the last may take a value,
// which may be attached. Without a dash every letter that takes a value takes
// the next word.
func (r *reader) letters(i int) int {
	w, next := r.words[i], i+1
	dashless := w.Text[0] != '-' && !strings.Contains(r.spec.signs, w.Text[:1])
	sign, from := w.Text[:1], 1
	if dashless {
		sign, from = "-", 0
	}
	if number, digits := r.number(w.Text); !dashless && number != nil {
		r.applyAll(number, i)
		from += digits
	}
	for k := from; k < len(w.Text); k++ {
		found := r.letter(sign, w.Text[k:k+1], dashless)
		switch {
		case found == nil:
			r.gap(i, "this flag is not known")
			return next
		case found[0].takes == noValue || found[0].takes == attached && (dashless || k+1 == len(w.Text)):
			r.applyAll(found, i)
		case dashless || k+1 == len(w.Text):
			next = r.nextValue(found, i, next)
		default:
			r.applyValue(found, w.from(k+1), i)
			return next
		}
	}
	return next
}

// letter finds the flag of one letter of a bundle. Without a dash it may be
// listed without one.
func (r *reader) letter(sign, letter string, dashless bool) []*flag {
	if dashless {
		if own := r.named(letter); own != nil {
			return own
		}
	}
	return r.named(sign + letter)
}

// number finds a flag that is a number, and how many digits it has. Others may
// be bundled behind it: "pr -4t". One that takes a value is read as a letter:
// "join -1 2".
func (r *reader) number(text string) (found []*flag, digits int) {
	for 1+digits < len(text) && text[1+digits] >= '0' && text[1+digits] <= '9' {
		digits++
	}
	if digits == 0 {
		return nil, 0
	}
	if found := r.named(text[:1+digits]); found != nil {
		if found[0].takes != noValue {
			return nil, 0
		}
		return found, digits
	}
	return r.named(text[:1] + "#"), digits
}

func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

// keys reads operands of the form key=value.
func (r *reader) keys() {
	for i := r.start; i < len(r.words); i++ {
		w := r.words[i]
		name, _, hasValue := strings.Cut(w.Text, "=")
		found := r.named(name)
		if !hasValue || w.Spread || found == nil {
			r.gap(i, "this operand is not known")
			continue
		}
		r.applyValue(found, w.from(len(name)+1), i)
	}
}

// applyAll applies a flag without value; of several declarations the last.
func (r *reader) applyAll(found []*flag, i int) {
	if len(found) > 0 {
		r.apply(found[len(found)-1], i)
	}
}

// applyValue applies a flag with a value: the first declaration that fits.
func (r *reader) applyValue(found []*flag, v Word, i int) {
	last := len(found) - 1
	for n, f := range found {
		if n < last && !v.certain() && len(f.acts) > 0 {
			r.gap(i, "what this value brings is not known")
		}
		if n == last || f.role.do != oneOf || f.role.allows(v) {
			r.apply(f, i)
			r.use(f.role, v, i)
			return
		}
	}
}

// apply does what a flag brings beside its value.
func (r *reader) apply(f *flag, i int) {
	for _, a := range f.acts {
		switch a.do {
		case args:
			r.args = a.roles
		case does:
			r.acts = a.acts
		case setOut:
			r.out = a.what
		case setIn:
			r.in = a.what
		case archive:
			r.archive = Do(a.what)
		case shift:
			r.shifted = true
		case edits:
			r.edits = true
		case quiet:
			r.quiet = true
		case narrow:
			r.narrow = true
		case alone:
			r.lone = true
		default:
			r.do(a, i)
		}
	}
}
