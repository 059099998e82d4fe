package providertest

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/question"
)

// decisionQuestion is a question in OpenAI's shape.
type decisionQuestion struct {
	Type         string `json:"type"`
	Name         string `json:"name"`
	Instructions string `json:"instructions"`
	Choices      []struct {
		Value       string `json:"value"`
		Description string `json:"description"`
	} `json:"choices"`
	Levels []struct {
		Label       string `json:"label"`
		Description string `json:"description"`
	} `json:"levels"`
}

func (d *decisionWire) readDecisions(members map[string]json.RawMessage, in *DecisionRequest) error {
	if err := d.only(members, "model", "input", "questions", "prompt_cache_key", "safety_identifier"); err != nil {
		return err
	}
	var input string
	if json.Unmarshal(members["input"], &input) != nil || input == "" {
		return invalid("input must be a text and not empty")
	}
	in.State = json.RawMessage(input)
	var list []json.RawMessage
	if json.Unmarshal(members["questions"], &list) != nil {
		return invalid("questions must be a list")
	}
	for i, raw := range list {
		q, err := d.decision(i, raw)
		if err != nil {
			return err
		}
		in.Questions = append(in.Questions, q)
	}
	return d.count(in)
}

func (d *decisionWire) decision(i int, raw json.RawMessage) (question.Question, error) {
	members, err := object(raw)
	if err != nil {
		return question.Question{}, err
	}
	if err := d.only(members, "type", "name", "instructions", "choices", "levels"); err != nil {
		return question.Question{}, err
	}
	var in decisionQuestion
	if json.Unmarshal(raw, &in) != nil || in.Instructions == "" {
		return question.Question{}, invalid("questions[%d]: type and instructions must be texts and not empty", i)
	}
	q := question.Question{ID: in.Name, Instructions: in.Instructions}
	switch in.Type {
	case "predicate":
		q.Type = question.Noul
	case "choice":
		q.Type = question.Choice
		for _, c := range in.Choices {
			q.Criteria = append(q.Criteria, question.Criterion{Key: c.Value, Text: c.Description})
		}
	case "score":
		q.Type = question.Score
		for _, l := range in.Levels {
			q.Criteria = append(q.Criteria, question.Criterion{Key: l.Label, Text: l.Description})
		}
	default:
		return q, invalid("questions[%d]: unknown type", i)
	}
	return q, nil
}

// decisionAnswers writes answers in OpenAI's shape, in the order of the
// questions.
func decisionAnswers(asked []question.Question, given map[string]any) []any {
	list := []any{}
	for _, q := range asked {
		answer, ok := given[q.ID].(map[string]any)
		if !ok {
			continue
		}
		out := map[string]any{"type": answer["type"], "name": q.ID}
		switch answer["type"] {
		case string(question.Noul):
			out["type"], out["probability"] = "predicate", answer["noul"]
		case string(question.Choice):
			out["choice"], out["confidence"] = answer["choice"], answer["confidence"]
			out["probabilities"] = entries(q, answer, "value")
		case string(question.Score):
			out["score"], out["confidence"] = answer["score"], answer["confidence"]
			out["probabilities"] = entries(q, answer, "label")
		}
		list = append(list, out)
	}
	return list
}

// entries lists probabilities. Of a level it says the label and the index.
func entries(q question.Question, answer map[string]any, key string) []any {
	probabilities, _ := answer["probabilities"].(map[string]any)
	var list []any
	for i, c := range q.Criteria {
		entry := map[string]any{key: c.Key, "probability": probabilities[c.Key]}
		if key == "label" {
			entry["value"] = i
		}
		list = append(list, entry)
	}
	return list
}

// decisionBody is the whole answer in OpenAI's shape.
func decisionBody(model string, answers []any) map[string]any {
	return map[string]any{
		"model": model, "answers": slices.Clip(answers),
		"usage": map[string]any{
			"input_tokens": 120, "output_tokens": 0, "total_tokens": 120,
			"input_tokens_details": map[string]int{"cached_tokens": 0}, "output_tokens_details": map[string]int{"reasoning_tokens": 0},
		},
	}
}

func decisionError(status int, message string) any {
	return map[string]any{"error": map[string]any{"message": message, "type": "invalid_request_error", "param": nil, "code": fmt.Sprint("status_", status)}}
}
