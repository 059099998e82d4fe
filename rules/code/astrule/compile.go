package astrule

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/typo"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// compiler turns one document into matchers. Where there is no grammar it
// checks the form only, and its matchers are nil.
type compiler struct {
	ctx     context.Context
	loader  *loader
	doc     *yamlpos.Document
	d       *document
	grammar Grammar // nil: none
	sigil   string
	utils   map[string]*util // local
	slots   map[slotName]int
	// caller is what calls are recorded for; empty below a relation, where a
	// util may call itself.
	caller string
}

type slotName struct {
	name string
	run  bool
}

func newCompiler(ctx context.Context, l *loader, d *document) *compiler {
	c := &compiler{
		ctx: ctx, loader: l, doc: d.doc, d: d, grammar: l.grammars[d.language.Name],
		sigil: "$", utils: map[string]*util{}, slots: map[slotName]int{},
	}
	if d.language.Sigil != 0 {
		c.sigil = string(d.language.Sigil)
	}
	return c
}

// document compiles utils, rule and constraints, in this order.
func (c *compiler) document() {
	if tree, ok := c.doc.Tree("utils"); ok && c.mapping(tree, "utils by their names") {
		for _, field := range tree.Fields {
			c.utils[field.Key] = &util{}
		}
		for _, field := range tree.Fields {
			c.caller = c.local(field.Key)
			c.utils[field.Key].matcher = c.rule(field)
		}
	}
	c.caller = c.top()
	if tree, ok := c.doc.Tree("rule"); ok {
		c.d.core.match = c.rule(tree)
	}
	c.constraints()
	c.mentions()
}

// top names the document as a caller, local one of its utils.
func (c *compiler) top() string {
	if c.d.isUtil {
		return global(c.d.language.Name, c.d.keys.ID)
	}
	return fmt.Sprintf("%p", c.d)
}

func (c *compiler) local(name string) string { return fmt.Sprintf("%p %s", c.d, name) }

func global(language, name string) string { return "global " + language + " " + name }

// mapping wants the value to be a mapping with something in it.
func (c *compiler) mapping(tree yamlpos.Tree, of string) bool {
	if tree.Scalar || tree.IsList || len(tree.Fields) == 0 {
		c.doc.Fault(tree.Path, "must be a mapping with %s", of)
		return false
	}
	return true
}

// ruleKeys are the keys of a rule object, in the order in which they are tried.
func ruleKeys() []string {
	return []string{"pattern", "kind", "regex", "nthChild", "range", "all", "any", "not", "matches", "inside", "has", "precedes", "follows"}
}

// rule compiles a rule object. extra are the keys that stand in it beside
// those of every rule.
func (c *compiler) rule(tree yamlpos.Tree, extra ...string) matcher {
	if tree.Scalar || tree.IsList {
		c.doc.Fault(tree.Path, "must be a rule: a mapping with keys such as pattern or kind")
		return nil
	}
	c.unknownKeys(tree, append(ruleKeys(), extra...), len(extra) > 0)
	var parts all
	given := false
	for _, key := range ruleKeys() {
		for _, field := range tree.Fields {
			if field.Key != key {
				continue
			}
			given = true
			if part := c.part(field); part != nil {
				parts = append(parts, part)
			}
		}
	}
	switch {
	case !given:
		c.doc.Fault(tree.Path, "holds no rule: give pattern, kind, regex or another key of a rule")
		return nil
	case len(parts) == 1:
		return parts[0]
	case len(parts) == 0:
		return nil
	}
	return parts
}

// unknownKeys refuses keys that a rule does not have. Those of a relation are
// ignored, as ast-grep ignores them, and warned about: published rules have them.
func (c *compiler) unknownKeys(tree yamlpos.Tree, known []string, inRelation bool) {
	for _, field := range tree.Fields {
		if slices.Contains(known, field.Key) {
			continue
		}
		msg := "unknown key; use one of " + strings.Join(known, ", ")
		if near := typo.Closest(field.Key, known); near != "" {
			msg = fmt.Sprintf("unknown key; did you mean %q?", near)
		}
		if inRelation {
			c.doc.Warn(field.Path, "is ignored: %s", msg)
		} else {
			c.doc.Fault(field.Path, "%s", msg)
		}
	}
}

// part compiles one key of a rule object; nil if it has a fault or there is no
// grammar.
func (c *compiler) part(tree yamlpos.Tree) matcher {
	if tree.Null {
		c.doc.Fault(tree.Path, "has no value: give one, or remove the key")
		return nil
	}
	switch tree.Key {
	case "pattern":
		return c.pattern(tree)
	case "kind":
		return c.kind(tree)
	case "regex":
		return c.regex(tree)
	case "nthChild":
		return c.nthChild(tree)
	case "all", "any":
		return c.list(tree)
	case "not":
		if part := c.rule(tree); part != nil {
			return not{part}
		}
	case "matches":
		return c.matches(tree)
	case "inside", "has", "precedes", "follows":
		return c.relation(tree)
	case "range":
		c.doc.Fault(tree.Path, "is not supported: a rule cannot know on which line code will stand")
	}
	return nil
}

// text wants the value to be text.
func (c *compiler) text(tree yamlpos.Tree) (string, bool) {
	switch {
	case !tree.IsText:
		c.doc.Fault(tree.Path, "must be text: put it in quotes")
		return "", false
	case len(tree.Text) > MaxPattern:
		c.doc.Fault(tree.Path, "is longer than %d bytes: write less", MaxPattern)
		return "", false
	}
	return tree.Text, true
}

// list compiles the arms of any or all.
func (c *compiler) list(tree yamlpos.Tree) matcher {
	if !tree.IsList || len(tree.Items) == 0 {
		c.doc.Fault(tree.Path, "must be a list of rules, at least one: without one it would fit nothing or everything")
		return nil
	}
	var arms []matcher
	for _, item := range tree.Items {
		if arm := c.rule(item); arm != nil {
			arms = append(arms, arm)
		}
	}
	switch {
	case len(arms) != len(tree.Items):
		return nil
	case tree.Key == "any":
		return anyOf(arms)
	}
	return all(arms)
}

func (c *compiler) kind(tree yamlpos.Tree) matcher {
	name, ok := c.text(tree)
	if !ok {
		return nil
	}
	if strings.ContainsAny(name, " >+~,:()") {
		c.doc.Fault(tree.Path, "is a selector, which is not supported: give one kind, and say the rest with inside, has, precedes or follows")
		return nil
	}
	return c.kindNamed(tree, name)
}

func (c *compiler) kindNamed(tree yamlpos.Tree, name string) matcher {
	if c.grammar == nil {
		return nil
	}
	kind, known := c.grammar.Kind(name)
	if !known {
		c.doc.Fault(tree.Path, "the grammar of %s has no nodes of this kind", c.d.language.Name)
		return nil
	}
	return kindMatcher{kind}
}

func (c *compiler) regex(tree yamlpos.Tree) matcher {
	text, ok := c.text(tree)
	if !ok {
		return nil
	}
	expression, err := compileExpression(text)
	if err != nil {
		c.doc.Fault(tree.Path, "%v", err)
		return nil
	}
	return textMatcher{expression}
}

// slot returns the slot of a variable, a new one at its first mention.
func (c *compiler) slot(v *variable) {
	name := slotName{v.name, v.form == runOf}
	slot, known := c.slots[name]
	if !known {
		slot = len(c.d.core.variables)
		c.slots[name] = slot
		c.d.core.variables = append(c.d.core.variables, *v)
	}
	v.slot = slot
}
