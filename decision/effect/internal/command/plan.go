package command

import "strings"

// Unknown stands in the Text of a [Word] for a part that is not known and may
// be empty. No argument of a program can hold this letter.
const Unknown = "\x00"

// Word is one word of a command line as the program would get it, as far as
// that is known.
type Word struct {
	// Text is the word without its quotes. Every part of it that is not known
	// is [Unknown]: "--output=\x00", "\x00/bin".
	Text string
	// Glob says that Text holds unquoted wildcards and becomes the names that
	// match it: one or more words.
	Glob bool
	// Spread says that the word may become any number of words, also none and
	// also flags: an unquoted expansion of what is not known.
	Spread bool
	// Ref is the caller's handle. It is found again in what is made of the
	// word; 0 is that of words which a row made.
	Ref int32
}

// Literal returns the known word with this text.
func Literal(text string) Word { return Word{Text: text} }

// Known reports whether no part of the word is unknown. A known Glob is a
// known pattern.
func (w Word) Known() bool { return !w.Spread && !strings.Contains(w.Text, Unknown) }

// certain reports whether the word is Text and nothing else.
func (w Word) certain() bool { return w.Known() && !w.Glob }

// from returns the word that is left when n bytes are cut off its beginning.
func (w Word) from(n int) Word {
	w.Text = w.Text[n:]
	return w
}

// Do is what an [Act] does: a role of the notation or one of its acts, under
// the same name.
type Do string

// The acts on words. Word says on which; see the package comment.
const (
	Read    Do = "read"
	List    Do = "list"
	Write   Do = "write"
	Append  Do = "append"
	Edit    Do = "edit"
	Create  Do = "create"
	Delete  Do = "delete"
	Move    Do = "move"
	Dest    Do = "dest" // Words are what goes there
	Tree    Do = "tree"
	Link    Do = "link"
	Props   Do = "props"
	Exec    Do = "exec"  // Words is the inner command line, Env its variables, What where it runs
	Shell   Do = "shell" // Word is the text, Words are its parameters from $0 on
	Join    Do = "join"  // a shell runs Words, joined by blanks
	Code    Do = "code"  // What is the language, Words are the arguments
	Script  Do = "script"
	SQL     Do = "sql" // What is the dialect
	URL     Do = "url" // What is the method, if known
	Host    Do = "host"
	Remote  Do = "remote"
	Payload Do = "payload" // the text leaves the machine
	Upload  Do = "upload"  // the file is read and leaves the machine
	Secret  Do = "secret"
	Mention Do = "mention" // a path that the row does not expect: see reader.mention
	Task    Do = "task"    // a task of the project's own code, see [OutwardTask]
)

// The acts without a word. What says on what, for people.
const (
	Network      Do = "network"
	Sends        Do = "sends"
	External     Do = "external"
	RemoteDelete Do = "remotedelete"
	Installs     Do = "installs"
	Privilege    Do = "privilege"
	Persistence  Do = "persistence"
	Disrupts     Do = "disrupts"
	Discards     Do = "discards"
	Doubts       Do = "doubts" // routine by its kind, and a person should look
	Secrets      Do = "secrets"
	Project      Do = "project" // Word is the code; none: that of the working directory
	Unseen       Do = "unseen"
)

// Act is one thing that a command line does.
type Act struct {
	Do   Do
	Word Word   // what it acts on; of a fixed path a literal word
	What string // the text in parentheses: "commits", "python"
	// Words are further words: the inner command line of Exec and Join, the
	// arguments of Shell, Code and Script, the sources of Dest.
	Words []Word
	Env   []Word // NAME=value words before the inner command line of Exec
	// Place is the text in Words that every input word replaces, as of
	// "xargs -I{}". Empty: input words are appended, if In is "args".
	Place string
	// Deep says that whole trees are deleted, copied or changed.
	Deep bool
	// Outer says that a relative path counts from where the program was
	// started, although Plan.Dir says that it works elsewhere.
	Outer bool
	// Fixed says that the row names the path, not the command line.
	Fixed bool
	// Search tells how a Read looks at what it reads.
	Search Search
}

// Search tells of a program that looks for a text in files.
type Search uint8

const (
	// SearchesAll says that whole trees are searched, hidden files as well.
	SearchesAll Search = 1 << iota
	// SearchesSecrets says that the text is a word for secrets.
	SearchesSecrets
	// ShowsNames says that only names and numbers of what is found are shown.
	ShowsNames
)

// Flow is what a stream carries or what becomes of it; see the package
// comment. It may have a text in parentheses: "code(python)".
type Flow string

// The flows of output.
const (
	OutContent Flow = "content"
	OutNames   Flow = "names"
	OutText    Flow = "text"
	OutStdin   Flow = "stdin"
	OutNetwork Flow = "network"
	OutDecoded Flow = "decoded"
	OutSecret  Flow = "secret"
)

// The flows of input. Others are "code(x)" and "sql(x)".
const (
	InData  Flow = "data"
	InShell Flow = "shell"
	InArgs  Flow = "args"
	InSends Flow = "sends"
)

// Gap is a part of a command line whose doings cannot be told.
type Gap struct {
	Reason string
	Word   int // index of the word that shows it; 0, the program itself
}

// Plan is what a command line does. It does so only if Gaps is empty;
// otherwise it may do more than Acts says, never less.
type Plan struct {
	By   string // the row that says so: "git push"; empty: no row knows it
	Acts []Act
	Out  Flow
	In   Flow
	// Dir is the directory that the program changes to before it acts, nil for
	// none. Relative paths count from there, and [Project] is the code there.
	Dir  *Word
	Gaps []Gap
}
