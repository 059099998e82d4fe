// Package imports finds what a source file imports, without a grammar: from a
// reader that knows the comments and the strings of each language, and not much
// else.
//
// It errs to seeing an import where a parser would see none: a file that does
// not parse is read as far as it goes.
package imports

// Syntax is a family of languages that write imports alike.
type Syntax uint8

// The families.
const (
	Unknown    Syntax = iota
	JavaScript        // JavaScript with JSX, TSX
	TypeScript        // TypeScript, where < after an operator begins no element; script blocks of other files
	Python
	Go
	Java
	Kotlin
	Scala
	CSharp
	Rust
	C
	Ruby
	PHP
)

// Import is one thing that a file imports.
type Import struct {
	// Path is written as in the file, with the escapes of strings resolved:
	// "./a", "a.b", "..a", "crate::b", `A\B`. What is taken from a module
	// where it may be a module itself is an import of its own: "from a import
	// b" gives "a" and "a.b".
	Path string
	// Start and End are where it stands, in bytes.
	Start, End int
	// Computed says that the name is not written in the file, so that Path is
	// empty.
	Computed bool
}

// MaxImports bounds what is read of one file. No file of people comes near.
const MaxImports = 10_000

// Read finds the imports of a file, in order, at most [MaxImports] of them;
// whole is false if there are more. An unknown syntax has none.
func Read(s Syntax, src string) (list []Import, whole bool) {
	r := reader{src: src}
	switch s {
	case JavaScript, TypeScript:
		r.tokens = scanScript(src, s == JavaScript)
		r.script()
	case Python:
		r.tokens = scanPython(src)
		r.python()
	case Go:
		r.tokens = scan(src, goText)
		r.goFile()
	case Java:
		r.tokens = scan(src, javaText)
		r.dotted("import")
	case Kotlin, Scala:
		r.tokens = scan(src, kotlinText)
		r.dotted("import")
	case CSharp:
		r.tokens = scan(src, csharpText)
		r.using()
	case Rust:
		r.tokens = scan(src, rustText)
		r.rust()
	case C:
		r.tokens = scan(src, cText)
		r.include()
	case Ruby:
		r.tokens = scan(src, rubyText)
		r.ruby()
	case PHP:
		r.tokens = scan(phpCode(src), phpText)
		r.php()
	}
	return r.found, !r.more
}

// reader goes through the tokens of a file.
type reader struct {
	src    string
	tokens []token
	at     int
	found  []Import
	more   bool
}

func (r *reader) add(path string, from, to token) {
	r.put(Import{Path: path, Start: from.start, End: to.end})
}

func (r *reader) put(one Import) {
	if len(r.found) == MaxImports {
		r.more = true
		return
	}
	r.found = append(r.found, one)
}

// peek is the token that is n ahead; past the end a sign that is none.
func (r *reader) peek(n int) token {
	if i := r.at + n; i >= 0 && i < len(r.tokens) {
		return r.tokens[i]
	}
	return token{start: len(r.src), end: len(r.src), first: true}
}

func (r *reader) done() bool { return r.at >= len(r.tokens) }
