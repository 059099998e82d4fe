package astrule

import "context"

// Grammar is what the rules of one language need to know of it. It must be
// safe for concurrent use.
type Grammar interface {
	// Language is the name of the language in [Languages].
	Language() string
	// Kind returns the number of a named node kind, and false if there is
	// none of that name that a node can have. ERROR is [ErrorKind].
	Kind(name string) (uint16, bool)
	// Field returns the number of a field, never 0.
	Field(name string) (uint16, bool)
	// Parse reads a text into a tree, within a budget of its own. Broken text
	// is no error: it makes a tree with nodes that say so. The tree keeps
	// source, which must not be changed afterwards.
	Parse(ctx context.Context, source []byte) (*Tree, error)
}
