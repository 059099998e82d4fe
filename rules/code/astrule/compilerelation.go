package astrule

import (
	"slices"

	"github.com/flux7-go/supervisor/internal/typo"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// relation compiles inside, has, precedes or follows.
func (c *compiler) relation(tree yamlpos.Tree) matcher {
	caller := c.caller
	c.caller = ""
	defer func() { c.caller = caller }()

	if !c.mapping(tree, "the rule that the other node must fit") {
		return nil
	}
	related := relation{}
	ok := true
	for _, field := range tree.Fields {
		switch field.Key {
		case "stopBy":
			related.stop, ok = c.stopBy(field)
		case "field":
			related.field = c.field(tree.Key, field)
		}
	}
	related.other = c.rule(tree, "stopBy", "field")
	if related.other == nil || !ok {
		return nil
	}
	switch tree.Key {
	case "inside":
		return &inside{related}
	case "has":
		return &has{related}
	case "precedes":
		return &precedes{related}
	}
	return &follows{related}
}

func (c *compiler) stopBy(tree yamlpos.Tree) (stopBy, bool) {
	switch {
	case tree.Scalar && tree.Text == "neighbor" && !tree.Null:
		return stopBy{}, true
	case tree.Scalar && tree.Text == "end":
		return stopBy{end: true}, true
	case tree.Scalar || tree.IsList:
		c.doc.Fault(tree.Path, "must be neighbor, end or a rule")
		return stopBy{}, false
	}
	until := c.rule(tree)
	return stopBy{until: until}, until != nil
}

// field compiles the field of a relation; 0 if there is a fault or no grammar.
func (c *compiler) field(relation string, tree yamlpos.Tree) uint16 {
	if relation == "precedes" || relation == "follows" {
		c.doc.Fault(tree.Path, "belongs to inside and has only: siblings are in no field of each other")
		return 0
	}
	name, ok := c.text(tree)
	if !ok || c.grammar == nil {
		return 0
	}
	field, known := c.grammar.Field(name)
	if !known {
		c.doc.Fault(tree.Path, "the grammar of %s has no field of this name", c.d.language.Name)
	}
	return field
}

// matches compiles the name of a util. A local util hides a global one.
func (c *compiler) matches(tree yamlpos.Tree) matcher {
	if !tree.Scalar {
		c.doc.Fault(tree.Path, "has arguments for a util, which are not supported: write a util for each case")
		return nil
	}
	name, ok := c.text(tree)
	if !ok {
		return nil
	}
	if local := c.utils[name]; local != nil {
		c.loader.calls.add(c.caller, c.local(name), c.d, tree.Path)
		return localUtil{local}
	}
	if found := c.loader.globals[utilName{c.d.language.Name, name}]; found != nil {
		c.loader.calls.add(c.caller, global(c.d.language.Name, name), c.d, tree.Path)
		if c.grammar == nil {
			return nil
		}
		return globalUtil{found.core}
	}
	if near := typo.Closest(name, c.utilNames()); near != "" {
		c.doc.Fault(tree.Path, "there is no such util; did you mean %q?", near)
		return nil
	}
	c.doc.Fault(tree.Path, "there is no such util: define it under utils, or among the global utils of %s", c.d.language.Name)
	return nil
}

func (c *compiler) utilNames() []string {
	var names []string
	for name := range c.utils {
		names = append(names, name)
	}
	for name := range c.loader.globals {
		if name.language == c.d.language.Name {
			names = append(names, name.name)
		}
	}
	slices.Sort(names)
	return names
}

// nthChild compiles a place among siblings.
func (c *compiler) nthChild(tree yamlpos.Tree) matcher {
	if tree.Scalar {
		at, ok := c.position(tree)
		if !ok {
			return nil
		}
		return &nthChild{position: at}
	}
	if !c.mapping(tree, "position, and perhaps ofRule and reverse") {
		return nil
	}
	c.unknownKeys(tree, []string{"position", "ofRule", "reverse"}, false)
	m, placed, ok := &nthChild{}, false, true
	for _, field := range tree.Fields {
		switch field.Key {
		case "position":
			m.position, ok = c.position(field)
			placed = true
		case "ofRule":
			if m.of = c.rule(field); m.of == nil {
				ok = false
			}
		case "reverse":
			if m.reverse = field.Text == "true"; !m.reverse && field.Text != "false" {
				c.doc.Fault(field.Path, "must be true or false")
			}
		}
	}
	if !placed {
		c.doc.Fault(tree.Path, "gives no position: say which child is meant")
	}
	if !placed || !ok {
		return nil
	}
	return m
}

func (c *compiler) position(tree yamlpos.Tree) (position, bool) {
	at, err := parsePosition(tree.Text)
	if !tree.Scalar || err != nil {
		c.doc.Fault(tree.Path, "%v", errPosition)
		return position{}, false
	}
	return at, true
}
