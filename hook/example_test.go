package hook_test

import (
	"context"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/hook"
)

// careful leaves everything to a person. A supervisor of the root package is a
// judge as well.
type careful struct{}

func (careful) Evaluate(_ context.Context, c decision.Call) (decision.Decision, error) {
	return decision.Decision{ID: c.ID, Cause: decision.CauseUnsettled, Reasoning: "nobody knows " + c.Tool}, nil
}

func ExampleHook_Answer() {
	h, err := hook.New(hook.Options{Judge: careful{}})
	if err != nil {
		panic(err)
	}
	a := h.Answer(context.Background(), []byte(`{"hook_event_name": "PreToolUse", "session_id": "s", "tool_use_id": "t",
		"permission_mode": "default", "tool_name": "Bash", "tool_input": {"command": "make deploy"}}`))
	fmt.Println(a.Permission)
	fmt.Println(a.Reason)
	// Output:
	// ask
	// The supervisor leaves this call of Bash to you.
	// Why: nobody knows Bash
	// Decision: s:t
}

func ExampleParseEvent() {
	e, err := hook.ParseEvent([]byte(`{"hook_event_name": "PreToolUse", "permission_mode": "auto",
		"cwd": "/srv/app", "tool_name": "Read", "tool_input": {"file_path": "/srv/app/main.go"}}`))
	fmt.Println(e.Tool, e.Input["file_path"], e.CanAsk(), err)
	_, err = hook.ParseEvent([]byte(`{"hook_event_name": "Stop"}`))
	fmt.Println(err)
	// Output:
	// Read /srv/app/main.go false <nil>
	// hook_event_name is not PreToolUse: no other event is judged
	// tool_name is missing
	// tool_input is not an object
}

func ExampleInstall() {
	settings := []byte(`{
  "model": "opus" // mine
}
`)
	installed, err := hook.Install(settings, hook.Entry{
		Command: "/usr/local/bin/sup7d", Args: []string{"hook", "claude-code"}, Longest: 30 * time.Second,
		BlockOnFailure: hook.KnowsOnFailure("2.1.300 (Claude Code)"),
	})
	fmt.Println(string(installed), err)
	removed, err := hook.Uninstall(installed)
	fmt.Println(string(removed) == string(settings), err)
	// Output:
	// {
	//   "model": "opus", // mine
	//   "hooks": {"PreToolUse": [{"hooks": [
	//     {"type": "command", "command": "/usr/local/bin/sup7d", "args": ["hook", "claude-code"], "timeout": 40, "onFailure": "block"}
	//   ]}]}
	// }
	//  <nil>
	// true <nil>
}
