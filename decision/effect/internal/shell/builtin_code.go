package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// eval reads its words as text.
func (r *run) eval(words []word, in Data) Data {
	return r.runText(words[1:], in)
}

// runText reads words, joined by blanks, as a shell does that is in this state.
func (r *run) runText(words []word, in Data) Data {
	if len(words) > 0 && words[0].certain() && words[0].Text == "--" {
		words = words[1:]
	}
	texts := make([]string, 0, len(words))
	known := true
	for _, w := range words {
		known = known && w.certain()
		texts = append(texts, w.Text)
	}
	code := Data{Text: strings.Join(texts, " "), Inexact: !known, From: sourcesOf(words)}
	return r.code(code, in)
}

// code reads data as shell text: what is known of it, with a gap if there may
// be more. Where it was fetched or decoded it is code that nobody has looked
// at, though this reader has.
func (r *run) code(d Data, in Data) Data {
	segment, by := r.segment, r.by
	if d.Inexact {
		r.unseen(d, "shell")
		r.gap("runs text that is not known")
	} else if d.has(FromDecoded) || d.has(FromNetwork) {
		r.unseen(d, "shell")
	}
	text := d.Text
	if d.Inexact && strings.Contains(text, command.Unknown) {
		text = ""
	}
	var out Data
	if text != "" {
		out = r.text(text, in)
	}
	r.segment, r.by = segment, by
	if d.Inexact {
		out = out.loose().with(d.From)
	}
	return out
}

// sourceBuiltin reads a file in this shell.
func (r *run) sourceBuiltin(words []word, in Data) Data {
	if len(words) < 2 {
		return Data{}
	}
	w := words[1]
	r.pathAct(command.Act{Do: command.Read, Word: w.Word}, "")
	d, ok := r.special(w, in, r.fds)
	if !ok {
		d = r.content(w)
	}
	if len(words) > 2 {
		saved, sure, set := r.args, r.argsSure, r.argsSet
		r.args, r.argsSure = words[2:], !spreads(words)
		defer func() { r.args, r.argsSure, r.argsSet = saved, sure, set }()
	}
	if ok { // a stream: what is run may read what is left of it
		in = Data{Inexact: true, From: d.From}
	}
	r.calls++
	mark := len(r.trail)
	var out Data
	r.jumping(func() { out = r.code(d, in) })
	r.calls--
	if strings.Contains(d.Text, "return") { // behind which nothing was set
		r.forget(mark)
	}
	return out
}

// exec runs a program in place of the shell.
func (r *run) exec(words []word, in Data) Data {
	args := words[1:]
	for len(args) > 0 && args[0].certain() && strings.HasPrefix(args[0].Text, "-") {
		switch args[0].Text {
		case "-c", "-l", "-cl", "-lc":
			args = args[1:]
		case "--":
			args = args[1:]
			return r.execArgs(args, in)
		case "-a":
			args = args[min(2, len(args)):]
		default:
			r.gap("flag that is not known")
			args = args[1:]
		}
	}
	return r.execArgs(args, in)
}

func (r *run) execArgs(args []word, in Data) Data {
	if len(args) == 0 {
		return Data{}
	}
	return r.external(args, in)
}

// commandBuiltin runs a builtin or a program, not a function.
func (r *run) commandBuiltin(words []word, in Data) Data {
	args := words[1:]
	for len(args) > 0 && args[0].certain() && strings.HasPrefix(args[0].Text, "-") {
		switch args[0].Text {
		case "-v", "-V", "-pv", "-pV":
			return program("command")
		case "-p", "--":
		default:
			r.gap("flag that is not known")
		}
		args = args[1:]
	}
	if len(args) == 0 {
		return Data{}
	}
	if !args[0].certain() {
		r.unknownCommand(args, in)
		return unknown
	}
	return r.builtinOrProgram(args, in)
}
