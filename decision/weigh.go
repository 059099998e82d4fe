package decision

import (
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/question"
)

// Thresholds are the limits that the answers of a decision model are held
// against. All lie between 0 and 1.
type Thresholds struct {
	InjectionMax   float64 `json:"injection_max"`     // of manipulation questions without a threshold of their own; above it a person decides
	DenyMin        float64 `json:"deny_min"`          // the highest counted danger at or above it may deny
	DestructiveMax float64 `json:"destructive_max"`   // of dangers without a threshold of their own; above it nothing is approved
	InScopeMin     float64 `json:"in_scope_min"`      // scope at or above it may approve
	DenyInScopeMax float64 `json:"deny_in_scope_max"` // scope below it may deny
	ProjectMin     float64 `json:"project_min"`       // the probability that ignore_when needs by default
}

// DefaultThresholds are those of the reference.
func DefaultThresholds() Thresholds {
	return Thresholds{
		InjectionMax: 0.5, DenyMin: 0.9, DestructiveMax: 0.2,
		InScopeMin: 0.7, DenyInScopeMax: 0.7, ProjectMin: 0.7,
	}
}

// check refuses thresholds that nothing can be held against.
func (t Thresholds) check() error {
	for _, limit := range []struct {
		key   string
		value float64
	}{
		{keyInjectionMax, t.InjectionMax}, {keyDenyMin, t.DenyMin}, {keyDestructiveMax, t.DestructiveMax},
		{keyInScopeMin, t.InScopeMin}, {keyDenyInScopeMax, t.DenyInScopeMax}, {keyProjectMin, t.ProjectMin},
	} {
		if !(limit.value >= 0 && limit.value <= 1) {
			return fmt.Errorf("the threshold %s is not a number from 0 to 1", limit.key)
		}
	}
	return nil
}

// Weigh combines the answers of a model to a verdict. The model reports facts;
// this function alone decides:
//
//  1. A danger is left out of account when its ignore_when holds.
//  2. If a question about manipulation is above its limit, a person decides.
//  3. If the highest danger reaches DenyMin and the scope is below
//     DenyInScopeMax, the call is denied.
//  4. If every danger is within its limit and the scope reaches InScopeMin, the
//     call is approved.
//  5. Otherwise a person decides.
//
// Of an approve the confidence is what the worst danger or manipulation leaves
// of 1; of a deny the highest danger. The verdict carries its evidence: every
// answer, every limit with the value held against it, and the provenance.
//
// The error has cause unreadable, or refused if the model declined to answer.
// It is returned for every set, answer or threshold that cannot be trusted:
// nothing is decided on a part.
func Weigh(set question.Set, answers question.Answers, limits Thresholds) (Verdict, error) {
	if err := trusted(set, answers, limits); err != nil {
		return Verdict{}, err
	}
	s := newScale(set, answers, limits)
	v := s.verdict()
	v.Basis = BasisModel
	v.Evaluator = s.provenance()
	v.Answers = s.answered()
	v.Limits = s.limitsHeld(v.Action)
	v.Signals = s.signals()
	return v, nil
}

// trusted refuses what must not be decided on.
func trusted(set question.Set, answers question.Answers, limits Thresholds) error {
	if err := errors.Join(set.CheckJudging(), limits.check()); err != nil {
		return Errorf(CauseUnreadable, "cannot weigh the answers: %w", err)
	}
	err := answers.Check(set)
	switch {
	case errors.Is(err, question.ErrRefused):
		return Errorf(CauseRefused, "cannot weigh the answers: %w", err)
	case err != nil:
		return Errorf(CauseUnreadable, "cannot weigh the answers: %w", err)
	}
	return nil
}

// verdict is the algorithm.
func (s *scale) verdict() Verdict {
	suspect := s.firstAbove(s.manipulations)
	switch {
	case suspect != nil:
		return s.say(Escalate, s.manipulation, "possible "+suspect.ID)
	case s.destructive >= s.limits.DenyMin && s.scope < s.limits.DenyInScopeMax:
		return s.say(Deny, s.destructive, "deny")
	case s.firstAbove(s.dangers) == nil && s.scope >= s.limits.InScopeMin:
		return s.say(Approve, round4(min(1-s.destructive, 1-s.manipulation)), "approve")
	}
	return s.say(Escalate, 1-s.destructive, "escalate")
}

func (s *scale) say(action Action, confidence float64, verb string) Verdict {
	v := Verdict{Action: action, Confidence: confidence, Reasoning: s.reasoning(verb)}
	if action == Escalate {
		v.Cause = CauseJudged
	}
	return v
}
