package question

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
)

// Answer is what a model said to one question. Which fields count depends on
// the question's type.
type Answer struct {
	Type Type
	Noul float64 // of a yes/no question: the probability of yes
	// Probabilities are those of the options of a choice, or of the levels of
	// a score by their index ("0", "1", …). They sum to 1 within [SumTolerance],
	// and are kept as the server gave them: scaled, a zone could pass the limit
	// that its probability is below.
	Probabilities map[string]float64
	// Confidence is the server's own figure. It is recorded and never compared
	// with anything: servers compute it by different formulas. Nil: none given.
	Confidence *float64
}

// answerJSON is an answer as the System One API writes it.
type answerJSON struct {
	Type          Type               `json:"type"`
	Noul          *float64           `json:"noul,omitempty"`
	Probabilities map[string]float64 `json:"probabilities,omitempty"`
	Confidence    *float64           `json:"confidence,omitempty"`
}

// MarshalJSON writes the answer in the form that [ParseAnswers] reads, so that
// a recorded answer can be weighed again.
func (a Answer) MarshalJSON() ([]byte, error) {
	wire := answerJSON{Type: a.Type, Probabilities: a.Probabilities, Confidence: a.Confidence}
	if a.Type == Noul {
		wire.Noul = &a.Noul
	}
	return json.Marshal(wire)
}

// Answers are the answers to the questions of one request. A question that was
// refused, left out, or answered in a form that cannot be read is not in ByID.
type Answers struct {
	Model string            // the model that answered, as it says itself; may be empty
	ByID  map[string]Answer // by question id
	// Faults says, by question id, why a question has no answer in ByID.
	Faults map[string]string
	// Unasked counts the answers to questions that were never asked.
	Unasked      int
	InputTokens  int // as counted by the server; 0: not said
	OutputTokens int
}

// FaultRefused is the fault of a question that the model declined to answer.
const FaultRefused = "the model refused to answer"

// faultMissing is the fault of a question that the answer leaves out.
const faultMissing = "not answered"

// ErrRefused is what [Answers.Check] wraps when all that is missing was refused
// by the model.
var ErrRefused = errors.New("refused")

// SumTolerance is how far the probabilities of a choice or a score may be from
// 1 together. Servers round them to two decimals.
const SumTolerance = 0.02

// Check tells whether every question of the set has an answer that can be
// trusted: of its type, all probabilities from 0 to 1, one for each option or
// level and for nothing else, together 1. The error names what is wrong with
// which question.
func (a Answers) Check(s Set) error {
	var wrong []string
	refused := 0
	for _, q := range s.Questions() {
		fault := a.fault(&q)
		if fault == FaultRefused {
			refused++
		}
		if fault != "" {
			wrong = append(wrong, q.ID+": "+fault)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	shown := wrong[:min(maxListed, len(wrong))]
	err := fmt.Errorf("%d of %d questions have no answer that can be trusted: %s", len(wrong), s.Len(), strings.Join(shown, "; "))
	if refused == len(wrong) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}

// fault says why a question has no answer that can be trusted.
func (a Answers) fault(q *Question) string {
	answer, ok := a.ByID[q.ID]
	switch {
	case !ok && a.Faults[q.ID] != "":
		return a.Faults[q.ID]
	case !ok:
		return faultMissing
	}
	return answer.fault(q)
}

// fault says what is wrong with an answer to a question. It quotes nothing that
// a server said.
func (a Answer) fault(q *Question) string {
	switch {
	case a.Type != q.Type:
		return "answered as another type than " + string(q.Type)
	case a.Type == Noul && !probability(a.Noul):
		return "the probability is not a number from 0 to 1"
	case a.Type == Noul:
		return ""
	}
	sum := 0.0
	for _, c := range q.Criteria {
		p, ok := a.Probabilities[c.Key]
		switch {
		case !ok:
			return "no probability for " + c.Key
		case !probability(p):
			return "the probability of " + c.Key + " is not a number from 0 to 1"
		}
		sum += p
	}
	switch {
	case len(a.Probabilities) > len(q.Criteria):
		return "a probability for something that was not offered"
	case math.Abs(sum-1) > SumTolerance+roundingError:
		return fmt.Sprintf("the probabilities sum to %.2f, not to 1", sum)
	}
	return ""
}

// What adding decimals may be off by, and the places that sums are rounded to.
const (
	decimals      = 1e9
	roundingError = 1 / decimals
)

// AtLeast is the probability of a level of a score and of all higher ones,
// without the error of adding decimals: 0.1 and 0.2 make 0.3. What the levels
// lack to 1 counts as theirs: what a server rounds away must not make a danger
// smaller.
func (a Answer) AtLeast(level int) float64 {
	var lower, upper float64
	for i := range len(a.Probabilities) {
		if i < level {
			lower += a.Probabilities[levelKey(i)]
		} else {
			upper += a.Probabilities[levelKey(i)]
		}
	}
	return min(1, math.Round(max(upper, 1-lower)*decimals)/decimals)
}
