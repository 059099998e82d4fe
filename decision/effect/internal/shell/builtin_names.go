package shell

import "strings"

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
			if w.Text != "IFS" { // without it words are split as usual
				r.checkEnvironment(w.Text, false)
			}
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
