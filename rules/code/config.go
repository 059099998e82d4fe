package code

import (
	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// The names of files in the directory of the rules.
const (
	// DefaultDir is the directory of the rules in a project.
	DefaultDir = ".supervisor"
	configFile = "config.yml"
	rulesDir   = "rules"
)

// Mode says what a violation does.
type Mode string

// The modes.
const (
	ModeEnforce Mode = "enforce" // it keeps the content from being written
	ModeWarn    Mode = "warn"    // it is reported, and the content passes
	ModeOff     Mode = "off"     // nothing is checked
)

// configSpec is config.yml.
type configSpec struct {
	Version  int            `yaml:"version" default:"1" min:"1" max:"1"`
	Mode     string         `yaml:"mode" default:"enforce" enum:"enforce|warn|off"`
	Model    string         `yaml:"llm_model" format:"line"`
	Patterns []patternSpec  `yaml:"pattern_rules"`
	Imports  []importSpec   `yaml:"import_rules"`
	Semantic []semanticSpec `yaml:"semantic_rules"`
}

// ruleSpec is what all rules of config.yml have.
type ruleSpec struct {
	ID       string `yaml:"id" required:"yes" format:"name"`
	Paths    []any  `yaml:"paths" required:"yes"`
	Ignores  []any  `yaml:"ignores"`
	Severity string `yaml:"severity" default:"error" enum:"error|warning|info|hint|off"`
	Note     string `yaml:"note" format:"prose"`
}

type patternSpec struct {
	ruleSpec
	Deny    []string `yaml:"deny_patterns" required:"yes"`
	Message string   `yaml:"message" required:"yes" format:"prose"`
}

type importSpec struct {
	ruleSpec
	Deny    []string `yaml:"deny_imports" required:"yes" format:"line"`
	Message string   `yaml:"message" required:"yes" format:"prose"`
}

type semanticSpec struct {
	ruleSpec
	Description string `yaml:"description" required:"yes" format:"prose"`
	Message     string `yaml:"message" format:"prose"`
	// Threshold is the probability from which a decision model's yes counts; 0:
	// that of the judge.
	Threshold float64 `yaml:"threshold" min:"0" max:"1"`
}

// configReader reads config.yml.
type configReader struct {
	*findings
	doc  *yamlpos.Document
	fold bool // the file system ignores capitals
}

// readConfig reads a config.yml. What it holds of faulty rules is not to be
// used.
func readConfig(file string, data []byte, fold bool, f *findings) *ruleSet {
	set := &ruleSet{mode: ModeEnforce}
	doc, err := yamlpos.Parse(file, data)
	if err != nil {
		f.takeError(file, err)
		return set
	}
	var spec configSpec
	if err := doc.Decode(&spec); err != nil {
		f.fault(Fault{File: file, Message: err.Error()})
		return set
	}
	r := configReader{findings: f, doc: doc, fold: fold}
	set.mode, set.model = Mode(spec.Mode), spec.Model
	for i, s := range spec.Patterns {
		set.patterns = append(set.patterns, r.pattern(s, yamlpos.ItemPath("pattern_rules", i)))
	}
	for i, s := range spec.Imports {
		set.imports = append(set.imports, r.imports(s, yamlpos.ItemPath("import_rules", i)))
	}
	for i, s := range spec.Semantic {
		set.semantic = append(set.semantic, r.semantic(s, yamlpos.ItemPath("semantic_rules", i)))
	}
	f.take(doc)
	return set
}

// rule reads what all rules have.
func (r *configReader) rule(s ruleSpec, message, path string) rule {
	line, column := r.doc.Position(path)
	return rule{
		id: s.ID, severity: Severity(s.Severity), message: message, note: s.Note, file: r.doc.File(), line: line, column: column,
		scope: scope{files: r.globs(s.Paths, path+".paths"), ignores: r.globs(s.Ignores, path+".ignores")},
	}
}

func (r *configReader) pattern(s patternSpec, path string) *patternRule {
	made := &patternRule{rule: r.rule(s.ruleSpec, s.Message, path)}
	r.filled(len(s.Deny), path+".deny_patterns")
	for i, text := range s.Deny {
		at := yamlpos.ItemPath(path+".deny_patterns", i)
		if r.doc.Faulty(at) {
			continue
		}
		p, offset, err := compilePattern(text)
		if err != nil {
			r.doc.FaultWithin(at, offset, 1, err.Error())
			continue
		}
		if p.MatchString("") {
			r.doc.Warn(at, "matches the empty text, so every file breaks the rule")
		}
		made.deny = append(made.deny, p)
	}
	return made
}

func (r *configReader) imports(s importSpec, path string) *importRule {
	made := &importRule{rule: r.rule(s.ruleSpec, s.Message, path)}
	r.filled(len(s.Deny), path+".deny_imports")
	for i, text := range s.Deny {
		at := yamlpos.ItemPath(path+".deny_imports", i)
		if r.doc.Faulty(at) {
			continue
		}
		d, err := newDenied(text)
		if err != nil {
			r.doc.Fault(at, "%s", err)
			continue
		}
		made.deny = append(made.deny, d)
	}
	if !made.scope.readable() {
		r.doc.Warn(path+".paths", "no file of these paths is in a language whose imports are read, so the rule never applies")
	}
	return made
}

func (r *configReader) semantic(s semanticSpec, path string) *semanticRule {
	message := s.Message
	if message == "" {
		message = s.Description
	}
	return &semanticRule{rule: r.rule(s.ruleSpec, message, path), description: s.Description, threshold: s.Threshold}
}

// filled wants at least one item of a list that is there.
func (r *configReader) filled(n int, path string) {
	if n == 0 && r.doc.Has(path) && !r.doc.Faulty(path) {
		r.doc.Fault(path, "must hold at least one item")
	}
}
