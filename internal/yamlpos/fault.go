package yamlpos

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing that is wrong, or doubtful, in a file.
type Fault struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1; 0 when the whole file is meant
	Column int    `json:"column"` // in characters, from 1
	Key    string `json:"key"`    // path of the key; empty when none is meant
	Msg    string `json:"message"`
	// Snippet is the source line with a caret below, in two lines. Secrets in
	// it are masked, long lines cut, control characters spelled out.
	Snippet string `json:"snippet"`
}

// String writes the fault for people: file:line:column, key, message, and the
// source line with its caret.
func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(cmp.Or(f.File, "yaml"))
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	if f.Key != "" {
		b.WriteString(": " + f.Key)
	}
	b.WriteString(": " + f.Msg)
	if f.Snippet != "" {
		b.WriteString("\n" + f.Snippet)
	}
	return b.String()
}

// Faults is an error: all faults of a file, in the order of their lines.
type Faults struct {
	List []Fault
	More int // how many beyond [MaxFaults] were left out
}

// Error prints all faults.
func (f *Faults) Error() string { return List(f.List, f.More) }

// List writes faults one below the other, and how many more there were.
func List[F fmt.Stringer](faults []F, more int) string {
	texts := make([]string, 0, len(faults)+1)
	for _, fault := range faults {
		texts = append(texts, fault.String())
	}
	if more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, "\n")
}

// finding is a fault before it is placed and its snippet is made, which has to
// wait until it is known what must not be shown.
type finding struct {
	at    place
	exact span // where in the value, if not all of it
	key   string
	msg   string
}

// findings keeps the first [MaxFaults] and counts the rest.
type findings struct {
	list []finding
	more int
}

func (f *findings) add(found finding) {
	switch {
	case len(f.list) >= MaxFaults:
		f.more++
	case !slices.Contains(f.list[max(0, len(f.list)-1):], found): // an alias repeats what is wrong with its anchor
		f.list = append(f.list, found)
	}
}

// record keeps a fault and remembers which key it is about.
func (d *Document) record(found finding) {
	d.faulty[found.key] = true
	d.faults.add(found)
}

// Fault records a fault of the value at path, or of its key when the value is
// left empty. A path that the file does not give stands for the nearest one
// above it. The message must quote no value that could be a secret.
func (d *Document) Fault(path, format string, args ...any) {
	d.record(finding{at: d.at(path), key: path, msg: fmt.Sprintf(format, args...)})
}

// FaultWithin is [Document.Fault] for length bytes at offset of the text at
// path. Where a text is folded over lines the caret is at its start.
func (d *Document) FaultWithin(path string, offset, length int, msg string) {
	d.record(d.within(path, offset, length, msg))
}

func (d *Document) within(path string, offset, length int, msg string) finding {
	found := finding{at: d.at(path), key: path, msg: msg}
	if p, ok := d.places[path]; ok && p.value.kind == scalar {
		found.exact = d.source.within(p.value, d.source.spanOf(p), offset, length)
	}
	return found
}

// Warn records a doubt about the value at path, as [Document.Fault] does.
func (d *Document) Warn(path, format string, args ...any) {
	d.warnings.add(finding{at: d.at(path), key: path, msg: fmt.Sprintf(format, args...)})
}

// FaultAt returns a fault of the value at path without recording it.
func (d *Document) FaultAt(path, msg string) Fault {
	return d.fault(finding{at: d.at(path), key: path, msg: msg}, &renderer{source: d.source})
}

// FaultAtWithin is FaultAt for a part of a text, as [Document.FaultWithin].
func (d *Document) FaultAtWithin(path string, offset, length int, msg string) Fault {
	return d.fault(d.within(path, offset, length, msg), &renderer{source: d.source})
}

// Err returns all recorded faults as a [*Faults], and nil if there are none.
func (d *Document) Err() error {
	if len(d.faults.list) == 0 {
		return nil
	}
	return &Faults{List: d.sorted(d.faults), More: d.faults.more}
}

// Warnings returns the recorded warnings in the order of their lines, at most
// [MaxFaults] of them.
func (d *Document) Warnings() []Fault { return d.sorted(d.warnings) }

func (d *Document) sorted(f findings) []Fault {
	faults, r := make([]Fault, 0, len(f.list)), &renderer{source: d.source}
	for _, found := range f.list {
		faults = append(faults, d.fault(found, r))
	}
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(faults)
}

// fatal is a fault that ends the reading.
func (d *Document) fatal(at span, msg string) error {
	return &Faults{List: []Fault{d.fault(finding{exact: at, msg: msg}, &renderer{source: d.source})}}
}

func (d *Document) fault(f finding, r *renderer) Fault {
	at := f.exact
	if at.line == 0 && f.at.value != nil {
		at = d.source.spanOf(f.at)
	}
	fault := Fault{File: d.file, Line: at.line, Column: at.column, Key: f.key, Msg: f.msg}
	if at.line > 0 {
		fault.Snippet = r.snippet(at)
	}
	return fault
}

// at finds the place of path, or of the nearest path above it.
func (d *Document) at(path string) place {
	for {
		if p, ok := d.places[path]; ok || path == "" {
			return p
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// childPath names a key below path. A key that is not a plain word is quoted,
// so that two paths are never spelled alike.
func childPath(path, key string) string {
	if !plainKey().MatchString(key) {
		return fmt.Sprintf("%s[%q]", path, cutText(key))
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

func itemPath(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }
