package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// inputBuiltin finds the builtins that read input, options and parameters.
func inputBuiltin(name string) builtin {
	switch name {
	case "set":
		return (*run).set
	case "shift":
		return (*run).shift
	case "shopt":
		return (*run).shopt
	case "read":
		return (*run).read
	case "mapfile", "readarray":
		return (*run).mapfile
	case "getopts":
		return (*run).getopts
	case "printf":
		return (*run).printf
	case "test", "[":
		return (*run).testBuiltin
	}
	return nil
}

// read gives variables what comes in.
func (r *run) read(words []word, in Data) Data {
	before := len(words) - 1
	args := r.readFlags(words[1:], &in, "adeinNptu")
	line := !r.oddRead && before-len(args) == strictFlags(words[1:]) // a whole line, as it is
	if len(args) == 0 {
		args = []word{literal("REPLY")}
	}
	mark := len(r.trail)
	for i, w := range args {
		if !w.certain() || !isName(w.Text) {
			r.gap("builtin evaluates text")
			continue
		}
		value := hidden(in.From)
		if line || in.Inexact {
			value = readValue(in, len(args) == 1 && i == 0)
		}
		r.setVariable(w.Text, value, false)
	}
	if !line { // with -t it may read nothing
		r.forget(mark)
	}
	return Data{}
}

// strictFlags counts the flags in front that change nothing of the value.
func strictFlags(args []word) int {
	for i, w := range args {
		if !w.certain() || w.Text != "-r" && w.Text != "-s" && w.Text != "-rs" && w.Text != "-sr" {
			return i
		}
	}
	return len(args)
}

// readValue is one line of the input, if that is all there is.
func readValue(in Data, whole bool) word {
	line, rest, _ := strings.Cut(in.Text, "\n")
	if whole && in.Inexact && len(in.Names) == 1 {
		return in.word()
	}
	if in.Inexact || !whole || rest != "" {
		return hidden(in.From)
	}
	if strings.Contains(line, "\\") || strings.Trim(line, " \t") != line {
		return hidden(in.From)
	}
	return word{Word: command.Literal(line), from: in.From}
}

// readFlags skips the flags of read and mapfile. Valued are those that take a
// value.
func (r *run) readFlags(args []word, in *Data, valued string) []word {
	for len(args) > 0 && args[0].certain() && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		flags := args[0].Text[1:]
		args = args[1:]
		at := strings.IndexAny(flags, valued)
		if at < 0 {
			continue
		}
		value := word{Word: command.Literal(flags[at+1:])}
		if value.Text == "" && len(args) > 0 {
			value, args = args[0], args[1:]
		}
		switch flags[at] {
		case 'u':
			*in = r.descriptorInput(value)
		case 'a':
			args = append(slices.Clip(args), value)
		case 'C':
			r.maybe(func() { r.runText([]word{value}, Data{}) })
		}
	}
	return args
}

func (r *run) descriptorInput(w word) Data {
	if f, ok := r.fds[w.Text]; ok && w.certain() {
		return f.in
	}
	r.gap("input from a descriptor that is not known")
	return unknown
}

// mapfile gives an array the lines that come in.
func (r *run) mapfile(words []word, in Data) Data {
	args := r.readFlags(words[1:], &in, "dnOsuCc")
	whole := len(words) < 3 || len(words) == 3 && words[1].certain() && words[1].Text == "-t"
	name := "MAPFILE"
	if len(args) > 0 {
		name = args[len(args)-1].Text
		if !args[len(args)-1].certain() || !isName(name) {
			r.gap("builtin evaluates text")
			return Data{}
		}
	}
	w := hidden(in.From)
	if whole && !in.Inexact && !strings.Contains(in.line(), "\n") {
		w = word{Word: command.Literal(in.line()), from: in.From}
	}
	r.setVariable(name, w, false)
	r.variable(name).list = nil
	return Data{}
}

func (r *run) getopts(words []word, _ Data) Data {
	if len(words) < 3 || !words[2].certain() || !isName(words[2].Text) {
		r.gap("builtin evaluates text")
		return Data{}
	}
	r.setVariable(words[2].Text, someName.word(), false)
	r.setVariable("OPTARG", hidden(sourcesOf(r.args)), false)
	r.setVariable("OPTIND", someNumber.word(), false)
	return Data{}
}

// printf prints, or with -v gives a variable what it would print.
func (r *run) printf(words []word, in Data) Data {
	if len(words) > 1 && (!words[1].Known() || strings.HasPrefix(words[1].Text, "-v")) {
		rest := words[2:]
		name := words[1].with(strings.TrimPrefix(words[1].Text, "-v"))
		if name.Text == "" && len(rest) > 0 {
			name, rest = rest[0], rest[1:]
		}
		if !name.certain() || !isName(name.Text) {
			r.gap("builtin evaluates text")
			return Data{}
		}
		r.setVariable(name.Text, printed(rest).word(), false)
		return Data{}
	}
	return r.external(words, in)
}

// set changes options and parameters; alone it shows every variable.
func (r *run) set(words []word, _ Data) Data {
	if len(words) == 1 {
		return r.showEnvironment()
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case !w.Known():
			r.setArgs(nil, false)
			return Data{}
		case w.Text == "--" || w.Text == "-" && i+1 < len(words):
			r.setArgs(words[i+1:], true)
			return Data{}
		case w.Text == "-": // alone it leaves the parameters as they are
			return Data{}
		case strings.HasPrefix(w.Text, "-"), strings.HasPrefix(w.Text, "+"):
			if strings.Trim(w.Text[1:], "befhmouvxCEPT") != "" {
				r.gap("option of the shell that changes how words are read")
			}
			for range strings.Count(w.Text, "o") {
				if i++; i < len(words) && !isOption(words[i].Text) {
					r.gap("option of the shell that changes how words are read")
				}
			}
		default:
			r.setArgs(words[i:], true)
			return Data{}
		}
	}
	return Data{}
}

// setArgs makes words the positional parameters.
func (r *run) setArgs(words []word, sure bool) {
	r.args, r.argsSure = slices.Clone(words), sure && !spreads(words)
	r.argsSet++
}

// doubtArgs is called where the parameters may have been changed, or not.
func (r *run) doubtArgs(set int) {
	if r.argsSet != set {
		r.argsSure = false
	}
}

// showEnvironment is a builtin that prints every variable.
func (r *run) showEnvironment() Data {
	r.act(Act{Act: command.Act{Do: command.Secrets, What: "environment"}})
	return Data{Inexact: true, From: []Source{{Kind: FromSecret, Name: "environment"}}}
}

func isOption(name string) bool {
	switch name {
	case "pipefail", "errexit", "nounset", "xtrace", "verbose", "noclobber", "noglob", "posix", "monitor", "notify", "errtrace", "functrace":
		return true
	}
	return false
}

func (r *run) shift(words []word, _ Data) Data {
	switch {
	case len(words) == 1 && len(r.args) > 0:
		r.args = r.args[1:]
		r.argsSet++
		r.learned++
	case r.argsSure && len(words) > 1:
		r.argsSure = false
		r.argsSet++
		r.learned++
	}
	return Data{}
}

// shopt changes how words are read; only options are let pass of which none
// makes a name something else.
func (r *run) shopt(words []word, _ Data) Data {
	for _, w := range words[1:] {
		switch w.Text {
		case "-s", "-u", "-q", "-p", "-o", "nullglob", "globstar", "failglob", "nocaseglob", "nocasematch", "expand_aliases",
			"inherit_errexit", "pipefail", "errexit", "nounset", "histappend", "checkwinsize":
			if w.certain() {
				continue
			}
		}
		r.gap("option of the shell that changes how words are read")
	}
	return Data{}
}

// testBuiltin is test(1) of the shell, which evaluates subscripts and, with
// numbers, nothing else.
func (r *run) testBuiltin(words []word, in Data) Data {
	for i, w := range words {
		if w.Text == "-v" || w.Text == "-R" {
			if i+1 < len(words) && (!words[i+1].certain() || !isName(words[i+1].Text)) {
				r.gap("builtin evaluates text")
			}
		}
	}
	r.by = words[0].Text
	return Data{}
}
