package question

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/flux7-go/supervisor/internal/strictjson"
)

// Limits of the answers that are read. Text over one of them is an error.
const (
	// MaxAnswersBytes bounds the text: [MaxQuestions] answers of [MaxOptions]
	// options stay below with names of ordinary length.
	MaxAnswersBytes = 4 << 20
	maxAnswersDepth = 16
)

// ParseAnswers reads the object "answers" of the System One API, by question
// id. The error is about the text as a whole: no JSON object, a duplicate key,
// too large. What is wrong with a single answer, a refusal among it, is in
// Answers.Faults and is never turned into a number. Fields that are not known are
// ignored, and so are answers to questions that the set does not hold; the
// latter are counted.
func ParseAnswers(data []byte, s Set) (Answers, error) {
	decoded, err := strictjson.Decode(data, strictjson.Limits{Bytes: MaxAnswersBytes, Depth: maxAnswersDepth})
	if err != nil {
		return Answers{}, fmt.Errorf("cannot read the answers: %w", err)
	}
	given, ok := decoded.(map[string]any)
	if !ok {
		return Answers{}, fmt.Errorf("cannot read the answers: not a json object by question id")
	}
	read := Answers{ByID: map[string]Answer{}, Faults: map[string]string{}}
	for _, q := range s.Questions() {
		raw, ok := given[q.ID]
		if !ok {
			read.Faults[q.ID] = faultMissing
			continue
		}
		answer, fault := parseAnswer(raw, &q)
		if fault != "" {
			read.Faults[q.ID] = fault
			continue
		}
		read.ByID[q.ID] = answer
	}
	for id := range given {
		if _, asked := s.Lookup(id); !asked {
			read.Unasked++
		}
	}
	return read, nil
}

// parseAnswer reads the answer to one question, or says why it cannot be read.
func parseAnswer(raw any, q *Question) (Answer, string) {
	fields, ok := raw.(map[string]any)
	if !ok {
		return Answer{}, "the answer is not a json object"
	}
	// A server may leave out the type: the fields then tell.
	if kind, given := fields["type"]; given && kind != string(q.Type) {
		if kind == "refusal" {
			return Answer{}, FaultRefused
		}
		return Answer{}, "answered as another type than " + string(q.Type)
	}
	answer := Answer{Type: q.Type}
	fault := ""
	if q.Type == Noul {
		answer.Noul, fault = parseNoul(fields)
	} else {
		answer.Probabilities, fault = parseProbabilities(fields, q)
	}
	if fault == "" {
		fault = answer.fault(q)
	}
	if fault != "" {
		return Answer{}, fault
	}
	if c, ok := number(fields["confidence"]); ok {
		answer.Confidence = &c
	}
	return answer, ""
}

func parseNoul(fields map[string]any) (float64, string) {
	raw, ok := fields["noul"]
	if !ok {
		return 0, "the answer has no field noul"
	}
	p, ok := number(raw)
	if !ok {
		return 0, "the probability is not a number from 0 to 1"
	}
	return p, ""
}

func parseProbabilities(fields map[string]any, q *Question) (map[string]float64, string) {
	given, ok := fields["probabilities"].(map[string]any)
	if !ok {
		return nil, "the answer has no field probabilities"
	}
	if chosen, ok := fields["choice"].(string); ok && q.Type == Choice && !q.has(chosen) {
		return nil, "chose an option that was not offered"
	}
	read := make(map[string]float64, len(given))
	for key, raw := range given {
		p, ok := number(raw)
		switch {
		case !q.has(key):
			return nil, "a probability for something that was not offered"
		case !ok:
			return nil, "the probability of " + key + " is not a number from 0 to 1"
		}
		read[key] = p
	}
	return read, ""
}

// number reads a JSON number of ordinary size. Texts and booleans are none.
func number(raw any) (float64, bool) {
	text, ok := raw.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := strconv.ParseFloat(text.String(), 64)
	return f, err == nil && !math.IsInf(f, 0)
}
