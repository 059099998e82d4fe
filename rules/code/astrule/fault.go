package astrule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Fault is one thing that is wrong, or doubtful, in a rule file.
type Fault struct {
	File     string `json:"file"`
	Document int    `json:"document"` // in the file, from 1; 0: the file as a whole
	Line     int    `json:"line"`     // from 1; 0: the file as a whole
	Column   int    `json:"column"`   // in characters, from 1
	Rule     string `json:"rule"`     // id of the rule, where it is known
	Key      string `json:"key"`      // path of the key
	Message  string `json:"message"`
	Snippet  string `json:"snippet"` // the line with a caret below
}

// String writes the fault for people.
func (f Fault) String() string {
	key := f.Key
	if f.Document > 1 {
		key = strings.TrimSuffix(fmt.Sprintf("document %d: %s", f.Document, key), ": ")
	}
	return yamlpos.Fault{File: f.File, Line: f.Line, Column: f.Column, Key: key, Msg: f.Message, Snippet: f.Snippet}.String()
}

// Faults is an error: everything that is wrong in the rule files, file by file
// and in the order of lines.
type Faults struct {
	List []Fault
	More int // how many were left out, because a file has too many
}

// Error prints all faults.
func (f *Faults) Error() string { return yamlpos.List(f.List, f.More) }

// add takes over what was found in a document.
func (f *Faults) add(document int, rule string, found []yamlpos.Fault) {
	for _, fault := range found {
		f.List = append(f.List, Fault{
			File: fault.File, Document: document, Line: fault.Line, Column: fault.Column,
			Rule: rule, Key: fault.Key, Message: fault.Msg, Snippet: fault.Snippet,
		})
	}
}

// sort puts the faults of each file in the order of lines, and leaves the
// files in theirs.
func (f *Faults) sort() {
	order := map[string]int{}
	for _, fault := range f.List {
		if _, known := order[fault.File]; !known {
			order[fault.File] = len(order)
		}
	}
	slices.SortStableFunc(f.List, func(a, b Fault) int {
		return cmp.Or(order[a.File]-order[b.File], a.Line-b.Line, a.Column-b.Column)
	})
}
