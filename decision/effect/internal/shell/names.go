package shell

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// listsPlainly reports that a program prints names of files and nothing else:
// no flag makes it print what the command line says.
func listsPlainly(name string, words []word) bool {
	for _, w := range words {
		if !strings.HasPrefix(w.Text, "-") {
			continue
		}
		switch name {
		case "find":
			for _, prefix := range []string{"-print", "-fprint", "-ls", "-fls", "-exec", "-ok"} {
				if strings.HasPrefix(w.Text, prefix) && w.Text != "-print" && w.Text != "-print0" {
					return false
				}
			}
		case "grep", "egrep", "fgrep":
			if strings.HasPrefix(w.Text, "--la") {
				return false
			}
		case "ls":
			if strings.Trim(w.Text, "-1aAtrSd") != "" {
				return false
			}
		case "fd", "fdfind":
			if strings.HasPrefix(w.Text, "--format") || strings.HasPrefix(w.Text, "-x") || strings.HasPrefix(w.Text, "-X") || strings.HasPrefix(w.Text, "--exec") || strings.HasPrefix(w.Text, "-l") || strings.HasPrefix(w.Text, "--list") {
				return false
			}
		}
	}
	switch name {
	case "find", "ls", "fd", "fdfind", "grep", "egrep", "fgrep", "rg", "ag", "ack":
		return true
	}
	return false
}

// names are patterns of what a program like find(1) lists.
func (p *process) names() []string {
	if p.selects() {
		return nil
	}
	var out []string
	all := "/*"
	if p.plan.By == "find" && !slices.ContainsFunc(p.words[1:], asksForName) {
		all = "/**" // hidden files as well
	}
	for _, a := range p.plan.Acts {
		if a.Do != command.List && a.Do != command.Read {
			continue
		}
		w := word{Word: a.Word}
		if !w.Known() || w.Text == "" || strings.HasPrefix(w.Text, "-") {
			return nil
		}
		if strings.HasPrefix(p.plan.By, "ls") { // prints names without their directory, and what it is given if that is none
			out = append(out, "*")
			if w.Text != "." {
				out = append(out, w.Text)
			}
			continue
		}
		if w.Glob {
			out = append(out, w.Text, strings.TrimSuffix(w.Text, "/")+all)
			continue
		}
		out = append(out, strings.TrimSuffix(w.Text, "/")+all)
	}
	return out
}

// asksForName reports a test of find(1) that asks for a name or a path.
func asksForName(w word) bool {
	switch strings.Replace(w.Text, "-i", "-", 1) {
	case "-name", "-path", "-wholename", "-regex":
		return true
	}
	return false
}

// selects reports words that select files by what may be the name of one with
// secrets: what comes out is then not any file.
func (p *process) selects() bool {
	return slices.ContainsFunc(p.words[1:], func(w word) bool { return namesSecret(w.Text) })
}

// namesSecret reports a text, a pattern or a regular expression with a word of
// the names of files that hold secrets.
func namesSecret(text string) bool {
	text = strings.ToLower(text)
	for _, word := range []string{
		"env", "key", "pem", "secret", "token", "credential", "passw", "shadow", "id_", "ssh", "aws", "netrc", "history", "pfx", "p12", "vault", "auth",
	} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// lines are names of files that a filter lets through as they are: whole
// lines, and nothing beside them.
func (p *process) lines(name string) (Data, bool) {
	if len(p.in.Names) == 0 || p.in.Text != "" {
		return Data{}, false
	}
	harmless := harmlessFlags(name)
	operands := 0
	for _, w := range p.words[1:] {
		switch {
		case !w.certain() || namesSecret(w.Text):
			return Data{}, false
		case strings.HasPrefix(w.Text, "-") && strings.Trim(w.Text[1:], harmless) != "":
			return Data{}, false
		case !strings.HasPrefix(w.Text, "-") && !isDigits(w.Text):
			operands++
		}
	}
	if name != "grep" && operands > 0 || name == "grep" && operands != 1 {
		return Data{}, false
	}
	return p.in, true
}

// harmlessFlags are the letters of the flags with which a program prints lines
// of its input as they are.
func harmlessFlags(name string) string {
	switch name {
	case "sort":
		return "urnfVz"
	case "head", "tail":
		return "n0123456789"
	case "grep":
		return "viEFwx"
	}
	return ""
}
