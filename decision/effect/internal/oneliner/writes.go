package oneliner

import "strings"

// Write is one write of a program.
type Write struct {
	Path    string // empty: it is not known which file
	Content string // of Path from then on, if Known
	Known   bool
	Append  bool // behind what the file held before
}

// maxTokens bounds how much of a program is looked at: one that is longer may
// write anything.
const maxTokens = 20_000

// Writes returns what a program writes, in the order of its text. Languages are
// named as package command names them; one that is not known may write
// anything.
func Writes(language, code string) []Write {
	l, ok := languages()[language]
	if !ok {
		return []Write{{}}
	}
	tokens, ok := l.tokens(code)
	if !ok {
		return []Write{{}}
	}
	r := &reader{language: l, tokens: tokens}
	for r.at < len(r.tokens) {
		r.step()
	}
	return r.out
}

// reader goes through the tokens of one program.
type reader struct {
	*language
	tokens []token
	at     int
	out    []Write
}

// step reads what the token says at which the reader is.
func (r *reader) step() {
	t := r.tokens[r.at]
	switch {
	case t.kind != name:
		if r.computed() {
			r.out = append(r.out, Write{})
		}
		r.at++
	case r.writeCall(), r.openCall(), r.pathCall():
	default:
		if r.mayWrite[t.text] && !r.shows() || r.imports[t.text] && !r.harmlessImport() || r.moves() {
			r.out = append(r.out, Write{})
		}
		r.at++
	}
}

// computed reports a member whose name is computed, or given as a text, in a
// language where that may be any function.
func (r *reader) computed() bool {
	if !r.members || r.text(r.at) != "[" || r.at == 0 || r.at+1 == len(r.tokens) {
		return false
	}
	before, inside := r.tokens[r.at-1], r.tokens[r.at+1]
	if before.kind != name && before.text != ")" && before.text != "]" {
		return false
	}
	return inside.kind != name || inside.text[0] < '0' || inside.text[0] > '9'
}

// shows reports a method of the standard output.
func (r *reader) shows() bool {
	on := r.text(r.at - 2)
	return r.text(r.at-1) == "." && (on == "stdout" || on == "stderr")
}

// harmlessImport reports that all is known that the word at hand imports.
func (r *reader) harmlessImport() bool {
	for at := r.at + 1; ; at += 2 {
		if r.text(at) == "(" {
			at++
		}
		if at >= len(r.tokens) || r.tokens[at].kind != name && r.tokens[at].kind != literal || !r.modules[r.tokens[at].text] {
			return false
		}
		if r.text(at+1) == "as" {
			at += 2
		}
		if r.text(at+1) != "," {
			return true
		}
	}
}

// moves reports path.replace(other), which has one argument where that of a
// text has two, and os.replace.
func (r *reader) moves() bool {
	if r.tokens[r.at].text != "replace" || r.text(r.at+1) != "(" || !r.opens {
		return false
	}
	args, _ := r.arguments(r.at + 1)
	return len(args) < 2 || r.text(r.at-2) == "os"
}

// writeCall reads a call that takes a path and its content: fs.writeFileSync.
func (r *reader) writeCall() bool {
	appends, ok := r.takesContent[r.tokens[r.at].text]
	if !ok || r.text(r.at+1) != "(" {
		return false
	}
	args, next := r.arguments(r.at + 1)
	w := Write{Append: appends}
	if len(args) > 0 && args[0].literal {
		w.Path = args[0].text
	}
	if len(args) == 2 && args[1].literal || len(args) == 3 && args[1].literal && args[2].literal && strings.EqualFold(strings.ReplaceAll(args[2].text, "-", ""), "utf8") {
		w.Content, w.Known = args[1].text, true
	}
	if len(args) < 2 {
		w = Write{}
	}
	r.out = append(r.out, w)
	r.at = next
	return true
}

// pathCall reads Path("p").write_text("content").
func (r *reader) pathCall() bool {
	if r.tokens[r.at].text != r.pathType || r.pathType == "" || r.text(r.at+1) != "(" {
		return false
	}
	args, next := r.arguments(r.at + 1)
	if r.text(next) != "." {
		return false
	}
	method := r.text(next + 1)
	if method != "write_text" && method != "write_bytes" || r.text(next+2) != "(" {
		return false
	}
	content, end := r.arguments(next + 2)
	w := Write{}
	if len(args) == 1 && args[0].literal {
		w.Path = args[0].text
	}
	if len(content) >= 1 && content[0].literal {
		w.Content, w.Known = content[0].text, true
	}
	r.out = append(r.out, w)
	r.at = end
	return true
}

// openCall reads open("p", "w") and what is then written to it: at once, or
// through a name that it is given.
func (r *reader) openCall() bool {
	if r.tokens[r.at].text != "open" || !r.opens || r.text(r.at+1) != "(" {
		return false
	}
	start := r.at
	args, next := r.arguments(r.at + 1)
	r.at = next
	if on := r.text(start - 2); r.text(start-1) == "." && on != "io" && on != "codecs" {
		r.out = append(r.out, Write{}) // of a path that was made before
		return true
	}
	mode := "r"
	if len(args) > 1 {
		if mode = args[1].text; !args[1].literal {
			mode = "w"
		}
	}
	if len(args) > 0 && len(args) < 3 && reads(mode) {
		return true
	}
	w := Write{Append: len(mode) > 0 && mode[0] == 'a'}
	if len(args) > 0 && args[0].literal {
		w.Path = args[0].text
	}
	if reads(mode[:min(1, len(mode))]) { // r+: behind, within or instead, nobody knows
		r.out = append(r.out, w)
		return true
	}
	w.Content, w.Known = r.written(start, next)
	r.out = append(r.out, w)
	return true
}

// reads reports a mode that only reads.
func reads(mode string) bool {
	switch mode {
	case "r", "rb", "rt", "br", "tr", "rU", "":
		return true
	}
	return false
}

// written is what a file is given that open, at a token, has opened.
func (r *reader) written(start, next int) (string, bool) {
	if r.text(next) == "." && r.text(next+1) == "write" && r.text(next+2) == "(" {
		args, end := r.arguments(next + 2)
		if len(args) == 1 && args[0].literal {
			r.at = end
			return args[0].text, true
		}
		return "", false
	}
	handle := ""
	switch {
	case r.text(next) == "as":
		handle = r.text(next + 1)
		r.at = next + 2
	case start >= 2 && r.text(start-1) == "=" && r.tokens[start-2].kind == name:
		handle = r.tokens[start-2].text
	}
	if handle == "" {
		return "", false
	}
	return r.through(handle)
}

// through is what is written through a name, if all uses of it are of the form
// f.write("literal"), f.flush() or f.close().
func (r *reader) through(handle string) (string, bool) {
	content := ""
	for i := r.at; i < len(r.tokens); i++ {
		if r.tokens[i].kind != name || r.tokens[i].text != handle || r.text(i-1) == "." {
			continue
		}
		if r.text(i+1) != "." || r.text(i+3) != "(" {
			return "", false
		}
		args, end := r.arguments(i + 3)
		switch method := r.text(i + 2); {
		case (method == "close" || method == "flush") && len(args) == 0:
		case method == "write" && len(args) == 1 && args[0].literal && !r.looping(i):
			content += args[0].text
			for j := i; j < end; j++ { // they are read
				r.tokens[j].kind = sign
			}
		default:
			return "", false
		}
	}
	return content, true
}

// looping reports a token before which a loop began: what it writes may come
// more than once.
func (r *reader) looping(at int) bool {
	for _, t := range r.tokens[:at] {
		if t.kind == name && (t.text == "for" || t.text == "while" || t.text == "if" || t.text == "def" || t.text == "lambda") {
			return true
		}
	}
	return false
}
