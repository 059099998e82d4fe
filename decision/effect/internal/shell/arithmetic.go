package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic looks at an expression. The shell evaluates the text of every
// variable in it again, which may run commands hidden in a subscript; so only
// variables that hold numbers are seen through.
func (r *run) arithmetic(x syntax.ArithmExpr) {
	switch x := x.(type) {
	case nil:
	case *syntax.BinaryArithm:
		r.arithmetic(x.Y)
		if mayDivideByNothing(x) {
			r.aborts++
		}
		if w, ok := x.X.(*syntax.Word); ok && isAssignment(x.Op) && isName(w.Lit()) {
			r.arithmeticAssign(w.Lit(), x.Op)
			return
		}
		r.arithmetic(x.X)
	case *syntax.UnaryArithm:
		if w, ok := x.X.(*syntax.Word); ok && (x.Op == syntax.Inc || x.Op == syntax.Dec) && isName(w.Lit()) {
			r.arithmeticAssign(w.Lit(), syntax.AddAssgn)
			return
		}
		r.arithmetic(x.X)
	case *syntax.ParenArithm:
		r.arithmetic(x.X)
	case *syntax.Word:
		r.arithmeticWord(x)
	default:
		r.gap("arithmetic that is not read")
	}
}

// mayDivideByNothing reports an expression that may be an error, for which the
// shell leaves the line and goes on with the next one.
func mayDivideByNothing(x *syntax.BinaryArithm) bool {
	switch x.Op {
	case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn, syntax.Pow:
		w, ok := x.Y.(*syntax.Word)
		return !ok || !isDigits(w.Lit()) || strings.Trim(w.Lit(), "0") == ""
	}
	return false
}

func isAssignment(op syntax.BinAritOperator) bool {
	return op >= syntax.Assgn && op <= syntax.ShlAssgn
}

// arithmeticAssign notes that a variable becomes some number.
func (r *run) arithmeticAssign(name string, op syntax.BinAritOperator) {
	if op != syntax.Assgn {
		r.numeric(r.named(name))
	}
	r.setVariable(name, someNumber.word(), false)
}

func (r *run) arithmeticWord(w *syntax.Word) {
	if name := w.Lit(); name != "" {
		if isName(name) {
			r.numeric(r.named(name))
		} else if strings.ContainsAny(name, "[$`") {
			r.gap("arithmetic evaluates text")
		} else if len(name) > 1 && name[0] == '0' {
			r.aborts++
		}
		return
	}
	r.numeric(r.single(w))
}

func (r *run) numeric(w word) {
	if w.Known() && w.Text == "" && !w.Glob {
		return
	}
	if !w.certain() || len(w.Text) > 1 && w.Text[0] == '0' { // 08 is an error
		r.aborts++
	}
	if !w.isNumber() && !(w.certain() && isConstant(w.Text)) {
		r.gap("arithmetic evaluates the text of a variable")
	}
}

// isConstant reports a number in one of the shell's notations: 10, 0x1f,
// 2#101; and sums of such, which stand for themselves.
func isConstant(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '#' {
			return false
		}
	}
	return true
}

func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
