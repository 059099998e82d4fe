package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// declaring is what a declaration says of the names that follow.
type declaring struct {
	exported, readonly, prints bool
	local                      bool // a name without value is a new variable
}

// declaration reads declare, export, local and the like.
func (r *run) declaration(c *syntax.DeclClause) {
	r.by = c.Variant.Value
	how := r.declarationFlags(c)
	names := 0
	for _, a := range c.Args {
		if a.Name == nil {
			continue
		}
		names++
		if a.Value != nil && slices.ContainsFunc(a.Value.Parts, hasBrace) {
			r.declareEach(a, how)
			continue
		}
		r.each(func() { r.declareOne(a, how) })
	}
	if names == 0 && c.Variant.Value != "local" && c.Variant.Value != "readonly" {
		r.showEnvironment()
	}
}

// declarationFlags reads the words of a declaration that are no names.
func (r *run) declarationFlags(c *syntax.DeclClause) declaring {
	kind := c.Variant.Value
	how := declaring{exported: kind == "export", readonly: kind == "readonly", local: kind == "local" || r.calls > 0 && (kind == "declare" || kind == "typeset")}
	for _, a := range c.Args {
		if a.Name != nil {
			continue
		}
		w := r.single(a.Value)
		switch {
		case !w.certain():
			r.gap("declaration that is not known")
		case strings.HasPrefix(w.Text, "-"), strings.HasPrefix(w.Text, "+"):
			how.flags(w.Text)
			if strings.ContainsAny(w.Text, "niIfFulcTt") && (w.Text != "-f" && w.Text != "-F" || kind == "export") || kind == "nameref" {
				r.gap("declaration that changes what a name means")
			}
		default:
			r.gap("declaration that is not known")
		}
	}
	return how
}

func (how *declaring) flags(word string) {
	if word[0] != '-' {
		return
	}
	how.exported = how.exported || strings.Contains(word, "x")
	how.readonly = how.readonly || strings.Contains(word, "r")
	how.prints = how.prints || strings.Contains(word, "p")
	how.local = how.local && !strings.Contains(word, "g")
}

// declareOne reads one name of a declaration.
func (r *run) declareOne(a *syntax.Assign, how declaring) {
	name := a.Name.Value
	switch {
	case how.prints:
		r.act(Act{Act: command.Act{Do: Runs, Word: command.Literal(r.by)}, Data: r.named(name).from})
		return
	case a.Naked && how.local:
		r.unset(name)
	}
	r.assignment(a, how.exported)
	if how.readonly {
		r.variable(name).readonly = true
	}
}

// declareEach reads NAME={a,b}, of which the last one counts.
func (r *run) declareEach(a *syntax.Assign, how declaring) {
	for _, value := range r.braces(a.Value) {
		one := *a
		one.Value = value
		r.each(func() { r.declareOne(&one, how) })
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
