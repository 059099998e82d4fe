package astrule

// pattern matches nodes that look like a piece of code with variables in it.
type pattern struct {
	root  patternNode
	level strictness
	// selected is the kind that the node must have where a selector chose the
	// pattern from its context; 0: no selector.
	selected uint16
}

// patternNode is a node of the code that a pattern was written as: a variable,
// a leaf, or a node with children.
type patternNode struct {
	variable variable // zero: none
	kind     uint16
	named    bool
	leaf     bool
	text     string // of a leaf
	children []patternNode
}

func (p *patternNode) isVariable() bool { return p.variable.form != 0 }

func (p *patternNode) isPunctuation() bool { return p.leaf && !p.named }

func (p *patternNode) fits(kind uint16) bool { return p.kind == kind || p.kind == ErrorKind }

// newPatternNode turns node i of the tree of a pattern, and all below it, into
// a pattern.
func newPatternNode(t *Tree, i int32, sigil string) patternNode {
	text := string(t.text(i))
	if v, ok := parseVariable(text, sigil); ok {
		return patternNode{variable: v}
	}
	n := &t.nodes[i]
	p := patternNode{kind: n.Kind, named: n.Flags&Named != 0}
	if t.first(i) == none {
		p.leaf, p.text = true, text
		return p
	}
	for c := t.first(i); c != none; c = t.next(c) {
		if !t.is(c, Missing) {
			p.children = append(p.children, newPatternNode(t, c, sigil))
		}
	}
	return p
}

// eachVariable calls do for the variables of p that bind, in their order.
func (p *patternNode) eachVariable(do func(*variable)) {
	if p.variable.binds() {
		do(&p.variable)
	}
	for i := range p.children {
		p.children[i].eachVariable(do)
	}
}

// kinds are those that a node must have one of.
func (p *pattern) kinds() kindSet {
	switch {
	case p.level == template:
		return kindSet{any: true}
	case p.root.isVariable() && p.selected == 0:
		return kindSet{any: true}
	case p.root.isVariable():
		return oneKind(p.selected)
	case p.root.kind == ErrorKind:
		return kindSet{any: true} // fits every kind
	}
	return oneKind(p.root.kind)
}

// match reports whether the pattern fits node i, and binds its variables if
// it does.
func (p *pattern) match(s *search, i int32) bool {
	if p.selected != 0 && s.tree.nodes[i].Kind != p.selected {
		return false
	}
	mark := s.env.mark()
	if s.fit(&p.root, i, p.level) == both {
		return true
	}
	s.env.undo(mark)
	return false
}
