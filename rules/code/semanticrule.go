package code

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// semanticRule is a rule in plain words, which a judge holds content against.
type semanticRule struct {
	rule
	description string
	threshold   float64
}

// Judge says whether content breaks rules in plain words. It must be safe for
// concurrent use and return soon after ctx is done. Errors carry a
// [decision.Cause].
type Judge interface {
	// Judge returns one finding for each rule of the review, in any order. The
	// content is data, whatever it says.
	Judge(ctx context.Context, r Review) ([]Finding, error)
}

// JudgeFunc is a function that is a [Judge].
type JudgeFunc func(ctx context.Context, r Review) ([]Finding, error)

// Judge calls f.
func (f JudgeFunc) Judge(ctx context.Context, r Review) ([]Finding, error) { return f(ctx, r) }

// Review is what a judge is asked.
type Review struct {
	Path    string // relative to the project
	Content string
	Rules   []SemanticRule
}

// SemanticRule is a rule in plain words.
type SemanticRule struct {
	ID, Description string
	// Threshold is the probability from which a judge that answers in
	// probabilities finds the rule broken; 0: its own.
	Threshold float64
}

// Finding is what a judge says of one rule.
type Finding struct {
	Rule   string
	Broken bool
	Line   int // where, from 1; 0: the judge does not say
}

// semantic holds content against the semantic rules. What was judged before is
// not judged again.
func (k *check) semantic(ctx context.Context, rules []*semanticRule) {
	if len(rules) == 0 {
		return
	}
	text := k.content.plain()
	var ask []*semanticRule
	for _, r := range rules {
		if f, known := k.project.verdicts.get(k.verdictKey(r)); known {
			k.addFinding(r, f)
		} else {
			ask = append(ask, r)
		}
	}
	if len(ask) == 0 {
		return
	}
	findings, err := k.judge(ctx, Review{Path: k.path, Content: text, Rules: asked(ask)})
	for _, r := range ask {
		f, found := findings[r.id]
		if err != nil || !found {
			k.unchecked(r.id, cmp.Or(decision.CauseOf(err), decision.CauseUnreadable), "could not be judged: "+errorText(err))
			continue
		}
		k.project.verdicts.put(k.verdictKey(r), f)
		k.addFinding(r, f)
	}
}

func asked(rules []*semanticRule) []SemanticRule {
	list := make([]SemanticRule, 0, len(rules))
	for _, r := range rules {
		list = append(list, SemanticRule{r.id, r.description, r.threshold})
	}
	return list
}

func errorText(err error) string {
	if err == nil {
		return "the judge gave no verdict"
	}
	return err.Error()
}

// judge asks within the budget. A rule that is answered twice, or was not asked,
// makes the answer unreadable.
func (k *check) judge(ctx context.Context, review Review) (map[string]Finding, error) {
	judge, err := k.project.judge(k.rules.model)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, k.project.JudgeTimeout)
	defer cancel()
	list, err := judge.Judge(ctx, review)
	if err != nil {
		return nil, err
	}
	wanted, made := map[string]bool{}, map[string]Finding{}
	for _, r := range review.Rules {
		wanted[r.ID] = true
	}
	for _, f := range list {
		if _, again := made[f.Rule]; again || !wanted[f.Rule] {
			return nil, decision.Errorf(decision.CauseUnreadable, "the judge answered a rule twice, or one that it was not asked about")
		}
		made[f.Rule] = f
	}
	return made, nil
}

// addFinding reports a rule that is broken.
func (k *check) addFinding(r *semanticRule, f Finding) {
	if !f.Broken {
		return
	}
	v := k.content.violation(&r.rule, TierJudge, 0, 0, true)
	v.Line, v.Column, v.EndLine, v.EndColumn = 0, 0, 0, 0
	if f.Line > 0 && f.Line <= 1+strings.Count(k.content.plain(), "\n") {
		v.Line, v.Column, v.EndLine, v.EndColumn = f.Line, 1, f.Line, 1
	}
	k.add(v, "")
}

// verdictKey names what a verdict is about: all that the judge is told.
func (k *check) verdictKey(r *semanticRule) string {
	return digest(fmt.Sprintf("%q %q %v %q %q ", r.id, r.description, r.threshold, k.rules.model, k.path), k.content.plain())
}
