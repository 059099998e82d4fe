package decision

import (
	"fmt"

	"github.com/flux7-go/supervisor/question"
)

// Provenance is what a verdict of [Weigh] says about who answered what, under
// the reference's keys. It is the Evaluator of the decision.
type Provenance struct {
	Model      string             `json:"model"`     // as it says itself; "unknown" if it does not
	Questions  string             `json:"questions"` // the fingerprint of the set
	Packs      []string           `json:"packs"`
	Thresholds RecordedThresholds `json:"thresholds"`
}

// RecordedThresholds are thresholds with those of single questions.
type RecordedThresholds struct {
	Thresholds
	PerQuestion map[string]float64 `json:"per_question,omitempty"`
}

// Limit is one limit that the answer to a question was held against.
type Limit struct {
	Question string `json:"question"`
	// Key is the threshold that gives the limit, such as destructive_max, or
	// "threshold" for the question's own.
	Key   string  `json:"key"`
	Value float64 `json:"value"` // of the answer, 0 to 1
	Limit float64 `json:"limit"`
	// Least says that the value must reach the limit. Without it the value must
	// not pass it.
	Least bool `json:"least,omitempty"`
	// Level is the lowest level of a score that Value counts; 0 for no score.
	Level int `json:"level,omitempty"`
	// Ignored says that ignore_when left the danger out of account.
	Ignored bool `json:"ignored,omitempty"`
	// Stopped says that this limit kept the call from being approved.
	Stopped bool `json:"stopped"`
}

// String is the limit for people, such as "deletes 0.25, at most 0.20
// (destructive_max)".
func (l Limit) String() string {
	bound := "at most"
	if l.Least {
		bound = "at least"
	}
	text := fmt.Sprintf("%s %.2f, %s %.2f (%s)", l.Question, l.Value, bound, l.Limit, l.Key)
	if l.Level > 0 {
		text += fmt.Sprintf(" from level %d", l.Level)
	}
	if l.Ignored {
		text += ", left out of account by ignore_when"
	}
	return text
}

func (s *scale) provenance() Provenance {
	p := Provenance{
		Model: s.model(), Questions: s.set.Fingerprint(), Packs: s.set.Packs(),
		Thresholds: RecordedThresholds{Thresholds: s.limits},
	}
	for _, q := range s.set.Questions() {
		if q.Threshold == nil {
			continue
		}
		if p.Thresholds.PerQuestion == nil {
			p.Thresholds.PerQuestion = map[string]float64{}
		}
		p.Thresholds.PerQuestion[q.ID] = *q.Threshold
	}
	return p
}

// answered are the answers to the set, without what nobody asked.
func (s *scale) answered() map[string]question.Answer {
	asked := make(map[string]question.Answer, s.set.Len())
	for _, q := range s.set.Questions() {
		asked[q.ID] = s.answers.ByID[q.ID]
	}
	return asked
}

// limitsHeld lists every limit in the order of the reasoning. The two limits of
// a deny are listed when they led to one.
func (s *scale) limitsHeld(action Action) []Limit {
	var list []Limit
	for _, group := range [][]weighed{s.dangers, s.manipulations} {
		for _, w := range group {
			list = append(list, Limit{
				Question: w.ID, Key: w.key, Value: w.value, Limit: w.limit, Level: w.AtLevel,
				Ignored: w.ignored, Stopped: !w.ignored && w.value > w.limit,
			})
		}
	}
	list = append(list, Limit{
		Question: s.scopeID, Key: keyInScopeMin, Value: s.scope, Limit: s.limits.InScopeMin,
		Least: true, Stopped: s.scope < s.limits.InScopeMin,
	})
	if action == Deny {
		worst := s.worst()
		list = append(list, Limit{Question: worst.ID, Key: keyDenyMin, Value: worst.value, Limit: s.limits.DenyMin, Level: worst.AtLevel, Stopped: true},
			Limit{Question: s.scopeID, Key: keyDenyInScopeMax, Value: s.scope, Limit: s.limits.DenyInScopeMax, Least: true, Stopped: true})
	}
	return list
}

// worst is the danger that counts most.
func (s *scale) worst() weighed {
	var worst weighed
	for _, w := range s.dangers {
		if !w.ignored && (worst.ID == "" || w.value > worst.value) {
			worst = w
		}
	}
	return worst
}

// signals are the values of the reasoning by name. Where an option has the name
// of a question, the question's value stands.
func (s *scale) signals() map[string]float64 {
	signals := map[string]float64{"destructive": s.destructive}
	for _, z := range s.zones {
		signals[z.option] = z.p
	}
	for _, group := range [][]weighed{s.dangers, s.contexts, s.manipulations} {
		for _, w := range group {
			signals[w.ID] = w.value
		}
	}
	return signals
}
