package command

import "strings"

// store is a place for objects that a cloud keeps, named by scheme://bucket or
// name:path.
const store = "store"

// fromStore notes what is copied from a store of objects or from a local file.
func (r *reader) fromStore(w Word, at int) {
	switch {
	case far(w.Text):
		r.act(Act{Do: Network, What: store})
	case w.certain() && w.Text == "-":
		r.in = string(InSends)
	default:
		r.use(role{do: Read}, w, at)
	}
}

// fileMarks are how the parameters of command lines of clouds name a file.
var fileMarks = []string{"file://", "fileb://", "@"}

// param reads a parameter: a text, or the file whose content is the parameter.
func (r *reader) param(w Word, at int) {
	for _, mark := range fileMarks {
		if strings.HasPrefix(w.Text, mark) {
			r.act(Act{Do: Upload, Word: w.from(len(mark))})
			return
		}
	}
	if strings.HasPrefix(w.Text, Unknown) {
		r.gap(at, "this parameter may name a file")
	}
}
