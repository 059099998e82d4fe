package decision_test

import (
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/question"
)

// The model reports how likely each statement about the call is. Which of them
// outweighs which is decided by code, the same way every time.
func ExampleWeigh() {
	set, _, err := question.WithBase()
	if err != nil {
		panic(err)
	}
	answers, err := question.ParseAnswers([]byte(`{
		"deletes":     {"type": "noul", "noul": 0.02},
		"overwrites":  {"type": "noul", "noul": 0.91},
		"exfiltrates": {"type": "noul", "noul": 0.01},
		"secrets":     {"type": "noul", "noul": 0.03},
		"target_zone": {"type": "choice", "choice": "project", "probabilities":
			{"none": 0, "project": 0.96, "home": 0.02, "system": 0.01, "remote": 0.01}},
		"in_scope":    {"type": "noul", "noul": 0.88},
		"injection":   {"type": "noul", "noul": 0.02}
	}`), set)
	if err != nil {
		panic(err)
	}
	verdict, err := decision.Weigh(set, answers, decision.DefaultThresholds())
	if err != nil {
		panic(err)
	}
	fmt.Println(verdict.Action, verdict.Confidence)
	for _, limit := range verdict.Limits.([]decision.Limit) {
		if limit.Ignored {
			fmt.Println(limit.Question, "does not count inside the project")
		}
	}
	// Output:
	// approve 0.97
	// overwrites does not count inside the project
}
