package yamlmask

import (
	"crypto/sha256"
	"fmt"

	"gopkg.in/yaml.v3"
)

// digest stands for a text, or for a path. Paths themselves could be far larger
// than the text that they are about.
type digest [sha256.Size]byte

func digestOf(format string, args ...any) digest {
	return sha256.Sum256(fmt.Appendf(nil, format, args...))
}

// child is the path below another.
func (d digest) child(name digest) digest { return sha256.Sum256(append(d[:], name[:]...)) }

// The ways to say where a value stands, surest first. They differ in how they
// name the items of lists that have no names of their own; see itemNames.
const (
	byLook   = iota // an item is known by how it looks, wherever it was moved
	byOrder         // by its place in a list of which every item looks as it did
	byOthers        // by its place among others that look as they did
	ways
)

// path is where a value stands, or the name of a child, in every way to say it.
type path [ways]digest

// samePath is a path that is the same in every way.
func samePath(d digest) (p path) {
	for way := range p {
		p[way] = d
	}
	return p
}

func (p path) child(name path) (below path) {
	for way := range p {
		if way > 0 && p[way] == p[0] && name[way] == name[0] {
			below[way] = below[0]
			continue
		}
		below[way] = p[way].child(name[way])
	}
	return below
}

// list lists the leaves with their paths. The limits of what it visits are those
// of findSecrets, which went the same way.
func (t *Text) list() {
	l := &lister{text: t, looks: map[*yaml.Node]look{}, names: map[*yaml.Node][]path{}}
	for i, root := range t.roots {
		l.value(root, samePath(digestOf("document %d", i)))
	}
	t.leaves = l.leaves
}

// lister keeps what it has made of each node: with aliases a node is met many
// times.
type lister struct {
	text   *Text
	leaves []leaf
	looks  map[*yaml.Node]look
	names  map[*yaml.Node][]path // of the children of a mapping or a list
}

func (l *lister) value(n *yaml.Node, at path) {
	n = target(n)
	switch n.Kind {
	case yaml.ScalarNode:
		l.leaves = append(l.leaves, leaf{at, n})
	case yaml.SequenceNode:
		for i, name := range l.childNames(n, l.itemNames) {
			l.value(n.Content[i], at.child(name))
		}
	case yaml.MappingNode:
		for i, name := range l.childNames(n, l.keyNames) {
			below := at.child(name)
			if key := target(n.Content[2*i]); key.Kind != yaml.ScalarNode {
				l.value(key, below.child(samePath(digestOf("key"))))
			}
			l.value(n.Content[2*i+1], below)
		}
	}
}

func (l *lister) childNames(n *yaml.Node, make func(*yaml.Node) []path) []path {
	names, known := l.names[n]
	if !known {
		names = make(n)
		l.names[n] = names
	}
	return names
}

// keyNames names the values of a mapping by their keys. Of keys that stand there
// several times, which one it is counts as well.
func (l *lister) keyNames(n *yaml.Node) []path {
	names, times := make([]path, len(n.Content)/2), map[digest]int{}
	for i := range names {
		key := target(n.Content[2*i])
		name := l.look(key).sum
		if key.Kind == yaml.ScalarNode {
			name = digestOf("key %s", key.Value)
		}
		if times[name]++; times[name] > 1 {
			name = digestOf("%x %d", name, times[name])
		}
		names[i] = samePath(name)
	}
	return names
}
