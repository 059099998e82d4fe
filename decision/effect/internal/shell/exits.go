package shell

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"
)

// leaves reports a statement after which the shell surely does not go on: an
// exit, or a return where there is something to return from. A function of
// that name, a redirection that fails, or too many words keep it from leaving.
func (r *run) leaves(s *syntax.Stmt) bool {
	if s.Negated || s.Background || s.Coprocess || s.Disown || slices.ContainsFunc(s.Redirs, mayFail) {
		return false
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return r.leavesBy(c)
	case *syntax.Block:
		last := len(c.Stmts) - 1
		return last >= 0 && r.leaves(c.Stmts[last]) && !slices.ContainsFunc(c.Stmts[:last], r.mayJump)
	}
	return false
}

func (r *run) leavesBy(c *syntax.CallExpr) bool {
	if len(c.Args) == 0 || len(c.Args) > 2 || len(c.Assigns) > 0 {
		return false
	}
	if len(c.Args) == 2 && c.Args[1].Lit() == "" && !isStatus(c.Args[1]) {
		return false
	}
	name := c.Args[0].Lit()
	if r.funcs[name] != nil || r.aliases[name] != "" {
		return false
	}
	return name == "exit" || name == "return" && r.calls > 0
}

// isStatus reports the word $?.
func isStatus(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	p, ok := w.Parts[0].(*syntax.ParamExp)
	return ok && p.Short && p.Param != nil && p.Param.Value == "?"
}

// mayJump reports a statement that may leave the block in another way than by
// its end: all but those that print.
func (r *run) mayJump(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return true
	}
	name := c.Args[0].Lit()
	return !isInert(name) && name != "cat" && name != "ls" || r.funcs[name] != nil || r.aliases[name] != ""
}

// mayFail reports a redirection that may keep its command from running: one of
// a file that may not be there, or in a directory that may not.
func mayFail(d *syntax.Redirect) bool {
	switch d.Op {
	case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return false
	case syntax.DplOut, syntax.DplIn:
		return !isDigits(d.Word.Lit())
	}
	return d.Word.Lit() != "/dev/null"
}

// jump is return, break and continue.
func (r *run) jump([]word, Data) Data {
	r.jumps = append(append(r.jumps, r.dirs...), r.failed...)
	return Data{}
}
