package imports

// script reads import, export … from, require and import().
func (r *reader) script() {
	for ; !r.done(); r.at++ {
		t := r.peek(0)
		if t.kind != word {
			continue
		}
		member := r.peek(-1).is(".")
		switch {
		case t.text == "import" && !member:
			r.scriptImport()
		case t.text == "export" && !member:
			r.from(1)
		case (t.text == "require" || t.text == "importScripts") && !r.peek(-1).is("function"):
			r.call(1)
		}
	}
}

func (r *reader) scriptImport() {
	switch next := r.peek(1); {
	case next.kind == text:
		r.add(next.text, next, next)
	case next.is("("):
		r.call(1)
	case next.is("."): // import.meta, import.defer("x")
		r.call(3)
	default:
		r.from(1)
	}
}

// call reads the name that a function is called with, whose parenthesis is n
// ahead. require.resolve is one as well.
func (r *reader) call(n int) {
	if n == 1 && r.peek(1).is(".") && r.peek(2).is("resolve") {
		n = 3
	}
	if r.peek(n).is("?") && r.peek(n+1).is(".") {
		n += 2
	}
	if !r.peek(n).is("(") {
		return
	}
	first := r.peek(n + 1)
	if first.is(")") {
		return
	}
	name := ""
	for n++; r.peek(n).kind == text; n += 2 { // "a" + "b"
		name += r.peek(n).text
		if !r.peek(n + 1).is("+") {
			if end := r.peek(n + 1); !end.is(")") && !end.is(",") {
				break
			}
			r.add(name, first, r.peek(n))
			return
		}
	}
	r.put(Import{Start: first.start, End: first.end, Computed: true})
}

// from reads a clause up to from "x". Only what may stand in one is skipped.
func (r *reader) from(n int) {
	for ; ; n++ {
		t := r.peek(n)
		switch {
		case t.is("from") && r.peek(n+1).kind == text:
			name := r.peek(n + 1)
			r.add(name.text, name, name)
			r.at += n
			return
		case t.is("import"), t.is("export"), t.is("require"), t.is("default"):
			// "import a, { default as b }" goes on; a new statement does not.
			if !t.is("default") {
				return
			}
		case t.kind == word, t.kind == text, t.is("{"), t.is("}"), t.is(","), t.is("*"):
			if t.is("}") && r.peek(n+1).is(";") && r.peek(n+1).start == r.peek(n+1).end {
				n++ // an end of a statement that the scanner put in
			}
		default:
			return
		}
		if t.start == len(r.src) {
			return
		}
	}
}
