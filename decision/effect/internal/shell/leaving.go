package shell

import (
	"strings"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// other reports acts that need no more than to be reported, with the data that
// may leave through them.
func (p *process) other(a *command.Act, w word) {
	act := Act{Act: *a, Dir: ""}
	switch a.Do {
	case command.URL, command.Host, command.Remote, command.Payload, command.Network, command.External:
		act.Data = local(sourcesOf(p.words))
		if d := p.inputSent(); d != nil {
			act.Data = merge(act.Data, d)
		}
	case command.Upload:
		d := p.uploaded(a, w)
		act.Data = merge(d.From, p.pathSources(w))
	case command.Sends:
		act.Data = merge(local(p.in.From), local(p.read.From))
	case command.Unseen:
		act.Data = merge(sourcesOf(p.words), p.fetched())
	case command.SQL:
		if w.device != nil {
			w.Text = command.Unknown
		}
	}
	if isPlace(a.Do) {
		for _, dir := range p.dirsOf(w) {
			act.Dir = dir
			p.run.act(act)
		}
		return
	}
	p.run.act(act)
}

// isPlace reports acts that happen in a directory.
func isPlace(do command.Do) bool {
	switch do {
	case command.Project, command.Task, command.Upload, command.Remote, command.Discards, command.Installs:
		return true
	}
	return false
}

func (p *process) uploaded(a *command.Act, w word) Data {
	if d, ok := p.special(w, p.in, p.fds); ok {
		return d
	}
	if w.certain() && w.Text == "-" {
		return p.in
	}
	p.pathAct(command.Act{Do: command.Read, Word: w.Word}, "")
	return p.content(w)
}

// inputSent are the sources of the input, if the program sends it.
func (p *process) inputSent() []Source {
	if p.plan.In == command.InSends {
		return local(p.in.From)
	}
	return nil
}

// local are the sources that are data of this machine.
func local(from []Source) []Source {
	var out []Source
	for _, s := range from {
		switch s.Kind {
		case FromFile, FromEnvironment, FromSecret, FromProgram, FromDecoded:
			out = append(out, s)
		}
	}
	return out
}

// sends reports that data leaves through what was reported just before.
func (r *run) sends(d Data) {
	if from := local(d.From); len(from) > 0 || d.Inexact {
		r.act(Act{Act: command.Act{Do: Feeds}, Data: from})
	}
}

// input does what the program does with its input.
func (p *process) input() {
	switch flow := string(p.plan.In); {
	case p.in.isEmpty() && flow != "shell":
	case flow == string(command.InShell):
		p.runs = true
		defer p.shellOf(p.words[0].Text)()
		p.inner = join(p.inner, p.inside(func() Data {
			rest := Data{Inexact: true, From: p.in.From} // what is run may read what is left of the text
			return p.newShell(func() Data { return p.code(p.in, rest) })
		}))
	case flow == string(command.InSends):
		p.sends(p.in)
	case strings.HasPrefix(flow, "code("):
		p.interpret(strings.TrimSuffix(flow[len("code("):], ")"), p.in)
	case strings.HasPrefix(flow, "sql("):
		w := p.in.word()
		p.run.act(Act{Act: command.Act{Do: command.SQL, What: strings.TrimSuffix(flow[len("sql("):], ")"), Word: w.Word}})
	}
}
