package adminhttp

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/internal/yamlmask"
	"github.com/flux7-go/supervisor/question"
)

// Limits of what is told of an edit that is refused.
const (
	maxFaults     = 100
	maxErrorBytes = 4 << 10 // of the text that has all of them
)

// refused is what is answered when an edit cannot be prepared: 400 with every
// fault, unless err says otherwise.
func (e *edit) refused(err error) error {
	var f *failure
	if errors.As(err, &f) {
		return err
	}
	faults := e.faults(err)
	var text strings.Builder
	for _, fault := range faults {
		if text.Len() < maxErrorBytes {
			fmt.Fprintln(&text, oneFault(fault))
		}
	}
	f = fail(http.StatusBadRequest, "%s", strings.TrimSpace(text.String()))
	f.detail = map[string]any{"faults": faults}
	return f
}

// oneFault is a fault in one line.
func oneFault(f supervisor.ConfigFault) string {
	f.Snippet = ""
	return f.String()
}

// faults are all faults that an error tells of, none with a secret: lines on
// which there is one are not shown.
func (e *edit) faults(err error) []supervisor.ConfigFault {
	var list []supervisor.ConfigFault
	for _, f := range listFaults(err, e.file.path) {
		if !slices.Contains(list, f) { // two links may read one pack
			list = append(list, f)
		}
		if len(list) == maxFaults {
			break
		}
	}
	secret, readable := e.secretLines()
	for i := range list {
		f := &list[i]
		f.Msg = redact.Text(f.Msg)
		switch {
		case f.File == e.set.config().path && (!readable || secret[f.Line]):
			f.Snippet = ""
		case f.File != e.file.path && isLink(f.File):
			*f = supervisor.ConfigFault{File: f.File, Line: f.Line, Column: f.Column, Msg: "the pack has faults, and is a symbolic link, of which nothing is shown: name the file that it leads to"}
		}
	}
	if list == nil {
		list = []supervisor.ConfigFault{}
	}
	return list
}

// isLink reports a symbolic link: whoever may write beside the packs could show
// any file with one.
func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// secretLines are the lines of the config, as it is to be, that hold a secret.
// One that cannot be read holds none but those that the client has sent.
func (e *edit) secretLines() (lines map[int]bool, readable bool) {
	text, mine := e.text, true
	if e.file.kind != kindConfig {
		text, _ = e.set.config().read()
		mine = false
	}
	parsed, err := yamlmask.Parse(text)
	if err != nil {
		return nil, mine
	}
	return parsed.SecretLines(), true
}

// listFaults takes an error apart.
func listFaults(err error, path string) []supervisor.ConfigFault {
	var ofConfig *supervisor.ConfigError
	var ofPacks *question.Error
	var ofMask *yamlmask.Error
	var many interface{ Unwrap() []error }
	switch {
	case errors.As(err, &ofConfig):
		return ofConfig.Faults
	case errors.As(err, &many) && len(many.Unwrap()) > 1:
		var list []supervisor.ConfigFault
		for _, one := range many.Unwrap() {
			list = append(list, listFaults(one, path)...)
		}
		return list
	case errors.As(err, &ofPacks):
		var list []supervisor.ConfigFault
		for _, f := range ofPacks.Faults {
			list = append(list, supervisor.ConfigFault(f))
		}
		return list
	case errors.As(err, &ofMask):
		return []supervisor.ConfigFault{{File: path, Line: ofMask.Line, Column: ofMask.Column, Msg: ofMask.Msg}}
	}
	return []supervisor.ConfigFault{{File: path, Msg: err.Error()}}
}
