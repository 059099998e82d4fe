package yamlmask

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"sort"
	"strconv"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Text is a YAML text, of which it is known what in it is a secret. It may be
// read from several goroutines.
type Text struct {
	data     []byte
	edited   bool         // masks in it stand for secrets of another text
	roots    []*yaml.Node // of its documents
	spans    map[*yaml.Node]span
	secret   map[*yaml.Node]bool
	spread   []string // the secrets that are looked for in all of the text
	leaves   []leaf   // with aliases expanded, in order
	comments []span   // those with secrets, in order
}

// span is a piece of a text: from its first byte to after its last.
type span struct{ from, to int }

func (s span) of(data []byte) []byte { return data[s.from:s.to] }

// leaf is a scalar and where it stands. One behind aliases stands at several
// paths.
type leaf struct {
	path path
	node *yaml.Node
}

// Parse reads a text. One that it cannot read for sure is an [*Error]: it must
// then not be shown at all.
func Parse(data []byte) (*Text, error) { return parse(data, false) }

func parse(data []byte, edited bool) (*Text, error) {
	if len(data) > yamlpos.MaxBytes {
		return nil, errTooLarge
	}
	if !utf8.Valid(data) {
		return nil, refuse(0, 0, "the text is not valid utf-8")
	}
	roots, err := decode(data)
	if err != nil {
		return nil, err
	}
	t := &Text{data: data, edited: edited, roots: roots, spans: map[*yaml.Node]span{}, secret: map[*yaml.Node]bool{}}
	if err := t.locate(); err != nil {
		return nil, err
	}
	if err := t.findSecrets(); err != nil {
		return nil, err
	}
	t.list()
	t.findComments()
	if n := len(t.secret) + len(t.comments); n > MaxSecrets {
		return nil, errTooMany(n)
	}
	return t, nil
}

// errorLine is how the library's errors, which have no type, say the line.
var errorLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: line (\d+)`) })

// decode returns the root of every document.
func decode(data []byte) (roots []*yaml.Node, err error) {
	// The library panics on some malformed input instead of returning an error.
	defer func() {
		if recover() != nil {
			roots, err = nil, refuse(0, 0, "the text cannot be read as yaml")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return roots, nil
		case err != nil:
			line := 0
			if found := errorLine().FindStringSubmatch(err.Error()); found != nil {
				line, _ = strconv.Atoi(found[1])
			}
			return nil, refuse(line, 1, "the text cannot be read as yaml")
		}
		roots = append(roots, document.Content...)
	}
}

// SecretLines are the lines on which any of a secret stands, counted from 1.
func (t *Text) SecretLines() map[int]bool {
	starts, lines := lineStarts(t.data), map[int]bool{}
	mark := func(s span) {
		line := sort.Search(len(starts), func(i int) bool { return starts[i] > s.from })
		for ; line <= len(starts) && (line == 0 || starts[line-1] < s.to); line++ {
			lines[line] = true
		}
	}
	for node := range t.secret {
		mark(t.spans[node])
	}
	for _, s := range t.comments {
		mark(s)
	}
	return lines
}

// isEmpty reports whether a scalar says nothing, or no more than yes or no.
func isEmpty(n *yaml.Node) bool {
	switch n.ShortTag() {
	case "!!null", "!!bool":
		return true
	}
	return len(bytes.TrimSpace([]byte(n.Value))) == 0
}

// target is the node that an alias stands for; another node stands for itself.
func target(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}
