package astrule

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Limits of rule files.
const (
	// MaxRules bounds the rules and global utils that are loaded together. The
	// largest public collection has a few hundred.
	MaxRules = 5_000
	// MaxPattern bounds the bytes of a pattern and of a regular expression.
	MaxPattern = 16 << 10
	// patternBudget bounds the parsing of one pattern.
	patternBudget = 5 * time.Second
)

// Source is a rule file.
type Source struct {
	File string // its name, for faults
	Data []byte
}

// Options says what rules are loaded with. The zero value loads rules that are
// checked for their form only.
type Options struct {
	// Grammars are the languages that rules can be matched in; of two for one
	// language the first counts. A rule of another language is loaded too, and
	// is not [Rule.Linked].
	Grammars []Grammar
	// Utils are files with utils that all rules of their language can name in
	// matches. They look like rules.
	Utils []Source
}

// Loaded is what came of rule files.
type Loaded struct {
	Rules    []*Rule
	Warnings []Fault // doubts: what is legal and probably not meant
}

// Load reads rule files. Each may hold several YAML documents, of which each
// is a rule. It reports everything that is wrong at once: the error is a
// [*Faults], and nothing is loaded then. The warnings come in any case.
func Load(sources []Source, opts Options) (*Loaded, error) {
	l := &loader{grammars: map[string]Grammar{}, globals: map[utilName]*globalEntry{}, ids: map[string]*document{}}
	for _, g := range opts.Grammars {
		if l.grammars[g.Language()] == nil {
			l.grammars[g.Language()] = g
		}
	}
	utils := l.read(opts.Utils, true)
	rules := l.read(sources, false)
	for _, d := range utils {
		l.declare(d)
	}
	for _, d := range append(utils, rules...) {
		l.compile(d)
	}
	l.cyclic = l.refuseCycles()
	loaded := &Loaded{}
	for _, d := range utils {
		l.finish(d)
	}
	for _, d := range rules {
		loaded.Rules = append(loaded.Rules, l.finish(d))
	}
	return l.result(loaded, append(utils, rules...))
}

// loader reads all files together.
type loader struct {
	grammars map[string]Grammar // by language
	globals  map[utilName]*globalEntry
	ids      map[string]*document // of rules
	calls    calls
	cyclic   bool
	fatal    Faults // of files, or what is left of them, that could not be read
	count    int
}

type utilName struct{ language, name string }

// globalEntry is a global util. Its core is filled in when all are known.
type globalEntry struct {
	core *core
	doc  *document
}

// read parses files into documents.
func (l *loader) read(sources []Source, utils bool) []*document {
	var docs []*document
	for _, source := range sources {
		parsed, err := yamlpos.ParseAll(source.File, source.Data)
		lines := strings.SplitAfter(string(source.Data), "\n")
		for i, doc := range parsed {
			if l.count++; l.count > MaxRules {
				l.fatal.List = append(l.fatal.List, Fault{File: source.File, Document: i + 1,
					Message: fmt.Sprintf("there are more than %d rules: load fewer", MaxRules)})
				return docs
			}
			docs = append(docs, newDocument(doc, i+1, utils, lines))
		}
		var faults *yamlpos.Faults
		if errors.As(err, &faults) {
			l.fatal.add(len(parsed)+1, "", faults.List)
			l.fatal.More += faults.More
		}
	}
	return docs
}

// declare makes a global util known before anything refers to it.
func (l *loader) declare(d *document) {
	name := utilName{d.language.Name, d.keys.ID}
	if d.keys.ID == "" || d.language.Name == "" {
		return // said already
	}
	if first := l.globals[name]; first != nil {
		d.doc.Fault("id", "is that of the util in %s:%d too: choose another", first.doc.doc.File(), first.doc.line)
		return
	}
	d.core = &core{}
	l.globals[name] = &globalEntry{core: d.core, doc: d}
}

// compile builds the matchers of a document.
func (l *loader) compile(d *document) {
	if !d.isUtil {
		l.claim(d)
		d.core = &core{}
	}
	if d.core == nil {
		d.core = &core{} // a util that nobody can name
	}
	ctx, cancel := context.WithTimeout(context.Background(), patternBudget)
	defer cancel()
	c := newCompiler(ctx, l, d)
	c.document()
}

// claim wants the id of every rule to be its own.
func (l *loader) claim(d *document) {
	if d.keys.ID == "" {
		return
	}
	if first := l.ids[d.keys.ID]; first != nil {
		d.doc.Fault("id", "is that of the rule in %s:%d too: choose another", first.doc.File(), first.line)
		return
	}
	l.ids[d.keys.ID] = d
}

// finish checks what can be checked only when everything is compiled.
func (l *loader) finish(d *document) *Rule {
	r := d.rule()
	if l.cyclic || d.core.match == nil || l.grammars[r.Language] == nil || d.doc.Err() != nil {
		return r
	}
	d.core.kinds = d.core.match.kinds()
	switch {
	case d.isUtil:
	case d.core.kinds.any:
		d.doc.Fault("rule", "fits nodes of every kind: add kind, or a pattern that is more than a variable")
	case len(d.core.kinds.list) == 0:
		d.doc.Warn("rule", "can find nothing: its parts want nodes of different kinds")
	}
	r.core = d.core
	if r.literals = d.core.match.literals(); len(r.literals) > 0 {
		r.finder = newFinder(r.literals)
	}
	return r
}

// result gathers the faults and warnings of all documents.
func (l *loader) result(loaded *Loaded, docs []*document) (*Loaded, error) {
	faults, warnings := l.fatal, Faults{}
	for _, d := range docs {
		var found *yamlpos.Faults
		if errors.As(d.doc.Err(), &found) {
			faults.add(d.number, d.keys.ID, found.List)
			faults.More += found.More
		}
		warnings.add(d.number, d.keys.ID, d.doc.Warnings())
	}
	warnings.sort()
	loaded.Warnings = warnings.List
	if len(faults.List) == 0 {
		return loaded, nil
	}
	faults.sort()
	loaded.Rules = nil
	return loaded, &faults
}
