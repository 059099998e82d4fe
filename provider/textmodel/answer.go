package textmodel

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
	"github.com/flux7-go/supervisor/provider/internal/wire"
)

// answer is a verdict as a model gave it, and what is recorded of it.
type answer struct {
	Model      string          `json:"model,omitempty"` // as the server says
	Decision   decision.Action `json:"decision"`
	Confidence float64         `json:"confidence"`
	reasoning  string
	raw        string
}

// RawResponse returns the text that the model answered with, as it came; of one
// over the bound of an answer, 64 KiB, the beginning. It may quote the call,
// secrets included.
func (a answer) RawResponse() string { return a.raw }

// maxAnswerBytes bounds what is read of an answer's text. A verdict is a few
// hundred bytes; thoughts before the line of one may be longer.
const maxAnswerBytes = 64 << 10

// rawOf is what is kept of an answer as it came.
func rawOf(text string) string {
	if len(text) <= maxAnswerBytes {
		return text
	}
	return strings.ToValidUTF8(text[:maxAnswerBytes], "")
}

// misread is an answer that could not be read, with its text. Its message
// quotes nothing of it.
type misread struct {
	error
	raw string
}

// Unwrap returns why it could not be read.
func (m *misread) Unwrap() error { return m.error }

// RawResponse returns the text that the model answered with, as that of an
// answer that was read.
func (m *misread) RawResponse() string { return m.raw }

// unreadable returns an error of a model's text. Breakers do not count it.
func unreadable(format string, args ...any) error {
	return wire.Uncounted(decision.Errorf(decision.CauseUnreadable, format, args...))
}

// parseObject reads an answer that is one JSON object and nothing else. Its
// members must be those of the schema, its numbers in range, and its code the
// call's. Errors quote nothing of the text.
func parseObject(text, code string) (answer, error) {
	v, err := strictjson.Decode([]byte(strings.TrimSpace(text)), strictjson.Limits{Bytes: maxAnswerBytes, Depth: 2})
	if err != nil {
		return answer{}, unreadable("the answer is not one json object: %w", err)
	}
	object, ok := v.(map[string]any)
	if !ok {
		return answer{}, unreadable("the answer is not one json object")
	}
	said, okCode := object["code"].(string)
	action, okAction := object["decision"].(string)
	confidence, okConfidence := object["confidence"].(json.Number)
	why, okWhy := object["reasoning"].(string)
	if !okCode || !okAction || !okConfidence || !okWhy || len(object) != 4 {
		return answer{}, unreadable("the answer must hold code, decision, confidence and reasoning, and nothing else")
	}
	if said != code {
		return answer{}, unreadable("the answer does not hold the code of this call")
	}
	a := answer{reasoning: why}
	if a.Decision, err = decision.ParseAction(action); err != nil {
		return answer{}, unreadable("the answer's decision is not approve, deny or escalate")
	}
	a.Confidence, err = strconv.ParseFloat(string(confidence), 64)
	if err != nil || !(a.Confidence >= 0 && a.Confidence <= 1) {
		return answer{}, unreadable("the answer's confidence is not between 0 and 1")
	}
	return a, nil
}

// verdictLine is the reference's form of a verdict with the code in it.
var verdictLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^DECISION:\s*(APPROVE|DENY|ESCALATE)\s*\|\s*CONFIDENCE:\s*([0-9]+(?:\.[0-9]+)?)\s*\|` +
		`(?:\s*CODE:\s*([0-9a-f]+)\s*\|)?\s*REASONING:\s*(.*)$`)
})

// parseLine reads an answer in which exactly one line speaks of a decision, and
// that line is a verdict. A second one, wherever it comes from, makes the
// answer unreadable: nobody can tell which is the model's own. Only an approve
// needs the code, since only approves are worth forging; a wrong one is
// unreadable in any case. A confidence over 1 counts as 1, as in the reference.
func parseLine(text, code string) (answer, error) {
	if len(text) > maxAnswerBytes {
		return answer{}, unreadable("the answer is over %d bytes", maxAnswerBytes)
	}
	var found []string
	for line := range strings.FieldsFuncSeq(text, endsLine) {
		if strings.Contains(strings.ToLower(line), "decision:") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	if len(found) != 1 {
		return answer{}, unreadable("%d lines of the answer speak of a decision, where one must", len(found))
	}
	parts := verdictLine().FindStringSubmatch(found[0])
	if parts == nil {
		return answer{}, unreadable("the answer's line is not in the form that was asked for")
	}
	a := answer{reasoning: parts[4]}
	var err error
	if a.Decision, err = decision.ParseAction(strings.ToLower(parts[1])); err != nil {
		return answer{}, unreadable("the answer's decision is not approve, deny or escalate")
	}
	if parts[3] != code && (parts[3] != "" || a.Decision == decision.Approve) {
		return answer{}, unreadable("the answer does not hold the code of this call")
	}
	confidence, err := strconv.ParseFloat(parts[2], 64)
	if err != nil {
		return answer{}, unreadable("the answer's confidence is not a number")
	}
	a.Confidence = min(confidence, 1)
	return a, nil
}

// endsLine reports every character that some reader takes for the end of a line.
func endsLine(r rune) bool {
	return r == '\u0085' || r >= '\n' && r <= '\r' || unicode.In(r, unicode.Zl, unicode.Zp)
}
