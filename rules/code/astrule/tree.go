package astrule

import (
	"errors"
	"fmt"
	"math"
)

// ErrorKind is the kind of a node that stands for text the grammar could not
// read. It is tree-sitter's number for it.
const ErrorKind = math.MaxUint16

// MaxSource bounds the text of a tree, in bytes. Offsets are 32 bits; people
// write files of a few hundred kilobytes at most.
const MaxSource = 4 << 20

// Flags say what a node is.
type Flags uint8

// The flags of a node.
const (
	Named   Flags = 1 << iota // has a name of its own in the grammar, unlike punctuation
	Extra                     // may stand anywhere, as a comment
	Missing                   // is not in the text: the parser added it to go on
	Error                     // is text that the grammar could not read
)

// Node is one node of a [Tree]. A grammar writes nodes in the order in which
// they begin, parents before their children.
type Node struct {
	Start, End uint32 // bytes in the source
	Parent     int32  // index of the parent; -1 for the root
	After      int32  // index behind the last node below this one
	Kind       uint16 // as [Grammar.Kind] numbers them
	Field      uint16 // of the parent, as [Grammar.Field] numbers them; 0: none
	Flags      Flags
	_          [3]byte // C lays it out alike
}

// Tree is the syntax tree of a text: nodes in one slice, the root first. It is
// not changed after it is made and may be read from several goroutines.
type Tree struct {
	source []byte
	nodes  []Node
	broken int // index of the first node that is wrong, -1: none
}

// none is the index of no node.
const none = int32(-1)

// NewTree checks that nodes form a tree over source, and keeps both without a
// copy. The error says what is wrong with the nodes, a mistake of the grammar.
func NewTree(source []byte, nodes []Node) (*Tree, error) {
	if len(source) > MaxSource {
		return nil, fmt.Errorf("the text has %d bytes, more than %d", len(source), MaxSource)
	}
	if len(nodes) == 0 || len(nodes) > math.MaxInt32 {
		return nil, errors.New("a tree needs a root")
	}
	t := &Tree{source: source, nodes: nodes, broken: -1}
	for i := range nodes {
		if err := t.check(int32(i)); err != nil {
			return nil, fmt.Errorf("node %d: %w", i, err)
		}
		if t.broken < 0 && nodes[i].Flags&(Error|Missing) != 0 {
			t.broken = i
		}
	}
	return t, nil
}

// check holds a node against its parent and the source.
func (t *Tree) check(i int32) error {
	n := &t.nodes[i]
	if n.Start > n.End || int(n.End) > len(t.source) {
		return fmt.Errorf("bytes %d to %d are not in the text", n.Start, n.End)
	}
	if i == 0 {
		if n.Parent != none || int(n.After) != len(t.nodes) {
			return errors.New("the root does not hold all others")
		}
		return nil
	}
	if n.Parent < 0 || n.Parent >= i || n.After <= i || n.After > t.nodes[n.Parent].After {
		return errors.New("is not within its parent")
	}
	// Before it is its parent, or the last node below the sibling before it.
	if before := i - 1; before != n.Parent {
		for t.nodes[before].Parent > n.Parent {
			before = t.nodes[before].Parent
		}
		if t.nodes[before].Parent != n.Parent || t.nodes[before].After != i {
			return errors.New("does not follow its sibling")
		}
	}
	return nil
}

// Source returns the text of the tree. Do not change it.
func (t *Tree) Source() []byte { return t.source }

// Len returns the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }

// Node returns node i; 0 is the root.
func (t *Tree) Node(i int) Node { return t.nodes[i] }

// Broken returns where the first text begins that the grammar could not read,
// or the first place where something is missing. Code behind it may be hidden
// from the rules. It reports false for a text without syntax errors.
func (t *Tree) Broken() (offset int, ok bool) {
	if t.broken < 0 {
		return 0, false
	}
	return int(t.nodes[t.broken].Start), true
}

func (t *Tree) text(i int32) []byte { return t.source[t.nodes[i].Start:t.nodes[i].End] }

func (t *Tree) is(i int32, f Flags) bool { return t.nodes[i].Flags&f != 0 }

// first returns the first child.
func (t *Tree) first(i int32) int32 {
	if t.nodes[i].After == i+1 {
		return none
	}
	return i + 1
}

// next returns the sibling behind i.
func (t *Tree) next(i int32) int32 {
	n := &t.nodes[i]
	if n.Parent < 0 || n.After == t.nodes[n.Parent].After {
		return none
	}
	return n.After
}

// previous returns the sibling before i.
func (t *Tree) previous(i int32) int32 {
	parent := t.nodes[i].Parent
	if parent < 0 || i == parent+1 {
		return none
	}
	before := i - 1
	for t.nodes[before].Parent != parent {
		before = t.nodes[before].Parent
	}
	return before
}

// inField returns the first child in a field.
func (t *Tree) inField(i int32, field uint16) int32 {
	for c := t.first(i); c != none; c = t.next(c) {
		if t.nodes[c].Field == field {
			return c
		}
	}
	return none
}

func (t *Tree) children(i int32) int {
	count := 0
	for c := t.first(i); c != none; c = t.next(c) {
		count++
	}
	return count
}

// namedLeaf reports whether i has no named child.
func (t *Tree) namedLeaf(i int32) bool {
	for c := t.first(i); c != none; c = t.next(c) {
		if t.is(c, Named) {
			return false
		}
	}
	return true
}
