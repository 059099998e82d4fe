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

// list lists the leaves with their paths. The limits of what it visits are those
// of findSecrets, which went the same way.
func (t *Text) list() {
	l := &lister{text: t, looks: map[*yaml.Node]digest{}, names: map[*yaml.Node][]digest{}}
	for i, root := range t.roots {
		l.value(root, digestOf("document %d", i))
	}
	t.leaves = l.leaves
}

// lister keeps what it has made of each node: with aliases a node is met many
// times.
type lister struct {
	text   *Text
	leaves []leaf
	looks  map[*yaml.Node]digest
	names  map[*yaml.Node][]digest // of the children of a mapping or a list
}

func (l *lister) value(n *yaml.Node, path digest) {
	n = target(n)
	switch n.Kind {
	case yaml.ScalarNode:
		l.leaves = append(l.leaves, leaf{path, n})
	case yaml.SequenceNode:
		for i, name := range l.childNames(n, l.itemNames) {
			l.value(n.Content[i], path.child(name))
		}
	case yaml.MappingNode:
		for i, name := range l.childNames(n, l.keyNames) {
			if key := target(n.Content[2*i]); key.Kind != yaml.ScalarNode {
				l.value(key, path.child(name).child(digestOf("key")))
			}
			l.value(n.Content[2*i+1], path.child(name))
		}
	}
}

func (l *lister) childNames(n *yaml.Node, make func(*yaml.Node) []digest) []digest {
	names, known := l.names[n]
	if !known {
		names = make(n)
		l.names[n] = names
	}
	return names
}

// keyNames names the values of a mapping by their keys. Of keys that stand there
// several times, which one it is counts as well.
func (l *lister) keyNames(n *yaml.Node) []digest {
	names, times := make([]digest, len(n.Content)/2), map[digest]int{}
	for i := range names {
		key := target(n.Content[2*i])
		name := l.look(key)
		if key.Kind == yaml.ScalarNode {
			name = digestOf("key %s", key.Value)
		}
		if times[name]++; times[name] > 1 {
			name = digestOf("%x %d", name, times[name])
		}
		names[i] = name
	}
	return names
}

// itemNames names the items of a list. One with a name of its own, which no
// other item has, is known by it. Others are known by where they stand, how
// many there are, and how they look without their secrets: nothing else would
// tell that an item was moved.
func (l *lister) itemNames(n *yaml.Node) []digest {
	own, times := make([]digest, len(n.Content)), map[digest]int{}
	for i, item := range n.Content {
		own[i] = l.ownName(target(item))
		times[own[i]]++
	}
	for i, item := range n.Content {
		if own[i] == (digest{}) || times[own[i]] > 1 {
			own[i] = digestOf("item %d of %d, %x", i, len(n.Content), l.look(item))
		}
	}
	return own
}

// ownNames are the keys by whose value an item of a list is known, best first.
var ownNames = [...]string{"name", "id", "agent_id", "agent", "url", "provider"}

// ownName is zero for an item that has none.
func (l *lister) ownName(n *yaml.Node) digest {
	if n.Kind != yaml.MappingNode {
		return digest{}
	}
	for _, own := range ownNames {
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := target(n.Content[i+1])
			if target(n.Content[i]).Value == own && value.Kind == yaml.ScalarNode && !isEmpty(value) && !l.text.secret[value] {
				return digestOf("%s is %s", own, value.Value)
			}
		}
	}
	return digest{}
}

// look is a fingerprint of a value without its secrets.
func (l *lister) look(n *yaml.Node) digest {
	n = target(n)
	sum, known := l.looks[n]
	if known {
		return sum
	}
	switch {
	case n.Kind != yaml.ScalarNode:
		sum = digestOf("%d of %d", n.Kind, len(n.Content))
		for _, child := range n.Content {
			sum = sum.child(l.look(child))
		}
	case l.text.secret[n]:
		sum = digestOf("secret")
	default:
		sum = digestOf("%s %s", n.ShortTag(), n.Value)
	}
	l.looks[n] = sum
	return sum
}
