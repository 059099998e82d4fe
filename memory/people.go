package memory

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// DefaultPeople matches the resolvers that are persons, unless told otherwise.
const DefaultPeople = "person:*"

// neverPeople begin the names of resolvers that are programs, whatever a glob
// says. A mesh records approvals by its agents, its own rules and its emergency
// stop in the same place as those of people.
var neverPeople = []string{"agent:", "auto:", "auto_approve", "bot:", "channel:", "halt:", "mcp:", "standing:", "supervisor:", "system:"}

// httpResolver begins the name that a mesh gives to whoever resolves by its
// HTTP API without a name. Without an admin token that is anybody.
const httpResolver = "http:"

// People tells the resolvers that are persons from those that are not.
type People struct {
	globs []string
	http  bool
}

// NewPeople takes globs of names of resolvers, as [path.Match] reads them; none
// means [DefaultPeople]. With adminToken set, which says that the mesh wants its
// admin token, http:* is one of them; without it nobody of that name is a
// person. A malformed glob is an error.
func NewPeople(globs []string, adminToken bool) (People, error) {
	p := People{globs: slices.Clone(globs), http: adminToken}
	if len(globs) == 0 {
		p.globs = []string{DefaultPeople}
	}
	for _, glob := range p.globs {
		if _, err := path.Match(glob, ""); err != nil {
			return People{}, fmt.Errorf("people: %q is a malformed pattern", glob)
		}
	}
	if adminToken {
		p.globs = append(p.globs, httpResolver+"*")
	}
	return p, nil
}

// Includes reports whether a resolver is a person. The zero People includes
// nobody.
func (p People) Includes(by string) bool {
	folded := strings.ToLower(strings.TrimSpace(by))
	if folded == "" || IsProgram(by) {
		return false
	}
	if strings.HasPrefix(folded, httpResolver) && !p.http {
		return false
	}
	return slices.ContainsFunc(p.globs, func(glob string) bool {
		ok, err := path.Match(glob, by)
		return ok && err == nil
	})
}

// IsProgram reports whether a resolver is a program by its name, whatever the
// people are.
func IsProgram(by string) bool {
	folded := strings.ToLower(strings.TrimSpace(by))
	return slices.ContainsFunc(neverPeople, func(start string) bool { return strings.HasPrefix(folded, start) })
}
