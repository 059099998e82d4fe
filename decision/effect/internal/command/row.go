package command

// Row is what is known of one program, or of one of its subcommands. The zero
// fields say "nothing of the kind". All text fields are in the notation of the
// package comment and are read when the program is first looked up.
type Row struct {
	// Name are the names, separated by blanks: "egrep fgrep". Of a subcommand
	// of two words the words are joined by "/": "remote/add".
	Name  string
	Flags string // every flag that is understood
	Args  string // the roles of the operands, in order; empty: none is allowed
	Does  string // the acts of every run
	Out   string // what its output carries
	In    string // what becomes of its input
	// Style tells how flags are written:
	//
	//	""        as getopt_long(3): anywhere, bundled, "--" ends them, a long
	//	          flag may be shortened as long as that is unambiguous
	//	"first"   flags stand before the first operand
	//	"single"  long flags with one dash, no bundles: go, terraform, java
	//	"key"     key=value operands: dd
	//	"bare"    there are no flags: echo, true
	Style string
	// Sub are the subcommands; with them the first operand must name one, and
	// Flags are those that may stand before it. Args and Does of the row are
	// for a run without subcommand.
	Sub []Row
	// Source is where this was learned: "git-log(1) 2.47".
	Source string
}
