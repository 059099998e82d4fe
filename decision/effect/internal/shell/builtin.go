package shell

import "strings"

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
	case "return", "break", "continue":
		return (*run).jump
	case ":", "true", "false", "exit", "jobs", "dirs", "unalias":
		return (*run).nothing
	case "wait":
		return (*run).waitBuiltin
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

// waitBuiltin sets the variable that -p names, and evaluates its subscript.
func (r *run) waitBuiltin(words []word, _ Data) Data {
	for _, w := range words[1:] {
		if !w.isNumber() && (!w.certain() || strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "p")) {
			r.gap("builtin evaluates text")
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
