package command

import (
	"strings"
)

// awk reads a program of awk(1) for what it does beside computing with its
// input. It need not understand the language: a word or sign by which a program
// could reach out is a gap, unless it is plainly a file that is written.
func (r *reader) awk(w Word, at int) {
	if !w.certain() {
		r.gap(at, "the program of awk is not known")
		return
	}
	a := awkReader{text: w.Text}
	for a.at < len(a.text) && a.fault == "" {
		a.token()
	}
	if a.fault == "" && a.doubt && (strings.ContainsAny(a.text, "|>") || strings.Contains(a.text, "system") || strings.Contains(a.text, "getline")) {
		a.fault = "may hide something in what looks like a division"
	}
	if a.fault != "" {
		r.gap(at, "the program of awk "+a.fault)
	}
	if a.environ {
		r.act(Act{Do: Secrets, What: "environment"})
	}
	for _, act := range a.acts {
		act.Word.Ref = w.Ref
		r.act(act)
	}
}

type awkReader struct {
	text     string
	at       int
	doubt    bool // a slash after a parenthesis may divide or begin a pattern
	last     byte // the sign that stood before, 0 for what is no sign
	operand  bool // what stood before is a value, so that "/" divides
	printing bool // in a print statement, outside of parentheses
	depth    int  // of parentheses and brackets
	environ  bool
	acts     []Act
	fault    string
}

// token takes one token.
func (a *awkReader) token() {
	c := a.text[a.at]
	switch {
	case c == '\\':
		a.at += 2
	case c == ' ' || c == '\t' || c == '\r':
		a.at++
	case c == '#':
		a.to("\n")
	case c == '"':
		a.quoted('"')
	case c == '/' && !a.operand:
		a.regexp()
	case isLetter(c):
		a.word()
	case c == '|':
		a.pipe()
	case c == '>':
		a.greater()
	case c == '@':
		a.fault = "uses an extension"
	default:
		a.sign(c)
	}
}

// to moves to the next of these letters, or to the end.
func (a *awkReader) to(letters string) {
	if n := strings.IndexAny(a.text[a.at:], letters); n >= 0 {
		a.at += n
	} else {
		a.at = len(a.text)
	}
}

// quoted takes what goes on to the letter end and returns what is inside.
func (a *awkReader) quoted(end byte) string {
	for i := a.at + 1; i < len(a.text); i++ {
		switch a.text[i] {
		case '\\':
			i++
		case '\n':
			a.fault = "has a text that does not end"
			return ""
		case end:
			inside := a.text[a.at+1 : i]
			a.at, a.operand, a.last = i+1, true, 0
			return inside
		}
	}
	a.fault = "has a text that does not end"
	return ""
}

// regexp takes a regular expression. A slash in brackets is read differently
// by implementations.
func (a *awkReader) regexp() {
	inside := a.quoted('/')
	open := strings.LastIndex(inside, "[")
	unclosed := open >= 0 && !strings.Contains(inside[open:], "]")
	if unclosed || strings.Contains(inside, "[]") || strings.Contains(inside, "[^]") {
		a.fault = "may have a slash in brackets"
	}
}

// awkKeywords are words after which no value has ended.
var awkKeywords = " return in case print printf delete else do if while for "

func (a *awkReader) word() {
	from := a.at
	for a.at < len(a.text) && isLetter(a.text[a.at]) {
		a.at++
	}
	name := a.text[from:a.at]
	a.last = 0
	a.operand = !strings.Contains(awkKeywords, " "+name+" ")
	switch name {
	case "print", "printf":
		a.printing, a.depth = true, 0
	case "system", "getline", "ARGV", "ARGC", "PROCINFO", "SYMTAB":
		a.fault = "uses " + name
	case "ENVIRON":
		a.environ = true
	}
}

func (a *awkReader) pipe() {
	if !strings.HasPrefix(a.text[a.at:], "||") {
		a.fault = "runs a command"
		return
	}
	a.at, a.operand, a.last = a.at+2, false, '|'
}

// greater takes ">", which compares unless it stands in a print statement
// outside of parentheses.
func (a *awkReader) greater() {
	do := Write
	a.at++
	a.operand = false
	if !a.printing || a.depth > 0 {
		return
	}
	if strings.HasPrefix(a.text[a.at:], ">") {
		a.at++
		do = Append
	}
	a.at += len(a.text[a.at:]) - len(strings.TrimLeft(a.text[a.at:], " \t"))
	if !strings.HasPrefix(a.text[a.at:], `"`) {
		a.fault = "writes to a file that it computes"
		return
	}
	name := a.quoted('"')
	rest := strings.TrimLeft(a.text[a.at:], " \t")
	if strings.Contains(name, `\`) || rest != "" && !strings.ContainsRune(";}\n#", rune(rest[0])) {
		a.fault = "writes to a file that it computes"
		return
	}
	if name != "/dev/stderr" && name != "/dev/stdout" {
		a.acts = append(a.acts, Act{Do: do, Word: Literal(name)})
	}
}

func (a *awkReader) sign(c byte) {
	a.at++
	if c == '\n' && strings.IndexByte(",&|", a.last) >= 0 && a.last != 0 {
		return // the statement goes on
	}
	a.doubt = a.doubt || c == '/' && strings.IndexByte(")+-", a.last) >= 0 && a.last != 0
	a.last = c
	a.operand = c == ')' || c == ']' || c == '$' || c == '+' && strings.HasSuffix(a.text[:a.at], "++") || c == '-' && strings.HasSuffix(a.text[:a.at], "--")
	switch c {
	case '(', '[':
		a.depth++
	case ')', ']':
		a.depth--
	case ';', '\n', '{', '}':
		a.printing, a.depth = false, 0
	}
}
