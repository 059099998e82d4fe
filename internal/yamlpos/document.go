// Package yamlpos reads YAML documents into Go structs and remembers where
// everything stands. It collects every fault instead of stopping at the first,
// each with file, line, column, the source line and a caret, and it shows no
// secret while doing so.
//
// What a document may hold is said by struct tags; see [Document.Decode]. Only
// this package and yamlmask import a YAML library.
package yamlpos

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Limits of a document. One over a limit is refused whole.
const (
	// MaxBytes bounds the file. A config with ten thousand rules stays below.
	MaxBytes = 1 << 20
	// MaxDepth bounds the nesting, with aliases expanded. Configs stay below ten.
	MaxDepth = 64
	// MaxLineBytes bounds a line. People stop at a few hundred.
	MaxLineBytes = 64 << 10
	// MaxValues bounds the keys and values, with aliases expanded. A file of
	// [MaxBytes] that is written by people holds fewer.
	MaxValues = 200_000
	// MaxDocuments bounds the documents of a file that may hold several.
	MaxDocuments = 1_000
	// MaxFaults bounds the faults, and the warnings, that are kept. Those
	// beyond are counted.
	MaxFaults = 1_000
)

// Document is a parsed file. Reading it ([Document.Decode], Select, Fault and
// Warn) must happen in one goroutine; after that its other methods may be
// called from several.
type Document struct {
	file     string
	source   *source
	root     *node
	places   map[string]place
	faulty   map[string]bool // by path: a fault was recorded
	faults   findings
	warnings findings
	lenient  bool // see DoubtUnknown
}

// DoubtUnknown has [Document.Decode] warn of keys at the top that it does not
// know, instead of refusing them: for a format that others add keys to.
func (d *Document) DoubtUnknown() { d.lenient = true }

// File returns the name of the file, as [Parse] got it.
func (d *Document) File() string { return d.file }

// place is where a key and its value stand. An item of a list has no key.
type place struct{ key, value *node }

// Parse reads data, which came from the named file and holds one document. The
// error is a [*Faults] that says why the file cannot be read at all. Lesser
// faults, such as duplicate keys, are kept for [Document.Err].
func Parse(file string, data []byte) (*Document, error) {
	d, err := newDocument(file, data)
	if err != nil {
		return nil, err
	}
	roots, err := readRoots(data, 2)
	switch {
	case err != nil:
		return nil, d.syntaxFault(err)
	case len(roots) > 1:
		return nil, d.syntaxFault(fmt.Errorf("line %d: %w", roots[1].Line, errSecond))
	case len(roots) == 0 || roots[0].isEmpty():
		return nil, d.fatal(span{}, "the file is empty: write at least one key")
	}
	if err := d.take(roots[0].value); err != nil {
		return nil, err
	}
	return d, nil
}

// ParseAll is [Parse] for a file that may hold several documents, at most
// [MaxDocuments]; empty ones are left out. Lines are those of the file. With an
// error come the documents before the one that cannot be read.
func ParseAll(file string, data []byte) ([]*Document, error) {
	first, err := newDocument(file, data)
	if err != nil {
		return nil, err
	}
	roots, err := readRoots(data, MaxDocuments+1)
	if err != nil {
		err = first.syntaxFault(err)
	}
	var list []*Document
	for i, root := range roots {
		if root.isEmpty() {
			continue
		}
		d := &Document{file: file, source: first.source, places: map[string]place{}, faulty: map[string]bool{}}
		if i == MaxDocuments {
			return list, d.fatal(d.source.wholeLine(root.Line), fmt.Sprintf("the file holds more than %d documents: split it", MaxDocuments))
		}
		if fault := d.take(root.value); fault != nil {
			return list, fault
		}
		list = append(list, d)
	}
	return list, err
}

// newDocument checks the text of a file, and reads nothing of it yet.
func newDocument(file string, data []byte) (*Document, error) {
	d := &Document{file: file, places: map[string]place{}, faulty: map[string]bool{}}
	if len(data) > MaxBytes {
		return nil, d.fatal(span{}, fmt.Sprintf("the file is larger than %d bytes: split it", MaxBytes))
	}
	d.source = newSource(data)
	if at, ok := d.source.unreadable(); ok {
		return nil, d.fatal(at, "the file is not plain utf-8 text: remove this control or invalid character")
	}
	if at, ok := d.source.overlong(); ok {
		return nil, d.fatal(at, fmt.Sprintf("the line is longer than %d bytes: break it", MaxLineBytes))
	}
	return d, nil
}

// take makes raw the value of the document.
func (d *Document) take(raw *yaml.Node) (err error) {
	d.source.hideSecrets(raw)
	if d.root, err = build(d, raw); err != nil {
		return err
	}
	if d.root.kind != mapping {
		return d.fatal(d.source.span(d.root), "the top value must be a mapping of keys, not "+d.root.describe())
	}
	d.places[""] = place{value: d.root}
	return nil
}

// errSecond is a document after the first, which a decoder would ignore.
var errSecond = errors.New("the file holds a second document: keep one")

// rawDocument is a document as the library reads it.
type rawDocument struct {
	*yaml.Node
	value *yaml.Node // nil: there is none
}

// isEmpty reports whether the document says nothing: only its marks, comments
// or a bare null.
func (r rawDocument) isEmpty() bool {
	return r.value == nil || r.value.Kind == yaml.ScalarNode && r.value.ShortTag() == "!!null" && r.value.Value == ""
}

// readRoots reads the documents in data, and stops when it has that many. With
// an error come those before it.
func readRoots(data []byte, most int) (roots []rawDocument, err error) {
	// The library panics on some malformed input instead of returning an error.
	defer func() {
		if recover() != nil {
			err = errors.New("malformed")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	for len(roots) < most {
		var root yaml.Node
		switch err := decoder.Decode(&root); {
		case errors.Is(err, io.EOF):
			return roots, nil
		case err != nil:
			return roots, err
		}
		raw := rawDocument{Node: &root}
		if len(root.Content) > 0 {
			raw.value = root.Content[0]
		}
		roots = append(roots, raw)
	}
	return roots, nil
}

// The library's errors have no type: the line and the name of an anchor that
// does not exist are found in their text. Some count lines from 0, which is
// then left out.
var (
	syntaxLine    = pattern(`^(?:yaml: )?(?:line (\d+): )?`)
	unknownAnchor = pattern(`^unknown anchor '(.+)' referenced$`)
	fromZero      = pattern(`^did not find expected (?:<document start>|key|',' or|'-' indicator|node content)`)
)

// syntaxFault turns an error of the library into a fault. Nobody knows yet
// what in the file is a secret, so the line is shown only if it plainly is none.
func (d *Document) syntaxFault(err error) error {
	match := syntaxLine().FindStringSubmatch(err.Error())
	text := strings.TrimPrefix(err.Error(), match[0])
	line, _ := strconv.Atoi(match[1])
	if fromZero().MatchString(text) {
		line++
	}
	if anchor := unknownAnchor().FindStringSubmatch(text); anchor != nil {
		line = 1 + slices.IndexFunc(d.source.lines, func(l string) bool { return strings.Contains(l, "*"+anchor[1]) })
		text = "an alias has no anchor above it: write the value out"
	}
	if !errors.Is(err, errSecond) {
		text = "cannot be read as yaml: " + text
	}
	at := d.source.wholeLine(line)
	if !d.source.harmless(at.line) {
		d.source.hide(position{at.line, 1}, position{at.line + 1, 1})
	}
	return d.fatal(at, text)
}

// Select makes the value of a top-level key the root of the document. Paths
// then start below it. It reports whether there is such a key; its siblings are
// left unread, each with a warning.
func (d *Document) Select(key string) bool {
	var chosen *pair
	for i, p := range d.root.pairs {
		if p.key.text == key {
			chosen = &d.root.pairs[i]
		}
	}
	if chosen == nil {
		return false
	}
	for _, p := range d.root.pairs {
		if p.key != chosen.key {
			d.warnings.add(finding{at: place{value: p.key}, key: childPath("", p.key.text),
				msg: fmt.Sprintf("ignored, because only what is under %q is read", key)})
		}
	}
	if chosen.value.kind != mapping {
		d.record(finding{at: place(*chosen), key: key,
			msg: "must be a mapping of keys, not " + chosen.value.describe()})
		chosen.value = &node{kind: mapping, position: chosen.key.position}
	}
	d.root = chosen.value
	d.places[""] = place{key: chosen.key, value: d.root}
	return true
}

// Has reports whether the file gives the key, by a path such as
// "evaluator.chain[0].timeout". Only keys that Decode knows count.
func (d *Document) Has(path string) bool {
	_, ok := d.places[path]
	return ok
}

// Null reports whether the file gives the key and sets it to null.
func (d *Document) Null(path string) bool {
	p, ok := d.places[path]
	return ok && p.value.isNull()
}

// Faulty reports whether a fault of the key at path was recorded. Its value is
// then the default.
func (d *Document) Faulty(path string) bool { return d.faulty[path] }

// Position returns the line and column of the key, or of the list item, at
// path; zeros if the file does not give it.
func (d *Document) Position(path string) (line, column int) {
	p, ok := d.places[path]
	switch {
	case !ok:
		return 0, 0
	case p.key != nil:
		return p.key.line, p.key.column
	}
	return p.value.line, p.value.column
}
