package effect

import (
	"errors"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/patch"
)

var (
	// ErrUnknownContent says that what a call makes of a file cannot be told
	// from the call.
	ErrUnknownContent = errors.New("what the call makes of the file cannot be told")
	// ErrNoSuchText says that the file does not hold the text that the call is to
	// replace: the tool will refuse it.
	ErrNoSuchText = errors.New("the file does not hold the text that is to be replaced")
)

// FileWrite is what a call of a file tool makes of one file.
type FileWrite struct {
	// Path is the file, as the call gives it; see [Scope.Locate]. Empty: the
	// call does not say which. Of a copy or a move it may be a directory.
	Path string
	// From is the file whose content it gets, as the call gives it; empty: none.
	From string
	// Part says that Results returns only what is new in the file, since the
	// rest is in another form: the cell of a notebook.
	Part bool

	results func(current string) ([]string, error)
}

// Results returns what the file may hold afterwards: more than one content where
// tools read the call in several ways. Current is what it holds now, empty if it
// is not there; of a copy or a move, what From holds. The error is
// [ErrUnknownContent] or [ErrNoSuchText].
func (w FileWrite) Results(current string) ([]string, error) { return w.results(current) }

// FileWritesOf returns what a call of a file tool writes, in order; false for
// tools that are none, or that write no content. Where a file is written several
// times, each is applied to what the one before made of it.
func FileWritesOf(c *decision.Call) ([]FileWrite, bool) {
	op, ok := operationOf(c.Tool)
	switch {
	case !ok:
		return nil, false
	case op.takes(aPatch):
		return patchParamWrites(op, c.Params), true
	case op.takes(aDest):
		return copyWrites(op, c.Params), true
	case op.takes(aContent):
		r := editReader{op: op, params: c.Params, appends: strings.Contains(plainName(c.Tool), "append")}
		return r.writes(), true
	}
	return nil, false
}

func unknownContent(string) ([]string, error) { return nil, ErrUnknownContent }

// always returns the same content whatever the file holds.
func always(content string) func(string) ([]string, error) {
	return func(string) ([]string, error) { return []string{content}, nil }
}

// textOf returns the only text among the parameters of some kinds, and false if
// there is none, or more than one.
func textOf(op operation, params map[string]any, kinds ...kindOf) (text string, ok bool) {
	found := 0
	for name, value := range params {
		for _, kind := range kinds {
			if op.params[name] == kind {
				found++
				text, ok = value.(string)
			}
		}
	}
	return text, ok && found == 1
}

func copyWrites(op operation, params map[string]any) []FileWrite {
	to, known := textOf(op, params, aDest)
	from, named := textOf(op, params, aSource)
	w := FileWrite{Path: to, From: from, results: func(current string) ([]string, error) { return []string{current}, nil }}
	if !known || !named {
		w.From, w.results = "", unknownContent
	}
	return []FileWrite{w}
}

func patchParamWrites(op operation, params map[string]any) []FileWrite {
	text, ok := textOf(op, params, aPatch)
	if !ok {
		return []FileWrite{{results: unknownContent}}
	}
	return PatchWrites(text)
}

// PatchWrites returns what a patch makes of files, those that it deletes left
// out. A patch that is not understood whole may write to any file.
func PatchWrites(text string) []FileWrite {
	report := patch.Read(text)
	var list []FileWrite
	for _, c := range report.Changes {
		w := FileWrite{Path: c.Path, results: func(current string) ([]string, error) {
			made, err := c.Apply(current)
			if err != nil { // a tool that looks less closely may apply it
				return nil, ErrUnknownContent
			}
			return []string{made}, nil
		}}
		switch c.Op {
		case patch.Delete:
			continue
		case patch.Move, patch.Copy:
			w.Path, w.From = c.To, c.Path
		}
		list = append(list, w)
	}
	if len(report.Gaps) > 0 {
		list = append(list, FileWrite{results: unknownContent})
	}
	return list
}
