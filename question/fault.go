package question

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Fault is one thing that is wrong, or doubtful, in a pack.
type Fault struct {
	File   string `json:"file"`   // of a pack that is not from a file, its name; empty when all packs are meant
	Line   int    `json:"line"`   // from 1; 0 when the whole file is meant, or there is none
	Column int    `json:"column"` // in characters, from 1
	Key    string `json:"key"`    // such as questions.deletes.threshold; may be empty
	Msg    string `json:"message"`
	// Snippet is the source line with a caret below; empty without a file.
	Snippet string `json:"snippet"`
}

// String writes file:line:column, key, message, and below it the source line
// with a caret.
func (f Fault) String() string {
	f.File = cmp.Or(f.File, "all packs together")
	return yamlpos.Fault(f).String()
}

// MaxFaults bounds the faults that an [Error] keeps. Those beyond are counted.
const MaxFaults = 1_000

// Error is all that is wrong with some packs.
type Error struct {
	Faults []Fault // by pack, then by line; at most MaxFaults
	More   int     // how many more there were
}

// Error prints all faults.
func (e *Error) Error() string { return yamlpos.List(e.Faults, e.More) }

// findings collects faults.
type findings struct{ Error }

func (f *findings) add(list ...Fault) {
	room := min(len(list), MaxFaults-len(f.Faults))
	f.Faults = append(f.Faults, list[:room]...)
	f.More += len(list) - room
}

// addError takes over the faults of an error; of any other error the text is
// the fault of the file.
func (f *findings) addError(file string, err error) {
	var list *Error
	switch {
	case err == nil:
	case errors.As(err, &list):
		f.add(list.Faults...)
		f.More += list.More
	default:
		f.add(Fault{File: file, Msg: err.Error()})
	}
}

func (f *findings) err() error {
	if len(f.Faults) == 0 {
		return nil
	}
	return &Error{Faults: f.Faults, More: f.More}
}

// fault is something wrong with the value at a path of the pack.
func (p *Pack) fault(path, format string, args ...any) Fault {
	msg := fmt.Sprintf(format, args...)
	if p.source == nil {
		return Fault{File: cmp.Or(p.File, p.Name), Key: path, Msg: msg}
	}
	return Fault(p.source.FaultAt(path, msg))
}

// byPlace sorts the faults of one pack.
func byPlace(list []Fault) []Fault {
	slices.SortStableFunc(list, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list
}

// Paths of a pack, as its file spells them.

func questionPath(id string, key ...string) string {
	path := yamlpos.ChildPath("questions", id)
	for _, k := range key {
		path = yamlpos.ChildPath(path, k)
	}
	return path
}

func appliesPath(i int) string { return fmt.Sprintf("applies_to[%d]", i) }
