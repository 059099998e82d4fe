// Package sqltext tells what a text of SQL would do.
//
// It knows the verbs of statements and the functions that only compute; what
// it does not understand is a gap. It is no parser: a statement that a
// database refuses may well be told to read. What databases read in different
// ways, such as a backslash in a string, is a gap unless the dialect settles
// it.
package sqltext

// Dialect is whose SQL a text is in.
type Dialect string

// The dialects. Any is an unknown one: what they read in different ways is a
// gap.
const (
	Any      Dialect = ""
	Postgres Dialect = "postgres"
	MySQL    Dialect = "mysql"
	SQLite   Dialect = "sqlite"
	MSSQL    Dialect = "mssql"
)

// Kind is what a statement does to something.
type Kind string

// The kinds of act.
const (
	Reads      Kind = "reads"
	Creates    Kind = "creates"
	Overwrites Kind = "overwrites"
	Deletes    Kind = "deletes"
	ReadsFile  Kind = "reads file"  // of the machine that runs the database, or the client
	WritesFile Kind = "writes file" // of the machine that runs the database, or the client
	Executes   Kind = "executes"    // a program, or code that nobody has looked at
	Network    Kind = "network"
	Secrets    Kind = "secrets"
	Privilege  Kind = "privilege"
	Persists   Kind = "persists" // code that the database runs later
	Disrupts   Kind = "disrupts"
)

// Act is one thing that a statement does.
type Act struct {
	Kind   Kind
	Target string // a table, a file, a program; empty: the database
	// Concern says what speaks against an act that is routine otherwise:
	// "private data", "every row".
	Concern      string
	Irreversible bool
	From, To     int // the statement, in bytes of the text
}

// Gap is a statement, or a part of one, that is not understood.
type Gap struct {
	Reason   string
	From, To int
}

// Report is what a text does.
type Report struct {
	Acts []Act
	Gaps []Gap
}

// Limits of a text. What is over one of them is a gap.
const (
	// MaxBytes bounds the text: people and models write far less.
	MaxBytes = 256 << 10
	// MaxStatements bounds the statements.
	MaxStatements = 1000
)
