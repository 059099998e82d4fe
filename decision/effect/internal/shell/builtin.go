package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// builtin is a command that acts on the shell itself.
type builtin func(r *run, words []word, in Data) Data

// builtinOf finds a builtin, before programs are looked up. Builtins that are
// not here and harmless have rows in package command.
func builtinOf(name string) builtin {
	switch name {
	case "cd", "chdir", "pushd":
		return (*run).cd
	case "popd":
		return (*run).popd
	case "eval":
		return (*run).eval
	case ".", "source":
		return (*run).sourceBuiltin
	case "exec":
		return (*run).exec
	case "command", "builtin", "noglob", "nocorrect":
		return (*run).commandBuiltin
	case "trap":
		return (*run).trap
	case "alias":
		return (*run).aliasBuiltin
	case "unset":
		return (*run).unsetBuiltin
	case "export", "readonly", "declare", "typeset", "local":
		return (*run).declareWords
	case ":", "true", "false", "exit", "return", "break", "continue", "wait", "jobs", "dirs", "unalias":
		return (*run).nothing
	case "let", "compgen", "fc", "coproc":
		return (*run).evaluates
	case "enable", "bind", "complete", "zmodload", "autoload":
		return (*run).changesNames
	case "hash":
		return (*run).hash
	}
	return inputBuiltin(name)
}

func (r *run) nothing([]word, Data) Data {
	return Data{}
}

// cd changes the directory. Whether it does, is not known.
func (r *run) cd(words []word, _ Data) Data {
	args := words[1:]
	for len(args) > 0 && args[0].certain() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		if args[0].Text == "--" {
			args = args[1:]
			break
		}
		if strings.Trim(args[0].Text, "LPe@q-") != "" { // pushd +n is no directory either
			r.move(NoDir)
			return Data{}
		}
		args = args[1:]
	}
	switch {
	case len(args) == 0 && words[0].Text != "pushd":
		if home := r.named("HOME"); home.certain() {
			r.move(home.Text)
			return Data{}
		}
		r.move(NoDir)
	case len(args) == 1 && args[0].certain() && args[0].Text != "-" && args[0].Text != "" && r.vars["CDPATH"] == nil:
		r.move(args[0].Text)
	default:
		r.move(NoDir)
	}
	return Data{}
}

func (r *run) popd([]word, Data) Data {
	r.move(NoDir)
	return Data{}
}

// move makes dir the directory of the shell, counted from where it may be.
func (r *run) move(dir string) {
	before := r.dirs
	r.failed = append(r.failed, before...)
	if dir == NoDir || strings.HasPrefix(dir, "/") {
		r.dirs = []string{dir}
		return
	}
	r.dirs = make([]string, len(before))
	for i, from := range before {
		r.dirs[i] = below(from, dir)
	}
}

// below puts a relative path behind the directory that it counts from.
func below(dir, path string) string {
	switch {
	case strings.HasPrefix(path, "/"), dir == "":
		return path
	case dir == NoDir:
		return NoDir
	}
	return strings.TrimSuffix(dir, "/") + "/" + path
}

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
		saved, sure := r.args, r.argsSure
		r.args, r.argsSure = words[2:], !spreads(words)
		defer func() { r.args, r.argsSure = saved, sure }()
	}
	if ok { // a stream: what is run may read what is left of it
		in = Data{Inexact: true, From: d.From}
	}
	return r.code(d, in)
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

// trap reads the text that runs at a signal, or at the end.
func (r *run) trap(words []word, _ Data) Data {
	args := words[1:]
	if len(args) > 0 && args[0].certain() && args[0].Text == "--" {
		args = args[1:]
	}
	if len(args) < 2 || args[0].certain() && (args[0].Text == "-" || args[0].Text == "" || args[0].Text == "-p" || args[0].Text == "-l") {
		return Data{}
	}
	r.maybe(func() { r.runText(args[:1], Data{}) })
	return Data{}
}

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

// evaluates is for builtins that evaluate text again, and change what is here.
func (r *run) evaluates([]word, Data) Data {
	r.gap("builtin evaluates text")
	return unknown
}

func (r *run) changesNames([]word, Data) Data {
	r.gap("builtin changes what names stand for")
	return unknown
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
