package astrule

import (
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// pattern compiles a pattern, written as text or as an object.
func (c *compiler) pattern(tree yamlpos.Tree) matcher {
	if tree.Scalar {
		return c.code(tree, "", smart)
	}
	if !c.mapping(tree, "context, and perhaps selector and strictness") {
		return nil
	}
	c.unknownKeys(tree, []string{"context", "selector", "strictness"}, false)
	var context *yamlpos.Tree
	level, selector, ok := smart, "", true
	for i, field := range tree.Fields {
		switch field.Key {
		case "context":
			context = &tree.Fields[i]
		case "selector":
			selector, ok = c.text(field)
			ok = ok && (c.grammar == nil || c.kindNamed(field, selector) != nil)
		case "strictness":
			var known bool
			if level, known = parseStrictness(field.Text); !known {
				c.doc.Fault(field.Path, "must be one of %s", strings.Join(strictnessNames(), ", "))
			}
		}
	}
	if context == nil {
		c.doc.Fault(tree.Path, "gives no context: write the code that the pattern is part of")
		return nil
	}
	if !ok {
		return nil
	}
	return c.code(*context, selector, level)
}

// code compiles the code of a pattern.
func (c *compiler) code(tree yamlpos.Tree, selector string, level strictness) matcher {
	text, ok := c.text(tree)
	if !ok || c.grammar == nil {
		return nil
	}
	parsed, err := c.grammar.Parse(c.ctx, []byte(withSigil(text, c.sigil)))
	if err != nil {
		c.doc.Fault(tree.Path, "cannot be parsed: %v", err)
		return nil
	}
	root, wrong := theNode(parsed), ""
	p := &pattern{level: level}
	if selector != "" {
		p.selected, _ = c.grammar.Kind(selector)
		root = firstOfKind(parsed, p.selected)
		wrong = "the context holds no node of the selector's kind"
	} else {
		wrong = onlyOne(parsed)
	}
	if root == none {
		c.doc.Fault(tree.Path, "%s", wrong)
		return nil
	}
	p.root = newPatternNode(parsed, root, c.sigil)
	if p.root.variable.isRun() {
		c.doc.Fault(tree.Path, "is a run of nodes by itself: write $VAR, or put it within other code")
		return nil
	}
	if hasError(parsed, root) {
		c.doc.Warn(tree.Path, "holds code that the grammar of %s cannot read: it may fit nothing, or what is not meant", c.d.language.Name)
	}
	p.root.eachVariable(c.slot)
	return p
}

// theNode descends from the root as long as there is one child, and returns
// none where a text holds nothing, or several nodes.
func theNode(t *Tree) int32 {
	if !single(t, 0) {
		return none
	}
	at := int32(0)
	for single(t, at) {
		at = t.first(at)
	}
	return at
}

// single reports whether node i has one child, but for one that the parser
// added or that stands for the end of the text.
func single(t *Tree, i int32) bool {
	switch first := t.first(i); {
	case first == none:
		return false
	case t.next(first) == none:
		return true
	default:
		second := t.next(first)
		n := &t.nodes[second]
		return t.next(second) == none && (t.is(second, Missing) || n.Start == n.End && !t.is(second, Named))
	}
}

// onlyOne says why a pattern without selector is none.
func onlyOne(t *Tree) string {
	if t.first(0) == none {
		return "holds no code"
	}
	return "holds several nodes: write one, or give a context and a selector"
}

func firstOfKind(t *Tree, kind uint16) int32 {
	for i := range t.nodes {
		if t.nodes[i].Kind == kind {
			return int32(i)
		}
	}
	return none
}

// hasError reports whether the grammar could not read a part of node i.
func hasError(t *Tree, i int32) bool {
	for at := i; at < t.nodes[i].After; at++ {
		if t.is(at, Error) {
			return true
		}
	}
	return false
}
