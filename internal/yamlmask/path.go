package yamlmask

import (
	"crypto/sha256"
	"fmt"
	"strconv"

	"gopkg.in/yaml.v3"
)

// list lists the leaves with their paths. The limits of what it visits are those
// of findSecrets, which went the same way.
func (t *Text) list() error {
	l := &lister{text: t, looks: map[*yaml.Node][sha256.Size]byte{}}
	for i, root := range t.roots {
		l.value(root, strconv.Itoa(i))
	}
	t.leaves = l.leaves
	return nil
}

type lister struct {
	text   *Text
	leaves []leaf
	looks  map[*yaml.Node][sha256.Size]byte
}

func (l *lister) value(n *yaml.Node, path string) {
	n = target(n)
	switch n.Kind {
	case yaml.ScalarNode:
		l.leaves = append(l.leaves, leaf{path, n})
	case yaml.SequenceNode:
		for i, name := range l.itemNames(n) {
			l.value(n.Content[i], path+name)
		}
	case yaml.MappingNode:
		l.mapping(n, path)
	}
}

func (l *lister) mapping(n *yaml.Node, path string) {
	times := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := target(n.Content[i])
		name := fmt.Sprintf("?%x", l.look(key))
		if key.Kind == yaml.ScalarNode {
			name = "." + strconv.Quote(key.Value)
		} else {
			l.value(key, path+name+"!")
		}
		if times[name]++; times[name] > 1 {
			name += "#" + strconv.Itoa(times[name])
		}
		l.value(n.Content[i+1], path+name)
	}
}

// itemNames names the items of a list. One with a name of its own, which no
// other item has, is known by it. Others are known by where they stand, how
// many there are, and how they look without their secrets: nothing else would
// tell that an item was moved.
func (l *lister) itemNames(n *yaml.Node) []string {
	own, times := make([]string, len(n.Content)), map[string]int{}
	for i, item := range n.Content {
		own[i] = l.ownName(target(item))
		times[own[i]]++
	}
	for i, item := range n.Content {
		if own[i] == "" || times[own[i]] > 1 {
			own[i] = fmt.Sprintf("[%d of %d %x]", i, len(n.Content), l.look(item))
		}
	}
	return own
}

// ownNames are the keys by whose value an item of a list is known, best first.
var ownNames = [...]string{"name", "id", "agent_id", "agent", "url", "provider"}

func (l *lister) ownName(n *yaml.Node) string {
	if n.Kind != yaml.MappingNode {
		return ""
	}
	for _, own := range ownNames {
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := target(n.Content[i+1])
			if target(n.Content[i]).Value == own && value.Kind == yaml.ScalarNode && !isEmpty(value) && !l.text.secret[value] {
				return "[" + own + "=" + strconv.Quote(value.Value) + "]"
			}
		}
	}
	return ""
}

// look is a fingerprint of a value without its secrets.
func (l *lister) look(n *yaml.Node) [sha256.Size]byte {
	n = target(n)
	if sum, known := l.looks[n]; known {
		return sum
	}
	h := sha256.New()
	switch {
	case n.Kind != yaml.ScalarNode:
		fmt.Fprintf(h, "%d of %d", n.Kind, len(n.Content))
		for _, child := range n.Content {
			sum := l.look(child)
			h.Write(sum[:])
		}
	case l.text.secret[n]:
		fmt.Fprint(h, "secret")
	default:
		fmt.Fprintf(h, "%s %q", n.ShortTag(), n.Value)
	}
	sum := [sha256.Size]byte(h.Sum(nil))
	l.looks[n] = sum
	return sum
}
