package code

import (
	"cmp"
	"errors"
	"slices"

	"github.com/flux7-go/supervisor/internal/yamlpos"
	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// Fault is one thing that is wrong, or doubtful, in the files of the rules.
type Fault = astrule.Fault

// Faults is an error: all that is wrong with the rules of a project, by file and
// line.
type Faults = astrule.Faults

// MaxFaults bounds the faults, and the warnings, that are kept.
const MaxFaults = 1_000

// findings collects faults and warnings.
type findings struct {
	faults   []Fault
	warnings []Fault
	more     int
}

func (f *findings) fault(one Fault) {
	if len(f.faults) >= MaxFaults {
		f.more++
		return
	}
	f.faults = append(f.faults, one)
}

func (f *findings) warn(one Fault) {
	if len(f.warnings) < MaxFaults {
		f.warnings = append(f.warnings, one)
	}
}

func (f *findings) err() error {
	if len(f.faults) == 0 {
		return nil
	}
	return &Faults{List: sortedFaults(f.faults), More: f.more}
}

func sortedFaults(list []Fault) []Fault {
	slices.SortStableFunc(list, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return list
}

// take adds what a YAML document says of itself.
func (f *findings) take(doc *yamlpos.Document) {
	for _, w := range doc.Warnings() {
		f.warn(faultOf(w))
	}
	f.takeError(doc.File(), doc.Err())
}

// takeError adds the faults of an error.
func (f *findings) takeError(file string, err error) {
	var places *yamlpos.Faults
	var rules *astrule.Faults
	switch {
	case err == nil:
	case errors.As(err, &places):
		for _, one := range places.List {
			f.fault(faultOf(one))
		}
		f.more += places.More
	case errors.As(err, &rules):
		for _, one := range rules.List {
			f.fault(one)
		}
		f.more += rules.More
	default:
		f.fault(Fault{File: file, Message: err.Error()})
	}
}

func faultOf(f yamlpos.Fault) Fault {
	return Fault{File: f.File, Line: f.Line, Column: f.Column, Key: f.Key, Message: f.Msg, Snippet: f.Snippet}
}
