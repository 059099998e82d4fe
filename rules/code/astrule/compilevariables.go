package astrule

import (
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// constraints compiles what the code of variables must fit.
func (c *compiler) constraints() {
	tree, ok := c.doc.Tree("constraints")
	if !ok || !c.mapping(tree, "rules by the names of variables") {
		return
	}
	type named struct {
		tree    yamlpos.Tree
		matcher matcher
	}
	var list []named
	for _, field := range tree.Fields {
		list = append(list, named{field, c.rule(field)})
	}
	if c.grammar == nil {
		return // no variable is known
	}
	for _, limit := range list {
		name := limit.tree.Key
		slot, single := c.slots[slotName{name, false}]
		_, run := c.slots[slotName{name, true}]
		switch {
		case !single && run:
			c.doc.Warn(limit.tree.Path, "limits nothing: the variable stands for a run of nodes, which has no constraints")
		case !single:
			c.doc.Fault(limit.tree.Path, "no pattern of the rule has this variable")
		case limit.matcher != nil:
			c.d.core.constraints = append(c.d.core.constraints, constraint{slot, limit.matcher})
		}
	}
}

// mentions checks the variables that texts mention.
func (c *compiler) mentions() {
	if c.grammar == nil || c.doc.Err() != nil {
		return // not all variables are known
	}
	made := map[string]bool{}
	transform, _ := c.doc.Tree("transform")
	for _, field := range transform.Fields {
		made[field.Key] = true
	}
	for _, at := range c.unknown(c.d.keys.Message, made) {
		c.doc.Warn("message", "mentions a variable that no pattern binds: %s shows nothing", at)
	}
	for i, at := range variablesIn(c.d.keys.Message) {
		if made[at.name] && i < yamlpos.MaxFaults {
			c.doc.Warn("message", "mentions a variable that transform makes, which is not carried out here: $%s shows nothing", at.name)
		}
	}
	c.fixed(transform, "source", made)
	if fix, ok := c.doc.Tree("fix"); ok {
		c.fixed(fix, "template", made)
		if fix.Scalar {
			c.undefined(fix, made)
		}
	}
}

// fixed checks the variables in the values of a key, wherever it stands.
func (c *compiler) fixed(tree yamlpos.Tree, key string, made map[string]bool) {
	for _, field := range append(tree.Fields, tree.Items...) {
		if field.Key == key && field.Scalar {
			c.undefined(field, made)
			continue
		}
		c.fixed(field, key, made)
	}
}

func (c *compiler) undefined(tree yamlpos.Tree, made map[string]bool) {
	if unknown := c.unknown(tree.Text, made); len(unknown) > 0 {
		c.doc.Fault(tree.Path, "no pattern of the rule has the variable %s", strings.Join(unknown, ", "))
	}
}

// unknown lists the variables in a text that neither a pattern binds nor a
// transform makes.
func (c *compiler) unknown(text string, made map[string]bool) []string {
	var list []string
	for _, at := range variablesIn(text) {
		_, single := c.slots[slotName{at.name, false}]
		_, run := c.slots[slotName{at.name, true}]
		if !single && !run && !made[at.name] && at.name[0] != '_' {
			list = append(list, text[at.start:at.end])
		}
	}
	return list
}
