package meshtest

import (
	"path/filepath"
	"time"
)

// Trace is an entry of a mesh's history, as its JSON shows it.
type Trace struct {
	TraceID              string         `json:"trace_id"`
	SessionID            string         `json:"session_id,omitempty"`
	AgentID              string         `json:"agent_id"`
	Tool                 string         `json:"tool"`
	Params               map[string]any `json:"params"`
	Policy               string         `json:"policy"` // allow, deny, human_approval, rate_limited
	PolicyRule           string         `json:"policy_rule"`
	StatusCode           int            `json:"status_code"`
	LatencyMS            int64          `json:"latency_ms"`
	Error                string         `json:"error,omitempty"`
	Timestamp            time.Time      `json:"timestamp"`
	ApprovalID           string         `json:"approval_id,omitempty"`
	ApprovalStatus       string         `json:"approval_status,omitempty"`
	ApprovedBy           string         `json:"approved_by,omitempty"`
	ApprovalMS           int64          `json:"approval_ms,omitempty"`
	SupervisorReasoning  string         `json:"supervisor_reasoning,omitempty"`
	SupervisorConfidence float64        `json:"supervisor_confidence,omitempty"`
	ParentTraceID        string         `json:"parent_trace_id,omitempty"`
}

func (t *Trace) settled(status, by string, now time.Time) {
	t.ApprovalStatus, t.ApprovedBy = status, by
	t.ApprovalMS = now.Sub(t.Timestamp).Milliseconds()
}

// AddTrace adds what an agent did before. A trace without an id or a time gets
// them, and becomes the newest.
func (m *Mesh) AddTrace(t Trace) (id string) {
	if t.TraceID == "" {
		t.TraceID = newID()
	}
	if t.Timestamp.IsZero() {
		t.Timestamp = time.Now()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.addTrace(&t)
	return t.TraceID
}

func (m *Mesh) addTrace(t *Trace) {
	if len(m.traces) == MaxTraces {
		m.traces = m.traces[1:]
	}
	m.traces = append(m.traces, t)
}

// history returns copies of matching traces, newest first. An empty name matches all.
func (m *Mesh) history(agent, tool string, limit int) []Trace {
	list := []Trace{}
	for _, t := range newestFirst(m.traces) {
		if len(list) < limit && (agent == "" || t.AgentID == agent) && (tool == "" || t.Tool == tool) {
			list = append(list, *t)
		}
	}
	return list
}

// chain returns the traces that led to one, oldest first, or nil.
func (m *Mesh) chain(id string, depth int) []Trace {
	var list []Trace
	for id != "" && len(list) < depth {
		found := false
		for _, t := range m.traces {
			if found = t.TraceID == id; found {
				list = append(list, *t)
				id = t.ParentTraceID
				break
			}
		}
		if !found {
			break
		}
	}
	return newestFirst(list)
}

type grant struct {
	ID        string
	Agent     string
	Tools     string
	ExpiresAt time.Time
	GrantedBy string
}

func (m *Mesh) addGrant(g grant) *grant {
	if len(m.grants) == MaxGrants {
		m.grants = m.grants[1:]
	}
	m.grants = append(m.grants, &g)
	return &g
}

// activeGrants drops what has expired and returns the grants of an agent, or
// of all when it is empty.
func (m *Mesh) activeGrants(agent string, now time.Time) []*grant {
	alive := m.grants[:0:0]
	var list []*grant
	for _, g := range m.grants {
		if !now.Before(g.ExpiresAt) {
			continue
		}
		alive = append(alive, g)
		if agent == "" || matches(g.Agent, agent) {
			list = append(list, g)
		}
	}
	m.grants = alive
	return list
}

// granted returns the grant that covers a call. Parameters do not matter.
func (m *Mesh) granted(agent, tool string, now time.Time) *grant {
	for _, g := range m.activeGrants(agent, now) {
		if matches(g.Tools, tool) {
			return g
		}
	}
	return nil
}

// matches is the glob of a mesh: * does not cross a slash, except that a lone
// * matches all; a malformed glob matches nothing.
func matches(glob, name string) bool {
	if glob == "*" {
		return true
	}
	ok, err := filepath.Match(glob, name)
	return ok && err == nil
}
