package meshtest

import (
	"crypto/subtle"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Handler returns the HTTP interface of the mesh.
func (m *Mesh) Handler() http.Handler { return http.HandlerFunc(m.serve) }

func (m *Mesh) serve(w http.ResponseWriter, r *http.Request) {
	body := m.note(r)
	r.Body = io.NopCloser(strings.NewReader(body))
	fault := m.takeFault(r)
	if fault != nil && fault.AfterHandling {
		m.route(discard{}, r)
	}
	if fault != nil && fault.strike(w, r) {
		return
	}
	m.route(w, r)
}

// route dispatches by hand: a mux would clean a path like
// /approvals//approve, which a mesh does not.
func (m *Mesh) route(w http.ResponseWriter, r *http.Request) {
	first, rest, deeper := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case first == "health" && !deeper && r.Method == http.MethodGet:
		m.health(w)
	case first == "tool" && deeper && r.Method == http.MethodPost:
		m.callTool(w, r, rest)
	case first == "mcp" && !deeper:
		m.mcp(w, r)
	default:
		handle := m.controlRoute(first, rest, deeper, r)
		switch {
		case handle == nil:
			http.NotFound(w, r) // also for a wrong method
		case !m.authorized(r):
			answerError(w, http.StatusUnauthorized, "control plane requires admin authorization")
		default:
			handle(w, r)
		}
	}
}

func (m *Mesh) controlRoute(first, rest string, deeper bool, r *http.Request) http.HandlerFunc {
	switch route := r.Method + " " + first; {
	case route == "GET approvals" && !deeper:
		return m.listApprovals
	case route == "GET approvals":
		return func(w http.ResponseWriter, r *http.Request) { m.showApproval(w, rest) }
	case route == "POST approvals" && deeper:
		return m.resolveRoute(rest)
	case route == "GET grants" && !deeper:
		return m.listGrants
	case route == "POST grants" && !deeper:
		return m.createGrant
	case route == "DELETE grants" && deeper:
		return func(w http.ResponseWriter, r *http.Request) { m.revokeGrant(w, rest) }
	case route == "GET traces" && !deeper:
		return m.listTraces
	case route == "GET traces" && m.opts.Why && strings.HasSuffix(rest, "/why"):
		return func(w http.ResponseWriter, r *http.Request) { m.why(w, r, strings.TrimSuffix(rest, "/why")) }
	}
	return nil
}

// authorized compares as a mesh does: the scheme is optional, and its case counts.
func (m *Mesh) authorized(r *http.Request) bool {
	if m.opts.AdminToken == "" {
		return true
	}
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	return subtle.ConstantTimeCompare([]byte(token), []byte(m.opts.AdminToken)) == 1
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the caller may be gone
}

func answerError(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]string{"error": message})
}

func (m *Mesh) health(w http.ResponseWriter) {
	m.mu.Lock()
	total := len(m.traces)
	m.mu.Unlock()
	answer(w, http.StatusOK, map[string]any{
		"status": "ok", "version": "meshtest", "tools": 0, "traces": map[string]int{"total": total},
	})
}

func (m *Mesh) listTraces(w http.ResponseWriter, r *http.Request) {
	const limit = 100 // whatever the query says
	m.mu.Lock()
	list := m.history(r.FormValue("agent"), r.FormValue("tool"), limit)
	m.mu.Unlock()
	answer(w, http.StatusOK, list)
}

func (m *Mesh) why(w http.ResponseWriter, r *http.Request, id string) {
	const defaultDepth, maxDepth = 10, 50
	depth, err := strconv.Atoi(r.FormValue("depth"))
	if err != nil || depth <= 0 {
		depth = defaultDepth
	}
	m.mu.Lock()
	chain := m.chain(id, min(depth, maxDepth))
	m.mu.Unlock()
	if chain == nil {
		answerError(w, http.StatusNotFound, "trace not found")
		return
	}
	answer(w, http.StatusOK, map[string]any{"trace_id": id, "chain_length": len(chain), "chain": chain})
}

type grantView struct {
	ID        string    `json:"id"`
	Agent     string    `json:"agent"`
	Tools     string    `json:"tools"`
	ExpiresAt time.Time `json:"expires_at"`
	Remaining string    `json:"remaining"`
	GrantedBy string    `json:"granted_by"`
}

func viewGrants(list []*grant, now time.Time) []grantView {
	views := make([]grantView, len(list))
	for i, g := range list {
		views[i] = grantView{g.ID, g.Agent, g.Tools, g.ExpiresAt.UTC(), remaining(g.ExpiresAt, now), g.GrantedBy}
	}
	return views
}

// remaining is cut to whole seconds, and never negative.
func remaining(until, now time.Time) string {
	return max(0, until.Sub(now)).Truncate(time.Second).String()
}

func (m *Mesh) listGrants(w http.ResponseWriter, _ *http.Request) {
	m.mu.Lock()
	now := time.Now()
	views := viewGrants(m.activeGrants("", now), now)
	m.mu.Unlock()
	answer(w, http.StatusOK, views)
}

func (m *Mesh) createGrant(w http.ResponseWriter, r *http.Request) {
	var in struct{ Agent, Tools, Duration string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		answerError(w, http.StatusBadRequest, "invalid JSON body")
		return
	}
	if in.Agent == "" || in.Tools == "" || in.Duration == "" {
		answerError(w, http.StatusBadRequest, "agent, tools, and duration are required")
		return
	}
	d, err := time.ParseDuration(in.Duration)
	if err != nil {
		answerError(w, http.StatusBadRequest, "invalid duration: "+in.Duration)
		return
	}
	now := time.Now()
	m.mu.Lock()
	g := m.addGrant(grant{ID: newID(), Agent: in.Agent, Tools: in.Tools, ExpiresAt: now.Add(d), GrantedBy: "http:" + r.RemoteAddr})
	m.mu.Unlock()
	answer(w, http.StatusCreated, viewGrants([]*grant{g}, now)[0])
}

func (m *Mesh) revokeGrant(w http.ResponseWriter, id string) {
	whole, found := m.dropGrant(id)
	if !found {
		answerError(w, http.StatusNotFound, "grant not found")
		return
	}
	answer(w, http.StatusOK, map[string]string{"id": whole, "status": "revoked"})
}

// dropGrant takes a prefix of four characters or more for the id.
func (m *Mesh) dropGrant(id string) (whole string, found bool) {
	const minPrefix = 4
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, g := range m.grants {
		if g.ID == id || len(id) >= minPrefix && strings.HasPrefix(g.ID, id) {
			m.grants = append(m.grants[:i:i], m.grants[i+1:]...)
			return g.ID, true
		}
	}
	return "", false
}
