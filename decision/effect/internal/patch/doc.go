// Package patch tells which files a patch changes, and what it makes of them.
//
// It reads the V4A form of the apply_patch tool ("*** Begin Patch") and unified
// diffs, with the headers that git adds. A line that it does not understand is
// a gap: no change is taken for a comment.
package patch

// Op is what happens to a file.
type Op string

// The operations.
const (
	Add     Op = "add"
	Update  Op = "update"
	Delete  Op = "delete"
	Move    Op = "move"    // and update, if it adds or removes anything
	Copy    Op = "copy"    // and update the copy, if it adds or removes anything
	Replace Op = "replace" // deleted and added by the same patch
)

// Change is what happens to one file.
type Change struct {
	Op    Op
	Path  string
	To    string // of a move or a copy
	Added string // the lines that are new, each with its line end
	// Removed is how many lines go. Of a V4A Delete they are not told: -1.
	Removed int
	Hunks   []Hunk // of what is changed; of an added file there are none
}

// hunk begins a hunk.
func (c *Change) hunk(header string, start int) {
	c.Hunks = append(c.Hunks, Hunk{Header: header, Start: start})
}

// line adds a line to the last hunk.
func (c *Change) line(op byte, text string) {
	if len(c.Hunks) == 0 {
		c.hunk("", 0)
	}
	last := &c.Hunks[len(c.Hunks)-1]
	last.Lines = append(last.Lines, Line{op, text})
}

// Gap is a line that is not understood.
type Gap struct {
	Reason string
	Line   int // from 1
}

// Report is what a patch does.
type Report struct {
	Changes []Change
	Gaps    []Gap
}

// Limits of a patch. What is over one of them is a gap.
const (
	// MaxFiles bounds the files of one patch.
	MaxFiles = 1000
	// MaxGaps bounds the gaps that are told; one is enough to be opaque.
	MaxGaps = 20
)
