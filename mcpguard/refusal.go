package mcpguard

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
)

// MetaKey is the key of a refused result's _meta that says, for programs, what
// was decided: an object with the decision's id, decision, cause, and the
// approval under which the call waits, if it does.
const MetaKey = "io.github.flux7-go/decision"

// noDetour is what a model is told that was refused: it tends to try the same in
// another way.
const noDetour = "Do not try to reach the same in another way; tell your user what you needed it for."

// unreadable says that the arguments of a call cannot be judged.
type unreadable struct{ error }

// firstStateless is the first version of the protocol in which a result says what
// type it is of.
const firstStateless = "2026-07-28"

// refusal is the answer to a call that did not run.
func refusal(req *mcp.CallToolRequest, text string, d *supervisor.Decision) *mcp.CallToolResult {
	res := new(mcp.CallToolResult)
	if req.ProtocolVersion() >= firstStateless { // what the SDK sets after its own handlers only
		_ = json.Unmarshal([]byte(`{"resultType":"complete"}`), res) // constant, and valid
	}
	res.IsError, res.Content = true, []mcp.Content{&mcp.TextContent{Text: text}}
	if d != nil {
		res.Meta = mcp.Meta{MetaKey: map[string]any{
			"id": d.ID, "decision": d.Action.String(), "cause": string(d.Cause), "approval": d.Approval,
		}}
	}
	return res
}

// decisionOf returns the decision that an error is about; nil: there is none.
func decisionOf(err error) *supervisor.Decision {
	var denied *supervisor.DeniedError
	var escalated *supervisor.EscalatedError
	var waits *unanswered
	switch {
	case errors.As(err, &denied):
		return &denied.Decision
	case errors.As(err, &escalated):
		return &escalated.Decision
	case errors.As(err, &waits):
		return &waits.decision
	}
	return nil
}

// explain says to the model what did not run, why, and what it can do.
func (g *Guard) explain(tool string, err error) string {
	what, why, todo := g.reason(err)
	lines := []string{fmt.Sprintf("%s: %.200s did not run.", what, tool), "Why: " + why}
	for _, line := range todo {
		if line != "" {
			lines = append(lines, line)
		}
	}
	if d := decisionOf(err); d != nil {
		lines = append(lines, "Decision "+d.ID+".")
	}
	return strings.Join(lines, "\n")
}

// reason puts an error into words.
func (g *Guard) reason(err error) (what, why string, todo []string) {
	var denied *supervisor.DeniedError
	var escalated *supervisor.EscalatedError
	var waits *unanswered
	var garbled *unreadable
	switch {
	case errors.As(err, &denied) && denied.Resolution != nil && denied.Resolution.Status == decision.ApprovalTimeout:
		return "NOT APPROVED", "nobody answered in time. It needs a person because: " + denied.Decision.Reasoning,
			[]string{"Ask your user to be at hand" + g.where() + ", then make the same call again.", g.opts.Advice}
	case errors.As(err, &denied) && denied.Resolution != nil:
		return "DENIED", denied.Error(), []string{g.opts.Advice, noDetour}
	case errors.As(err, &denied):
		return "DENIED", denied.Decision.Reasoning, []string{g.opts.Advice, noDetour}
	case errors.As(err, &waits):
		return "NOT APPROVED YET", "it needs a person because: " + waits.decision.Reasoning,
			[]string{"It waits for one as " + waits.decision.Approval + ". Ask your user to decide it" + g.where() +
				", then make exactly the same call again.", g.opts.Advice}
	case errors.As(err, &escalated):
		return "NOT APPROVED", "it needs a person, and none can be asked here: " + escalated.Decision.Reasoning, []string{g.opts.Advice, noDetour}
	case errors.As(err, &garbled):
		return "INVALID", "its arguments cannot be judged: " + garbled.Error(), []string{"Correct them and make the call again."}
	case errors.Is(err, supervisor.ErrInvalidCall):
		return "INVALID", err.Error(), []string{"Correct it and make the call again."}
	case errors.Is(err, supervisor.ErrUsed), errors.Is(err, supervisor.ErrChanged):
		return "NOT APPROVED", err.Error(), []string{"Make the call again if it is still needed: it is judged anew."}
	}
	g.opts.Logger.Error("a call could not be judged", "error", err)
	return "NOT APPROVED", "it could not be judged", []string{"Tell your user; the log of the supervisor says what is broken."}
}

// where says where people answer.
func (g *Guard) where() string {
	if g.opts.People == "" {
		return ""
	}
	return " " + g.opts.People
}
