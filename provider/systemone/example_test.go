package systemone_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// A decision model judges a call that a rule did not settle. Here it is a fake
// one that answers every question calmly.
func Example() {
	questions, _, err := question.WithBase()
	if err != nil {
		fmt.Println(err)
		return
	}
	server := providertest.NewDecisionServer(providertest.DecisionOptions{
		Wire: providertest.Ollama, Script: providertest.Deciding(questions, decision.Approve),
	})
	defer server.Close()

	model, err := systemone.New(systemone.Options{
		Backend: systemone.Ollama, URL: server.Address(), Questions: questions,
		Redact: []string{"card_number"}, ProjectDirs: []string{"/srv/shop"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.CloseIdleConnections()
	v, err := model.Judge(context.Background(), &decision.Call{
		Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/srv/shop/readme.md"},
	})
	if err != nil {
		fmt.Println(decision.CauseOf(err), err)
		return
	}
	fmt.Printf("%s %.2f by %s\n", v.Action, v.Confidence, v.Source)
	// Output: approve 0.98 by jev:ollama
}

// A key that should be there and is not is a failure of every call, and of the
// check at the start. Nothing is sent.
func ExampleProvider_Check() {
	questions, _, err := question.WithBase()
	if err != nil {
		fmt.Println(err)
		return
	}
	model, err := systemone.New(systemone.Options{
		Backend: systemone.TypeSafe, Questions: questions,
		Missing: errors.New("the environment variable TYPESAFE_API_KEY is not set"),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = model.Check(context.Background())
	fmt.Println(decision.CauseOf(err), err)
	// Output: unavailable jev:typesafe is not asked: the environment variable TYPESAFE_API_KEY is not set
}

// Any state can be asked about, not only calls.
func ExampleProvider_Ask() {
	questions, err := question.NewSet(question.Pack{Name: "mail", Questions: []question.Question{
		{ID: "promises", Type: question.Noul, Group: question.Danger, Instructions: "Does the text promise money?"},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	judging, _, err := question.WithBase()
	if err != nil {
		fmt.Println(err)
		return
	}
	server := providertest.NewDecisionServer(providertest.DecisionOptions{
		Wire: providertest.TypeSafe, Script: providertest.Answering(map[string]question.Answer{"promises": providertest.Yes(0.91)}),
	})
	defer server.Close()
	model, err := systemone.New(systemone.Options{Backend: systemone.TypeSafe, URL: server.Address(), Questions: judging})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.CloseIdleConnections()
	answers, err := model.Ask(context.Background(), questions, map[string]any{"text": "You will get 500 back."})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", answers.ByID["promises"].Noul)
	// Output: 0.91
}
