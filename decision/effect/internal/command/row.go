package command

// Row is what is known of one program, or of one of its subcommands. The zero
// fields say "nothing of the kind". All text fields are in the notation of the
// package comment and are read when the program is first looked up.
type Row struct {
	// Name are the names, separated by blanks: "egrep fgrep".
	Name string
	// Like is the program whose row holds instead of this one; "*" is the one
	// of the same name as the last word of Name. All else is empty then.
	Like   string
	Flags  string // every flag that is understood
	Shared string // flags that its subcommands understand as well
	Args   string // the roles of the operands, in order; empty: none is allowed
	Does   string // the acts of every run
	Out    string // what its output carries
	In     string // what becomes of its input
	// Style tells how flags are written:
	//
	//	""          as getopt_long(3): anywhere, bundled, "--" ends them; a
	//	            shortened long flag is a gap, because the row may not know
	//	            the flag that is meant
	//	"gnu"       the same, and the row lists all flags, so that a long flag
	//	            may be shortened as long as that is unambiguous
	//	"first"     flags stand before the first operand
	//	"single"    long flags with one dash, no bundles: go, terraform, java
	//	"cc"        the same, and one-letter flags take a value attached or
	//	            apart: compilers
	//	"dashless"  the first word may be a bundle of flags without its dash:
	//	            tar, ps, ar
	//	"key"       key=value operands: dd
	//	"bare"      there are no flags: echo, true
	//	"find"      an expression of find(1), which has a reader of its own
	Style string
	// Sub are the subcommands. Does, Out and In of the row are for a run
	// without subcommand, and so is Args; without Args the first operand must
	// name a subcommand.
	Sub []Row
	// Source is where this was learned: "git-log(1) 2.47".
	Source string
}
