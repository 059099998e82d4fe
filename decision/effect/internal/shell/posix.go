package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// isPlainShell reports a program that reads shell text, and of which it depends
// on the system whether that is bash: sh(1) is dash(1) on Debian.
func isPlainShell(name string) bool {
	switch name[strings.LastIndexByte(name, '/')+1:] {
	case "sh", "dash", "ash", "watch":
		return true
	}
	return false
}

// readsOtherwise reports text that bash and a plain shell both take, and read
// as two things: "cd a &> f" runs cd in the background of dash, and declare
// sets nothing there.
func readsOtherwise(file *syntax.File) bool {
	found := false
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Redirect:
			found = found || n.Op == syntax.RdrAll || n.Op == syntax.AppAll
		case *syntax.DeclClause:
			found = found || n.Variant.Value != "export" && n.Variant.Value != "readonly" && n.Variant.Value != "local"
		case *syntax.ArithmCmd, *syntax.TestClause, *syntax.LetClause:
			found = true
		case *syntax.SglQuoted:
			found = found || n.Dollar
		case *syntax.FuncDecl:
			found = found || n.RsrvWord
		case *syntax.Assign:
			found = found || n.Append
		case *syntax.CallExpr:
			found = found || isForBash(n)
		}
		return !found
	})
	return found
}

// isForBash reports builtins that a plain shell does not have, or has without
// the flag.
func isForBash(c *syntax.CallExpr) bool {
	if len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "mapfile", "readarray", "source", "pushd", "popd", "shopt":
		return true
	case "printf":
		return len(c.Args) > 1 && strings.HasPrefix(c.Args[1].Lit(), "-v")
	case "read":
		return slices.ContainsFunc(c.Args[1:], func(w *syntax.Word) bool {
			flag := w.Lit()
			return strings.HasPrefix(flag, "-") && flag != "-r" && flag != "-p"
		})
	}
	return false
}

// nestsQuotes reports the text between backquotes that shells read otherwise
// than the parser: a backquote in quotes ends it, and a backslash is taken away
// before the text is read.
func nestsQuotes(text string) bool {
	for i := range len(text) {
		if text[i] == '`' || text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\\\"", text[i+1]) >= 0 {
			return true
		}
	}
	return false
}
