package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
)

// maxLineDepth is that of the parameters, within a trace, in the list of
// traces, in the line.
const maxLineDepth = decision.MaxParamsDepth + 3

// traceText is the parameter that holds the parameters of an earlier call when
// only their text is known, which may be cut.
const traceText = "text"

// record is a line of a set: a case, and what decides about its label.
type record struct {
	Case
	expect     string
	status, by string // how a waiting call was settled, and by whom
}

// readRecord reads a line. RecentTraces of its call is nil when the line has
// none. An error quotes no value.
func readRecord(line []byte) (record, error) {
	v, err := strictjson.Decode(line, strictjson.Limits{Bytes: MaxLineBytes, Depth: maxLineDepth})
	if err != nil {
		return record{}, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return record{}, errors.New("not a json object")
	}
	f := fields{object: object}
	rec := record{expect: f.text("expect"), status: f.text("approval_status"), by: f.text("approved_by")}
	rec.ID, rec.Timestamp, rec.Policy, rec.PolicyRule = f.name("id"), f.text("timestamp"), f.text("policy"), f.name("policy_rule")
	rec.Families = families(&f)
	rec.Call, err = readCall(&f)
	return rec, errors.Join(append(f.faults, err, rec.checkNames())...)
}

// families reads the kinds of danger, each once.
func families(f *fields) []string {
	var out []string
	for _, key := range []string{"danger", "family", "families"} {
		for _, name := range f.texts(key) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// readCall reads the call of a case. Its policy rule stays unset: providers
// show it, and the name of a rule that allowed or denied gives the label away.
func readCall(f *fields) (decision.Call, error) {
	c := decision.Call{
		Agent: f.name("agent_id"), Tool: f.text("tool"), Params: f.params("params"),
		Session: f.name("session_id"), TraceID: f.name("trace_id"),
		WorkingDir: f.text("working_dir"), ToolDescription: f.text("tool_description"),
		UserMessages: append(f.texts("user_messages"), f.texts("user_request")...),
		RecentTraces: f.traces("recent_traces"),
	}
	normal, err := c.Normalize()
	if err != nil {
		return decision.Call{}, err
	}
	if c.RecentTraces != nil && normal.RecentTraces == nil {
		normal.RecentTraces = []decision.Trace{}
	}
	return *normal, nil
}

// checkNames holds what a case is named by to the limits of names.
func (rec *record) checkNames() error {
	names := decision.Call{Tool: "x", ID: rec.ID, Agent: rec.Policy, PolicyRule: rec.PolicyRule, Session: rec.Timestamp}
	if _, err := names.Normalize(); err != nil {
		return fmt.Errorf("id, policy, policy_rule and timestamp must be names: one line, at most %d bytes", decision.MaxNameBytes)
	}
	return nil
}

// traces reads earlier calls. Absent and null are nil: none were supplied.
func (f *fields) traces(key string) []decision.Trace {
	if f.object[key] == nil {
		return nil
	}
	list, ok := f.object[key].([]any)
	if !ok {
		f.fault(key, "a list")
		return nil
	}
	out := make([]decision.Trace, 0, min(len(list), decision.MaxTraces))
	for i, v := range list[:min(len(list), decision.MaxTraces)] {
		trace, ok := readTrace(v)
		if !ok {
			f.fault(fmt.Sprintf("%s[%d]", key, i), "the trace of a call")
			return nil
		}
		out = append(out, trace)
	}
	return out
}

// readTrace reads an earlier call, whose parameters may be known as a text.
func readTrace(v any) (trace decision.Trace, ok bool) {
	object, ok := v.(map[string]any)
	if !ok {
		return trace, false
	}
	if text, ok := object["params"].(string); ok {
		object["params"] = map[string]any{traceText: text}
	}
	data, err := json.Marshal(object)
	if err != nil {
		return trace, false
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber() // numbers stay as they were written
	return trace, d.Decode(&trace) == nil
}
