package structural

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// findings are the answers to what one call is asked, and what they rest on.
type findings struct {
	asked   question.Set // the questions that are answered
	answers question.Answers
	effects decision.Effects
	because map[string]because // by question
	unknown string             // a question that only a model can answer; empty if there is none
}

// isKnown reports whether effects can answer a question: one of the base pack,
// in the wording of the base pack.
func isKnown(q question.Question) bool {
	if q.Pack != question.BasePack {
		return false
	}
	switch q.ID {
	case "deletes", "overwrites", "exfiltrates", "secrets", "in_scope", "injection":
		return q.Type == question.Noul
	case "target_zone":
		return q.Type == question.Choice
	}
	return false
}

// look answers every question of the call's set that it can.
func (p *Provider) look(ctx context.Context, c *decision.Call) findings {
	f := findings{
		asked: p.known.For(c.Agent, c.Tool), effects: c.Effects(ctx), because: map[string]because{},
		answers: question.Answers{Model: Label, ByID: map[string]question.Answer{}},
	}
	for _, q := range p.set.For(c.Agent, c.Tool).Questions() {
		if !isKnown(q) {
			f.unknown = q.ID
			break
		}
	}
	for _, q := range f.asked.Questions() {
		f.answers.ByID[q.ID] = p.answer(ctx, c, q, &f)
	}
	return f
}

// answer answers a question of the base pack.
func (p *Provider) answer(ctx context.Context, c *decision.Call, q question.Question, f *findings) question.Answer {
	var degree float64
	var why because
	switch q.ID {
	case "target_zone":
		return question.Answer{Type: question.Choice, Probabilities: targetZone(f.effects.List, q.Criteria)}
	case "in_scope":
		degree, why.words = p.inScope(ctx, c, f.effects.List)
	default:
		degree, why.effect = dangerOf(q.ID, f.effects.List)
	}
	f.because[q.ID] = why
	return question.Answer{Type: question.Noul, Noul: degree}
}
