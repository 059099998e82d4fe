package providertest

import (
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// Yes is the answer to a yes/no question with this probability of yes.
func Yes(p float64) question.Answer { return question.Answer{Type: question.Noul, Noul: p} }

// Picks is the answer to a choice or a score that is sure of one option, or of
// the level with this index.
func Picks(q question.Question, key string) question.Answer {
	a := question.Answer{Type: q.Type, Probabilities: map[string]float64{}}
	for _, c := range q.Criteria {
		a.Probabilities[c.Key] = 0
	}
	a.Probabilities[key] = 1
	return a
}

// Calm answers every yes/no question with 0.01, every choice with its first
// option, every score with its lowest level.
func Calm(asked []question.Question) map[string]question.Answer {
	answers := make(map[string]question.Answer, len(asked))
	for _, q := range asked {
		if q.Type == question.Noul {
			answers[q.ID] = Yes(0.01)
			continue
		}
		answers[q.ID] = Picks(q, q.Criteria[0].Key)
	}
	return answers
}

// Answering answers every request with the same answers.
func Answering(answers map[string]question.Answer) DecisionScript {
	return func(DecisionRequest) DecisionReply { return DecisionReply{Answers: answers} }
}

// Failing fails every request.
func Failing(f Fault) DecisionScript {
	return func(DecisionRequest) DecisionReply { return DecisionReply{Fault: f} }
}

// Deciding answers the questions of a set so that they come to this action
// under the default thresholds, whatever the call.
func Deciding(set question.Set, a decision.Action) DecisionScript {
	danger, scope, manipulation := 0.02, 0.97, 0.01
	switch a {
	case decision.Deny:
		danger, scope = 0.98, 0.03
	case decision.Escalate:
		manipulation = 0.9
	}
	asked := set.Questions()
	answers := Calm(asked)
	for _, q := range asked {
		switch {
		case q.Group == question.Danger && q.Type == question.Score && a == decision.Deny:
			answers[q.ID] = Picks(q, q.Criteria[len(q.Criteria)-1].Key)
		case q.Group == question.Danger && q.Type == question.Noul:
			answers[q.ID] = Yes(danger)
		case q.Group == question.Manipulation:
			answers[q.ID] = Yes(manipulation)
		case q.Scope:
			answers[q.ID] = Yes(scope)
		}
	}
	return Answering(answers)
}
