package imports

// goFile reads the import declarations of a Go file.
func (r *reader) goFile() {
	for ; !r.done(); r.at++ {
		if !r.peek(0).is("import") || r.peek(0).kind != word {
			continue
		}
		if !r.peek(1).is("(") {
			r.goSpec(1)
			continue
		}
		for r.at += 2; !r.done() && !r.peek(0).is(")"); r.at++ {
			if t := r.peek(0); t.kind == text {
				r.add(t.text, t, t)
			}
		}
	}
}

// goSpec reads one path with or without a name before it.
func (r *reader) goSpec(n int) {
	if r.peek(n).kind != text {
		n++
	}
	if t := r.peek(n); t.kind == text {
		r.add(t.text, t, t)
	}
}

// dotted reads the imports of Java, Kotlin and Scala: import a.b.C, with static
// and as, * and _, and braces around several.
func (r *reader) dotted(keyword string) {
	for ; !r.done(); r.at++ {
		t := r.peek(0)
		if t.kind != word || t.text != keyword || r.peek(-1).is(".") {
			continue
		}
		n := 1
		if r.peek(1).is("static") {
			n++
		}
		r.tree(n, ".", false)
	}
}

// using reads the using directives of C#, and no using statement.
func (r *reader) using() {
	for ; !r.done(); r.at++ {
		if !r.peek(0).is("using") || r.peek(0).kind != word {
			continue
		}
		n := 1
		for r.peek(n).is("static") || r.peek(n).is("unsafe") {
			n++
		}
		if r.peek(n + 1).is("=") { // using A = B.C;
			n += 2
		}
		if r.peek(n).is("global") && r.peek(n+1).is(":") {
			n += 3
		}
		if r.peek(n).kind == word && (r.peek(n+1).is(".") || r.peek(n+1).is(";")) {
			r.tree(n, ".", true)
		}
	}
}

// rust reads use and extern crate.
func (r *reader) rust() {
	for ; !r.done(); r.at++ {
		switch t := r.peek(0); {
		case t.kind != word:
		case t.text == "use" && !r.peek(-1).is("#"):
			r.tree(1, "::", true)
		case t.text == "extern" && r.peek(1).is("crate"):
			if name := r.peek(2); name.kind == word {
				r.add(name.text, name, name)
			}
		}
	}
}
