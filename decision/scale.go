package decision

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/flux7-go/supervisor/question"
)

// scale holds answers that can be trusted against limits.
type scale struct {
	set     question.Set
	answers question.Answers
	limits  Thresholds

	dangers       []weighed
	manipulations []weighed
	contexts      []weighed // yes/no questions of group context, scope among them
	zones         []zone    // options that ignore_when looks at

	destructive  float64 // the highest danger that counts; 0 if none does
	manipulation float64 // the highest probability of manipulation
	scope        float64
	scopeID      string
}

// weighed is a question with the value of its answer and its limit.
type weighed struct {
	question.Question
	value   float64
	limit   float64
	key     string // the threshold that gives the limit; keyOwn: the question's own
	ignored bool   // a danger that ignore_when leaves out of account
}

// zone is an option of a choice with its probability.
type zone struct {
	option string
	p      float64
}

// The keys of limits.
const (
	keyOwn            = "threshold"
	keyInjectionMax   = "injection_max"
	keyDenyMin        = "deny_min"
	keyDestructiveMax = "destructive_max"
	keyInScopeMin     = "in_scope_min"
	keyDenyInScopeMax = "deny_in_scope_max"
	keyProjectMin     = "project_min"
)

func newScale(set question.Set, answers question.Answers, limits Thresholds) *scale {
	s := &scale{set: set, answers: answers, limits: limits}
	for _, q := range set.Questions() {
		answer := answers.ByID[q.ID]
		switch {
		case q.Group == question.Danger:
			s.danger(q, answer)
		case q.Group == question.Manipulation:
			w := limited(q, answer.Noul, limits.InjectionMax, keyInjectionMax)
			s.manipulation = max(s.manipulation, w.value)
			s.manipulations = append(s.manipulations, w)
		case q.Type == question.Noul:
			s.contexts = append(s.contexts, weighed{Question: q, value: answer.Noul})
			if q.Scope {
				s.scope, s.scopeID = answer.Noul, q.ID
			}
		}
	}
	return s
}

// limited holds a value against the question's own limit, else that of its group.
func limited(q question.Question, value, fallback float64, key string) weighed {
	w := weighed{Question: q, value: value, limit: fallback, key: key}
	if q.Threshold != nil {
		w.limit, w.key = *q.Threshold, keyOwn
	}
	return w
}

func (s *scale) danger(q question.Question, answer question.Answer) {
	value := answer.Noul
	if q.Type == question.Score {
		value = answer.AtLeast(q.AtLevel)
	}
	w := limited(q, value, s.limits.DestructiveMax, keyDestructiveMax)
	if q.IgnoreWhen != nil {
		w.ignored = s.ignores(*q.IgnoreWhen)
	}
	if !w.ignored {
		s.destructive = max(s.destructive, value)
	}
	s.dangers = append(s.dangers, w)
}

// ignores reports whether the option is likely enough. A choice that is not
// asked of this call, or an option without any probability, never is.
func (s *scale) ignores(when question.IgnoreWhen) bool {
	var p float64
	if _, asked := s.set.Lookup(when.Question); asked {
		p = s.answers.ByID[when.Question].Probabilities[when.Option]
	}
	s.show(zone{when.Option, p})
	least := s.limits.ProjectMin
	if when.Min != nil {
		least = *when.Min
	}
	return p > 0 && p >= least
}

// show remembers an option for the reasoning, once for each name.
func (s *scale) show(z zone) {
	for _, seen := range s.zones {
		if seen.option == z.option {
			return
		}
	}
	s.zones = append(s.zones, z)
}

// firstAbove returns the first question that counts and is above its limit.
func (s *scale) firstAbove(list []weighed) *weighed {
	for i := range list {
		if !list[i].ignored && list[i].value > list[i].limit {
			return &list[i]
		}
	}
	return nil
}

// separator stands between two values of a reasoning; clients split at it.
const separator = " · "

// reasoning is the line that the reference writes.
func (s *scale) reasoning(verb string) string {
	var dangers, tail []string
	for _, w := range s.dangers {
		dangers = append(dangers, valued(w.ID, w.value))
	}
	for _, z := range s.zones {
		tail = append(tail, valued(z.option, z.p))
	}
	for _, w := range s.contexts {
		tail = append(tail, valued(w.ID, w.value))
	}
	for _, w := range s.manipulations {
		tail = append(tail, valued(w.ID, w.value))
	}
	return fmt.Sprintf("Jev %s q=%s: %s (destructive %.2f (%s)%s%s)", s.model(), s.set.Fingerprint(), verb,
		s.destructive, strings.Join(dangers, separator), separator, strings.Join(tail, separator))
}

func valued(name string, value float64) string { return fmt.Sprintf("%s %.2f", name, value) }

// model is what answered, as it says itself.
func (s *scale) model() string { return cmp.Or(s.answers.Model, "unknown") }

// round4 rounds to four decimals as the reference does: by the exact value,
// not by a product that is rounded before.
func round4(value float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(value, 'f', 4, 64), 64) // its own output parses
	return rounded
}
