package yamlpos

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// kind is what a value is.
type kind uint8

const (
	scalar kind = iota
	list
	mapping
)

// position counts lines and characters from 1, as editors do.
type position struct{ line, column int }

func (p position) before(q position) bool {
	return p.line < q.line || p.line == q.line && p.column < q.column
}

// node is a value with its aliases and merge keys expanded.
type node struct {
	kind kind
	tag  string // of a scalar, in the short form: !!str, !!int, …
	text string // of a scalar, unquoted
	position
	style yaml.Style
	raw   *yaml.Node // as written; an alias is not resolved
	items []*node
	pairs []pair
}

type pair struct{ key, value *node }

func (n *node) isNull() bool { return n.kind == scalar && n.tag == "!!null" }

// describe says what the node is, for messages. It quotes nothing.
func (n *node) describe() string {
	switch {
	case n.kind == list:
		return "a list"
	case n.kind == mapping:
		return "a mapping"
	case n.isNull():
		return "nothing"
	}
	switch n.tag {
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "true or false"
	case "!!timestamp":
		return "a date"
	}
	return "text"
}

// builder expands a raw tree within the limits of a document.
type builder struct {
	doc    *Document
	values int
}

func build(d *Document, raw *yaml.Node) (*node, error) {
	return (&builder{doc: d}).value(raw, 1)
}

// value expands raw. Its error is fatal: a limit was passed.
func (b *builder) value(raw *yaml.Node, depth int) (*node, error) {
	at := position{raw.Line, raw.Column}
	if b.values++; b.values > MaxValues {
		return nil, b.doc.fatal(span{at, 1}, fmt.Sprintf("more than %d values with aliases expanded: write less, or use fewer aliases", MaxValues))
	}
	if depth > MaxDepth {
		return nil, b.doc.fatal(span{at, 1}, fmt.Sprintf("nested deeper than %d levels, or an anchor that contains itself", MaxDepth))
	}
	target := raw
	if raw.Kind == yaml.AliasNode {
		target = raw.Alias
	}
	n := &node{position: at, style: target.Style, raw: raw}
	switch target.Kind {
	case yaml.SequenceNode:
		return n, b.list(n, target, depth)
	case yaml.MappingNode:
		return n, b.mapping(n, target, depth)
	}
	n.tag, n.text = target.ShortTag(), target.Value
	return n, nil
}

func (b *builder) list(n *node, raw *yaml.Node, depth int) error {
	n.kind = list
	for _, item := range raw.Content {
		built, err := b.value(item, depth+1)
		if err != nil {
			return err
		}
		n.items = append(n.items, built)
	}
	return nil
}

// mapping expands the pairs of raw. What a merge key brings in yields to what
// is written out, and earlier merges win over later ones.
func (b *builder) mapping(n *node, raw *yaml.Node, depth int) error {
	n.kind = mapping
	seen := map[string]*node{}
	var merged []*node
	for i := 0; i+1 < len(raw.Content); i += 2 {
		value, err := b.value(raw.Content[i+1], depth+1)
		if err != nil {
			return err
		}
		if raw.Content[i].ShortTag() == "!!merge" {
			merged = append(merged, value)
			continue
		}
		key, err := b.value(raw.Content[i], depth+1)
		if err != nil {
			return err
		}
		b.pair(n, pair{key, value}, seen)
	}
	for _, value := range merged {
		b.merge(n, value, seen)
	}
	return nil
}

func (b *builder) pair(n *node, p pair, seen map[string]*node) {
	at := finding{at: place{value: p.key}}
	if p.key.kind != scalar || p.key.isNull() {
		at.msg = "a key must be a word, not " + p.key.describe()
		b.doc.record(at)
		return
	}
	if first := seen[p.key.text]; first != nil {
		at.key, at.msg = childPath("", p.key.text), fmt.Sprintf("duplicate key; it is also on line %d", first.line)
		b.doc.record(at)
		return
	}
	seen[p.key.text] = p.key
	n.pairs = append(n.pairs, p)
}

// merge adds the pairs of value, a mapping or a list of mappings.
func (b *builder) merge(n, value *node, seen map[string]*node) {
	sources := []*node{value}
	if value.kind == list {
		sources = value.items
	}
	for _, from := range sources {
		if from.kind != mapping {
			b.doc.record(finding{at: place{value: from}, key: "<<", msg: "a merge key takes a mapping, not " + from.describe()})
			continue
		}
		for _, p := range from.pairs {
			if seen[p.key.text] == nil {
				seen[p.key.text] = p.key
				n.pairs = append(n.pairs, p)
			}
		}
	}
}
