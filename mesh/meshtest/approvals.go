package meshtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/mesh/internal/redact"
)

// view is an approval as JSON shows it: what is empty is absent.
type view struct {
	ID            string         `json:"id"`
	AgentID       string         `json:"agent_id"`
	Tool          string         `json:"tool"`
	Params        map[string]any `json:"params"`
	TraceID       string         `json:"trace_id,omitempty"`
	PolicyRule    string         `json:"policy_rule"`
	Status        string         `json:"status"`
	CreatedAt     time.Time      `json:"created_at"`
	Remaining     string         `json:"remaining,omitempty"`
	ResolvedBy    string         `json:"resolved_by,omitempty"`
	ResolvedAt    *time.Time     `json:"resolved_at,omitempty"`
	Reasoning     string         `json:"reasoning,omitempty"`
	Confidence    float64        `json:"confidence,omitempty"`
	InjectionRisk bool           `json:"injection_risk,omitempty"`

	RecentTraces []Trace     `json:"recent_traces,omitempty"`
	ActiveGrants []grantView `json:"active_grants,omitempty"`
}

func (m *Mesh) view(a *approval, now time.Time) view {
	v := view{
		ID: a.ID, AgentID: a.Call.Agent, Tool: a.Call.Tool, Params: a.Call.Params, PolicyRule: a.Call.PolicyRule,
		Status: a.Status, CreatedAt: a.Created.UTC(), ResolvedBy: a.ResolvedBy,
		Reasoning: a.Reasoning, Confidence: a.Confidence, InjectionRisk: a.InjectionRisk,
	}
	if m.opts.HideContent {
		v.Params = redact.Scope{}.Params(v.Params)
	}
	if m.opts.TraceIDs {
		v.TraceID = a.TraceID
	}
	if a.Status == StatusPending {
		v.Remaining = remaining(a.Deadline, now)
	} else {
		at := a.ResolvedAt.UTC()
		v.ResolvedAt = &at
	}
	return v
}

// listApprovals knows only status=pending; any other value lists everything.
func (m *Mesh) listApprovals(w http.ResponseWriter, r *http.Request) {
	pendingOnly, glob := r.FormValue("status") == StatusPending, r.FormValue("tool")
	m.mu.Lock()
	now := time.Now()
	m.expire(now)
	views := []view{}
	for _, a := range newestFirst(m.approvals) {
		if pendingOnly && a.Status != StatusPending || glob != "" && !matches(glob, a.Call.Tool) {
			continue
		}
		views = append(views, m.view(a, now))
	}
	m.mu.Unlock()
	answer(w, http.StatusOK, views)
}

func (m *Mesh) showApproval(w http.ResponseWriter, id string) {
	const recent = 10
	m.mu.Lock()
	now := time.Now()
	m.expire(now)
	a := m.find(id)
	if a == nil {
		m.mu.Unlock()
		answerError(w, http.StatusNotFound, errUnknown.Error())
		return
	}
	v := m.view(a, now)
	v.RecentTraces = m.history(a.Call.Agent, "", recent)
	v.ActiveGrants = viewGrants(m.activeGrants(a.Call.Agent, now), now)
	m.mu.Unlock()
	answer(w, http.StatusOK, v)
}

// resolveRoute takes {id}/approve, and {id}/anything/approve as well.
func (m *Mesh) resolveRoute(rest string) http.HandlerFunc {
	id, tail, _ := strings.Cut(rest, "/")
	action := tail[strings.LastIndex(tail, "/")+1:]
	if action != "approve" && action != "deny" {
		return nil
	}
	return func(w http.ResponseWriter, r *http.Request) { m.resolve(w, r, id, action) }
}

func (m *Mesh) resolve(w http.ResponseWriter, r *http.Request, id, action string) {
	in := readResolution(r)
	m.mu.Lock()
	m.expire(time.Now())
	a := m.find(id)
	err := errUnknown
	var status string
	if a != nil {
		err = m.settle(a, action, in)
		status = a.Status
	}
	m.mu.Unlock()
	switch {
	case errors.Is(err, errUnknown):
		answerError(w, http.StatusNotFound, err.Error())
	case err != nil:
		answerError(w, http.StatusConflict, err.Error())
	default:
		answer(w, http.StatusOK, map[string]string{"id": id, "status": status})
	}
}

// readResolution believes what is sent. A body that cannot be read, and each
// field of the wrong type, is as good as absent.
func readResolution(r *http.Request) resolution {
	fields := map[string]any{}
	if json.NewDecoder(r.Body).Decode(&fields) != nil {
		fields = nil
	}
	var out resolution
	out.ResolvedBy, _ = fields["resolved_by"].(string)
	out.Reasoning, _ = fields["reasoning"].(string)
	out.Confidence, _ = fields["confidence"].(float64)
	if out.ResolvedBy == "" {
		out.ResolvedBy = "http:" + r.RemoteAddr
	}
	return out
}
