package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// call reads a simple command: assignments and words, once for each
// combination of the values that its variables may have.
func (r *run) call(c *syntax.CallExpr, in Data) Data {
	segment := r.segment
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			r.each(func() { r.assignment(a, false) })
			r.segment = segment
		}
		return Data{}
	}
	var out Data
	var after []string
	before, first := r.dirs, true
	r.each(func() {
		r.dirs = before
		mark, devices := len(r.trail), len(r.devices)
		exported := r.exports(c.Assigns)
		words := r.fields(c.Args)
		for _, a := range c.Assigns {
			r.prefix(a, words)
		}
		r.segment = segment
		next := r.words(words, in)
		r.segment, r.oddRead = segment, false
		if len(c.Assigns) > 0 {
			r.forget(mark)
			r.unexport(c.Assigns, exported)
		}
		r.feedRest(devices)
		if first {
			out, after, first = next, r.dirs, false
			return
		}
		out = either(out, next)
		r.addDirs(after)
		after = r.dirs
	})
	r.dirs = after
	return out
}

// exports tells which of the variables are exported already.
func (r *run) exports(assigns []*syntax.Assign) []bool {
	if len(assigns) == 0 {
		return nil
	}
	out := make([]bool, len(assigns))
	for i, a := range assigns {
		v := r.vars[a.Name.Value]
		out[i] = v != nil && v.exported
	}
	return out
}

// unexport ends what was exported to one command only.
func (r *run) unexport(assigns []*syntax.Assign, before []bool) {
	for i, a := range assigns {
		if v := r.vars[a.Name.Value]; v != nil {
			v.exported = before[i]
		}
	}
}

// prefix reads an assignment before a command. What the shell does itself,
// no variable changes, unless a program of that name is started instead; and
// "IFS= read" is how lines are read.
func (r *run) prefix(a *syntax.Assign, words []word) {
	if len(words) > 0 && words[0].certain() && a.Name != nil {
		name := words[0].Text
		if isInert(name) && (a.Name.Value == "IFS" || !isDecisive(a.Name.Value)) || name == "read" && a.Name.Value == "IFS" {
			w := r.assigned(a.Value)
			if a.Name.Value != "IFS" {
				r.assign(a.Name.Value, w, a.Append)
			} else {
				r.oddRead = !w.certain() || w.Text != ""
			}
			return
		}
	}
	r.assignment(a, true)
}

// isInert reports commands of the shell that start nothing and read no
// variable by themselves.
func isInert(name string) bool {
	switch name {
	case "echo", "printf", "true", "false", "test", "[", ":", "type":
		return true
	}
	return false
}

// words runs a command line as a shell finds out what its first word means.
func (r *run) words(words []word, in Data) Data {
	if !r.step() {
		return unknown
	}
	if len(words) == 0 {
		return Data{}
	}
	name := words[0]
	if !name.certain() {
		r.unknownCommand(words, in)
		return program("").with(sourcesOf(words))
	}
	r.alias(name.Text, words[1:], in)
	if f := r.funcs[name.Text]; f != nil {
		out, replaced := r.invoke(f, words[1:], in)
		if replaced {
			return out
		}
		return either(out, r.builtinOrProgram(words, in))
	}
	return r.builtinOrProgram(words, in)
}

func (r *run) builtinOrProgram(words []word, in Data) Data {
	if b := builtinOf(words[0].Text); b != nil {
		r.by = words[0].Text
		r.started(words)
		return b(r, words, in)
	}
	return r.external(words, in)
}

// with adds sources.
func (d Data) with(from []Source) Data {
	d.From = merge(d.From, from)
	return d
}

// unknownCommand is one whose name is computed. What it gets may be code.
func (r *run) unknownCommand(words []word, in Data) {
	r.by = "shell"
	r.gap("name of the command is not known")
	if words[0].from != nil && !words[0].Glob {
		r.unseen(Data{Inexact: true, From: words[0].from}, "shell")
	}
}

// unseen reports that code runs of which the data says where it comes from.
func (r *run) unseen(d Data, what string) {
	r.act(Act{Act: command.Act{Do: command.Unseen, What: what}, Data: d.From})
}

// external runs a program.
func (r *run) external(words []word, in Data) Data {
	if !r.enter() {
		return unknown
	}
	defer r.leave()
	if len(words) > 1 && slices.Contains(r.engine.Wrappers, words[0].Text) {
		return r.external(words[1:], in)
	}
	if !words[0].certain() {
		r.unknownCommand(words, in)
		return program("")
	}
	plan := r.engine.Commands.Interpret(plain(words))
	r.by = plan.By
	if r.by == "" {
		r.by = words[0].Text
	}
	r.started(words)
	if strings.Contains(words[0].Text, "/") && plan.By == "" {
		return r.script(words[0], words[1:], in, "")
	}
	return r.apply(plan, words, in)
}

// alias reads what an alias of this name would run, which a shell does that
// expands them; most do so only for people.
func (r *run) alias(name string, args []word, in Data) {
	text, ok := r.aliases[name]
	if !ok {
		return
	}
	r.gap("an alias may stand for the command")
	delete(r.aliases, name) // an alias is not expanded in itself
	var b strings.Builder
	b.WriteString(text)
	for _, w := range args {
		if w.certain() {
			b.WriteString(" " + quote(w.Text))
		}
	}
	r.inside(func() Data { return r.text(b.String(), in) })
	r.aliases[name] = text
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
