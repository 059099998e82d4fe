// Package yamlmask shows a YAML text without its secrets, and puts them back
// into the text that comes back.
//
// A secret is every scalar below a key that names one, in whatever style it is
// written, every one that holds a credential by its own look, such as a URL with
// a password, and every one in which such a secret stands again. A secret
// becomes [Mask] in double quotes; a comment that holds one becomes a numbered
// mask. Every other byte stays, so that what is masked and comes back unchanged
// is the text that it was.
//
// A mask that comes back stands for the secret at the same path, and nowhere
// else, so that moving sections swaps nothing. An item of a list is known by its
// name. One without is known by how it looks without its secrets, so that items
// can be added, removed and moved; and if it looks like none of before, by its
// place, if nothing else in the list was changed, so that it can be edited. Of
// items that look alike as many must stay. In a list within a list only one of
// these edits is followed at a time: a change inside is one of the items around.
// What can be read in two ways is refused, and so is an edit after which a secret
// that was put back would be shown.
//
// A text cannot tell everything. Where an item was removed and another was
// written in its place, with a mask, that is the first one, edited.
package yamlmask

import (
	"fmt"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Mask is what is shown of a secret.
const Mask = "***redacted***"

// MaxSecrets bounds the secrets of a text. One with more is not masked at all.
const MaxSecrets = 1_000

// minSpread is the length from which a secret is looked for in the rest of the
// text. Shorter ones would be found in ordinary words.
const minSpread = 8

// Error says why a text cannot be masked, or its secrets not be put back. It
// shows nothing of them.
type Error struct {
	Line   int // from 1; 0 when the whole text is meant
	Column int // in characters, from 1
	Msg    string
}

// Error writes the line, if there is one, and what is wrong.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}

func refuse(line, column int, format string, args ...any) *Error {
	return &Error{Line: line, Column: column, Msg: fmt.Sprintf(format, args...)}
}

var errTooLarge = &Error{Msg: fmt.Sprintf("the text is larger than %d bytes: split it", yamlpos.MaxBytes)}

func errTooMany(n int) *Error {
	return refuse(0, 0, "the text holds %d secrets, and at most %d are masked", n, MaxSecrets)
}
