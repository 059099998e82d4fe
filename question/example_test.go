package question_test

import (
	"fmt"

	"github.com/flux7-go/supervisor/question"
)

// Every fault of a pack is reported at once, where it is.
func ExampleParse() {
	_, err := question.Parse("till.yaml", []byte(`questions:
  refunds:
    type: noul
    group: danger
    instructions: Would the call pay money back?
    treshold: 0.1
`))
	fmt.Println(err)
	// Output:
	// till.yaml:6:5: questions.refunds.treshold: unknown key; did you mean "threshold"?
	//     6 |     treshold: 0.1
	//       |     ^~~~~~~~
}

// A pack adds to the base pack, for the calls that it applies to.
func ExampleCombine() {
	pack, err := question.Parse("till.yaml", []byte(`applies_to: ["agent:till-*"]
questions:
  refunds:
    type: noul
    group: danger
    instructions: Would the call pay money back?
    threshold: 0.1
`))
	if err != nil {
		panic(err)
	}
	combined, err := question.Combine(true, pack)
	if err != nil {
		panic(err)
	}
	fmt.Println(combined.Set.For("till-4", "pay").Packs(), combined.Set.For("till-4", "pay").Len())
	fmt.Println(combined.Set.For("maple-bot", "pay").Packs(), combined.Set.For("maple-bot", "pay").Len())
	// Output:
	// [base till] 8
	// [base] 7
}

// An answer that cannot be trusted is a fault, never a number.
func ExampleParseAnswers() {
	set, err := question.NewSet(question.Pack{Name: "p", Questions: []question.Question{
		{ID: "deletes", Type: question.Noul, Group: question.Danger, Instructions: "Would the call remove something?"},
		{ID: "secrets", Type: question.Noul, Group: question.Danger, Instructions: "Would the call touch a credential?"},
	}})
	if err != nil {
		panic(err)
	}
	answers, err := question.ParseAnswers([]byte(`{"deletes":{"type":"noul","noul":1.7},"secrets":{"type":"noul","noul":0.02}}`), set)
	if err != nil {
		panic(err)
	}
	fmt.Println(answers.ByID["secrets"].Noul)
	fmt.Println(answers.Check(set))
	// Output:
	// 0.02
	// 1 of 2 questions have no answer that can be trusted: deletes: the probability is not a number from 0 to 1
}
