package command

// Table is a set of rows to look programs up in. It is safe for concurrent use.
type Table struct{}

// Core returns the table of the rows that come with the library. It is built
// when first asked for.
func Core() *Table { return &Table{} }

// Lookup reports whether a row knows the program of this name: a plain name, or
// a path into one of the system's directories of programs.
func (t *Table) Lookup(name string) bool { return false }

// Interpret tells what a command line does. The first word is the program.
// Words that the shell itself acts on, such as redirections and assignments,
// are not part of it. No words do nothing.
func (t *Table) Interpret(words []Word) Plan {
	return Plan{Gaps: []Gap{{Reason: "unknown program"}}}
}
