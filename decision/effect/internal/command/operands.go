package command

import (
	"cmp"
	"slices"
	"strings"
)

// finish gives the operands their roles and settles the streams.
func (r *reader) finish() {
	if r.lone {
		if len(r.words) == r.start+1 {
			r.plan = Plan{By: r.plan.By}
			return
		}
		r.gap(r.start, "this flag is understood only if it is alone")
	}
	roles := r.args
	if r.shifted && len(roles) > 0 {
		roles = roles[1:]
	}
	r.skipSuffix(roles)
	flagActs := len(r.plan.Acts)
	r.assign(roles)
	for _, a := range r.acts {
		r.do(a, r.start-1)
	}
	r.complete(flagActs)
	r.losses()
	r.dropStreams()
	r.settle()
}

// assign gives operands to roles: those that take exactly one first, then what
// is left to those that take more, from the left.
func (r *reader) assign(roles []role) {
	least := 0
	for _, o := range roles {
		if o.many == once || o.many == several {
			least++
		}
	}
	left := r.operands
	if len(left) < least {
		r.gap(r.start-1, "an operand is missing")
	}
	extra := max(0, len(left)-least)
	for _, o := range roles {
		n := 0
		switch {
		case o.takesRest():
			n = len(left)
		case o.many == once:
			n = 1
		case o.many == maybe:
			n = min(1, extra)
			extra -= n
		case o.many == several:
			n, extra = 1+extra, 0
		default:
			n, extra = extra, 0
		}
		n = min(n, len(left))
		r.give(o, left[:n], left[n:])
		left = left[n:]
	}
	if len(left) > 0 {
		r.gap(left[0].at, "there are more operands than are known")
		for _, o := range left {
			r.act(Act{Do: List, Word: o.Word})
		}
	}
}

// give gives operands to one role; after are those that follow.
func (r *reader) give(o role, given, after []operand) {
	switch {
	case len(given) > 0:
	case o.many == orHere:
		r.act(Act{Do: o.do, What: o.what, Word: Literal("."), Fixed: true})
	case o.do == variable:
		r.act(Act{Do: Secrets, What: "environment"})
	}
	if o.takesRest() {
		r.giveRest(o, given)
		return
	}
	var rest []Word
	if o.do == Shell || o.do == Code || o.do == Script {
		rest = plain(after)
	}
	for _, w := range given {
		if (o.many == once || o.many == maybe) && (w.Glob || w.Spread) {
			r.gap(w.at, "this word may be several")
		}
		before := len(r.plan.Acts)
		if o.do == Script && w.Text == "-" && len(rest) > 0 {
			r.gap(w.at, "whether the script is the input or the next word is not known")
		}
		r.use(o, w.Word, w.at)
		if o.do == SQL {
			r.in = "" // what is asked here is not read from the input
		}
		for k := before; k < len(r.plan.Acts) && rest != nil; k++ {
			r.plan.Acts[k].Words = rest
		}
		r.files = r.files || o.do != inert && len(r.plan.Acts) > before
	}
}

func plain(operands []operand) []Word {
	words := make([]Word, len(operands))
	for i, o := range operands {
		words[i] = o.Word
	}
	return words
}

// giveRest gives all words that are left to a role that takes them all.
func (r *reader) giveRest(o role, given []operand) {
	words := plain(given)
	r.files = r.files || len(words) > 0
	switch {
	case o.do == env:
		r.environment(words)
	case len(words) == 0:
		if o.many == once {
			r.gap(r.start-1, "the command is missing")
		}
	case o.do == Join:
		r.act(Act{Do: Join, What: o.what, Words: words})
	case o.do == condition:
		r.condition(given)
	default:
		r.inner(o, words, given[0].at)
	}
}

// environment reads NAME=value words and the command line after them. Without
// a command the variables are shown.
func (r *reader) environment(words []Word) {
	n := 0
	for n < len(words) {
		name, _, assigns := strings.Cut(words[n].Text, "=")
		if !assigns || words[n].Spread || strings.Contains(name, Unknown) {
			break
		}
		n++
	}
	if n == len(words) {
		r.act(Act{Do: Secrets, What: "environment"})
		return
	}
	r.act(Act{Do: Exec, Words: words[n:], Env: words[:n]})
}

// complete tells the acts what they are about beside their word. The first
// acts are those of flags.
func (r *reader) complete(flagActs int) {
	var sources []Word
	if slices.ContainsFunc(r.plan.Acts, func(a Act) bool { return a.Do == Dest || a.Do == farDest }) {
		sources = r.sources(flagActs)
	}
	leaves, search := false, r.searches()
	for i := range r.plan.Acts {
		a := &r.plan.Acts[i]
		a.Deep = a.Deep || r.deep
		if a.Do == Read && i >= flagActs {
			a.Search = search
		}
		switch {
		case a.Do == archive:
			a.Do = cmp.Or(r.archive, Read)
		case a.Do == Read && r.edits && i >= flagActs:
			a.Do = Edit
		case a.Do == Dest, a.Do == farDest && !far(a.Word.Text):
			a.Do, a.What, a.Words = Dest, "", sources
		case a.Do == farDest && a.What == store:
			*a, leaves = Act{Do: Network, What: store}, true
		case a.Do == farDest:
			a.Do, leaves = Host, true
		case a.Do == Props:
			a.What = r.modeText
		case i < flagActs && (a.Do == Shell || a.Do == Code):
			a.Words = plain(r.operands)
		}
	}
	if leaves {
		r.upload(sources)
	}
}

// sources returns the operands that are copied, moved or linked.
func (r *reader) sources(flagActs int) []Word {
	var sources []Word
	for _, a := range r.plan.Acts[flagActs:] {
		if !a.Fixed && slices.Contains([]Do{Read, Move, Link, Remote}, a.Do) {
			sources = append(sources, a.Word)
		}
	}
	return sources
}

// upload notes that the files which are copied leave the machine.
func (r *reader) upload(sources []Word) {
	r.act(Act{Do: External, What: "copies to another machine"})
	for _, w := range sources {
		if !far(w.Text) {
			r.act(Act{Do: Upload, Word: w, Deep: r.deep})
		}
	}
}

// dropStreams takes an archive "-" for the input or the output.
func (r *reader) dropStreams() {
	r.plan.Acts = slices.DeleteFunc(r.plan.Acts, func(a Act) bool {
		if a.Fixed || !a.Word.certain() || a.Word.Text != "-" || !slices.Contains([]Do{Read, Write, Edit}, a.Do) {
			return false
		}
		r.input = r.input || a.Do == Read
		r.output = r.output || a.Do != Read
		return true
	})
}

// settle tells what the streams carry.
func (r *reader) settle() {
	in, unlessNamed := strings.CutSuffix(r.in, "?")
	if unlessNamed && r.files && !r.input {
		in = ""
	}
	if strings.HasPrefix(in, "sql(") && slices.ContainsFunc(r.plan.Acts, func(a Act) bool { return a.Do == SQL }) {
		in = "" // clients of databases that are given statements do not ask for more
	}
	if in == "" && r.input {
		in = string(InData)
	}
	r.plan.In, r.plan.Out = Flow(in), Flow(r.out)
	if r.output && r.out == "" {
		r.plan.Out = OutContent
	}
}

// skipSuffix leaves out the empty suffix that sed -i of BSD takes as a word of
// its own. To that of GNU it is the script, which does nothing.
func (r *reader) skipSuffix(roles []role) {
	if len(roles) > 0 && roles[0].do == sedScript && len(r.operands) > 2 && r.operands[0].Word == (Word{Ref: r.operands[0].Ref}) {
		r.operands = r.operands[1:]
	}
}
