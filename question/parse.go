package question

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// packFile is a pack as written.
type packFile struct {
	Pack      string                  `yaml:"pack" null:"ok"`
	AppliesTo []string                `yaml:"applies_to" null:"ok"`
	Questions map[string]questionFile `yaml:"questions" required:"yes"`
}

type questionFile struct {
	Type         string      `yaml:"type" required:"yes"`
	Group        string      `yaml:"group" required:"yes" enum:"danger|context|manipulation"`
	Role         string      `yaml:"role" null:"ok"`
	Instructions string      `yaml:"instructions" required:"yes"`
	Criteria     any         `yaml:"criteria"`
	Threshold    *float64    `yaml:"threshold" null:"ok" min:"0" max:"1"`
	Level        *int        `yaml:"level" null:"ok" min:"1"`
	IgnoreWhen   *ignoreFile `yaml:"ignore_when" null:"ok"`
}

type ignoreFile struct {
	Question string   `yaml:"question" required:"yes"`
	Option   string   `yaml:"option" required:"yes"`
	Min      *float64 `yaml:"min" null:"ok" above:"0" max:"1"`
}

// Parse reads one pack. The file is its name in faults, and without a key pack
// the stem of it is the pack's name. The error is an [*Error] with every fault,
// each with line, column and a caret: unknown keys, duplicate ids, values of
// the wrong kind, and whatever [NewSet] finds in a single pack.
func Parse(file string, data []byte) (Pack, error) {
	doc, err := yamlpos.Parse(file, data)
	if err != nil {
		return Pack{}, packError(err)
	}
	var read packFile
	if err := doc.Decode(&read); err != nil {
		return Pack{}, err
	}
	p := Pack{Name: read.Pack, File: file, AppliesTo: read.AppliesTo, source: doc}
	if p.Name == "" {
		p.Name = stem(file)
	}
	r := &packReader{doc: doc}
	if tree, ok := doc.Tree("questions"); ok {
		for _, field := range tree.Fields {
			p.Questions = append(p.Questions, r.question(field, read.Questions[field.Key], p.Name))
		}
	}
	p.check(r.fault)
	if err := doc.Err(); err != nil {
		return Pack{}, packError(err)
	}
	return p, nil
}

// stem is the name of a file without its extension, and "pack" without a file.
func stem(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	if file == "" || nameFault(name) != "" {
		return "pack"
	}
	return name
}

func packError(err error) error {
	var faults *yamlpos.Faults
	if !errors.As(err, &faults) {
		return err
	}
	made := &Error{More: faults.More}
	for _, fault := range faults.List {
		made.Faults = append(made.Faults, Fault(fault))
	}
	return made
}

// packReader turns what is written into questions.
type packReader struct {
	doc    *yamlpos.Document
	broken []string // questions that are no mapping
}

// fault records what is wrong with a key, unless it or its question is known
// to be faulty: it then holds its default, not what is written.
func (r *packReader) fault(path, format string, args ...any) {
	within := func(question string) bool { return strings.HasPrefix(path, question+".") }
	if !r.doc.Faulty(path) && !slices.ContainsFunc(r.broken, within) {
		r.doc.Fault(path, format, args...)
	}
}

func (r *packReader) question(at yamlpos.Tree, read questionFile, pack string) Question {
	if r.doc.Faulty(at.Path) {
		r.broken = append(r.broken, at.Path)
	}
	q := Question{
		ID: at.Key, Type: Type(read.Type), Group: Group(read.Group), Instructions: read.Instructions,
		Threshold: read.Threshold, Pack: pack,
	}
	switch read.Role {
	case "":
	case "scope":
		q.Scope = true
	default:
		r.fault(questionPath(q.ID, "role"), "must be scope, or left out")
	}
	if read.Level != nil {
		q.AtLevel = *read.Level
	}
	if w := read.IgnoreWhen; w != nil {
		q.IgnoreWhen = &IgnoreWhen{Question: w.Question, Option: w.Option, Min: w.Min}
	}
	if tree, ok := r.doc.Tree(questionPath(q.ID, "criteria")); ok && !tree.Null {
		q.Criteria = r.criteria(tree, q.Type)
	}
	return q
}

// criteria reads a mapping, or the list of a score.
func (r *packReader) criteria(tree yamlpos.Tree, of Type) []Criterion {
	var read []Criterion
	switch {
	case of == Score && (tree.Scalar || tree.Fields != nil):
		r.fault(tree.Path, "must be a list of levels, lowest first")
	case of != Score && (tree.Scalar || tree.Items != nil):
		r.fault(tree.Path, "must be a mapping of each option to what it means")
	}
	for i, item := range tree.Items {
		read = append(read, Criterion{Key: levelKey(i), Text: r.text(item)})
	}
	for _, field := range tree.Fields {
		read = append(read, Criterion{Key: criterionKey(field), Text: r.text(field)})
	}
	return read
}

// criterionKey reads yes, no and the like without quotes as the booleans that
// YAML 1.1 takes them for, as the reference does.
func criterionKey(field yamlpos.Tree) string {
	if !field.KeyIsBool {
		return field.Key
	}
	switch strings.ToLower(field.Key) {
	case "true", "yes", "on":
		return "true"
	}
	return "false"
}

// text reads a scalar as it is written; nothing is the empty text.
func (r *packReader) text(at yamlpos.Tree) string {
	switch {
	case at.Null:
		return ""
	case !at.Scalar:
		r.fault(at.Path, "must be a text")
	}
	return at.Text
}
