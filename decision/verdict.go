package decision

// Basis is what a verdict rests on. The root package uses it to enforce that
// nothing inferred approves a call whose effects could not be seen. The zero
// value, BasisCondition, is the least trusted.
type Basis uint8

// The bases of a verdict.
const (
	BasisCondition  Basis = iota // a condition on what the call says; inferred
	BasisOperator                // a rule of the operator that names the tool
	BasisPerson                  // a person's word on this very call
	BasisStanding                // a standing approval
	BasisPrecedent               // what people decided before; inferred
	BasisStructural              // static analysis; inferred
	BasisModel                   // typed answers of a decision model
	BasisText                    // a text model's own verdict
)

// RuleRef says which rule decided and where it is written.
type RuleRef struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}

// LinkState is what became of one link of a provider chain.
type LinkState string

// The states of a link.
const (
	LinkAnswered LinkState = "answered"
	LinkPassed   LinkState = "passed"  // not its to judge; no failure
	LinkFailed   LinkState = "failed"  // Cause says how
	LinkSkipped  LinkState = "skipped" // its breaker is open
)

// Link is the account of one provider that was, or was not, asked.
type Link struct {
	Name  string    `json:"name"`
	State LinkState `json:"state"`
	Cause Cause     `json:"cause,omitempty"`
	MS    float64   `json:"ms"` // how long it took, in milliseconds
	// Free says that asking the link costs nothing; see [Offliner].
	Free bool `json:"-"`
	// Said is what the link itself said, when it answered, or passed with
	// answers: measuring keeps it, so that the link need not be asked again. It
	// is not part of the evidence on the wire.
	Said *Verdict `json:"-"`
}

// Verdict is what one rule or provider says about a call.
type Verdict struct {
	Action     Action
	Confidence float64 // 0 to 1; a NaN never approves or denies
	Cause      Cause   // of an escalate; empty counts as CauseRule for a rule, CauseJudged for a provider
	Reasoning  string  // for people; one line
	Source     string  // who says so: a rule's name, or a provider's label
	Basis      Basis

	// Threshold is the confidence that this verdict's own source needs. Nil:
	// the supervisor's.
	Threshold *float64
	// Quoted lists the fragments of Reasoning that come from the call. They
	// are left out where the text is stored as somebody's history, since an
	// agent could write votes with them.
	Quoted []string
	// Notes records what went wrong on the way without deciding anything,
	// for example a rule that could not be evaluated.
	Notes []string

	Rule       *RuleRef
	Violations []Violation // rules of the project that the call's content breaks
	Links      []Link
	Evaluator  any // provenance of a provider: model, questions, thresholds; nil for rules
	Answers    any // a provider's raw answers
	Limits     any // the limits the answers were held against
	Signals    map[string]float64
	Precedents []string // ids of the decisions that it rests on
}
