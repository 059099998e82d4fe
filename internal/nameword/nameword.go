// Package nameword reads what the names of tools and parameters say: whether a
// text is run or interpreted, whether a tool runs what it is told.
package nameword

import (
	"slices"
	"strings"
	"unicode"
)

// codeWords are names of parameters whose text is run or interpreted. How such
// a text begins, or what it holds, says nothing about what the rest of it
// does. Reviewed against the tools of common harnesses and servers: shells,
// databases, interpreters, browsers' evaluate.
var codeWords = []string{
	"arg", "args", "argument", "arguments", "argv", "bash", "cmd", "cmdline", "cmds", "code", "command", "commands",
	"eval", "exec", "expr", "expression", "function", "graphql", "input", "javascript", "js", "python", "queries",
	"query", "run", "script", "scripts", "shell", "snippet", "sql", "statement", "statements", "stdin",
}

// commandWords are words in the names of tools that run what they are told:
// shells, interpreters, databases, remote machines.
var commandWords = []string{
	"bash", "cmd", "command", "commands", "console", "eval", "exec", "execute", "javascript", "jupyter", "kernel",
	"powershell", "psql", "pwsh", "python", "query", "repl", "run", "script", "sh", "shell", "sql", "ssh",
	"subprocess", "terminal", "zsh",
}

// IsCode reports whether one of the names is that of a parameter whose text is
// run or interpreted.
func IsCode(names ...string) bool { return HasWord(names, codeWords) }

// RunsCommands reports whether a tool of this name runs what it is told.
func RunsCommands(tool string) bool { return HasWord([]string{tool}, commandWords) }

// HasWord reports whether one of the names is, or has among its words, one of
// the known words: "sqlQuery", "sql_query" and "query" all have "query".
func HasWord(names, known []string) bool {
	for _, name := range names {
		for _, word := range words(name) {
			if slices.Contains(known, word) {
				return true
			}
		}
	}
	return false
}

// words splits a name at signs and before capitals, in lower case. The name as
// a whole, without signs, is one of the words.
func words(name string) []string {
	var spaced strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			spaced.WriteByte(' ')
		}
		if unicode.IsLetter(r) {
			spaced.WriteRune(unicode.ToLower(r))
		} else {
			spaced.WriteByte(' ')
		}
	}
	list := strings.Fields(spaced.String())
	return append(list, strings.Join(list, ""))
}
