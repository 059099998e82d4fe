package yamlmask

import "gopkg.in/yaml.v3"

// itemNames names the items of a list. One with a name of its own, which no
// other item has, is known by it. Any other is known by how it looks without its
// secrets, and which one it is of those that look so: that follows it when items
// are added, removed or moved, as long as those that look alike are as many.
//
// One that looks like none of the original is known by its place, if all others
// look as they did: then it alone was edited.
func (l *lister) itemNames(n *yaml.Node) []path {
	names, nameless := l.ownNames(n)
	if !nameless {
		return names
	}
	looks, alike := make([]look, len(names)), map[digest]*group{}
	for i, item := range n.Content {
		looks[i] = l.look(item)
		alike[looks[i].sum] = alike[looks[i].sum].with(looks[i])
	}
	all, others := allLooks(looks), otherLooks(looks)
	for i := range names {
		if names[i] != (path{}) {
			continue
		}
		names[i] = path{
			byLook:   alike[looks[i].sum].nextName(),
			byOrder:  digestOf("item %d of %d among %x", i, len(names), all),
			byOthers: digestOf("item beside %x", others[i]),
		}
	}
	return names
}

// ownNames gives the items that have names of their own these names, and reports
// whether there are others.
func (l *lister) ownNames(n *yaml.Node) (names []path, nameless bool) {
	own, times := make([]digest, len(n.Content)), map[digest]int{}
	for i, item := range n.Content {
		own[i] = l.ownName(target(item))
		times[own[i]]++
	}
	names = make([]path, len(own))
	for i, name := range own {
		if name == (digest{}) || times[name] > 1 {
			nameless = true
			continue
		}
		names[i] = samePath(name)
	}
	return names, nameless
}

// ownKeys are the keys by whose value an item of a list is known, best first.
var ownKeys = [...]string{"name", "id", "agent_id", "agent", "url", "provider"}

// ownName is zero for an item that has none.
func (l *lister) ownName(n *yaml.Node) digest {
	if n.Kind != yaml.MappingNode {
		return digest{}
	}
	for _, own := range ownKeys {
		for i := 0; i+1 < len(n.Content); i += 2 {
			value := target(n.Content[i+1])
			if target(n.Content[i]).Value == own && value.Kind == yaml.ScalarNode && !isEmpty(value) && !l.text.secret[value] {
				return digestOf("%s is %s", own, value.Value)
			}
		}
	}
	return digest{}
}

// group is the items of a list that look alike.
type group struct {
	look  digest
	size  int
	typed bool // one of several has a secret that was typed
	named int  // how many have their names already
}

func (g *group) with(item look) *group {
	if g == nil {
		return &group{look: item.sum, size: 1, typed: item.typed}
	}
	g.size++
	g.typed = g.typed || item.typed
	return g
}

// nextName names the items of a group in their order. If one of several has a
// secret that was typed, it may be a new item in the place of a removed one, and
// the order says nothing. No item of an original has such a name.
func (g *group) nextName() digest {
	g.named++
	if g.size > 1 && g.typed {
		return digestOf("item %x, perhaps %d of %d", g.look, g.named, g.size)
	}
	return digestOf("item %x, %d of %d", g.look, g.named, g.size)
}

// allLooks is a fingerprint of how all items look, in order.
func allLooks(looks []look) (sum digest) {
	for _, item := range looks {
		sum = sum.child(item.sum)
	}
	return sum
}

// otherLooks are fingerprints of how all items but one look, in order, and of
// where that one is among them, for each item. They are made of what is before
// it and what is after, so that a long list takes the time of its length.
func otherLooks(looks []look) []digest {
	others := make([]digest, len(looks))
	var before, after digest
	for i, item := range looks {
		others[i] = before
		before = before.child(item.asNeighbour())
	}
	for i := len(looks) - 1; i >= 0; i-- {
		others[i] = others[i].child(after)
		after = after.child(looks[i].asNeighbour())
	}
	return others
}

// look is what is seen of a value without its secrets.
type look struct {
	sum    digest
	masked bool // it holds a mask
	typed  bool // it holds a secret that stands for no other; only in an edited text
}

// asNeighbour is how an item vouches for the place of another. One without a
// mask, all of whose secrets were typed, may be new, and then vouches for none.
func (k look) asNeighbour() digest {
	if k.typed && !k.masked {
		return digestOf("new %x", k.sum)
	}
	return k.sum
}

func (l *lister) look(n *yaml.Node) look {
	n = target(n)
	seen, known := l.looks[n]
	if known {
		return seen
	}
	switch {
	case n.Kind != yaml.ScalarNode:
		seen.sum = digestOf("%d of %d", n.Kind, len(n.Content))
		for _, child := range n.Content {
			below := l.look(child)
			seen.sum = seen.sum.child(below.sum)
			seen.masked, seen.typed = seen.masked || below.masked, seen.typed || below.typed
		}
	case l.text.secret[n]:
		seen.sum = digestOf("secret")
		seen.masked = l.text.edited && n.Value == Mask
		seen.typed = l.text.edited && n.Value != Mask
	default:
		seen.sum = digestOf("%s %s", n.ShortTag(), n.Value)
	}
	l.looks[n] = seen
	return seen
}
