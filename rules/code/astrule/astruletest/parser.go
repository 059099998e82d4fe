package astruletest

import (
	"slices"

	"github.com/flux7-go/supervisor/rules/code/astrule"
)

// maxDepth bounds the nesting; what is deeper is an error node.
const maxDepth = 200

// item is a node while the text is read.
type item struct {
	kind       uint16
	field      uint16
	flags      astrule.Flags
	start, end int
	children   []*item
}

// parser is a recursive descent. It always goes on to the end.
type parser struct {
	source []byte
	at     int
	depth  int
	kinds  map[string]uint16
	fields []string
	extras []*item // comments before the next token
}

func (p *parser) program() []astrule.Node {
	root := p.node("program")
	for p.peek() != "" {
		p.flush(root)
		root.add(p.statement())
	}
	p.flush(root)
	root.start, root.end = 0, len(p.source)
	var nodes []astrule.Node
	flatten(&nodes, root, -1)
	return nodes
}

func flatten(nodes *[]astrule.Node, it *item, parent int32) {
	at := int32(len(*nodes))
	*nodes = append(*nodes, astrule.Node{
		Start: uint32(it.start), End: uint32(it.end), Parent: parent, Kind: it.kind, Field: it.field, Flags: it.flags,
	})
	for _, child := range it.children {
		flatten(nodes, child, at)
	}
	(*nodes)[at].After = int32(len(*nodes))
}

func (p *parser) node(kind string) *item {
	return &item{kind: p.kinds[kind], flags: astrule.Named, start: p.at, end: p.at}
}

// put adds child to parent, in a field, and the comments before it.
func (p *parser) put(parent *item, field string, child *item) {
	for _, extra := range p.before(child) {
		parent.add(extra)
	}
	child.field = uint16(slices.Index(p.fields, field) + 1)
	parent.add(child)
}

// flush adds the comments that nobody has yet.
func (p *parser) flush(parent *item) {
	for _, extra := range p.extras {
		parent.add(extra)
	}
	p.extras = nil
}

// before takes the comments that stand before child and belong to nobody yet.
func (p *parser) before(child *item) []*item {
	n := 0
	for n < len(p.extras) && p.extras[n].end <= child.start {
		n++
	}
	taken := p.extras[:n:n]
	p.extras = p.extras[n:]
	return taken
}

func (it *item) add(child *item) {
	if len(it.children) == 0 {
		it.start = child.start
	}
	it.children = append(it.children, child)
	it.end = max(it.end, child.end)
}

// token takes the next token as punctuation if it is text, and otherwise adds
// one that is missing.
func (p *parser) token(parent *item, text string) {
	if p.peek() != text {
		parent.add(&item{kind: p.kinds[text], flags: astrule.Missing, start: p.at, end: p.at})
		return
	}
	p.put(parent, "", p.leaf(text, 0))
}

// leaf takes the next token.
func (p *parser) leaf(kind string, flags astrule.Flags) *item {
	start := p.at
	p.at += len(p.peek())
	return &item{kind: p.kinds[kind], flags: flags, start: start, end: p.at}
}

// wrong takes the next token, or the rest where it is too deep, as an error.
func (p *parser) wrong() *item {
	start := p.at
	p.at += len(p.peek())
	if p.depth >= maxDepth {
		p.at = len(p.source)
	}
	return &item{kind: astrule.ErrorKind, flags: astrule.Named | astrule.Error, start: start, end: p.at}
}

// peek skips blanks and comments and returns the next token; empty at the end.
func (p *parser) peek() string {
	for p.at < len(p.source) {
		rest := p.source[p.at:]
		switch n := comment(rest); {
		case n > 0:
			p.extras = append(p.extras, &item{kind: p.kinds["comment"], flags: astrule.Named | astrule.Extra, start: p.at, end: p.at + n})
			p.at += n
		case rest[0] == ' ' || rest[0] == '\n' || rest[0] == '\t' || rest[0] == '\r':
			p.at++
		default:
			return string(rest[:width(rest)])
		}
	}
	return ""
}

func comment(rest []byte) int {
	if len(rest) < 2 || rest[0] != '/' || rest[1] != '/' && rest[1] != '*' {
		return 0
	}
	for i := 2; i < len(rest); i++ {
		if rest[1] == '/' && rest[i] == '\n' {
			return i
		}
		if rest[1] == '*' && rest[i] == '/' && rest[i-1] == '*' && i > 3 {
			return i + 1
		}
	}
	return len(rest)
}

// width is how long the token at the beginning of rest is.
func width(rest []byte) int {
	switch c := rest[0]; {
	case nameByte(c):
		return while(rest, nameByte)
	case c == '"' || c == '\'':
		for i := 1; i < len(rest); i++ {
			if rest[i] == c || rest[i] == '\n' {
				return i + 1
			}
		}
		return len(rest)
	case c == '=' && len(rest) > 1 && rest[1] == '=':
		return 2
	}
	return 1
}

func while(rest []byte, is func(byte) bool) int {
	for i, c := range rest {
		if !is(c) {
			return i
		}
	}
	return len(rest)
}

func nameByte(c byte) bool {
	return c == '$' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
