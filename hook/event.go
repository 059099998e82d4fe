package hook

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// eventName is the one event that is judged.
const eventName = "PreToolUse"

// MaxEventBytes bounds an event. It is what the largest parameters of a call
// ([decision.MaxParamsBytes]) take when every byte of them is escaped, and room
// for the rest. A larger event is read to its end and not judged.
const MaxEventBytes = 6*decision.MaxParamsBytes + 1<<20

// maxEventDepth leaves room for the parameters inside an event.
const maxEventDepth = decision.MaxParamsDepth + 1

// DefaultAgent is the agent's name when [Options.Agent] is empty.
const DefaultAgent = "claude-code"

// Event is what the host says of a tool call before it runs it.
type Event struct {
	Session    string         // session_id
	ToolUse    string         // tool_use_id; empty: the host is older than 2.0.43
	WorkingDir string         // cwd: where a shell command would start; the agent moves it
	Mode       string         // permission_mode; empty: not said
	AgentID    string         // agent_id; set inside a subagent only
	AgentType  string         // agent_type: the kind of subagent, or of the whole session
	Tool       string         // tool_name
	Input      map[string]any // tool_input
}

// ParseEvent reads a PreToolUse event. The host adds fields with every release,
// so unknown ones are ignored. What is judged is strict: hook_event_name must be
// PreToolUse, tool_name a name and tool_input an object, the other fields of
// [Event] strings or absent, cwd absolute, and no key may stand twice in its
// object. Every fault is reported, none with a value in it. With an error the
// Event holds what could be read, and is not to be judged.
func ParseEvent(data []byte) (Event, error) {
	v, err := strictjson.Decode(data, strictjson.Limits{Bytes: MaxEventBytes, Depth: maxEventDepth})
	if err != nil {
		return Event{Mode: modeIn(data)}, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return Event{}, errors.New("the event is not a json object")
	}
	r := eventReader{object: object}
	e := Event{
		Session: r.text("session_id"), ToolUse: r.text("tool_use_id"), WorkingDir: r.text("cwd"), Mode: r.mode(),
		AgentID: r.text("agent_id"), AgentType: r.text("agent_type"), Tool: r.text("tool_name"),
	}
	if name := r.text("hook_event_name"); name != eventName {
		r.fault("hook_event_name is not " + eventName + ": no other event is judged")
	}
	if e.Tool == "" {
		r.fault("tool_name is missing")
	}
	if e.WorkingDir != "" && !filepath.IsAbs(e.WorkingDir) {
		r.fault("cwd is not an absolute path")
	}
	if e.Input, ok = object["tool_input"].(map[string]any); !ok {
		r.fault("tool_input is not an object")
	}
	return e, errors.Join(r.faults...)
}

type eventReader struct {
	object map[string]any
	faults []error
}

func (r *eventReader) fault(text string) { r.faults = append(r.faults, errors.New(text)) }

// text reads a string that may be absent, or null, which says as much.
func (r *eventReader) text(key string) string {
	v := r.object[key]
	if v == nil {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		r.faults = append(r.faults, fmt.Errorf("%s is not a string", key))
	}
	return s
}

// mode reads the permission mode. One that is no string is one that we do not know.
func (r *eventReader) mode() string {
	mode := r.text("permission_mode")
	if mode == "" && r.object["permission_mode"] != nil && r.object["permission_mode"] != "" {
		return modeUnreadable
	}
	return mode
}

// ID is the id of the call: the session and the tool use, which together name a
// call once, in every process that is asked about it. It is empty when the host
// does not say both.
func (e *Event) ID() string {
	if e.Session == "" || e.ToolUse == "" {
		return ""
	}
	return e.Session + ":" + e.ToolUse
}

// Call is the call to judge. The agent is agent, and for a call of a subagent
// agent/KIND, so that rules and agents[] of a config may tell them apart.
func (e *Event) Call(agent string) decision.Call {
	if agent == "" {
		agent = DefaultAgent
	}
	if e.AgentID != "" {
		kind := e.AgentType
		if kind == "" {
			kind = "subagent"
		}
		agent += "/" + kind
	}
	return decision.Call{
		ID: e.ID(), Agent: agent, Tool: e.Tool, Params: e.Input, Session: e.Session, WorkingDir: e.WorkingDir,
	}
}
