//go:build cgo && (!linux || sup7_portable)

package treesitter

import (
	"context"
	"runtime"
	"time"

	binding "github.com/tree-sitter/go-tree-sitter"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// parser is a parser of tree-sitter by its Go binding, for systems where C code
// cannot name functions that another package links. It makes the same trees in
// about twice the time.
type parser struct {
	inner   *binding.Parser
	cleanup runtime.Cleanup
}

func newParser(language *binding.Language) *parser {
	p := &parser{inner: binding.NewParser()}
	_ = p.inner.SetLanguage(language) // its version was checked
	p.cleanup = runtime.AddCleanup(p, (*binding.Parser).Close, p.inner)
	return p
}

// close frees the parser at once.
func (p *parser) close() {
	p.cleanup.Stop()
	p.inner.Close()
}

// parse reads a text. ended is false when the time was over, or ctx.
func (p *parser) parse(ctx context.Context, source []byte, budget time.Duration) (nodes []astrule.Node, ended bool) {
	until := time.Now().Add(budget)
	over := func(binding.ParseState) bool { return ctx.Err() != nil || time.Now().After(until) }
	read := func(at int, _ binding.Point) []byte { return source[min(at, len(source)):] }
	tree := p.inner.ParseWithOptions(read, nil, &binding.ParseOptions{ProgressCallback: over})
	p.inner.Reset()
	if tree == nil {
		return nil, false
	}
	defer tree.Close()
	return flatten(tree), true
}

// flatten writes the nodes in preorder.
func flatten(tree *binding.Tree) []astrule.Node {
	cursor := tree.Walk()
	defer cursor.Close()
	nodes := make([]astrule.Node, 0, tree.RootNode().DescendantCount())
	parent := int32(-1)
	for {
		at := int32(len(nodes))
		nodes = append(nodes, node(cursor, parent))
		if cursor.GotoFirstChild() {
			parent = at
			continue
		}
		nodes[at].After = at + 1
		for parent >= 0 && !cursor.GotoNextSibling() {
			cursor.GotoParent()
			nodes[parent].After = int32(len(nodes))
			parent = nodes[parent].Parent
		}
		if parent < 0 {
			return nodes
		}
	}
}

func node(cursor *binding.TreeCursor, parent int32) astrule.Node {
	n := cursor.Node()
	flat := astrule.Node{
		Start: uint32(n.StartByte()), End: uint32(n.EndByte()), Parent: parent,
		Kind: n.KindId(), Field: cursor.FieldId(),
	}
	for flag, is := range map[astrule.Flags]bool{
		astrule.Named: n.IsNamed(), astrule.Extra: n.IsExtra(), astrule.Missing: n.IsMissing(), astrule.Error: n.IsError(),
	} {
		if is {
			flat.Flags |= flag
		}
	}
	return flat
}
