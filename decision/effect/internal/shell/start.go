package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// starts reads what a program runs: a command line, a text, a script.
func (p *process) starts(a *command.Act, w word) {
	away := p.away
	if a.What == "remote" || a.What == "container" {
		if from := local(p.in.From); len(from) > 0 {
			p.sends(p.in)
		}
		p.away = a.What
		defer func() { p.away = away }()
	}
	defer p.shellOf(p.words[0].Text)()
	words := backAll(a.Words, p.words)
	var out Data
	switch a.Do {
	case command.Exec:
		out = p.inside(func() Data { return p.exec(a, words) })
	case command.Join:
		out = p.inside(func() Data {
			return p.newShell(func() Data { return p.runText(p.filled(a, words), p.passed()) })
		})
	case command.Shell:
		out = p.inside(func() Data { return p.shellText(w, words) })
	case command.Code:
		if a.What == "python" && slices.ContainsFunc(p.words[1:], isolates) && w.certain() && isSafeCode("isolated python", w.Text) {
			return
		}
		p.interpret(a.What, Data{Text: w.Text, Inexact: !w.certain(), From: merge(w.from, sourcesOf(words))})
		out = unknown.with(sourcesOf(p.words))
	case command.Script:
		out = p.script(w, words, p.passed(), a.What)
	}
	p.inner = join(p.inner, out)
}

// isolates reports flags by which Python looks for no module in the working
// directory.
func isolates(w word) bool { return w.certain() && (w.Text == "-I" || w.Text == "-P") }

// shellOf says which shell reads the text that follows, until the function
// that it returns is called.
func (r *run) shellOf(name string) func() {
	saved := r.plainShell
	r.plainShell = isPlainShell(name)
	return func() { r.plainShell = saved }
}

// passed is the input that goes on to the inner program.
func (p *process) passed() Data {
	if p.plan.In == command.InArgs {
		return Data{}
	}
	return p.in
}

// exec runs the inner command line, as env(1) does with variables before it.
func (p *process) exec(a *command.Act, words []word) Data {
	for _, w := range backAll(a.Env, p.words) {
		name, value, found := strings.Cut(w.Text, "=")
		if !found || !isName(name) || strings.Contains(name, command.Unknown) {
			p.gap("variable that is not known")
			continue
		}
		p.setFrom(name, w.with(value), false, true)
	}
	words = p.filled(a, words)
	if len(words) == 0 {
		return Data{}
	}
	return p.external(words, p.passed())
}

// filled puts the words of the input where xargs(1) puts them.
func (p *process) filled(a *command.Act, words []word) []word {
	if p.plan.In != command.InArgs {
		return words
	}
	more := arguments(p.in)
	if p.splitsOtherwise(a) && p.in.Text != "" {
		one := hidden(p.in.From)
		one.Spread = true
		more = []word{one}
	}
	if a.Place == "" {
		return append(words, more...)
	}
	out := make([]word, len(words))
	for i, w := range words {
		out[i] = w
		if !strings.Contains(w.Text, a.Place) {
			continue
		}
		one := hidden(p.in.From)
		if len(more) == 1 && !more[0].Spread {
			one = more[0]
		}
		out[i] = w.with(strings.ReplaceAll(w.Text, a.Place, one.Text))
		out[i].Glob, out[i].from = w.Glob || one.Glob, merge(w.from, one.from)
	}
	return out
}

// splitsOtherwise reports flags of xargs(1) by which its input is not split at
// blanks: -0 and -d.
func (p *process) splitsOtherwise(a *command.Act) bool {
	for i, w := range p.words[1:] {
		if len(a.Words) > 0 && i+2 >= int(a.Words[0].Ref) && a.Words[0].Ref > 0 || !strings.HasPrefix(w.Text, "-") {
			continue
		}
		flags := strings.TrimLeft(w.Text[1:], "rtpxo")
		if strings.HasPrefix(flags, "0") || strings.HasPrefix(flags, "d") || flags == "-null" || strings.HasPrefix(flags, "-d") {
			return true
		}
	}
	return false
}

// arguments are the words that data becomes.
func arguments(d Data) []word {
	if d.isEmpty() {
		return nil
	}
	if len(d.Names) > 0 && d.Text == "" {
		var out []word
		for _, name := range d.Names {
			out = append(out, word{Word: command.Word{Text: name, Glob: true}, from: d.From})
		}
		return out
	}
	if d.Inexact || strings.ContainsAny(d.Text, "\\'\"\x00") {
		w := hidden(d.From)
		w.Spread = true
		return []word{w}
	}
	var out []word
	for _, field := range strings.Fields(d.Text) {
		if len(out) == maxWords {
			break
		}
		out = append(out, word{Word: command.Literal(field), from: d.From})
	}
	return out
}

// shellText runs the operand of sh -c. Its parameters are the further words.
func (p *process) shellText(w word, words []word) Data {
	return p.newShell(func() Data {
		p.args, p.argsSure = nil, false // those that nobody gives are as unknown as here
		if len(words) > 1 {
			p.args, p.argsSure = words[1:], !spreads(words)
		}
		return p.code(Data{Text: w.Text, Inexact: !w.certain(), From: w.from}, p.passed())
	})
}

// newShell runs f as in a shell of its own, which has of this one's variables
// and functions only what is exported, and no aliases.
func (r *run) newShell(f func() Data) Data {
	aliases, fds := r.aliases, r.fds
	r.aliases = nil
	var hiddenHere []*bool
	hide := func(flag *bool) {
		if *flag {
			*flag = false
			hiddenHere = append(hiddenHere, flag)
		}
	}
	for _, v := range r.vars {
		if !v.exported {
			hide(&v.definite)
		}
	}
	for _, f := range r.funcs {
		hide(&f.definite)
	}
	out := f()
	for _, flag := range hiddenHere {
		*flag = true
	}
	r.aliases, r.fds = aliases, fds
	return out
}

// script runs a file of code.
func (r *run) script(w word, words []word, in Data, language string) Data {
	d, ok := r.special(w, in, r.fds)
	if !ok {
		r.pathAct(command.Act{Do: command.Read, Word: w.Word}, "")
		d = r.content(w)
	}
	if language != "" && language != "shell" && language != "sh" && language != "bash" {
		r.act(Act{Act: command.Act{Do: command.Unseen, Word: w.Word, What: language}, Data: d.From, Dir: r.dirOf(w)})
		r.logCode(language, d)
		r.gap("runs a script that nobody has looked at")
		return unknown.with(merge(d.From, sourcesOf(words)))
	}
	if d.Inexact {
		r.act(Act{Act: command.Act{Do: command.Unseen, Word: w.Word, What: "script"}, Data: d.From, Dir: r.dirOf(w)})
		r.gap("runs a script that nobody has looked at")
	} else if rest, found := strings.CutPrefix(d.Text, "#!"); found && !isShell(rest) {
		r.gap("runs a script that nobody has looked at")
		return unknown
	}
	if r.by == w.Text { // started by its own name
		defer r.shellOf(interpreter(d.Text))()
	}
	return r.whileRead(w, func() Data { return r.scriptText(d, words, in) })
}

// scriptText reads the text of a script in a shell of its own.
func (r *run) scriptText(d Data, words []word, in Data) Data {
	return r.inside(func() Data {
		return r.newShell(func() Data {
			r.args, r.argsSure = words, len(words) > 0 && !spreads(words)
			if d.Text == "" {
				return Data{Inexact: d.Inexact, From: merge(d.From, sourcesOf(words))}
			}
			return r.text(d.Text, in)
		})
	})
}

func (r *run) dirOf(w word) string {
	if dirs := r.dirsOf(w); len(dirs) == 1 {
		return dirs[0]
	}
	return NoDir
}

// isShell reports the rest of a first line that names a shell like this one,
// and gives it nothing but options: "bash other.sh" would run the other.
func isShell(line string) bool {
	line, _, _ = strings.Cut(line, "\n")
	fields := strings.Fields(line)
	if len(fields) == 0 || len(fields) > 2 {
		return false
	}
	switch fields[0] {
	case "/usr/bin/env":
		return len(fields) == 2 && (fields[1] == "sh" || fields[1] == "bash")
	case "/bin/sh", "/usr/bin/sh", "/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/opt/homebrew/bin/bash":
		return len(fields) == 1 || fields[1][0] == '-' && strings.Trim(fields[1][1:], "eux") == ""
	}
	return false
}

// interpreter is the shell that the first line of a script names.
func interpreter(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(strings.TrimPrefix(line, "#!"))
	switch {
	case line == "" || !strings.HasPrefix(line, "#!") || len(fields) == 0:
		return ""
	case fields[0] == "/usr/bin/env" && len(fields) > 1:
		return fields[1]
	}
	return fields[0]
}

// interpret runs code of another language.
func (r *run) interpret(language string, d Data) {
	if !d.Inexact && isSafeCode(language, d.Text) {
		return
	}
	r.act(Act{Act: command.Act{Do: command.Unseen, What: language}, Data: d.From})
	r.logCode(language, d)
	r.gap("runs code of another language: " + language)
}
