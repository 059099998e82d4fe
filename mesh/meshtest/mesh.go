package meshtest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limits of what a [Mesh] keeps. At a limit the oldest entry is dropped.
const (
	MaxApprovals = 100_000
	MaxTraces    = 10_000
	MaxRequests  = 10_000
	MaxGrants    = 10_000
	MaxSessions  = 10_000
	// MaxBodyBytes bounds the body of a request. A real mesh has no bound.
	MaxBodyBytes = 64 << 20
)

// DefaultTimeout is how long an approval stays pending: the default of a
// mesh's approval.timeout_seconds.
const DefaultTimeout = 300 * time.Second

// The states of an approval.
const (
	StatusPending  = "pending"
	StatusApproved = "approved"
	StatusDenied   = "denied"
	StatusTimeout  = "timeout"
)

// Options configures a [Mesh]. The zero value is a mesh without an admin token.
type Options struct {
	// AdminToken is what control plane routes want as a bearer. Empty: they
	// are open. (A real mesh then lets in callers from loopback only.)
	AdminToken string
	// Timeout is how long an approval stays pending. Default [DefaultTimeout].
	Timeout time.Duration
	// HideContent is supervisor.expose_content: false.
	HideContent bool
	// Why serves GET /traces/{id}/why, as later meshes do.
	Why bool
	// TraceIDs puts trace_id into approvals, as later meshes do.
	TraceIDs bool
	// Operators is supervisor.supervisor_agents: globs of the agents that get the
	// operator tools over MCP.
	Operators []string
	// MCPWaits is supervisor.enabled: a call over MCP waits for the decision.
	// Otherwise it is answered at once, and the agent does not hear of it again.
	MCPWaits bool
	// Tools is the registry: what tools/list shows, and what an approve over MCP
	// finds to run. Calls may name other tools too, as a command line can.
	Tools []string
	// Backend runs a tool that an agent called and that was approved; its
	// result goes to the agent. Nil: the result is "ok".
	Backend func(ctx context.Context, c Call) (any, error)
}

// Call is a tool call of an agent.
type Call struct {
	ID         string // of its approval; default: a random one
	Agent      string
	Tool       string
	Params     map[string]any // JSON values; nil is sent as null
	PolicyRule string         // default: the agent's name
	Session    string
	Timeout    time.Duration // default: that of the mesh
}

// Approval is a call that waits, or waited, for a decision.
type Approval struct {
	ID            string
	Call          Call
	TraceID       string
	Status        string
	Created       time.Time
	Deadline      time.Time
	InjectionRisk bool
	ResolvedBy    string
	ResolvedAt    time.Time
	Reasoning     string
	Confidence    float64
	Runs          int // how often its tool ran
}

// Mesh is an in-process mesh. It is safe for concurrent use, starts no
// goroutine, and reads time with [time.Now], which a synctest bubble fakes.
type Mesh struct {
	opts Options

	mu        sync.Mutex
	approvals []*approval // oldest first
	byID      map[string]*approval
	traces    []*Trace // oldest first
	grants    []*grant
	sessions  []session // oldest first
	faults    []*Fault
	requests  []Request
}

type approval struct {
	Approval
	settled chan struct{}
	trace   *Trace
	mcp     bool // asked for over MCP: the trace does not say how it was settled
}

// New returns a mesh that listens nowhere.
func New(o Options) *Mesh {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	return &Mesh{opts: o, byID: map[string]*approval{}}
}

// Submit queues a call for approval and returns the approval's id, without
// waiting. Grants are not looked at. At [MaxApprovals] the oldest approval is dropped.
func (m *Mesh) Submit(c Call) (id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.queue(c).ID
}

func (m *Mesh) queue(c Call) *approval {
	c.Params = maps.Clone(c.Params)
	if c.PolicyRule == "" {
		c.PolicyRule = c.Agent
	}
	if c.Timeout <= 0 {
		c.Timeout = m.opts.Timeout
	}
	if c.ID == "" {
		c.ID = newID()
	}
	now := time.Now()
	a := &approval{settled: make(chan struct{}), Approval: Approval{
		ID: c.ID, TraceID: newID(), Call: c, Status: StatusPending,
		Created: now, Deadline: now.Add(c.Timeout), InjectionRisk: suspicious(c.Params),
	}}
	a.trace = &Trace{
		TraceID: a.TraceID, SessionID: c.Session, AgentID: c.Agent, Tool: c.Tool, Params: c.Params,
		Policy: "human_approval", PolicyRule: c.PolicyRule, Timestamp: now, ApprovalID: a.ID,
	}
	m.addTrace(a.trace)
	if len(m.approvals) == MaxApprovals {
		delete(m.byID, m.approvals[0].ID)
		m.approvals = m.approvals[1:]
	}
	m.approvals = append(m.approvals, a)
	m.byID[a.ID] = a
	return a
}

func newID() string {
	var raw [8]byte
	_, _ = rand.Read(raw[:]) // never fails
	return hex.EncodeToString(raw[:])
}

var (
	errUnknown = errors.New("approval not found")
	errSettled = errors.New("approval already resolved")
)

// Approval returns one approval, by its whole id.
func (m *Mesh) Approval(id string) (Approval, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	a := m.byID[id]
	if a == nil {
		return Approval{}, false
	}
	return a.Approval, true
}

// Approvals returns all approvals, oldest first.
func (m *Mesh) Approvals() []Approval {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	list := make([]Approval, len(m.approvals))
	for i, a := range m.approvals {
		list[i] = a.Approval
	}
	return list
}

// Wait waits until an approval is settled, by a decision or by its timeout.
func (m *Mesh) Wait(ctx context.Context, id string) (Approval, error) {
	m.mu.Lock()
	a := m.byID[id]
	m.mu.Unlock()
	if a == nil {
		return Approval{}, errUnknown
	}
	timer := time.NewTimer(time.Until(a.Deadline))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return Approval{}, ctx.Err()
	case <-a.settled:
	case <-timer.C:
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	return a.Approval, nil
}

// ResolveAs settles a pending approval in somebody's name, as a person with
// their own client would. The action is "approve" or "deny".
func (m *Mesh) ResolveAs(id, action, by string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expire(time.Now())
	a := m.byID[id]
	if a == nil {
		return errUnknown
	}
	return m.settle(a, action, resolution{ResolvedBy: by})
}

// SetInjectionRisk sets an approval's flag, which otherwise follows from its
// parameters. In a real mesh it may change from view to view.
func (m *Mesh) SetInjectionRisk(id string, risk bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a := m.byID[id]; a != nil {
		a.InjectionRisk = risk
	}
}

type resolution struct {
	ResolvedBy string
	Reasoning  string
	Confidence float64
}

func (m *Mesh) settle(a *approval, action string, r resolution) error {
	status, known := map[string]string{"approve": StatusApproved, "deny": StatusDenied}[action]
	if !known {
		return errors.New(`unknown action: use "approve" or "deny"`)
	}
	if a.Status != StatusPending {
		return errSettled
	}
	now := time.Now()
	a.Status, a.ResolvedAt = status, now
	a.ResolvedBy, a.Reasoning, a.Confidence = r.ResolvedBy, r.Reasoning, r.Confidence
	if !a.mcp {
		a.trace.settled(status, r.ResolvedBy, now)
		a.trace.SupervisorReasoning, a.trace.SupervisorConfidence = r.Reasoning, r.Confidence
	}
	close(a.settled)
	return nil
}

// expire times out what is over its deadline. It is called before anything
// reads an approval, which spares a goroutine for each.
func (m *Mesh) expire(now time.Time) {
	for _, a := range m.approvals {
		if a.Status == StatusPending && !now.Before(a.Deadline) {
			a.Status, a.ResolvedAt = StatusTimeout, a.Deadline
			if !a.mcp {
				a.trace.settled(StatusTimeout, "system:timeout", a.Deadline)
			}
			close(a.settled)
		}
	}
}

// find takes an id as a mesh does: whole, or the prefix of exactly one. The
// empty prefix fits all, so that it names the approval when there is just one.
func (m *Mesh) find(id string) *approval {
	if a := m.byID[id]; a != nil {
		return a
	}
	var found *approval
	for _, a := range m.approvals {
		if strings.HasPrefix(a.ID, id) {
			if found != nil {
				return nil
			}
			found = a
		}
	}
	return found
}

// newestFirst returns a reversed copy.
func newestFirst[T any](list []T) []T {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
