package imports

import "strings"

// include reads the include lines of C and C++.
func (r *reader) include() {
	for ; !r.done(); r.at++ {
		mark, name, path := r.peek(0), r.peek(1), r.peek(2)
		if !mark.first || !mark.is("#") || !name.is("include") && !name.is("import") && !name.is("include_next") {
			continue
		}
		if path.kind == text {
			r.add(path.text, path, path)
			continue
		}
		rest := r.src[path.start:]
		rest = rest[:lineLen(rest)]
		if end := strings.IndexByte(rest, '>'); path.is("<") && end > 0 {
			r.put(Import{Path: strings.TrimSpace(rest[1:end]), Start: path.start, End: path.start + end + 1})
		} else {
			r.put(Import{Start: path.start, End: path.end, Computed: true})
		}
	}
}

// ruby reads require and its like.
func (r *reader) ruby() {
	for ; !r.done(); r.at++ {
		t := r.peek(0)
		if t.kind != word || r.peek(-1).is("def") {
			continue
		}
		switch t.text {
		case "require", "load":
			r.named("")
		case "require_relative":
			r.named("./")
		case "autoload": // autoload :Name, "path"
			r.at += 3
			r.named("")
		}
	}
}

// named reads the text behind a word, with or without parentheses.
func (r *reader) named(prefix string) {
	n := 1
	if r.peek(n).is("(") {
		n++
	}
	switch t := r.peek(n); {
	case t.kind == text && !r.peek(n+1).is("+") && !r.peek(n+1).is("."):
		r.add(prefix+t.text, t, t)
	case t.kind == text || t.kind == word && !t.first:
		r.put(Import{Start: t.start, End: t.end, Computed: true})
	}
}

// php reads use, require and include.
func (r *reader) php() {
	for ; !r.done(); r.at++ {
		t := r.peek(0)
		if t.kind != word || r.peek(-1).is(">") || r.peek(-1).is(":") {
			continue
		}
		switch t.text {
		case "use":
			n := 1
			if r.peek(n).is("function") || r.peek(n).is("const") {
				n++
			}
			r.tree(n, `\`, true)
		case "require", "require_once", "include", "include_once":
			r.phpFile()
		}
	}
}

// phpFile reads the name of a file, which may begin with the directory of the
// present one.
func (r *reader) phpFile() {
	n := 0
	for r.peek(n + 1).is("(") {
		n++
	}
	if r.peek(n+1).is("__DIR__") && r.peek(n+2).is(".") && r.peek(n+3).kind == text {
		t := r.peek(n + 3)
		r.add("."+t.text, t, t)
		return
	}
	r.named("")
}

// phpCode blanks out what stands outside of <?php and ?>: there a quotation mark
// is an apostrophe. Places stay as they are.
func phpCode(src string) string {
	out := []byte(src)
	for at := 0; at < len(src); {
		begin := strings.Index(src[at:], "<?")
		if begin < 0 {
			begin = len(src) - at
		}
		for i := at; i < at+begin; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
		at += begin
		end := strings.Index(src[at:], "?>")
		if end < 0 {
			break
		}
		at += end
	}
	return string(out)
}
