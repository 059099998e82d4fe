package question

// Type is the form of a question and of its answer.
type Type string

// The types of the System One API.
const (
	Noul   Type = "noul"   // yes or no; the answer is the probability of yes
	Choice Type = "choice" // one of several options; a probability for each
	Score  Type = "score"  // one of several levels, lowest first; a probability for each
)

// Group is what the answer to a question is used for.
type Group string

// The groups.
const (
	Danger       Group = "danger"       // above its limit nothing is approved; may cause a deny
	Context      Group = "context"      // situates the call
	Manipulation Group = "manipulation" // above its limit a person decides
)

// Criterion is an option of a choice, a level of a score, or one side of a
// yes/no question, with the text that tells it from the others.
type Criterion struct {
	Key  string // the option, or "true" or "false"; of a level its index, "0" the lowest
	Text string // may be empty for an option
}

// IgnoreWhen leaves a danger out of account when a choice question of the same
// set puts the call where the danger does not matter.
type IgnoreWhen struct {
	Question string   `json:"question"`      // id of the choice question
	Option   string   `json:"option"`        // one of its options
	Min      *float64 `json:"min,omitempty"` // the probability that the option needs, above 0; nil: the threshold project_min
}

// Question is one question of a pack.
type Question struct {
	ID           string // letters, digits, _ and -
	Type         Type
	Group        Group
	Instructions string
	Criteria     []Criterion // in the order in which they are sent
	// Scope marks the yes/no question of group context that tells whether the
	// call belongs to the agent's task. It gates approving and denying.
	Scope bool
	// Threshold is the question's own limit, 0 to 1. Nil: that of its group.
	// For a danger that is a score it bounds the probability of AtLevel and all
	// higher levels together.
	Threshold *float64
	// AtLevel is the lowest level of such a score that counts as danger, 1 or
	// higher; 0 for every other question.
	AtLevel    int
	IgnoreWhen *IgnoreWhen
	Pack       string // the name of the pack that it comes from
}
