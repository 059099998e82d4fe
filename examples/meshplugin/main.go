// Command meshplugin is a mesh with its supervisor in the same process: what the
// policy neither allows nor denies is judged by a function call, without HTTP.
// The agents and the person are played by scripts.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules"
)

// mesh stands between agents and tools. Its policy says "allow" or "deny" of a
// tool; any other needs approval.
type mesh struct {
	policy map[string]string
	run    func(tool string, params map[string]any) string
	sup    *supervisor.Supervisor
}

func newMesh(policy map[string]string, run func(string, map[string]any) string) (*mesh, error) {
	set, err := rules.New([]rules.Spec{
		{Name: "team-mail", When: `tool == "mail.send" and params.to == "team@example.com" and len(params) == 1`, Action: supervisor.Approve, Confidence: 1},
		{Name: "no-money", Condition: "tool starts_with payments.", Action: supervisor.Deny, Confidence: 1},
	}, rules.Options{})
	if err != nil {
		return nil, err
	}
	people, _ := memory.NewPeople(nil, false)  // person:*, and no pattern that could be wrong
	store := memory.NewStore(memory.Options{}) // where people are asked
	asked := memory.Approvals(store, store, memory.ApprovalOptions{People: people})
	sup, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}, Store: store, Approvals: asked})
	return &mesh{policy: policy, run: run, sup: sup}, err
}

// reply is what the agent gets: a status of HTTP, and a text.
type reply struct {
	status int
	text   string
}

// call is what an agent's request comes to. The mesh reads the parameters itself,
// so that nobody changes them between judging and running.
func (m *mesh) call(ctx context.Context, agent, tool, params string) reply {
	parsed, err := decision.ParseParams([]byte(params))
	if err != nil {
		return reply{http.StatusBadRequest, err.Error()}
	}
	switch m.policy[tool] {
	case "allow":
	case "deny":
		return reply{http.StatusForbidden, "denied by policy"}
	default:
		if refused := m.judge(ctx, supervisor.Call{Agent: agent, Tool: tool, Params: parsed, PolicyRule: "human_approval"}); refused != nil {
			return *refused
		}
	}
	return reply{http.StatusOK, m.run(tool, parsed)}
}

// judge returns nil for a call that may run, now and once. It waits for a person
// where the supervisor does not decide. Whatever goes wrong is no yes.
func (m *mesh) judge(ctx context.Context, c supervisor.Call) *reply {
	d, err := m.sup.Evaluate(ctx, c)
	switch {
	case err != nil:
		return &reply{http.StatusServiceUnavailable, err.Error()}
	case d.Action == supervisor.Approve:
		return nil
	case d.Action == supervisor.Deny:
		return &reply{http.StatusForbidden, "denied: " + d.Reasoning}
	}
	answer, err := m.sup.Wait(ctx, d.Approval) // an error where nobody can be asked
	switch {
	case err != nil:
		return &reply{http.StatusServiceUnavailable, err.Error()}
	case answer.Status == supervisor.ApprovalTimeout:
		return &reply{http.StatusRequestTimeout, "nobody answered in time"}
	case answer.Status != supervisor.ApprovalApproved:
		return &reply{http.StatusForbidden, "denied by " + answer.By}
	}
	return nil
}

// answer is what Ann does with what she is shown: she wants no more meetings.
func answer(sup *supervisor.Supervisor, d supervisor.Decision) {
	said := supervisor.Resolution{Status: supervisor.ApprovalApproved, By: "person:ann"}
	if d.Tool == "calendar.add" {
		said.Status = supervisor.ApprovalDenied
	}
	_ = sup.Approvals().Resolve(context.Background(), d.Approval, said) // else nobody answers, and the call is not made
}

func main() {
	run := func(_ string, params map[string]any) string { return fmt.Sprint("done with ", params) }
	m, err := newMesh(map[string]string{"fs.read": "allow", "disk.format": "deny"}, run)
	if err != nil {
		log.Fatal(err)
	}
	defer m.sup.Watch(func(e supervisor.Event) {
		if e.Type == decision.EventDecision && e.Decision.Approval != "" {
			go answer(m.sup, *e.Decision)
		}
	})()
	for _, c := range [][2]string{
		{"fs.read", `{"path":"notes.md"}`}, {"disk.format", `{}`},
		{"mail.send", `{"to":"team@example.com"}`}, {"mail.send", `{"to":"everybody@example.com"}`},
		{"payments.transfer", `{"amount":100}`}, {"calendar.add", `{"title":"meeting"}`},
	} {
		r := m.call(context.Background(), "clerk", c[0], c[1])
		fmt.Printf("%-17s %d %s\n", c[0], r.status, r.text)
	}
}
