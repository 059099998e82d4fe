package command

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// do notes an act of the row or of a flag.
func (r *reader) do(a act, at int) {
	switch {
	case a.do == opaque:
		r.gap(at, cmp.Or(a.what, "what it does cannot be told from its arguments"))
	case a.do == deep:
		r.deep = true
	case a.do == everywhere:
		r.search |= SearchesAll
	case slices.Contains(pathRoles, a.do) && a.what != "":
		r.act(Act{Do: a.do, Word: Literal(a.what), Fixed: true})
	default:
		r.act(Act{Do: a.do, What: a.what})
	}
}

// allows reports whether a word is one of the texts of a role of kind oneOf or
// tool.
func (r role) allows(w Word) bool {
	return w.certain() && slices.ContainsFunc(r.list, func(pattern string) bool { return fits(pattern, w.Text) })
}

// fits compares a text with a pattern in which "*" stands for anything and "#"
// for digits, at its end or, "*", also at its beginning.
func fits(pattern, text string) bool {
	if rest, found := strings.CutPrefix(pattern, "*"); found {
		if core, both := strings.CutSuffix(rest, "*"); both && core != "" {
			return strings.Contains(text, core)
		}
		return strings.HasSuffix(text, rest)
	}
	if head, found := strings.CutSuffix(pattern, "#"); found {
		rest, begins := strings.CutPrefix(text, head)
		return begins && isNumber(rest)
	}
	if head, found := strings.CutSuffix(pattern, "*"); found {
		return strings.HasPrefix(text, head)
	}
	return pattern == text
}

// use notes what a role means for a word.
func (r *reader) use(o role, w Word, at int) {
	dash := w.certain() && (w.Text == "-" || w.Text == "/dev/stdin" || w.Text == "/dev/fd/0")
	switch {
	case o.do == plainText:
		r.lookedFor(w)
	case o.do == inert:
		r.mention(w)
	case o.do == oneOf:
		if !o.allows(w) {
			r.gap(at, "this value is not one of those that are known to be harmless")
		}
	case o.do == suffix:
		if strings.ContainsAny(w.Text, "/"+Unknown) {
			r.gap(at, "the backup may lie elsewhere")
		}
	case o.do == local:
		r.local(o, w, at)
	case fetched(o, w):
		r.gap(at, "a file with :// in its name may be fetched or sent")
		r.act(Act{Do: o.do, Word: w, Outer: o.outer})
	case o.do == noneOf:
		if !w.certain() || o.allows(w) {
			r.gap(at, "this value may be one of those that matter")
		}
	case o.do == chdir:
		r.changeDir(w, at)
	case o.do == place:
		r.place = w.Text
		if !w.certain() || w.Text == "" {
			r.gap(at, "what is replaced in the command is not known")
		}
	case dash && (o.do == Read || o.do == Upload || o.do == Edit || o.do == Script):
		r.input = true
		if o.do == Upload {
			r.in = string(InSends)
		}
	case w.certain() && w.Text == "-" && (o.do == Write || o.do == Append || o.do == farDest && o.what == store):
		r.output = true
	case o.do == archive:
		r.useArchive(o, w, at)
	case r.useText(o, w, at):
	default:
		r.act(Act{Do: o.do, What: o.what, Word: w, Outer: o.outer})
	}
}

// useText notes what a role means whose word is looked into. It reports whether
// it was one.
func (r *reader) useText(o role, w Word, at int) bool {
	switch o.do {
	case Exec, tool:
		// The program that a flag names gets arguments from the one that runs it.
		r.inner(o, []Word{w, {Text: Unknown, Spread: true}}, at)
	case Task:
		r.task(w, at)
	case Project:
		r.project(w, at)
	case sedScript:
		r.sed(w, at)
	case awkScript:
		r.awk(w, at)
	case jqFilter:
		r.jq(w, at)
	case mode:
		r.mode(w, at)
	case variable:
		r.variable(w)
	case sought:
		r.act(Act{Do: List, Word: anywhere("/", w)})
	case data:
		r.data(w)
	case form:
		r.form(w, at)
	case Remote:
		if o.what != store {
			return false
		}
		r.fromStore(w, at)
	case header:
		r.header(w)
	case param:
		r.param(w, at)
	case repo:
		r.repo(w, at)
	default:
		return false
	}
	return true
}

// local notes a file of a program to which not all words are files.
func (r *reader) local(o role, w Word, at int) {
	if strings.ContainsAny(w.Text, ":|@"+Unknown) {
		r.gap(at, "this may be something else than a file")
	}
	o.do = Do(o.what)
	o.what = ""
	r.use(o, w, at)
}

// fetched reports whether a word that should be a file looks like a URL. Many
// programs take both.
func fetched(o role, w Word) bool {
	return strings.Contains(w.Text, "://") && (slices.Contains(fileRoles, o.do) || o.do == Append || o.do == Upload)
}

func (r *reader) changeDir(w Word, at int) {
	if r.plan.Dir == nil {
		r.plan.Dir = &w
		return
	}
	// The second counts from the first.
	if w.certain() && r.plan.Dir.certain() {
		if !path.IsAbs(w.Text) {
			w.Text = path.Join(r.plan.Dir.Text, w.Text)
		}
		r.plan.Dir = &w
		return
	}
	r.gap(at, "the directory changes twice")
}

// useArchive notes the archive; what happens to it is told by all flags.
func (r *reader) useArchive(o role, w Word, at int) {
	if head, _, colon := strings.Cut(w.Text, ":"); colon && !strings.Contains(head, "/") {
		r.gap(at, "an archive with a colon in its name is on another machine")
	}
	r.files = true
	r.act(Act{Do: archive, Word: w, Outer: o.outer})
}

// inner notes an inner command line.
func (r *reader) inner(o role, words []Word, at int) {
	if o.do == tool && (len(words) == 0 || !o.allows(words[0])) {
		r.gap(at, "this program is not one of those that are known here")
	}
	r.act(Act{Do: Exec, What: o.what, Words: words, Place: r.place})
}
