package yamlpos

import "strings"

// Tree is a value in the order in which it is written, for what a Go map would
// put out of order and for texts that look like something else.
type Tree struct {
	Path   string // as faults name it
	Key    string // in a mapping; empty for an item of a list
	Fields []Tree // of a mapping
	Items  []Tree // of a list
	Text   string // of a scalar, without quotes
	Scalar bool
	Null   bool
	IsText bool // a scalar that is text, not a number, a date or a boolean
	IsList bool
	// KeyIsBool says that the key reads as a boolean in YAML 1.1: true, yes,
	// on and their opposites, without quotes.
	KeyIsBool bool
}

// Tree returns the value at path, and false if the file does not give it.
func (d *Document) Tree(path string) (Tree, bool) {
	p, ok := d.places[path]
	if !ok {
		return Tree{}, false
	}
	return p.value.tree(path), true
}

func (n *node) tree(path string) Tree {
	t := Tree{Path: path, Scalar: n.kind == scalar, Null: n.isNull(), Text: n.text,
		IsText: n.kind == scalar && n.tag == "!!str", IsList: n.kind == list}
	for i, item := range n.items {
		t.Items = append(t.Items, item.tree(itemPath(path, i)))
	}
	for _, p := range n.pairs {
		field := p.value.tree(childPath(path, p.key.text))
		field.Key, field.KeyIsBool = p.key.text, p.key.style == 0 && boolWord(p.key.text)
		t.Fields = append(t.Fields, field)
	}
	return t
}

// boolWord reports whether a word is a boolean in YAML 1.1.
func boolWord(word string) bool {
	switch strings.ToLower(word) {
	case "true", "false", "yes", "no", "on", "off":
		return true
	}
	return false
}

// ChildPath is the path of a key below another, as faults name it.
func ChildPath(path, key string) string { return childPath(path, key) }
