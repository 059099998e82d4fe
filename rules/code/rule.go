package code

// Severity says how grave a violation is. Only an error keeps content from
// being written.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
	SeverityHint    Severity = "hint"
	SeverityOff     Severity = "off" // the rule does not run
)

// rule is what the rules of all tiers have.
type rule struct {
	id       string
	severity Severity
	message  string
	note     string // advice for the agent
	scope    scope

	file         string
	document     int
	line, column int
}

func (r *rule) runs(path string) bool { return r.severity != SeverityOff && r.scope.covers(path) }

// ruleSet is all rules of a project. It is not changed after it is made.
type ruleSet struct {
	mode     Mode
	model    string
	patterns []*patternRule
	imports  []*importRule
	semantic []*semanticRule
	trees    []*treeRule
}

// all goes through all rules.
func (s *ruleSet) all(yield func(*rule) bool) {
	for _, r := range s.patterns {
		if !yield(&r.rule) {
			return
		}
	}
	for _, r := range s.imports {
		if !yield(&r.rule) {
			return
		}
	}
	for _, r := range s.semantic {
		if !yield(&r.rule) {
			return
		}
	}
	for _, r := range s.trees {
		if !yield(&r.rule) {
			return
		}
	}
}

// checkIDs reports ids that two rules have: a report could not say which.
func (s *ruleSet) checkIDs(f *findings) {
	first := map[string]*rule{}
	s.all(func(r *rule) bool {
		if r.id == "" {
			return true // a fault already
		}
		before, again := first[r.id]
		if !again {
			first[r.id] = r
			return true
		}
		f.fault(Fault{
			File: r.file, Document: r.document, Line: r.line, Column: r.column, Rule: r.id,
			Message: "the rule " + r.id + " is also in " + place(before) + ": give one of them another id",
		})
		return true
	})
}
