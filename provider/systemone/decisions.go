package systemone

import (
	"encoding/json"
	"strings"

	"github.com/flux7-go/supervisor/question"
)

// The types of question in OpenAI's shape.
const (
	predicate = "predicate"
	choice    = "choice"
	score     = "score"
)

// decisions writes questions in OpenAI's shape: a list, named by id. It has no
// criteria of yes/no questions, so they are told in the instructions.
func (w *writer) decisions(list []question.Question) {
	w.raw("[")
	for i, q := range list {
		if i > 0 {
			w.raw(",")
		}
		w.raw("{")
		w.member(true, "type", decisionType(q.Type))
		w.member(false, "name", q.ID)
		w.member(false, "instructions", instructions(q))
		switch q.Type {
		case question.Choice:
			w.described(`,"choices":`, "value", q.Criteria)
		case question.Score:
			w.described(`,"levels":`, "label", q.Criteria)
		}
		w.raw("}")
	}
	w.raw("]")
}

func decisionType(t question.Type) string {
	if t == question.Noul {
		return predicate
	}
	return string(t)
}

func instructions(q question.Question) string {
	if q.Type != question.Noul || len(q.Criteria) == 0 {
		return q.Instructions
	}
	yes, no := sides(q)
	return strings.Join([]string{q.Instructions, "True: " + yes, "False: " + no}, "\n")
}

// described writes options or levels with what they mean. A level is labelled
// by its index.
func (w *writer) described(member, key string, list []question.Criterion) {
	w.raw(member + "[")
	for i, c := range list {
		if i > 0 {
			w.raw(",")
		}
		w.raw("{")
		w.member(true, key, c.Key)
		if c.Text != "" {
			w.member(false, "description", c.Text)
		}
		w.raw("}")
	}
	w.raw("]")
}

// fromDecisions turns answers in OpenAI's shape into those of System One, by
// question id. Answers are matched by name where all have one, else by their
// place where there is one for each question. Two answers to one question are
// none.
func fromDecisions(given []any, asked []question.Question) map[string]any {
	named := true
	for _, raw := range given {
		_, ok := memberText(raw, "name")
		named = named && ok
	}
	answers := make(map[string]any, len(given))
	for i, raw := range given {
		id, ok := memberText(raw, "name")
		switch {
		case !named && (len(given) != len(asked) || ok && id != asked[i].ID):
			continue
		case !named:
			id = asked[i].ID
		}
		if _, twice := answers[id]; twice {
			answers[id] = nil // no answer can be read from it
			continue
		}
		answers[id] = fromDecision(raw)
	}
	return answers
}

func memberText(object any, name string) (string, bool) {
	members, _ := object.(map[string]any)
	text, ok := members[name].(string)
	return text, ok
}

// fromDecision leaves out what has not the expected form, so that reading the
// result finds it missing. A refusal, and a type that is not known, stay.
func fromDecision(raw any) any {
	in, ok := raw.(map[string]any)
	if !ok {
		return nil
	}
	out := map[string]any{"type": in["type"]}
	if c, ok := in["confidence"]; ok {
		out["confidence"] = c
	}
	switch in["type"] {
	case predicate:
		out["type"] = string(question.Noul)
		if p, ok := in["probability"]; ok {
			out["noul"] = p
		}
	case choice:
		if chosen, ok := in["choice"]; ok {
			out["choice"] = chosen
		}
		out["probabilities"] = byKey(in["probabilities"], "value")
	case score:
		out["probabilities"] = byKey(in["probabilities"], "label")
	}
	return out
}

// byKey makes an object of a list of probabilities. It is nil when an entry has
// no key, or one has the key of another.
func byKey(list any, key string) any {
	entries, _ := list.([]any)
	probabilities := make(map[string]any, len(entries))
	for _, raw := range entries {
		entry, _ := raw.(map[string]any)
		name, ok := entry[key].(string)
		p, given := entry["probability"].(json.Number)
		if _, twice := probabilities[name]; !ok || !given || twice {
			return nil
		}
		probabilities[name] = p
	}
	return probabilities
}
