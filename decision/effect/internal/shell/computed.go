package shell

import (
	"encoding/base64"
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// computed tells the output of programs that follows from their words and
// input. False: it does not.
func (p *process) computed(name string) (Data, bool) {
	switch name {
	case "echo":
		return p.echo()
	case "printf":
		return printed(p.words[1:]), true
	case "cat":
		return p.passes()
	case "tee":
		return p.in, true
	case "pwd":
		return p.workingDir()
	case "basename":
		return p.base()
	case "dirname":
		return p.dir()
	case "mktemp":
		return p.temporary()
	case "base64":
		return p.base64()
	case "sort", "head", "tail", "grep":
		return p.lines(name)
	case "true", "false", "test", "[", "mkdir", "rm", "sleep", "cp", "mv", "chmod", "touch", "ln":
		return Data{}, !p.talks()
	}
	return p.atom(name)
}

// echo prints its words. With a backslash shells differ.
func (p *process) echo() (Data, bool) {
	words := p.words[1:]
	end := "\n"
	for len(words) > 0 && words[0].certain() && len(words[0].Text) > 1 && words[0].Text[0] == '-' && strings.Trim(words[0].Text[1:], "neE") == "" {
		if strings.Contains(words[0].Text, "n") {
			end = ""
		}
		words = words[1:]
	}
	texts := make([]string, len(words))
	out := Data{From: sourcesOf(words)}
	for i, w := range words {
		texts[i] = w.Text
		out.Inexact = out.Inexact || !w.certain() || strings.Contains(w.Text, "\\")
	}
	out.Text = strings.Join(texts, " ") + end
	if out.Inexact && strings.Contains(out.Text, command.Unknown) {
		out.Text = strings.ReplaceAll(out.Text, command.Unknown, "")
	}
	return out, true
}

// passes is cat(1): what it reads, or what comes in.
func (p *process) passes() (Data, bool) {
	for _, w := range p.words[1:] {
		if w.certain() && strings.HasPrefix(w.Text, "-") && w.Text != "-" {
			return Data{Inexact: true, Text: p.read.Text, From: merge(p.read.From, p.in.From)}, true
		}
	}
	switch {
	case len(p.words) == 1:
		return p.in, true
	case len(p.words) == 2:
		return p.read, true
	}
	return p.read.loose(), true
}

func (p *process) workingDir() (Data, bool) {
	w := p.named("PWD")
	return Data{Text: w.Text + "\n", Inexact: !w.certain(), From: nil}, w.certain()
}

func (p *process) base() (Data, bool) {
	if len(p.words) < 2 || !p.words[1].certain() || p.words[1].Text == "" || p.words[1].Text[0] == '-' {
		return Data{}, false
	}
	out := path.Base(p.words[1].Text)
	if len(p.words) == 3 && p.words[2].certain() && p.words[2].Text != out {
		out = strings.TrimSuffix(out, p.words[2].Text)
	}
	return Data{Text: out + "\n", From: p.words[1].from}, len(p.words) < 4
}

func (p *process) dir() (Data, bool) {
	if len(p.words) != 2 || !p.words[1].certain() || p.words[1].Text == "" || p.words[1].Text[0] == '-' {
		return Data{}, false
	}
	text := strings.TrimRight(p.words[1].Text, "/")
	at := strings.LastIndexByte(text, '/')
	switch {
	case text == "" || at == 0:
		text = "/"
	case at < 0:
		text = "."
	default:
		text = text[:at]
	}
	return Data{Text: text + "\n", From: p.words[1].from}, true
}

// temporary is the new name that mktemp(1) prints. The file is this command
// line's own, so whatever happens to it is its own affair.
func (p *process) temporary() (Data, bool) {
	const placeholder = "XXX" // the least that mktemp(1) takes
	name := "/tmp/tmp.XXXXXXXXXX"
	for _, w := range p.words[1:] {
		switch {
		case !w.certain() || p.vars["TMPDIR"] != nil:
			return Data{}, false
		case w.Text == "-d" || w.Text == "-q" || w.Text == "-qd" || w.Text == "-dq" || w.Text == "--directory":
		case w.Text == "-t":
			name = "/tmp/"
		case strings.HasPrefix(w.Text, "-") || strings.Contains(strings.TrimPrefix(w.Text, "/tmp/"), "/"): // it may be refused, and print nothing
			return Data{}, false
		case strings.HasSuffix(name, "/"):
			name += w.Text
		default:
			name = w.Text
		}
	}
	if !strings.HasSuffix(name, placeholder) {
		return Data{}, false
	}
	if key, ok := p.key(literal(name)); ok {
		if p.files == nil {
			p.files = map[string]*file{}
		}
		p.files[key] = &file{fresh: true}
	}
	return Data{Text: name + "\n"}, true
}

// base64 encodes or decodes what comes in, so that what is hidden is seen.
func (p *process) base64() (Data, bool) {
	d := p.in
	if !p.read.isEmpty() {
		d = p.read
	}
	decode := p.plan.Out == command.OutDecoded
	for _, w := range p.words[1:] {
		switch {
		case !w.certain():
			return Data{}, false
		case w.Text == "-d" || w.Text == "-D" || w.Text == "--decode":
			decode = true
		case strings.HasPrefix(w.Text, "-") && w.Text != "-":
			return Data{}, false
		}
	}
	from := d.From
	if decode {
		from = merge([]Source{{Kind: FromDecoded, Name: "base64"}}, from)
	}
	if d.Inexact {
		return Data{Inexact: true, From: from}, true
	}
	if !decode {
		return Data{Text: base64.StdEncoding.EncodeToString([]byte(d.Text)) + "\n", Inexact: len(d.Text) > 57, From: from}, true
	}
	text, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(d.Text), ""))
	if err != nil {
		return Data{Inexact: true, From: from}, true
	}
	return Data{Text: string(text), From: from}, true
}
