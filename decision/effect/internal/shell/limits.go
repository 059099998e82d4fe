package shell

// The limits of reading. What goes beyond one of them is a gap, and all that
// was seen before it stays.
const (
	// MaxBytes bounds the text. People and agents write far less, except for
	// files in here-documents; the parser takes half a second for the worst
	// text of this length.
	MaxBytes = 64 << 10
	// maxOpeners bounds the brackets that run something, which bounds how deep
	// the parser recurses: it overflows the stack at 300,000.
	maxOpeners = 4000
	// maxNesting bounds how deep statements, functions, and shells started by
	// shells are followed.
	maxNesting = 40
	// maxSteps bounds the simple commands that are looked at, repetitions of
	// loops and alternatives included.
	maxSteps = 3000
	// maxValues bounds the values that are kept of a variable, and the
	// alternatives of one command line that follow from them.
	maxValues = 64
	// maxWords bounds the words that braces and arrays become.
	maxWords = 4096
	// maxText bounds the text that is computed: values, content of files.
	maxText = 256 << 10
	// maxRounds bounds how often a loop is gone through until nothing new is
	// learned.
	maxRounds = 8
	// maxDirs bounds the directories that the shell may be in.
	maxDirs = 4
	maxActs = 4000
	maxGaps = 100
	// maxRepeats is how far back a repeated act is looked for.
	maxRepeats = 64
)
