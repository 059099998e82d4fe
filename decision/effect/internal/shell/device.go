package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// processSubstitution makes the device of a process substitution.
func (r *run) processSubstitution(p *syntax.ProcSubst) word {
	d := &device{}
	if p.Op == syntax.CmdOut {
		d.stmts = p.Stmts
		r.devices = append(r.devices, d)
	} else {
		d.data = r.inside(func() Data { return r.background(func() Data { return r.list(p.Stmts, unknown) }) })
		d.used = true
	}
	return word{Word: command.Literal("/dev/fd/63"), device: d, from: d.data.From}
}

// feed runs the command of >(…) on what is written to it.
func (r *run) feed(d *device, data Data) {
	d.used = true
	r.inside(func() Data { return r.list(d.stmts, data) })
}

// feedRest runs those that no act was seen to write to.
func (r *run) feedRest(mark int) {
	for _, d := range r.devices[mark:] {
		if !d.used {
			r.feed(d, unknown)
		}
	}
	r.devices = r.devices[:mark]
}

// inside runs f in a subshell, and comes back to the segment.
func (r *run) inside(f func() Data) Data {
	segment, by, picks := r.segment, r.by, r.picks
	r.picks = nil
	out := r.subshell(f)
	r.segment, r.by, r.picks = segment, by, picks
	return out
}

func (r *run) substitution(p *syntax.CmdSubst) Data {
	if p.TempFile || p.ReplyVar {
		r.gap("substitution of another shell")
		return unknown
	}
	from, to := int(p.Left.Offset())+1, int(p.Right.Offset())
	if p.Backquotes && from < to && to <= len(r.source) && nestsQuotes(r.source[from:to]) {
		r.gap("quotes within backquotes")
	}
	return r.inside(func() Data { return r.list(p.Stmts, unknown) })
}
