package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// function has every body that was declared for a name.
type function struct {
	name     string
	bodies   []body
	definite bool // one of them surely stands for the name
	active   int  // how often it is being read
}

type body struct {
	stmt   *syntax.Stmt
	source string
}

func (r *run) declare(c *syntax.FuncDecl) {
	if c.Name == nil {
		r.gap("function of another shell")
		return
	}
	name := c.Name.Value
	switch name {
	case "declare", "export", "let", "local", "readonly", "typeset": // read as what they are without it
		r.gap("function in place of a builtin")
	}
	if r.funcs == nil {
		r.funcs = map[string]*function{}
	}
	f := r.funcs[name]
	if f == nil {
		f = &function{name: name}
		r.funcs[name] = f
	}
	for _, b := range f.bodies {
		if b.stmt == c.Body {
			r.makeDefinite(&f.definite)
			return
		}
	}
	if len(f.bodies) >= maxDirs {
		r.gap("function is declared too often")
		return
	}
	f.bodies = append(f.bodies, body{c.Body, r.source})
	r.learned++
	r.makeDefinite(&f.definite)
}

// invoke reads the bodies of a function. It is not sure that the function
// replaces a program of its name if its declaration may not have run.
func (r *run) invoke(f *function, args []word, in Data) (out Data, replaced bool) {
	if f.active > 1 {
		r.act(Act{Act: command.Act{Do: command.Disrupts, What: "function that calls itself"}, By: "shell"})
		r.gap("function that calls itself")
		return unknown, true
	}
	f.active++
	r.calls++
	defer func() { f.active--; r.calls-- }()
	saved, sure, set, source, segment := r.args, r.argsSure, r.argsSet, r.source, r.segment
	definite := f.definite
	mark := len(r.trail)
	for i, b := range f.bodies {
		r.args, r.argsSure, r.source = args, !spreads(args), b.source
		var next Data
		r.jumping(func() {
			next = r.statement(b.stmt, in)
			r.settle()
		})
		if i == 0 {
			out = next
		} else {
			out = either(out, next)
		}
	}
	r.forget(mark)
	r.args, r.argsSure, r.argsSet, r.source, r.segment = saved, sure, set, source, segment
	return out, definite
}

// spreads reports words whose number is not known.
func spreads(words []word) bool {
	for _, w := range words {
		if w.Spread || w.Glob {
			return true
		}
	}
	return false
}
