package providertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/flux7-go/supervisor/question"
)

// decisionWire is what the servers of one wire take.
type decisionWire struct {
	path    string
	wrapped bool // state and questions lie in a member "input"
	openAI  bool // the shape of /v1/decisions

	questions, options, levels, bytes int // the most that is taken

	textsOnly bool // criteria are texts; of a choice null as well
	twoSides  bool // criteria of a noul are absent or both there and not empty
	strict    bool // members that are not known are refused
}

func wireOf(w DecisionWire) decisionWire {
	const path = "/v1/systemone"
	switch w {
	case TypeSafe:
		return decisionWire{path: path, questions: 400, options: 255, levels: 255, bytes: 1 << 20}
	case Cloudflare:
		return decisionWire{path: "/client/v4/accounts/" + DecisionAccount + "/ai/run", wrapped: true, questions: 64, options: 255, levels: 10, bytes: 1 << 20}
	case Ollama:
		return decisionWire{path: path, questions: 64, options: 26, levels: 26, bytes: 64 << 10, textsOnly: true, twoSides: true}
	case Nimble:
		return decisionWire{path: path, questions: 64, options: 255, levels: 255, bytes: 1 << 20, textsOnly: true, twoSides: true}
	case VLLM:
		return decisionWire{path: path, questions: 64, options: 26, levels: 10, bytes: 1 << 20, strict: true, twoSides: true}
	case Decisions:
		return decisionWire{path: "/v1/decisions", openAI: true, questions: 64, options: 26, levels: 10, bytes: 1 << 20, strict: true}
	}
	panic(fmt.Sprintf("providertest: there is no wire %q", w))
}

// refusal is why a request is not accepted.
type refusal struct {
	status  int
	message string
}

func (e *refusal) Error() string { return e.message }

func invalid(format string, args ...any) error {
	return &refusal{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// read reads a request as strictly as the servers of the wire do.
func (d *decisionWire) read(body []byte) (*DecisionRequest, error) {
	if len(body) > d.bytes {
		return nil, &refusal{http.StatusRequestEntityTooLarge, "the body is too large"}
	}
	top, err := object(body)
	if err != nil {
		return nil, err
	}
	var in DecisionRequest
	if json.Unmarshal(top["model"], &in.Model) != nil || in.Model == "" {
		return nil, invalid("model is required")
	}
	if in.Model == UnknownModel {
		return nil, &refusal{http.StatusNotFound, "the model is not known"}
	}
	members := top
	if d.wrapped {
		if members, err = object(top["input"]); err != nil {
			return nil, err
		}
	}
	if d.openAI {
		return &in, d.readDecisions(members, &in)
	}
	return &in, d.readSystemOne(members, &in)
}

func (d *decisionWire) readSystemOne(members map[string]json.RawMessage, in *DecisionRequest) error {
	if err := d.only(members, "model", "state", "questions"); err != nil {
		return err
	}
	in.State = members["state"]
	switch string(in.State) {
	case "", "null", `""`, "{}", "[]":
		return invalid("state must not be empty")
	}
	ids, err := order(members["questions"])
	if err != nil {
		return err
	}
	given, err := object(members["questions"])
	if err != nil {
		return err
	}
	for _, id := range ids {
		q, err := d.question(id, given[id])
		if err != nil {
			return err
		}
		in.Questions = append(in.Questions, q)
	}
	return d.count(in)
}

// count holds the questions against the limits.
func (d *decisionWire) count(in *DecisionRequest) error {
	if n := len(in.Questions); n < 1 || n > d.questions {
		return invalid("1 to %d questions are taken, not %d", d.questions, n)
	}
	for _, q := range in.Questions {
		n := len(q.Criteria)
		switch {
		case q.Type == question.Choice && (n < 2 || n > d.options):
			return invalid("questions.%s: 2 to %d options are taken, not %d", q.ID, d.options, n)
		case q.Type == question.Score && (n < 2 || n > d.levels):
			return invalid("questions.%s: 2 to %d levels are taken, not %d", q.ID, d.levels, n)
		}
	}
	return nil
}

func (d *decisionWire) question(id string, raw json.RawMessage) (question.Question, error) {
	q := question.Question{ID: id}
	members, err := object(raw)
	if err != nil {
		return q, err
	}
	if err := d.only(members, "type", "instructions", "criteria"); err != nil {
		return q, err
	}
	if json.Unmarshal(members["instructions"], &q.Instructions) != nil || q.Instructions == "" {
		return q, invalid("questions.%s: instructions must be a text and not empty", id)
	}
	_ = json.Unmarshal(members["type"], &q.Type) // an unknown type is refused below
	criteria, given := members["criteria"]
	switch q.Type {
	case question.Noul:
		if given {
			q.Criteria, err = d.sides(id, criteria)
		}
	case question.Choice:
		q.Criteria, err = d.texts(id, criteria)
	case question.Score:
		q.Criteria, err = levels(id, criteria)
	default:
		err = invalid("questions.%s: unknown type", id)
	}
	return q, err
}

func (d *decisionWire) sides(id string, raw json.RawMessage) ([]question.Criterion, error) {
	if string(raw) == "null" && !d.textsOnly {
		return nil, nil
	}
	list, err := d.texts(id, raw)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		if c.Key != "true" && c.Key != "false" || d.twoSides && c.Text == "" {
			return nil, invalid("questions.%s: criteria are true and false, and not empty", id)
		}
	}
	if d.twoSides && len(list) != 2 {
		return nil, invalid("questions.%s: criteria need both true and false", id)
	}
	return list, nil
}

// texts reads an object of texts in its order.
func (d *decisionWire) texts(id string, raw json.RawMessage) ([]question.Criterion, error) {
	keys, err := order(raw)
	if err != nil {
		return nil, invalid("questions.%s: criteria must be an object", id)
	}
	values, err := object(raw)
	if err != nil {
		return nil, err
	}
	list := make([]question.Criterion, len(keys))
	for i, key := range keys {
		list[i].Key = key
		if json.Unmarshal(values[key], &list[i].Text) != nil && d.textsOnly {
			return nil, invalid("questions.%s: criteria must be texts", id)
		}
	}
	return list, nil
}

func levels(id string, raw json.RawMessage) ([]question.Criterion, error) {
	var texts []string
	if json.Unmarshal(raw, &texts) != nil {
		return nil, invalid("questions.%s: criteria of a score are a list of texts", id)
	}
	list := make([]question.Criterion, len(texts))
	for i, text := range texts {
		list[i] = question.Criterion{Key: fmt.Sprint(i), Text: text}
	}
	return list, nil
}

// only refuses members that a strict server does not know.
func (d *decisionWire) only(members map[string]json.RawMessage, known ...string) error {
	if !d.strict {
		return nil
	}
	for name := range members {
		found := false
		for _, k := range known {
			found = found || k == name
		}
		if !found {
			return invalid("%s: extra fields are not permitted", name)
		}
	}
	return nil
}

func object(raw []byte) (map[string]json.RawMessage, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, invalid("an object is expected")
	}
	return members, nil
}

// order returns the keys of an object as they stand, each once.
func order(raw []byte) ([]string, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return nil, invalid("an object is expected")
	}
	var keys []string
	seen := map[string]bool{}
	for in.More() {
		t, err := in.Token()
		key, ok := t.(string)
		var value json.RawMessage
		if err != nil || !ok || in.Decode(&value) != nil {
			return nil, invalid("an object is expected")
		}
		if seen[key] {
			return nil, invalid("%s is there twice", key)
		}
		seen[key] = true
		keys = append(keys, key)
	}
	return keys, nil
}
