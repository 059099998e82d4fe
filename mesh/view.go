package mesh

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/strictjson"
	"github.com/flux7-go/supervisor/mesh/internal/jsonsplit"
)

// Status is where an approval stands.
type Status string

// The states of an approval.
const (
	StatusPending  Status = "pending"
	StatusApproved Status = "approved"
	StatusDenied   Status = "denied"
	StatusTimeout  Status = "timeout"
)

// View is an approval as a mesh shows it.
type View struct {
	ID         string
	Agent      string
	Tool       string
	Params     map[string]any // as [decision.ParseParams] reads them; nil when the agent sent none
	TraceID    string         // of the waiting call; older meshes do not send it
	PolicyRule string
	Status     Status
	Created    time.Time // zero when absent or unreadable

	// Remaining is how long the call still waits, cut to whole seconds by the
	// mesh. Nil: not said, as for a call that is settled.
	Remaining *time.Duration
	// InjectionRisk is the mesh's flag. It may change from one view of the
	// same call to the next: once true it is to be taken as true.
	InjectionRisk bool

	ResolvedBy string
	ResolvedAt time.Time
	Reasoning  string
	Confidence float64

	// Fault says why the approval could not be read whole: parameters that
	// are no object, too large, too deep, with duplicate keys or invalid
	// UTF-8, or a name that is no text. Params are nil then.
	Fault string

	// Deferred says that the parameters were not read: a [Queue] knows the
	// approval, or a list had no room for them. Of [Client.List] it is false.
	Deferred bool
}

// Detail is an approval with what the mesh knows about its agent.
type Detail struct {
	View
	RecentTraces []decision.Trace // newest first, normally the call itself among them; never nil
	ActiveGrants []decision.Grant // never nil
}

// fields reads the members of a JSON object one by one, and notes what is not
// as it should be. No note quotes a value.
type fields struct {
	skip    func(id string) bool // whether to leave the parameters out; nil: never
	members map[string][]byte
	faults  []string
}

func (f *fields) fault(name, what string) { f.faults = append(f.faults, name+" "+what) }

// text reads a text; absent and null are empty.
func (f *fields) text(name string) string {
	raw, ok := f.present(name)
	if !ok {
		return ""
	}
	v, err := strictjson.Decode(raw, strictjson.Limits{Depth: 1})
	text, ok := v.(string)
	if err != nil || !ok {
		f.fault(name, "is not a text")
	}
	return text
}

func (f *fields) present(name string) ([]byte, bool) {
	raw := f.members[name]
	return raw, len(raw) > 0 && string(raw) != "null"
}

// time reads a time. One that is missing or malformed is zero, and no fault:
// nothing but the order of calls depends on it.
func (f *fields) time(name string) time.Time {
	at, err := time.Parse(time.RFC3339Nano, f.text(name))
	if err != nil {
		return time.Time{}
	}
	return at
}

func (f *fields) duration(name string) *time.Duration {
	d, err := time.ParseDuration(f.text(name))
	if err != nil {
		return nil
	}
	return &d
}

func (f *fields) number(name string) (n float64) {
	if raw, ok := f.present(name); ok && json.Unmarshal(raw, &n) != nil {
		return 0
	}
	return n
}

// flag reads a flag that is to be taken as raised when it cannot be read.
func (f *fields) flag(name string) bool {
	raw, ok := f.present(name)
	return ok && string(raw) != "false"
}

func (f *fields) params(name string) map[string]any {
	raw, ok := f.present(name)
	if !ok {
		return nil
	}
	params, err := decision.ParseParams(raw)
	if err != nil {
		f.fault(name, "cannot be read: "+err.Error())
		return nil
	}
	return params
}

var (
	errNoID     = errors.New("an approval without a usable id")
	errNoStatus = errors.New("an approval without a status")
)

// readView reads an approval. An approval that is faulty but can be named is
// no error: somebody has to be told of it. Whole says that raw is not just the
// head of an approval over MaxViewBytes.
//
// The parameters of an approval that skip says yes to are left out.
func readView(raw []byte, whole bool, skip func(id string) bool) (View, error) {
	members, err := jsonsplit.Object(raw)
	f := fields{members: members, skip: skip}
	switch {
	case !whole:
		f.fault("approval", fmt.Sprintf("is larger than %d bytes", MaxViewBytes))
	case err != nil:
		f.fault("approval", "cannot be read: "+err.Error())
	}
	return f.view(StatusPending) // a list asks for pending ones; a mesh need not repeat it
}

// view reads the members. Without a status, unstated is taken for it; if that
// is empty, the view is of no use.
func (f *fields) view(unstated Status) (View, error) {
	v := View{ID: f.text("id"), Status: Status(f.text("status"))}
	switch {
	case !validID(v.ID):
		return View{}, errNoID
	case v.Status == "" && unstated == "":
		return View{}, errNoStatus
	case v.Status == "":
		v.Status = unstated
	}
	v.Agent, v.Tool = f.text("agent_id"), f.text("tool")
	v.TraceID, v.PolicyRule = f.text("trace_id"), f.text("policy_rule")
	if f.skip != nil && f.skip(v.ID) {
		v.Deferred = true
	} else {
		v.Params = f.params("params")
	}
	v.Created, v.ResolvedAt = f.time("created_at"), f.time("resolved_at")
	v.Remaining = f.duration("remaining")
	v.InjectionRisk = f.flag("injection_risk")
	v.ResolvedBy, v.Reasoning = f.text("resolved_by"), f.text("reasoning")
	v.Confidence = f.number("confidence")
	if v.Tool == "" {
		f.fault("tool", "is missing")
	}
	if len(f.faults) > 0 {
		v.Fault, v.Params = strings.Join(f.faults, "; "), nil
	}
	return v, nil
}

// readDetail reads an approval with its context.
func readDetail(raw []byte) (Detail, error) {
	members, err := jsonsplit.Object(raw)
	if err != nil {
		return Detail{}, err
	}
	f := fields{members: members}
	view, err := f.view("")
	if err != nil {
		return Detail{}, err
	}
	d := Detail{View: view}
	if d.RecentTraces, err = f.traces("recent_traces"); err != nil {
		return Detail{}, fmt.Errorf("recent_traces: %w", err)
	}
	if d.ActiveGrants, err = f.grants("active_grants"); err != nil {
		return Detail{}, fmt.Errorf("active_grants: %w", err)
	}
	return d, nil
}
