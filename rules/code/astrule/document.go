package astrule

import (
	"strings"

	"github.com/flux7-go/supervisor/internal/typo"
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// keys are the top-level keys of a rule. What is any is read as a tree.
type keys struct {
	ID          string `yaml:"id" required:"yes"`
	Language    string `yaml:"language" required:"yes"`
	Rule        any    `yaml:"rule" required:"yes"`
	Severity    string `yaml:"severity" enum:"error|warning|info|hint|off"`
	Message     string `yaml:"message"`
	Note        string `yaml:"note"`
	URL         string `yaml:"url"`
	Constraints any    `yaml:"constraints"`
	Utils       any    `yaml:"utils"`
	Transform   any    `yaml:"transform"`
	Fix         any    `yaml:"fix"`
	Rewriters   any    `yaml:"rewriters"`
	Labels      any    `yaml:"labels"`
	Files       any    `yaml:"files"`
	Ignores     any    `yaml:"ignores"`
	Metadata    any    `yaml:"metadata"`
}

// document is one rule or global util while it is loaded.
type document struct {
	doc      *yamlpos.Document
	number   int // in its file, from 1
	line     int
	isUtil   bool
	keys     keys
	language Language // zero: unknown
	files    []Glob
	ignores  []Glob
	text     string
	core     *core
}

func newDocument(doc *yamlpos.Document, number int, isUtil bool, lines []string) *document {
	d := &document{doc: doc, number: number, isUtil: isUtil}
	doc.DoubtUnknown() // published rules have keys of their own
	if err := doc.Decode(&d.keys); err != nil {
		doc.Fault("", "cannot be read: %v", err)
	}
	var column int
	d.line, column = doc.Position("")
	d.text = textFrom(lines, d.line, column)
	d.readLanguage()
	d.files = d.globs("files")
	d.ignores = d.globs("ignores")
	if !isUtil && !doc.Has("severity") {
		doc.Warn("", "gives no severity, which the write gate takes for error and the ast-grep command for hint: say error, warning, info, hint or off")
	}
	return d
}

func (d *document) readLanguage() {
	if d.keys.Language == "" {
		return // said already
	}
	var known bool
	if d.language, known = FindLanguage(d.keys.Language); known {
		return
	}
	var names []string
	for _, l := range Languages() {
		names = append(append(names, l.Name), l.Aliases...)
	}
	if near := typo.Closest(d.keys.Language, names); near != "" {
		d.doc.Fault("language", "is unknown; did you mean %q?", near)
		return
	}
	d.doc.Fault("language", "is unknown: give a name such as typescript, tsx, python or go")
}

// globs reads a list of globs, as texts or with their options.
func (d *document) globs(key string) []Glob {
	tree, ok := d.doc.Tree(key)
	if !ok {
		return nil
	}
	if !tree.IsList || len(tree.Items) == 0 {
		d.doc.Fault(key, "must be a list of globs, such as [\"src/**/*.ts\"]")
		return nil
	}
	var globs []Glob
	for _, item := range tree.Items {
		glob := Glob{Pattern: item.Text}
		for _, field := range item.Fields {
			switch {
			case field.Key == "glob" && field.IsText:
				glob.Pattern = field.Text
			case field.Key == "caseInsensitive" && (field.Text == "true" || field.Text == "false"):
				glob.CaseInsensitive = field.Text == "true"
			default:
				d.doc.Fault(field.Path, "does not belong here: give glob, a text, and caseInsensitive, true or false")
			}
		}
		if glob.Pattern == "" || item.Scalar && !item.IsText {
			d.doc.Fault(item.Path, "must be a glob, such as \"src/**/*.ts\"")
			continue
		}
		globs = append(globs, glob)
	}
	return globs
}

// rule is what others see of the document.
func (d *document) rule() *Rule {
	return &Rule{
		ID: d.keys.ID, Language: d.language.Name, Severity: Severity(d.keys.Severity),
		Message: d.keys.Message, Note: d.keys.Note, URL: d.keys.URL,
		Files: d.files, Ignores: d.ignores,
		File: d.doc.File(), Document: d.number, Line: d.line, Text: d.text,
	}
}

// textFrom cuts a document out of the lines of its file: from where its value
// begins to the line that ends it.
func textFrom(lines []string, line, column int) string {
	if line < 1 || line > len(lines) {
		return ""
	}
	first := []rune(lines[line-1])
	var text strings.Builder
	text.WriteString(string(first[min(column-1, len(first)):]))
	for _, next := range lines[line:] {
		mark := strings.TrimRight(next, " \t\r\n")
		if mark == "---" || mark == "..." || strings.HasPrefix(next, "--- ") {
			break
		}
		text.WriteString(next)
	}
	return text.String()
}
