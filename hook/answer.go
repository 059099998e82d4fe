package hook

import (
	"bytes"
	"encoding/json"
)

// Permission is what the host is to do with a call.
type Permission string

// The permissions. There is no "defer": to the host it means to stop.
const (
	// NoOpinion leaves the call to the host's own rules and prompts, as if there
	// were no hook. Only a supervisor in observe mode has none.
	NoOpinion Permission = ""
	Allow     Permission = "allow" // run it without a prompt
	Deny      Permission = "deny"  // do not run it
	Ask       Permission = "ask"   // ask the person
)

// Answer is what the host is told. The zero Answer says nothing: it does not stop
// a call.
type Answer struct {
	Permission Permission
	// Reason is shown to the model with a denial, to the person with a question.
	Reason string
	// Failed says that the call was not judged.
	Failed bool
}

// AppendJSON appends the answer as the host reads it, one JSON object and a line
// break.
func (a Answer) AppendJSON(b []byte) []byte {
	var out struct {
		Hook struct {
			Event      string     `json:"hookEventName"`
			Permission Permission `json:"permissionDecision,omitempty"`
			Reason     string     `json:"permissionDecisionReason,omitempty"`
		} `json:"hookSpecificOutput"`
	}
	out.Hook.Event, out.Hook.Permission, out.Hook.Reason = eventName, a.Permission, a.Reason
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false) // it is read by programs and shown in terminals
	_ = enc.Encode(out)      // strings always marshal
	return buf.Bytes()
}
