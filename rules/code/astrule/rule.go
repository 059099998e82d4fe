package astrule

// Severity says what finding something means.
type Severity string

// The severities, as rules write them.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
	SeverityHint    Severity = "hint"
	SeverityOff     Severity = "off"
)

// Glob chooses files by their path. What it means is for others to say.
type Glob struct {
	Pattern         string
	CaseInsensitive bool
}

// Rule is a rule as its file gives it, ready to match. It may be used
// concurrently and must not be changed.
type Rule struct {
	ID       string
	Language string   // a name in [Languages]
	Severity Severity // empty: the file gives none
	Message  string   // may mention variables; see [Match.Message]
	Note     string
	URL      string
	Files    []Glob // empty: all
	Ignores  []Glob
	File     string
	Document int    // in the file, from 1
	Line     int    // of the document's first key
	Text     string // the document as written

	core     *core // nil: there is no grammar for the language
	literals literals
	finder   *finder // of the literals; nil: there are none
}

// Linked reports whether there was a grammar for the rule's language when it
// was loaded. Without one the rule is known but cannot match here.
func (r *Rule) Linked() bool { return r.core != nil }

// MayMatch reports false if the rule can find nothing in a text, at a small
// part of the cost of parsing it. True says nothing.
func (r *Rule) MayMatch(source []byte) bool {
	return r.core != nil && (r.finder == nil || r.finder.in(source))
}

// Match returns what the rule finds, in the order in which it begins, outer
// code before inner. The error is [ErrSteps].
func (r *Rule) Match(t *Tree) ([]Match, error) {
	set, err := NewSet([]*Rule{r})
	if err != nil {
		return nil, err
	}
	return set.Match(t)
}
