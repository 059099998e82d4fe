package supervisor_test

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/rules"
)

// The zero Options approves nothing.
func ExampleNew() {
	sup, err := supervisor.New(supervisor.Options{})
	if err != nil {
		log.Fatal(err)
	}
	d, err := sup.Evaluate(context.Background(), supervisor.Call{Tool: "fs.read"})
	fmt.Println(d.Action, d.Cause, err)
	// Output: escalate unsettled <nil>
}

// projectFiles is a supervisor that approves work on the files of one project.
func projectFiles() (*supervisor.Supervisor, error) {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}})
	if err != nil {
		return nil, err
	}
	set, err := rules.New([]rules.Spec{
		{Name: "project-files", Condition: "params.path starts_with project_dir", Action: supervisor.Approve, Confidence: 0.95},
	}, rules.Options{Scope: scope})
	if err != nil {
		return nil, err
	}
	return supervisor.New(supervisor.Options{
		Analyzer: effect.NewAnalyzer(scope), Rules: []supervisor.Rule{set}, Scope: scope,
	})
}

func ExampleSupervisor_Evaluate() {
	sup, err := projectFiles()
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range []string{
		"/home/dev/project/main.go",
		"/home/dev/project-evil/main.go",
		"/home/dev/project/../.bashrc",
		"/home/dev/project/.env",
		"/home/dev/project/sup7.yaml",
	} {
		d, err := sup.Evaluate(context.Background(), supervisor.Call{
			Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": path, "content": "x"},
		})
		fmt.Println(d.Action, path, err)
	}
	// Output:
	// approve /home/dev/project/main.go <nil>
	// escalate /home/dev/project-evil/main.go <nil>
	// escalate /home/dev/project/../.bashrc <nil>
	// escalate /home/dev/project/.env <nil>
	// deny /home/dev/project/sup7.yaml <nil>
}

func ExampleSupervisor_Explain() {
	sup, err := projectFiles()
	if err != nil {
		log.Fatal(err)
	}
	x, err := sup.Explain(context.Background(), supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": "/etc/hostname"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, step := range x.Steps {
		fmt.Println(step.Stage, step.Name, step.Matched)
	}
	fmt.Println(x.Decision.Action)
	// Output:
	// guard guards false
	// rule project-files false
	// escalate
}

func ExampleSupervisor_Trial() {
	sup, err := projectFiles()
	if err != nil {
		log.Fatal(err)
	}
	trial := sup.Trial(supervisor.TrialStages(supervisor.StageGuards, supervisor.StageRules))
	d, err := trial.Evaluate(context.Background(), supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/x"}})
	fmt.Println(d.Action, err, sup.Status().Decisions.Approved)
	// Output: approve <nil> 0
}

func ExampleSupervisor_Run() {
	m := meshtest.New(meshtest.Options{})
	client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: m.Transport()}})
	if err != nil {
		log.Fatal(err)
	}
	sup, err := projectFiles()
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- sup.Run(ctx, mesh.NewQueue(client, mesh.QueueOptions{Interval: 10 * time.Millisecond}))
	}()

	id := m.Submit(meshtest.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/main.go"}})
	approval, err := m.Wait(ctx, id)
	fmt.Println(approval.Status, approval.ResolvedBy, err)
	stop()
	fmt.Println(<-ended)
	// Output:
	// approved supervisor:supervisor <nil>
	// <nil>
}

func ExampleBuild() {
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(`
evaluator: {provider: none}
rules:
  - {name: no-money, condition: tool starts_with payments., action: deny, confidence: 1.0}
`))
	if err != nil {
		log.Fatal(err)
	}
	journal, err := os.CreateTemp("", "journal-*.jsonl")
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(journal.Name())
	cfg.Journal.Path = journal.Name()
	sup, err := supervisor.Build(cfg, supervisor.Parts{})
	if err != nil {
		log.Fatal(err)
	}
	d, err := sup.Evaluate(context.Background(), supervisor.Call{Tool: "payments.transfer"})
	fmt.Println(d.Action, d.Reasoning, err)
	fmt.Println(sup.Close(context.Background()))
	// Output:
	// deny rule 'no-money' matched <nil>
	// <nil>
}
