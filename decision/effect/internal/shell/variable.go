package shell

import (
	"slices"
	"strings"
)

// variable has every value that it was ever given. It is definite where one of
// them was certainly given; elsewhere it may be whatever the environment says.
type variable struct {
	name     string
	values   []word
	list     []word // of an array; nil: not an array, or not known
	definite bool
	exported bool
	readonly bool // it may be: then it keeps its value
}

// pick says which of several values the current alternative takes.
type pick struct {
	v    *variable
	n, i int
}

// each runs f once for each combination of values of the variables in it.
func (r *run) each(f func()) {
	saved := r.picks
	r.picks = nil
	for {
		f()
		for len(r.picks) > 0 {
			last := &r.picks[len(r.picks)-1]
			if last.i++; last.i < last.n {
				break
			}
			r.picks = r.picks[:len(r.picks)-1]
		}
		if len(r.picks) == 0 {
			break
		}
	}
	r.picks = saved
}

// value is one value of v; which, says the current alternative.
func (r *run) value(v *variable) word {
	n := len(v.values)
	if !v.definite {
		n++
	}
	if n == 1 {
		return r.valueAt(v, 0)
	}
	product := n
	for _, p := range r.picks {
		if p.v == v {
			return r.valueAt(v, p.i)
		}
		product *= p.n
	}
	if product > maxValues {
		return r.anyOf(v)
	}
	r.picks = append(r.picks, pick{v: v, n: n})
	return r.valueAt(v, 0)
}

func (r *run) valueAt(v *variable, i int) word {
	if i < len(v.values) {
		return v.values[i]
	}
	return hidden([]Source{{Kind: FromEnvironment, Name: v.name}})
}

// anyOf is an unknown word from wherever the values come from.
func (r *run) anyOf(v *variable) word {
	var from []Source
	for _, w := range v.values {
		from = merge(from, w.from)
	}
	return hidden(from)
}

// assign gives a variable one more value.
func (r *run) assign(name string, w word, more bool) {
	v := r.variable(name)
	if more {
		w = r.longer(v, w)
	}
	if strings.Contains(integers, " "+name+" ") {
		r.numeric(w)
	}
	if strings.Contains(restless, " "+name+" ") {
		w = hidden([]Source{{Kind: FromEnvironment, Name: name}})
	}
	if v.readonly {
		r.gap("sets a variable that may be read-only")
	}
	w.Spread = false
	v.list = nil
	if !slices.ContainsFunc(v.values, func(old word) bool { return same(old, w) }) {
		if len(v.values) >= maxValues {
			w = r.anyOf(v)
			v.values = v.values[:0]
		}
		v.values = append(v.values, w)
		r.learned++
	}
	r.makeDefinite(&v.definite)
}

// longer is what += makes of a value. Which of several was the old one nobody
// knows, so only a single one is followed.
func (r *run) longer(v *variable, w word) word {
	if !v.definite || len(v.values) != 1 || len(v.values[0].Text)+len(w.Text) > maxText {
		return hidden(merge(r.anyOf(v).from, w.from))
	}
	old := v.values[0]
	old.Text += w.Text
	old.Glob, old.number, old.from = old.Glob || w.Glob, false, merge(old.from, w.from)
	return old
}

func (r *run) variable(name string) *variable {
	v := r.vars[name]
	if v == nil {
		if r.vars == nil {
			r.vars = map[string]*variable{}
		}
		v = &variable{name: name}
		r.vars[name] = v
	}
	return v
}

// makeDefinite notes what is certain from here on, until the part of the text
// ends that may not run.
func (r *run) makeDefinite(flag *bool) {
	if !*flag {
		*flag = true
		r.trail = append(r.trail, flag)
	}
}

// forget ends a part of the text that may not run, or runs in a process of its
// own: what was definite in it is so no more.
func (r *run) forget(mark int) {
	for _, flag := range r.trail[mark:] {
		*flag = false
	}
	r.trail = r.trail[:mark]
}

// unset makes a variable one that nobody set.
func (r *run) unset(name string) {
	if v := r.vars[name]; v != nil && v.definite {
		v.definite = false
		r.learned++
	}
}
