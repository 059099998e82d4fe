package command

import (
	"strings"
)

// Interpret tells what a command line does. The first word is the program; one
// that is given by another path than the system's directories of programs is a
// [Script]. Words that the shell itself acts on, such as redirections and
// assignments, are not part of it. No words do nothing. Its time grows with the
// length of the words.
func (t *Table) Interpret(words []Word) Plan {
	if len(words) == 0 {
		return Plan{}
	}
	head := words[0]
	if !head.certain() {
		return Plan{Gaps: []Gap{{Reason: "which program runs is not known"}}}
	}
	name, ours := program(head.Text)
	if !ours {
		return Plan{Acts: []Act{{Do: Script, Word: head, Words: words[1:]}}}
	}
	found := t.find(name)
	if found == nil {
		return Plan{Gaps: []Gap{{Reason: "the program is unknown"}}}
	}
	r := &reader{table: t, words: words}
	r.run(found, "", 1)
	return r.plan
}

// reader holds the words of one command line against a row.
type reader struct {
	table *Table
	words []Word
	plan  Plan

	spec     *spec
	outer    []*spec // the rows above a subcommand
	start    int     // index of the first word after the program and subcommand
	operands []operand
	args     []role
	acts     []act
	in, out  string
	place    string
	modeText string // of chmod
	deep     bool
	archive  Do       // what happens to the archive
	shifted  bool     // the first role of args fell away
	edits    bool     // what is read is rewritten
	scripts  []string // of sed
	quiet    bool     // only what the scripts print is kept
	search   Search
	narrow   bool // of all files only those of certain names are meant
	lone     bool // a flag without effect if it is alone
	files    bool // an operand names what is read
	input    bool // "-" was read
	output   bool // "-" was written
}

// operand is a word that is no flag, and its index.
type operand struct {
	Word
	at int
}

func (r *reader) gap(at int, reason string) {
	r.plan.Gaps = append(r.plan.Gaps, Gap{Reason: reason, Word: at})
}

func (r *reader) act(a Act) { r.plan.Acts = append(r.plan.Acts, a) }

// run holds the words from index i on against a row that was found under a
// name, below the program or subcommand by.
func (r *reader) run(found *lazy, by string, i int) {
	name := strings.ReplaceAll(found.name, "/", " ")
	if by != "" {
		name = by + " " + name
	}
	r.plan.By = name
	if found = r.table.resolve(found); found == nil {
		r.gap(i-1, "the row refers to a program that is unknown")
		return
	}
	s, err := found.read()
	if err != nil {
		r.gap(i-1, "the row is faulty")
		return
	}
	r.spec, r.start = s, i
	r.args, r.acts, r.in, r.out = s.args, s.acts, s.row.In, s.row.Out
	if r.onlyHelp() {
		return
	}
	switch s.row.Style {
	case "find":
		r.find()
	case "key":
		r.keys()
		r.finish()
	default:
		if descended := r.readWords(); !descended {
			r.finish()
		}
	}
}

// onlyHelp reports whether the only argument is one by which a program tells
// about itself. Programs that do not know it say so and do nothing.
func (r *reader) onlyHelp() bool {
	if len(r.words) != r.start+1 || r.spec.row.Style == "bare" || !r.words[r.start].certain() {
		return false
	}
	text := r.words[r.start].Text
	return (text == "--help" || text == "--version") && r.spec.flags[text] == nil
}

// sub finds the subcommand that the words from index i on name: the longest. A
// pattern is tried only as long as nothing shorter fits, because what follows
// that is an operand: in "compute ssh list", list is a machine.
func (r *reader) sub(i int) (found *lazy, words int) {
	name := ""
	for n := range min(r.spec.longer, len(r.words)-i) {
		if !r.words[i+n].certain() {
			break
		}
		if n > 0 {
			name += "/"
		}
		name += strings.ReplaceAll(r.words[i+n].Text, "/", "\\")
		l := r.spec.subs[name]
		if l == nil && found == nil {
			l = r.spec.likeSub(name)
		}
		if l != nil {
			found, words = l, n+1
		}
	}
	return found, words
}

// readWords reads flags and gathers operands. It reports whether it found a
// subcommand and handed the rest to its row.
func (r *reader) readWords() (descended bool) {
	s, first := r.spec, r.spec.row.Style == "first"
	for i := r.start; i < len(r.words); {
		if found, n := r.sub(i); found != nil {
			r.outer = append(r.outer, s)
			r.run(found, r.plan.By, i+n)
			return true
		}
		switch w := r.words[i]; r.look(w, i) {
		case isEnd:
			r.applyAll(s.flags["--"], i)
			r.rest(i + 1)
			return false
		case isFlag:
			i = r.flag(i)
			continue
		case isUnclear:
			r.gap(i, "this word may be a flag")
		}
		if s.forced {
			r.gap(i, "the subcommand is unknown")
			return false
		}
		if first || s.row.Style == "bare" {
			r.rest(i)
			return false
		}
		r.operand(i)
		i++
	}
	return false
}

// rest takes all words from index i on as operands.
func (r *reader) rest(i int) {
	for ; i < len(r.words); i++ {
		r.operand(i)
	}
}

// operand takes the word at index i as an operand.
func (r *reader) operand(i int) {
	if r.operands == nil {
		r.operands = make([]operand, 0, len(r.words)-i)
	}
	r.operands = append(r.operands, operand{r.words[i], i})
}

// look is what a word looks like.
type look byte

const (
	isOperand look = iota
	isFlag
	isEnd     // "--"
	isUnclear // may be a flag
)

func (r *reader) look(w Word, i int) look {
	s, text := r.spec, w.Text
	switch {
	case s.row.Style == "bare":
		return isOperand
	case w.Spread:
		return isUnclear
	case s.row.Style == "dashless" && i == r.start && !strings.HasPrefix(text, "-"):
		if w.certain() && r.bundle(text) {
			return isFlag
		}
		return isUnclear
	case text == "" || text == "-":
		return isOperand
	case text == "--" && !w.Glob:
		return isEnd
	case strings.HasPrefix(text, Unknown), strings.HasPrefix(text, "-"+Unknown), text[0] == '-' && w.Glob && !strings.Contains(text, "="):
		return isUnclear
	case text[0] == '-', strings.Contains(s.signs, text[:1]):
		return isFlag
	case w.Glob && s.mayMatch(text):
		return isUnclear
	}
	return isOperand
}

// mayMatch reports whether a pattern may match a file that is named like a flag
// which matters. A program that such a name names must end as the pattern does.
func (s *spec) mayMatch(pattern string) bool {
	const wild = "*?["
	if strings.IndexByte(wild, pattern[0]) < 0 {
		return false
	}
	return s.risk == anything || s.risk == programs && strings.IndexByte(wild, pattern[len(pattern)-1]) >= 0
}

// bundle reports whether a first word without a dash is a bundle of flags: all
// its letters are flags of the row.
func (r *reader) bundle(text string) bool {
	if text == "" || text[0] == '-' {
		return false
	}
	for i := range len(text) {
		if letter := text[i : i+1]; r.spec.flags[letter] == nil && r.spec.flags["-"+letter] == nil {
			return false
		}
	}
	return true
}
