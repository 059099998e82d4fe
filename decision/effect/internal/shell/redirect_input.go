package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

func isInput(op syntax.RedirOperator) bool {
	switch op {
	case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn, syntax.RdrInOut:
		return true
	}
	return false
}

// descriptor is the number or {name} before a redirection.
func (r *run) descriptor(d *syntax.Redirect) string {
	if d.N == nil {
		return ""
	}
	name := d.N.Value
	if strings.HasPrefix(name, "{") {
		name := strings.Trim(name, "{}")
		if !isName(name) {
			r.gap("redirection evaluates text")
		}
		r.setByShell(name, literal("{"+name+"}"))
	}
	return name
}

// input is what a redirection of input lets a command read.
func (r *run) input(d *syntax.Redirect, in Data, fds map[string]*fd) Data {
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		return r.hereDocument(d)
	case syntax.WordHdoc:
		w := r.single(d.Word)
		return Data{Text: w.Text + "\n", Inexact: !w.certain(), From: w.from}
	case syntax.DplIn:
		w := r.single(d.Word)
		if f, ok := fds[strings.TrimSuffix(w.Text, "-")]; ok && w.Known() {
			return f.in
		}
		if w.Known() && (w.Text == "0" || w.Text == "-") {
			return in
		}
		r.gap("input from a descriptor that is not known")
		return unknown
	}
	return r.readFile(r.single(d.Word), in, fds)
}

func (r *run) hereDocument(d *syntax.Redirect) Data {
	if d.Hdoc == nil {
		return Data{}
	}
	quoted := false
	for _, part := range d.Word.Parts {
		lit, ok := part.(*syntax.Lit)
		quoted = quoted || !ok || strings.Contains(lit.Value, "\\")
	}
	var w word
	if quoted {
		w = r.document(d.Hdoc)
	} else {
		w = r.quoted(d.Hdoc)
	}
	content := w.Text
	if d.Op == syntax.DashHdoc {
		lines := strings.SplitAfter(content, "\n")
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, "\t")
		}
		content = strings.Join(lines, "")
	}
	return Data{Text: content, Inexact: !w.Known(), From: w.from}
}

// document is the text of a here-document with a quoted end: as it stands.
func (r *run) document(w *syntax.Word) word {
	var b strings.Builder
	for _, part := range w.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			return word{}
		}
		b.WriteString(lit.Value)
	}
	return literal(b.String())
}
