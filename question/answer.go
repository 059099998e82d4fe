package question

// Answer is what a model said to one question. Which fields count depends on
// the question's type.
type Answer struct {
	Type Type
	Noul float64 // of a yes/no question: the probability of yes
	// Probabilities are those of the options of a choice, or of the levels of
	// a score by their index ("0", "1", …).
	Probabilities map[string]float64
	// Confidence is the server's own figure. It is recorded and never compared
	// with anything: servers compute it by different formulas. Nil: none given.
	Confidence *float64
}

// Answers are the answers to the questions of one request. A question that was
// refused, left out, or answered in a form that cannot be read is not in ByID.
type Answers struct {
	Model string            // the model that answered, as it says itself; may be empty
	ByID  map[string]Answer // by question id
	// Faults says, by question id, why an answer that was given is not in ByID.
	Faults map[string]string
	// Unasked counts the answers to questions that were never asked.
	Unasked      int
	InputTokens  int // as counted by the server; 0: not said
	OutputTokens int
}
