package mesh

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flux7-go/supervisor/decision"
)

// checkID refuses what must not become a part of a path. A mesh takes an id
// for a prefix, and the empty one for a prefix of everything: with one approval
// pending, approving the empty id approves that one.
func checkID(op, id string) error {
	if validID(id) {
		return nil
	}
	return decision.Errorf(decision.CauseInvalid,
		"mesh %s: %w", op, fmt.Errorf("not an id: it must have 1 to %d characters, none of them a space or one of / \\ ? # %%", MaxIDBytes))
}

func validID(id string) bool {
	switch {
	case id == "" || id == "." || id == "..":
		return false
	case len(id) > MaxIDBytes || !utf8.ValidString(id):
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool {
		return strings.ContainsRune(`/\?#%`, r) || unicode.IsSpace(r) || !unicode.IsGraphic(r)
	})
}
