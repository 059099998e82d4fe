package command

import "strings"

// task notes a task of the project. Words of another kind may be variables, or
// code from elsewhere.
func (r *reader) task(w Word, at int) {
	if !ownCode(w) || strings.HasPrefix(w.Text, "-") || elsewhere(w.Text) {
		r.gap(at, "this is not the name of a task")
	}
	r.act(Act{Do: Task, Word: w})
}

// project notes the project's own code.
func (r *reader) project(w Word, at int) {
	if !ownCode(w) {
		r.gap(at, "this is not the path of code in the project")
	}
	r.act(Act{Do: Project, Word: w})
}

func ownCode(w Word) bool {
	return w.Known() && w.Text != "-" && !strings.ContainsAny(w.Text, "=@\"\\") && !strings.HasPrefix(w.Text, "{") && !strings.Contains(w.Text, "://")
}

// elsewhere reports whether the name of a task is a path that leads out of the
// directory: make builds /tmp/x from /tmp/x.c.
func elsewhere(name string) bool {
	return strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") || strings.Contains(name, "..")
}

// mode reads a mode of chmod.
func (r *reader) mode(w Word, at int) {
	if !w.certain() {
		r.gap(at, "the mode is not known")
		return
	}
	r.modeText = w.Text
	switch {
	case setsID(w.Text):
		r.act(Act{Do: Privilege, What: "setuid or setgid"})
	case strings.Trim(w.Text, "ugoarwxXst0123456789+-=,") != "":
		r.gap(at, "the mode cannot be read")
	}
}

// setsID reports whether a mode sets the set-user-ID or set-group-ID bit.
func setsID(text string) bool {
	if digits := strings.TrimLeft(strings.TrimLeft(text, "=+"), "0"); isNumber(digits) {
		return len(digits) >= 4 && digits[len(digits)-4] != '1'
	}
	for change := range strings.SplitSeq(text, ",") {
		_, perms, _ := strings.Cut(strings.Replace(change, "=", "+", 1), "+")
		if strings.Contains(perms, "s") {
			return true
		}
	}
	return false
}

// secretNames are parts of names of variables that hold a credential.
var secretNames = []string{"KEY", "TOKEN", "SECRET", "PASS", "PWD_", "CRED", "AUTH", "PRIVATE", "SESSION", "COOKIE", "DSN", "DATABASE_URL"}

// variable notes that the value of a variable is shown.
func (r *reader) variable(w Word) {
	if w.certain() {
		name := strings.ToUpper(w.Text)
		for _, part := range secretNames {
			if strings.Contains(name, part) {
				r.act(Act{Do: Secrets, What: "variable " + w.Text})
				return
			}
		}
		return
	}
	r.act(Act{Do: Secrets, What: "environment"})
}

// far reports whether a text is host:path or a URL. What begins with what is
// not known may be.
func far(text string) bool {
	head, _, colon := strings.Cut(text, ":")
	return colon && !strings.Contains(head, "/") || strings.HasPrefix(text, Unknown)
}

// repo reads what may be the name of a remote, a URL, host:path or a path.
func (r *reader) repo(w Word, at int) {
	switch {
	case !w.certain():
		r.gap(at, "which repository this is is not known")
	case strings.Contains(w.Text, "::"):
		r.gap(at, "a remote helper runs")
	case strings.Contains(w.Text, "://"):
		r.act(Act{Do: URL, Word: w})
	case far(w.Text):
		r.act(Act{Do: Host, Word: w})
	case strings.ContainsAny(w.Text, "/."):
		r.act(Act{Do: Read, Word: w})
	}
}

// data reads a text that is sent, or "@" and the file that is sent.
func (r *reader) data(w Word) {
	switch {
	case w.certain() && w.Text == "@-":
		r.in = string(InSends)
	case strings.HasPrefix(w.Text, "@"):
		r.act(Act{Do: Upload, Word: w.from(1)})
	default:
		r.act(Act{Do: Payload, Word: w})
		r.mayBeFile(w)
	}
}

// mayBeFile notes a text whose beginning is unknown, so that it may name a file.
func (r *reader) mayBeFile(w Word) {
	if w.Spread || strings.HasPrefix(w.Text, Unknown) {
		r.gap(r.start-1, "what is sent may be a file")
	}
}

// form reads a field of a form.
func (r *reader) form(w Word, at int) {
	if n := strings.IndexAny(w.Text, "=@"); n >= 0 && !strings.Contains(w.Text[:n], Unknown) {
		rest := w.from(n + 1)
		if w.Text[n] == '=' && rest.Text != "" && (rest.Text[0] == '@' || rest.Text[0] == '<') {
			rest = rest.from(1)
		} else if w.Text[n] == '=' {
			r.act(Act{Do: Payload, Word: rest})
			r.mayBeFile(rest)
			return
		}
		rest.Text, _, _ = strings.Cut(rest.Text, ";")
		r.use(role{do: Upload}, rest, at)
		return
	}
	r.act(Act{Do: Payload, Word: w})
	r.mayBeFile(w)
}

// secretHeaders are parts of names of headers that carry a credential.
var secretHeaders = []string{"authorization", "cookie", "token", "secret", "key", "password", "credential"}

// header reads a header of HTTP.
func (r *reader) header(w Word) {
	if strings.HasPrefix(w.Text, "@") {
		r.act(Act{Do: Upload, Word: w.from(1)})
		return
	}
	name, _, _ := strings.Cut(strings.ToLower(w.Text), ":")
	for _, part := range secretHeaders {
		if strings.Contains(name, part) || strings.Contains(name, Unknown) {
			r.act(Act{Do: Secret, Word: w})
			return
		}
	}
	r.act(Act{Do: Payload, Word: w})
}

// jq looks for what a filter of jq(1) takes from elsewhere than its input.
func (r *reader) jq(w Word, at int) {
	if !w.certain() {
		r.gap(at, "the filter is not known")
		return
	}
	// The names after the second are those of yq.
	for _, word := range []string{"import", "include", "load", "load_str", "load_xml", "load_props", "load_base64", "system", "eval"} {
		if hasName(w.Text, word) {
			r.gap(at, "the filter uses "+word)
		}
	}
	if hasName(w.Text, "env") || hasName(w.Text, "ENV") || hasName(w.Text, "strenv") || hasName(w.Text, "envsubst") {
		r.act(Act{Do: Secrets, What: "environment"})
	}
}

// hasName reports whether a name stands in the text of a jq filter other than
// as the name of a field.
func hasName(text, name string) bool {
	for from := 0; ; {
		n := strings.Index(text[from:], name)
		if n < 0 {
			return false
		}
		n += from
		from = n + len(name)
		if n > 0 && (isLetter(text[n-1]) || text[n-1] == '.' || text[n-1] == '"') {
			continue
		}
		if from < len(text) && isLetter(text[from]) {
			continue
		}
		return true
	}
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// condition reads an expression of test(1). It only looks, except that the
// shell evaluates the index in a name after -v or -R: "a[$(command)]".
func (r *reader) condition(given []operand) {
	for k, w := range given {
		before := Literal("")
		if k > 0 {
			before = given[k-1].Word
		}
		names := !before.certain() || before.Text == "-v" || before.Text == "-R"
		if names && !w.certain() && k > 0 || strings.Contains(w.Text, "[") && strings.ContainsAny(w.Text, "$`") {
			r.gap(w.at, "the shell may run what is in this index")
		}
	}
}
