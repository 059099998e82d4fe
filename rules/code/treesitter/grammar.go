//go:build cgo

package treesitter

import (
	"context"
	"fmt"
	"sync"
	"time"
	"unsafe"

	binding "github.com/tree-sitter/go-tree-sitter"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// Grammar is a grammar of tree-sitter. It is an [astrule.Grammar] and safe for
// concurrent use.
type Grammar struct {
	name     string
	language *binding.Language
	parsers  sync.Pool // of *parser
}

// New makes a grammar of the language that a grammar's Go package returns. The
// name is one of [astrule.Languages]. The error says that the language was
// made for another version of tree-sitter.
func New(name string, language unsafe.Pointer) (*Grammar, error) {
	g := &Grammar{name: name, language: binding.NewLanguage(language)}
	if version := g.language.AbiVersion(); version < binding.MIN_COMPATIBLE_LANGUAGE_VERSION || version > binding.LANGUAGE_VERSION {
		return nil, fmt.Errorf("the grammar of %s has version %d, which this tree-sitter does not read", name, version)
	}
	return g, nil
}

// Grammars makes a grammar for a list, as packages of grammars return it. A
// grammar that does not fit is left out: rules of its language are then not
// linked, which a gate reports.
func Grammars(name string, language unsafe.Pointer) []astrule.Grammar {
	g, err := New(name, language)
	if err != nil {
		return nil
	}
	return []astrule.Grammar{g}
}

// Language returns the name of the language.
func (g *Grammar) Language() string { return g.name }

// Kind returns the number of a named kind. Names that stand for a group of
// kinds are none: no node has them.
func (g *Grammar) Kind(name string) (uint16, bool) {
	kind := g.language.IdForNodeKind(name, true)
	if kind == astrule.ErrorKind {
		return kind, name == "ERROR" // the library takes every beginning of it
	}
	return kind, kind != 0 && g.language.NodeKindIsVisible(kind)
}

// Field returns the number of a field.
func (g *Grammar) Field(name string) (uint16, bool) {
	field := g.language.FieldIdForName(name)
	return field, field != 0
}

// Parse reads a text within [Budget], or less where ctx ends sooner. The error
// is [ErrBudget], [ErrTooLarge], [ErrBinary], [ErrTooDeep] or that of ctx.
func (g *Grammar) Parse(ctx context.Context, source []byte) (*astrule.Tree, error) {
	if err := refuse(g.name, source); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	budget := Budget
	if deadline, ok := ctx.Deadline(); ok {
		budget = min(budget, max(time.Until(deadline), time.Microsecond))
	}
	p, ok := g.parsers.Get().(*parser)
	if !ok {
		p = newParser(g.language)
	}
	nodes, ended := p.parse(ctx, source, budget)
	switch {
	case !ended:
		// What it has allocated for junk is not kept.
		p.close()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return nil, ErrBudget
	case nodes == nil:
		p.close()
		return nil, fmt.Errorf("parsing %s: the tree cannot be read", g.name)
	}
	g.parsers.Put(p)
	return astrule.NewTree(source, nodes)
}
