package shell

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fd is what a file descriptor beside the standard ones leads to. It is shared
// and does not change.
type fd struct {
	in  Data
	out sink
}

// sink is where output goes.
type sink struct {
	kind   sinkKind
	word   *word // of a file
	append bool
}

type sinkKind uint8

const (
	toPipe    sinkKind = iota // to whoever reads this command's output
	toNowhere                 // a terminal, /dev/null
	toFile
)

// device is a process substitution: a name that leads to a command's output
// or input.
type device struct {
	data  Data           // of <(…)
	stmts []*syntax.Stmt // of >(…)
	used  bool
}

// redirected reads a statement with its redirections.
func (r *run) redirected(s *syntax.Stmt, in Data) Data {
	if !r.step() {
		return unknown
	}
	if len(s.Redirs) == 0 {
		return r.command(s, in)
	}
	r.setSegment(s)
	segment := r.segment
	var result Data
	r.each(func() {
		r.segment = segment
		saved, mark := r.fds, len(r.devices)
		streams := r.redirect(s.Redirs, in)
		r.fds = streams.fds
		trail, set := len(r.trail), r.argsSet
		out := r.command(s, streams.in)
		r.segment = segment
		if slices.ContainsFunc(s.Redirs, r.mayMiss) { // then the command does not run
			r.forget(trail)
			r.doubtArgs(set)
		}
		switch {
		case isBareExec(s) && streams.out.kind == toFile:
			r.gap("output of all that follows is redirected")
			out = unknown
		case streams.out == streams.err && !out.isEmpty():
			out = out.loose()
		}
		result = join(result, r.deliver(out, streams.out))
		if !isBareExec(s) {
			r.feedRest(mark)
			r.fds = lasting(saved, r.fds)
		}
	})
	return result
}

// mayMiss is mayFail for what is known of files: one that was written here is
// there to be read.
func (r *run) mayMiss(d *syntax.Redirect) bool {
	if d.Op == syntax.RdrIn {
		f := r.file(r.single(d.Word))
		return mayFail(d) && (f == nil || !f.written)
	}
	return mayFail(d)
}

// lasting are the descriptors after a command with redirections: those before
// it, and those that were given a {name}, which the shell leaves open.
func lasting(before, during map[string]*fd) map[string]*fd {
	var out map[string]*fd
	for name, f := range during {
		if !strings.HasPrefix(name, "{") {
			continue
		}
		if out == nil {
			out = maps.Clone(before)
			if out == nil {
				out = map[string]*fd{}
			}
		}
		out[name] = f
	}
	if out == nil {
		return before
	}
	return out
}

// isBareExec reports an exec that only redirects, for all that follows.
func isBareExec(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(c.Args) == 1 && c.Args[0].Lit() == "exec"
}

// streams are what a command reads and where its output goes.
type streams struct {
	in       Data
	out, err sink
	fds      map[string]*fd
}

// descriptor is what a descriptor leads to so far.
func (s *streams) descriptor(name string) fd {
	if f := s.fds[name]; f != nil {
		return *f
	}
	return fd{}
}

// redirect applies redirections from left to right.
func (r *run) redirect(list []*syntax.Redirect, in Data) streams {
	s := streams{in: in, err: sink{kind: toNowhere}, fds: make(map[string]*fd, len(r.fds)+len(list))}
	for k, v := range r.fds {
		s.fds[k] = v
	}
	if outer, ok := s.fds["2"]; ok {
		s.err = outer.out
	}
	for _, d := range list {
		r.redirectOne(&s, d)
	}
	s.fds["2"] = &fd{out: s.err}
	return s
}

func (r *run) redirectOne(s *streams, d *syntax.Redirect) {
	name := r.descriptor(d)
	if isInput(d.Op) {
		data := r.input(d, s.in, s.fds)
		if name == "" || name == "0" {
			s.in = data
		} else {
			s.fds[name] = &fd{in: data, out: s.descriptor(name).out}
		}
		if d.Op != syntax.RdrInOut {
			return
		}
	}
	to := r.output(d, s.out, s.err, s.fds)
	both := d.Op == syntax.RdrAll || d.Op == syntax.RdrAllClob || d.Op == syntax.AppAll || d.Op == syntax.AppAllClob ||
		d.Op == syntax.DplOut && name == "" && to.kind == toFile
	switch {
	case both:
		s.out, s.err = to, to
	case name == "" && d.Op != syntax.RdrInOut, name == "1":
		s.out = to
	case name == "2":
		if s.err = to; to.kind == toFile && d.Op != syntax.DplOut {
			r.deliver(unknown, to)
		}
	default:
		if to.kind == toFile {
			r.deliver(unknown, to)
		}
		s.fds[name] = &fd{in: s.descriptor(name).in, out: to}
	}
}

// output is where a redirection sends output.
func (r *run) output(d *syntax.Redirect, out, err sink, fds map[string]*fd) sink {
	w := r.single(d.Word)
	if d.Op == syntax.DplOut && w.Known() {
		switch text := strings.TrimSuffix(w.Text, "-"); {
		case text == "1":
			return out
		case text == "2":
			return err
		case w.Text == "-":
			return sink{kind: toNowhere}
		default:
			if f, ok := fds[text]; ok {
				return f.out
			}
		}
		if isDigits(w.Text) || strings.HasPrefix(w.Text, "{") {
			r.gap("output to a descriptor that is not known")
			return sink{kind: toNowhere}
		}
	}
	to := sink{kind: toFile, word: &w, append: d.Op == syntax.AppOut || d.Op == syntax.AppAll || d.Op == syntax.AppClob}
	if isSilent(w) {
		return sink{kind: toNowhere}
	}
	return to
}

// isSilent reports files that take output and do nothing with it.
func isSilent(w word) bool {
	if !w.certain() {
		return false
	}
	switch w.Text {
	case "/dev/null", "/dev/stderr", "/dev/tty", "/dev/full", "/dev/zero":
		return true
	}
	return false
}

// deliver brings output where it goes and returns what is left of it.
func (r *run) deliver(out Data, to sink) Data {
	switch to.kind {
	case toNowhere:
		return Data{}
	case toFile:
		if to.word.certain() && to.word.Text == "/dev/stdout" {
			return out
		}
		by := r.by
		r.by = "redirection"
		r.addSegment("> " + to.word.Text)
		r.writeFile(*to.word, out, to.append)
		r.by = by
		return Data{}
	}
	return out
}
