package decision

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/internal/strictjson"
	"github.com/flux7-go/supervisor/internal/typo"
)

// MaxCallBytes bounds the JSON of a call that [ParseCall] reads.
const MaxCallBytes = 8 << 20

// maxCallDepth leaves room for the parameters of the traces inside a call.
const maxCallDepth = MaxParamsDepth + 4

// evaluateTraces is how many recent traces the reference keeps of an evaluate
// request.
const evaluateTraces = 5

// callKeys are the keys of an evaluate request. The first eight are the
// reference's.
var callKeys = []string{
	"id", "agent_id", "tool", "params", "policy_rule", "injection_risk", "recent_traces", "active_grants",
	"session_id", "trace_id", "working_dir", "tool_description", "user_messages", "created_at", "expires_at", "doubts",
}

// ParseCall reads the body of an evaluate request: an object with "tool" (a
// non-empty string) and, all optional, "params" (an object), "agent_id", "id",
// "policy_rule", "injection_risk", "recent_traces" (the first five are kept),
// "active_grants", "session_id", "trace_id", "working_dir",
// "tool_description", "user_messages", "created_at", "expires_at" and "doubts".
//
// Types are strict: "false" is no boolean and null is no object. Other keys
// are ignored, except those that look like a misspelt key of the above, since
// a call judged without its parameters is another call. Every fault is
// reported, none with a value in it.
func ParseCall(data []byte) (Call, error) {
	v, err := strictjson.Decode(data, strictjson.Limits{Bytes: MaxCallBytes, Depth: maxCallDepth})
	if err != nil {
		return Call{}, err
	}
	object, ok := v.(map[string]any)
	if !ok {
		return Call{}, errors.New("the call is not a json object")
	}
	p := callParser{object: object}
	c := Call{
		ID: p.name("id"), Agent: p.name("agent_id"), Tool: p.text("tool"), Params: p.params(),
		PolicyRule: p.name("policy_rule"), InjectionRisk: p.flag("injection_risk"),
		Session: p.text("session_id"), TraceID: p.text("trace_id"), WorkingDir: p.text("working_dir"),
		ToolDescription: p.text("tool_description"), Created: p.time("created_at"), Expires: p.time("expires_at"),
	}
	c.RecentTraces, c.ActiveGrants = listOf[Trace](&p, "recent_traces"), listOf[Grant](&p, "active_grants")
	c.UserMessages, c.Doubts = listOf[string](&p, "user_messages"), listOf[string](&p, "doubts")
	c.RecentTraces = c.RecentTraces[:min(len(c.RecentTraces), evaluateTraces)]
	if strings.TrimSpace(c.Tool) == "" {
		p.fault("tool", "is missing: it names the tool to run")
	}
	p.refuseMisspelt()
	return c, errors.Join(p.faults...)
}

type callParser struct {
	object map[string]any
	faults []error
}

func (p *callParser) fault(key, format string, args ...any) {
	p.faults = append(p.faults, fmt.Errorf("%s %s", key, fmt.Sprintf(format, args...)))
}

func (p *callParser) text(key string) string {
	v, ok := p.object[key]
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		p.fault(key, "must be a string")
	}
	return s
}

// name reads an identifier, which the reference also takes as a number.
func (p *callParser) name(key string) string {
	if n, ok := p.object[key].(json.Number); ok {
		return string(n)
	}
	if p.object[key] == nil {
		return ""
	}
	return p.text(key)
}

func (p *callParser) flag(key string) bool {
	v, ok := p.object[key]
	if !ok {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		p.fault(key, "must be true or false")
	}
	return b
}

func (p *callParser) params() map[string]any {
	v, ok := p.object["params"]
	if !ok {
		return map[string]any{}
	}
	object, ok := v.(map[string]any)
	if !ok {
		p.fault("params", "must be an object")
	}
	return object
}

func (p *callParser) time(key string) time.Time {
	s := p.text(key)
	if s == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		p.fault(key, "must be a time such as 2026-01-02T15:04:05Z")
	}
	return t
}

// listOf reads an array. That of an absent key is nil: not supplied.
func listOf[T any](p *callParser, key string) []T {
	v, ok := p.object[key]
	if !ok {
		return nil
	}
	if _, ok := v.([]any); !ok {
		p.fault(key, "must be a list")
		return nil
	}
	var list []T
	data, err := json.Marshal(v)
	if err == nil {
		d := json.NewDecoder(strings.NewReader(string(data)))
		d.UseNumber()
		err = d.Decode(&list)
	}
	if err != nil {
		p.fault(key, "holds an entry of the wrong shape")
	}
	return list
}

// refuseMisspelt reports keys that are no key of a call but nearly one.
func (p *callParser) refuseMisspelt() {
	var unknown []string
	for key := range p.object {
		if !slices.Contains(callKeys, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		for _, known := range callKeys {
			if nearly(key, known) {
				p.fault("a key", "looks like a misspelt %q: correct it or leave it out", known)
			}
		}
	}
}

// nearly reports whether two keys are equal but for case, blanks, underscores
// and at most one letter. Keys of four letters and fewer must be equal then.
func nearly(key, known string) bool {
	if len(key) > 2*len(known) {
		return false
	}
	apart := typo.Distance(key, known)
	return apart == 0 || apart == 1 && len(known) > 4
}
