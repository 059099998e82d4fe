package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// aliasBuiltin remembers what names may stand for.
func (r *run) aliasBuiltin(words []word, _ Data) Data {
	for _, w := range words[1:] {
		name, text, found := strings.Cut(w.Text, "=")
		switch {
		case !w.certain() || strings.HasPrefix(name, "-"):
			r.gap("alias that is not known")
		case found:
			if r.aliases == nil {
				r.aliases = map[string]string{}
			}
			r.aliases[name] = text
		}
	}
	return Data{}
}

func (r *run) unsetBuiltin(words []word, _ Data) Data {
	for _, w := range words[1:] {
		switch {
		case !w.certain() || strings.ContainsAny(w.Text, "[$"):
			r.gap("builtin evaluates text")
		case strings.HasPrefix(w.Text, "-"):
		default:
			r.unset(w.Text)
			if f := r.funcs[w.Text]; f != nil {
				f.definite = false
			}
		}
	}
	return Data{}
}

func (r *run) hash(words []word, in Data) Data {
	for _, w := range words[1:] {
		if !w.certain() || strings.HasPrefix(w.Text, "-") && w.Text != "-r" {
			return r.changesNames(words, in)
		}
	}
	return r.nothing(words, in)
}

// declaration reads declare, export, local and the like.
func (r *run) declaration(c *syntax.DeclClause) {
	r.by = c.Variant.Value
	exported := c.Variant.Value == "export"
	for _, a := range c.Args {
		if a.Name != nil {
			continue
		}
		w := r.single(a.Value)
		switch {
		case !w.certain():
			r.gap("declaration that is not known")
		case strings.HasPrefix(w.Text, "-"), strings.HasPrefix(w.Text, "+"):
			exported = exported || strings.Contains(w.Text, "x") && w.Text[0] == '-'
			if strings.ContainsAny(w.Text, "niIfFulcTt") && w.Text != "-f" && w.Text != "-F" || c.Variant.Value == "nameref" {
				r.gap("declaration that changes what a variable means")
			}
		default:
			r.gap("declaration that is not known")
		}
	}
	for _, a := range c.Args {
		if a.Name == nil {
			continue
		}
		if a.Value != nil && len(a.Value.Parts) > 0 && hasBrace(a.Value.Parts[0]) {
			r.declareEach(a, exported)
			continue
		}
		r.each(func() { r.assignment(a, exported) })
	}
}

// declareEach reads NAME={a,b}, of which the last one counts.
func (r *run) declareEach(a *syntax.Assign, exported bool) {
	for _, value := range r.braces(a.Value) {
		one := *a
		one.Value = value
		r.each(func() { r.assignment(&one, exported) })
	}
}

// declareWords is a declaration whose words the parser did not see: "command
// export X=y".
func (r *run) declareWords(words []word, in Data) Data {
	for _, w := range words[1:] {
		name, value, found := strings.Cut(w.Text, "=")
		if !found || !isName(name) || !w.Known() {
			r.gap("declaration that is not known")
			continue
		}
		r.setFrom(name, w.with(value), false, true)
	}
	return Data{}
}
