package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// isAllArgs reports "$@" and "${a[@]}", which become one word each element.
func isAllArgs(part syntax.WordPart) bool {
	p, ok := part.(*syntax.ParamExp)
	if !ok || p.Param == nil {
		return false
	}
	return p.Param.Value == "@" || p.Index != nil && isWord(p.Index, "@")
}

func isWord(x syntax.ArithmExpr, text string) bool {
	w, ok := x.(*syntax.Word)
	return ok && w.Lit() == text
}

// parameter adds the value of $x, ${x:-y} and the like.
func (r *run) parameter(b *builder, p *syntax.ParamExp, quoted bool) {
	if p.Param == nil || p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 {
		r.gap("expansion that is not read")
		b.hole(false)
		return
	}
	if p.Excl {
		if p.Names == 0 {
			r.gap("expansion evaluates the value of a variable")
		}
		b.hole(quoted)
		return
	}
	if p.Index != nil || p.Param.Value == "@" || p.Param.Value == "*" {
		if r.elements(b, p, quoted) {
			return
		}
	}
	w := r.named(p.Param.Value)
	if p.Index != nil {
		r.arithmetic(p.Index)
		w = hidden(w.from)
	}
	if p.Length {
		b.insertData(someNumber, quoted)
		return
	}
	b.insert(r.changed(p, w), quoted)
}

// elements adds all elements of a list. False: it is not known, or the
// expansion is of one of them.
func (r *run) elements(b *builder, p *syntax.ParamExp, quoted bool) bool {
	all := p.Index == nil || isWord(p.Index, "@") || isWord(p.Index, "*")
	if !all {
		return false
	}
	list, sure := r.args, r.argsSure
	if p.Index != nil {
		v := r.vars[p.Param.Value]
		sure = v != nil && v.list != nil && v.definite
		if sure {
			list = v.list
		}
	}
	if p.Length {
		b.insertData(someNumber, quoted)
		return true
	}
	if !sure || p.Exp != nil || p.Repl != nil || p.Slice != nil {
		r.changed(p, hidden(nil))
		b.hole(false)
		return true
	}
	if quoted && !isAllArgs(p) {
		r.joined(b, list)
		return true
	}
	for i, w := range list {
		if i > 0 {
			b.end()
		}
		b.insert(w, quoted)
		b.started = true
	}
	return true
}

// joined adds "$*": all words in one, with a blank between them.
func (r *run) joined(b *builder, list []word) {
	b.started = true
	for i, w := range list {
		if i > 0 {
			b.literal(" ")
		}
		b.insert(w, true)
	}
}

// ambient are variables that a shell sets itself to a number, and ambientNames
// to something else without blanks or slashes.
const (
	ambient      = " UID EUID PPID RANDOM SRANDOM SECONDS LINENO BASHPID COLUMNS LINES SHLVL EPOCHSECONDS # ? $ ! "
	ambientNames = " OSTYPE HOSTTYPE MACHTYPE BASH_VERSION - "
)

// named is one value of the variable of this name.
func (r *run) named(name string) word {
	if isDigits(name) {
		return r.positional(name)
	}
	v := r.vars[name]
	switch {
	case v != nil && (len(v.values) > 0 || v.definite):
		return r.value(v)
	case name == "HOME" && r.engine.Home != "":
		return literal(r.engine.Home)
	case name == "PWD" && len(r.dirs) == 1 && strings.HasPrefix(r.dirs[0], "/"):
		return literal(r.dirs[0])
	case name == "PWD" && len(r.dirs) == 1 && r.dirs[0] == "" && r.engine.WorkingDir != "":
		r.report.NamesWorkingDir = true
		return literal(r.engine.WorkingDir)
	case strings.Contains(ambient, " "+name+" "):
		return someNumber.word()
	case strings.Contains(ambientNames, " "+name+" "):
		return someName.word()
	}
	return hidden([]Source{{Kind: FromEnvironment, Name: name}})
}

func (r *run) positional(name string) word {
	n, err := strconv.Atoi(name)
	switch {
	case err == nil && n > 0 && r.argsSure && n <= len(r.args):
		return r.args[n-1]
	case err == nil && n > 0 && r.argsSure:
		return literal("")
	}
	return hidden([]Source{{Kind: FromEnvironment, Name: name}})
}

// changed applies the operators of an expansion to a value.
func (r *run) changed(p *syntax.ParamExp, w word) word {
	switch {
	case p.Slice != nil:
		r.arithmetic(p.Slice.Offset)
		r.arithmetic(p.Slice.Length)
		return slice(p.Slice, w)
	case p.Repl != nil:
		return replace(p.Repl.All, r.single(p.Repl.Orig), r.single(p.Repl.With), w)
	case p.Exp == nil:
		return w
	}
	switch p.Exp.Op {
	case syntax.OtherParamOps:
		if op := p.Exp.Word.Lit(); op != "Q" && op != "U" && op != "L" && op != "u" {
			r.gap("expansion evaluates the value of a variable")
		}
		return hidden(w.from)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return trim(p.Exp.Op, w, r.single(p.Exp.Word))
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return r.fallback(p, w)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		r.single(p.Exp.Word)
		return w
	}
	r.single(p.Exp.Word)
	return hidden(w.from)
}

// fallback is the value of ${x-y}, ${x=y} and ${x+y}. Where both are possible
// the variable is made to have both.
func (r *run) fallback(p *syntax.ParamExp, w word) word {
	other := r.single(p.Exp.Word)
	name := p.Param.Value
	orEmpty := p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.AssignUnsetOrNull || p.Exp.Op == syntax.AlternateUnsetOrNull
	v := r.vars[name]
	set := v != nil && v.definite && w.Known() && (w.Text != "" || !orEmpty)
	assigns := p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull
	switch {
	case p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull:
		if set {
			return other
		}
		return r.choose("+"+name+other.Text, other, literal(""))
	case set:
		return w
	case assigns:
		r.setByShell(name, other)
		return r.choose("="+name+other.Text, other, w)
	case v != nil && v.definite && w.Known() && w.Text == "":
		return other
	}
	return r.choose("-"+name+other.Text, other, w)
}

// choose makes both words alternatives of the command line that is being
// read. The name tells one choice from another.
func (r *run) choose(name string, a, b word) word {
	v := r.variable(name)
	v.values, v.definite = append(v.values[:0], a, b), true
	return r.value(v)
}
