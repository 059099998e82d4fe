package adminhttp

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/memory"
)

const (
	// DefaultOperator is whose the token is, unless told otherwise.
	DefaultOperator = "operator"
	// maxPersonName bounds the name of a person.
	maxPersonName = 100
	// personPrefix begins the names of persons, by which they are told from
	// programs.
	personPrefix = "person:"
)

// person returns who settles something by a request: person:NAME, of the name
// that is bound to the credential. Nothing in the request names a person.
func (h *Handler) person(r *http.Request) (string, error) {
	name := h.opts.Operator
	if h.opts.Person != nil {
		name = h.opts.Person(r)
	}
	if !isPersonName(name) {
		return "", fail(http.StatusForbidden, "nobody is known by this credential: only a person may do this")
	}
	return personPrefix + name, nil
}

// isPersonName reports whether a name can stand behind person:, on one line.
func isPersonName(name string) bool {
	return name != "" && len(name) <= maxPersonName && !strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r)
	})
}

// resolver is who answers. A sender may say that it is a program: then it is
// none of the people, whoever owns its credential. It may not say that it is a
// person.
func (h *Handler) resolver(r *http.Request, said string) (by string, isPerson bool, err error) {
	by, err = h.person(r)
	if err != nil {
		return "", false, err
	}
	if memory.IsProgram(said) {
		return oneline.Clean(said, maxPersonName), false, nil
	}
	return by, true, nil
}
