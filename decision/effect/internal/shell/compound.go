package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// ifClause reads every branch.
func (r *run) ifClause(c *syntax.IfClause, in Data) Data {
	if !in.isEmpty() {
		in = in.loose()
	}
	out := r.list(c.Cond, in)
	r.maybe(func() { out = join(out, r.list(c.Then, in).loose()) })
	if c.Else == nil {
		return out.orNothing()
	}
	r.maybe(func() {
		if c.Else.ThenPos.IsValid() {
			out = join(out, r.ifClause(c.Else, in).loose())
			return
		}
		out = join(out, r.list(c.Else.Then, in).loose())
	})
	return out.orNothing()
}

// orNothing is data that may not come.
func (d Data) orNothing() Data {
	if d.isEmpty() {
		return d
	}
	return d.loose()
}

// loop goes through a loop until it learns nothing new.
func (r *run) loop(body func() Data) Data {
	var out Data
	r.looping++
	defer func() { r.looping-- }()
	for range maxRounds {
		before := r.learned
		r.jumping(func() { r.maybe(func() { out = either(out, body()) }) })
		if r.learned == before {
			return out.orNothing()
		}
	}
	r.gap("loop that is not followed to its end")
	return out.orNothing()
}

func (r *run) while(c *syntax.WhileClause, in Data) Data {
	if !in.isEmpty() {
		in = in.loose()
	}
	out := r.list(c.Cond, in)
	if !c.Until && endless(c.Cond) && startsWithoutEnd(c.Do) {
		r.act(Act{Act: command.Act{Do: command.Disrupts, What: "starts processes without end"}, By: "shell"})
	}
	return join(out, r.loop(func() Data {
		r.list(c.Cond, in)
		return r.list(c.Do, in)
	}))
}

// endless reports a condition that always holds.
func endless(cond []*syntax.Stmt) bool {
	if len(cond) != 1 {
		return false
	}
	c, ok := cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	name := c.Args[0].Lit()
	return name == "true" || name == ":" || name == "["
}

// startsWithoutEnd reports a body that leaves processes behind.
func startsWithoutEnd(body []*syntax.Stmt) bool {
	found := false
	for _, s := range body {
		syntax.Walk(s, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok && s.Background {
				found = true
			}
			return !found
		})
	}
	return found
}

func (r *run) forClause(s *syntax.Stmt, c *syntax.ForClause, in Data) Data {
	if !in.isEmpty() {
		in = in.loose()
	}
	segment := r.segment
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		r.iterate(l)
	case *syntax.CStyleLoop:
		r.each(func() {
			r.arithmetic(l.Init)
			r.arithmetic(l.Cond)
			r.arithmetic(l.Post)
		})
	}
	r.segment = segment
	if c.Select {
		r.gap("menu that a person answers")
	}
	return r.loop(func() Data { return r.list(c.Do, in) })
}

// iterate gives the loop's variable its values.
func (r *run) iterate(l *syntax.WordIter) {
	items := r.args
	if l.InPos.IsValid() {
		items = nil
		r.each(func() { items = append(items, r.fields(l.Items)...) })
	} else if !r.argsSure {
		items = []word{hidden(nil)}
	}
	for _, w := range items {
		r.setVariable(l.Name.Value, w, false)
	}
}

func (r *run) caseClause(c *syntax.CaseClause, in Data) Data {
	if !in.isEmpty() {
		in = in.loose()
	}
	r.each(func() { r.single(c.Word) })
	var out Data
	for _, item := range c.Items {
		r.each(func() {
			for _, p := range item.Patterns {
				r.single(p)
			}
		})
		r.maybe(func() { out = join(out, r.list(item.Stmts, in).loose()) })
	}
	return out.orNothing()
}

// test looks at [[ … ]]: it runs what is substituted in it, and comparisons
// of numbers evaluate text.
func (r *run) test(x syntax.TestExpr) {
	switch x := x.(type) {
	case *syntax.BinaryTest:
		if x.Op >= syntax.TsEql && x.Op <= syntax.TsGtr {
			r.testNumber(x.X)
			r.testNumber(x.Y)
			return
		}
		if x.Op == syntax.TsReMatch {
			r.matches(x.X)
		}
		r.test(x.X)
		r.test(x.Y)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			if w, ok := x.X.(*syntax.Word); !ok || !isName(w.Lit()) {
				r.gap("test evaluates text")
			}
			return
		}
		r.test(x.X)
	case *syntax.ParenTest:
		r.test(x.X)
	case *syntax.Word:
		r.single(r.withoutExtGlobs(x))
	}
}

// withoutExtGlobs is a word without its extended patterns, which nothing but
// text is matched with. What is substituted in them is not read.
func (r *run) withoutExtGlobs(w *syntax.Word) *syntax.Word {
	out := &syntax.Word{}
	for _, part := range w.Parts {
		p, ok := part.(*syntax.ExtGlob)
		if !ok {
			out.Parts = append(out.Parts, part)
			continue
		}
		if strings.ContainsAny(p.Pattern.Value, "$`<>\\") {
			r.gap("substitution in a pattern")
		}
	}
	return out
}

// matches keeps where the parts of a text come from that =~ puts into
// BASH_REMATCH.
func (r *run) matches(text syntax.TestExpr) {
	if w, ok := text.(*syntax.Word); ok {
		r.assign("BASH_REMATCH", hidden(r.single(w).from), false)
	}
}

func (r *run) testNumber(x syntax.TestExpr) {
	if w, ok := x.(*syntax.Word); ok {
		r.arithmeticWord(w)
	}
}
