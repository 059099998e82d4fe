package textmodel

import "github.com/flux7-go/supervisor/decision"

// Answer is what the readers return, for tests.
type Answer struct {
	Decision   decision.Action
	Confidence float64
	Reasoning  string
}

func ParseObject(text, code string) (Answer, error) { return exported(parseObject(text, code)) }
func ParseLine(text, code string) (Answer, error)   { return exported(parseLine(text, code)) }

func exported(a answer, err error) (Answer, error) {
	return Answer{a.Decision, a.Confidence, a.reasoning}, err
}

var (
	MaxAnswerBytes  = maxAnswerBytes
	MaxMessageBytes = maxMessageBytes
)
