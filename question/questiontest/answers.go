package questiontest

import (
	"fmt"

	"github.com/flux7-go/supervisor/question"
)

// Answers are what a model might say, by question id. Questions that are left
// out get the calm answer: 0 for a danger, for manipulation and for a question
// of group context, 1 for the scope, the lowest level of a score, and the same
// probability for every option of a choice.
type Answers map[string]question.Answer

// Yes is the probability of yes, the answer to a noul.
func Yes(p float64) question.Answer { return question.Answer{Type: question.Noul, Noul: p} }

// Option is the answer to a choice: the probability of one option. The others
// share the rest evenly.
func Option(name string, p float64) question.Answer {
	return question.Answer{Type: question.Choice, Probabilities: map[string]float64{name: p}}
}

// Level is the answer to a score: the probability of one level, 0 the lowest.
// The others share the rest evenly.
func Level(level int, p float64) question.Answer {
	return question.Answer{Type: question.Score, Probabilities: map[string]float64{fmt.Sprint(level): p}}
}

// complete fills in what the answers of a case leave out. Answers to questions
// that the set does not hold are returned as unknown.
func complete(set question.Set, given Answers) (answers question.Answers, unknown []string) {
	answers = question.Answers{Model: "test", ByID: map[string]question.Answer{}}
	for _, q := range set.Questions() {
		answer, ok := given[q.ID]
		if !ok {
			answer = calm(q)
		}
		answers.ByID[q.ID] = spread(q, answer)
	}
	for id := range given {
		if _, asked := set.Lookup(id); !asked {
			unknown = append(unknown, id)
		}
	}
	return answers, unknown
}

// calm is the answer that stops nothing.
func calm(q question.Question) question.Answer {
	switch {
	case q.Type == question.Score:
		return Level(0, 1)
	case q.Type == question.Choice:
		return question.Answer{Type: question.Choice}
	case q.Scope:
		return Yes(1)
	}
	return Yes(0)
}

// spread gives the options that an answer leaves out what it leaves of 1.
func spread(q question.Question, answer question.Answer) question.Answer {
	if answer.Type == question.Noul {
		return answer
	}
	full := map[string]float64{}
	rest := 1.0
	for name, p := range answer.Probabilities {
		full[name] = p
		rest -= p
	}
	missing := float64(len(q.Criteria) - len(full))
	for _, c := range q.Criteria {
		if _, given := full[c.Key]; !given {
			full[c.Key] = max(0, rest/missing)
		}
	}
	answer.Probabilities = full
	return answer
}
