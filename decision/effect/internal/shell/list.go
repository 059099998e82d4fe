package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// list reads statements in order. They share what comes in, so with more
// than one of them nobody knows which gets what.
func (r *run) list(stmts []*syntax.Stmt, in Data) Data {
	if len(stmts) > 1 && !in.isEmpty() {
		in = in.loose()
	}
	var out Data
	start := r.line()
	for i, s := range stmts {
		if i > 0 && s.Pos().Line() > stmts[i-1].End().Line() {
			r.nextLine(start)
			start = r.line()
		}
		out = join(out, r.statement(s, in))
		r.settle()
	}
	r.nextLine(start)
	return out
}

// line is the state of the shell at the beginning of a line.
type line struct {
	mark, set, aborts int
	dirs              []string
}

func (r *run) line() line { return line{len(r.trail), r.argsSet, r.aborts, r.dirs} }

// nextLine ends a line that the shell may have left early.
func (r *run) nextLine(start line) {
	if r.aborts == start.aborts {
		return
	}
	r.forget(min(start.mark, len(r.trail)))
	r.doubtArgs(start.set)
	r.addDirs(start.dirs)
}

// settle takes account of a cd that may have failed when a statement is over.
func (r *run) settle() {
	r.addDirs(r.failed)
	r.failed = nil
}

// addDirs adds directories that the shell may be in as well, and reports
// whether there were new ones.
func (r *run) addDirs(dirs []string) bool {
	added := false
	for _, d := range dirs {
		if !slices.Contains(r.dirs, d) && !slices.Contains(r.dirs, NoDir) {
			r.dirs = append(slices.Clip(r.dirs), d)
			added = true
		}
	}
	if len(r.dirs) > maxDirs || slices.Contains(r.dirs, NoDir) {
		r.dirs = []string{NoDir}
	}
	return added
}

// statement reads one statement: a command with its redirections.
func (r *run) statement(s *syntax.Stmt, in Data) Data {
	if !r.enter() {
		return unknown
	}
	defer r.leave()
	if s.Coprocess || s.Disown {
		r.gap("statement of another shell")
	}
	if s.Negated {
		defer r.settle() // "! cd x && y" is in the directory where cd failed
	}
	if !s.Background {
		return r.redirected(s, in)
	}
	out := r.background(func() Data { return r.redirected(s, in) })
	return out.loose()
}

// command reads what a statement runs.
func (r *run) command(s *syntax.Stmt, in Data) Data {
	switch c := s.Cmd.(type) {
	case nil: // "< file" alone is its content, in $(< file) and in zsh
		for _, d := range s.Redirs {
			if isInput(d.Op) {
				return in
			}
		}
		return Data{}
	case *syntax.CallExpr:
		r.setSegment(s)
		return r.call(c, in)
	case *syntax.BinaryCmd:
		return r.binary(c, in)
	case *syntax.Subshell:
		return r.subshell(func() Data { return r.list(c.Stmts, in) })
	case *syntax.Block:
		return r.list(c.Stmts, in)
	case *syntax.IfClause:
		return r.ifClause(c, in)
	case *syntax.WhileClause:
		return r.while(c, in)
	case *syntax.ForClause:
		return r.forClause(s, c, in)
	case *syntax.CaseClause:
		return r.caseClause(c, in)
	case *syntax.FuncDecl:
		r.declare(c)
		return Data{}
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return Data{}
		}
		return r.statement(c.Stmt, in).loose()
	}
	r.setSegment(s)
	return r.clause(s.Cmd, in)
}

// clause reads the commands that have a syntax of their own.
func (r *run) clause(cmd syntax.Command, in Data) Data {
	switch c := cmd.(type) {
	case *syntax.ArithmCmd:
		r.each(func() { r.arithmetic(c.X) })
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			r.each(func() { r.arithmetic(x) })
		}
	case *syntax.TestClause:
		r.each(func() { r.test(c.X) })
	case *syntax.DeclClause:
		r.declaration(c)
	case *syntax.CoprocClause:
		r.subshell(func() Data { return r.statement(c.Stmt, unknown) })
		r.gap("coprocess")
	default:
		r.gap("syntax that is not read")
	}
	return Data{}
}

// link is one part of "a && b || c".
type link struct {
	op   syntax.BinCmdOperator
	stmt *syntax.Stmt
}

// binary reads lists and pipes. They lean to the left and may be long, so
// they are laid flat first.
func (r *run) binary(c *syntax.BinaryCmd, in Data) Data {
	if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
		return r.pipe(c, in)
	}
	links := []link{{c.Op, c.Y}}
	first := c.X
	for {
		left, ok := first.Cmd.(*syntax.BinaryCmd)
		if !ok || left.Op == syntax.Pipe || left.Op == syntax.PipeAll || len(first.Redirs) > 0 || first.Background {
			break
		}
		links = append(links, link{left.Op, left.Y})
		first = left.X
	}
	slices.Reverse(links)
	out := r.statement(first, in)
	if !in.isEmpty() {
		in = in.loose()
	}
	return r.chain(links, in, out)
}

// chain reads what follows the first command of a list. What a command behind
// && set is set for those behind it; behind || nobody knows, and what failed
// may have been any of those before it.
func (r *run) chain(links []link, in, out Data) Data {
	var room [maxDirs]string
	before := append(room[:0], r.failed...)
	mark, set := len(r.trail), r.argsSet
	for _, l := range links {
		if l.op == syntax.OrStmt {
			if before = append(before, r.failed...); r.leaves(l.stmt) {
				r.subshell(func() Data {
					r.addDirs(before)
					return r.statement(l.stmt, in)
				})
				before, r.failed = before[:0], nil
				continue
			}
			r.forget(mark)
			r.doubtArgs(set)
			r.addDirs(before)
			dirs := r.dirs
			r.failed = nil
			out = join(out, r.statement(l.stmt, in).loose())
			r.forget(mark)
			r.doubtArgs(set)
			r.addDirs(dirs)
			continue
		}
		before = append(before, r.failed...)
		dirs := r.dirs
		r.failed = nil
		next := r.statement(l.stmt, in)
		if !next.isEmpty() {
			out = join(out, next.loose())
		}
		before = append(before, dirs...)
	}
	r.forget(mark)
	r.doubtArgs(set)
	r.addDirs(before)
	return out
}

// pipe reads both sides, the left one first, though they run at once.
func (r *run) pipe(c *syntax.BinaryCmd, in Data) Data {
	return r.meanwhile(func() Data {
		out := r.background(func() Data { return r.statement(c.X, in) })
		if c.Op == syntax.PipeAll {
			out = out.loose()
		}
		return r.subshell(func() Data { return r.statement(c.Y, out) })
	})
}
