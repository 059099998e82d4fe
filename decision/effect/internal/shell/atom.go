package shell

import "strings"

// atom is the output of programs that print a number or a name and nothing
// else, as their words tell.
func (p *process) atom(name string) (Data, bool) {
	words := p.words[1:]
	for _, w := range words {
		if !w.certain() {
			return Data{}, false
		}
	}
	switch name {
	case "date":
		return dateAtom(textsOf(words))
	case "nproc":
		return someNumber, true
	case "wc":
		return someNumber, len(words) == 1 && isOneOf(words[0].Text, "-l", "-c", "-w", "-m", "-L")
	case "seq":
		for _, w := range words {
			if !isDigits(w.Text) {
				return Data{}, false
			}
		}
		return someNumber, len(words) > 0
	case "id":
		if len(words) == 1 && isOneOf(words[0].Text, "-u", "-g") {
			return someNumber, true
		}
		return someName, len(words) == 1 && isOneOf(words[0].Text, "-un", "-gn")
	case "uname":
		return someName, len(words) == 0 || len(words) == 1 && isOneOf(words[0].Text, "-s", "-m", "-r", "-n", "-p")
	case "whoami", "arch":
		return someName, len(words) == 0
	case "hostname":
		return someName, len(words) == 0 || len(words) == 1 && isOneOf(words[0].Text, "-s", "-f")
	}
	return Data{}, false
}

func isOneOf(text string, list ...string) bool {
	for _, one := range list {
		if text == one {
			return true
		}
	}
	return false
}

// dateAtom is what date(1) prints if that is digits, with "-", "_" and letters
// between them.
func dateAtom(words []string) (Data, bool) {
	format := ""
	for _, w := range words {
		switch {
		case strings.HasPrefix(w, "+") && format == "":
			format = w[1:]
		case w == "-u" || w == "--utc":
		case w == "-I" || w == "--iso-8601":
			format = "%F"
		default:
			return Data{}, false
		}
	}
	out, digits := someNumber, false
	for i := 0; i < len(format); i++ {
		c := format[i]
		switch {
		case c == '%' && i+1 < len(format) && strings.IndexByte("YmdHMSsjyFNeGVuwC", format[i+1]) >= 0:
			digits = true
			i++
		case c == '-' || c >= '0' && c <= '9':
		case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
			out = someName
		default:
			return Data{}, false
		}
	}
	return out, digits
}

// talks reports a flag by which a program that is silent prints what it does.
func (p *process) talks() bool {
	for _, w := range p.words[1:] {
		if !w.certain() || strings.HasPrefix(w.Text, "-") && (strings.HasPrefix(w.Text, "--") || strings.ContainsAny(w.Text, "vci")) {
			return true
		}
	}
	return false
}
