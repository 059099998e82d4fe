package adminhttp

import (
	"net/http"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/redact"
)

func (h *Handler) statusRoutes() []route {
	return []route{
		{http.MethodGet, "/health", accessOpen, h.health},
		{http.MethodGet, "/status", accessLook, h.showStatus},
		{http.MethodGet, "/config", accessLook, h.showConfig},
		{http.MethodGet, "/events", accessLook, h.streamEvents},
		{http.MethodGet, "/metrics", accessLook, h.showMetrics},
		{http.MethodGet, "/openapi.yaml", accessLook, h.showOpenAPI},
		{http.MethodPost, "/pause", accessAct, h.pause},
		{http.MethodPost, "/resume", accessAct, h.resume},
	}
}

func (h *Handler) health(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]bool{"ok": true})
}

// status is the state of the supervisor. The members that a client of the
// reference reads are always there.
type status struct {
	supervisor.Status
	Mesh      meshStatus     `json:"mesh"`
	Decisions decisionCounts `json:"decisions"`
	// Warning says what did not go right with a pause that holds all the same.
	Warning string `json:"warning,omitempty"`
}

// meshStatus has its address even when no queue is read.
type meshStatus struct {
	URL string `json:"url"`
	decision.QueueHealth
}

// decisionCounts has a null instead of no time.
type decisionCounts struct {
	supervisor.DecisionCounts
	LastAt *string `json:"last_at"`
}

// status returns the present state.
func (h *Handler) status() status {
	st := status{Status: h.sup.Status()}
	st.Decisions = decisionCounts{DecisionCounts: st.Status.Decisions, LastAt: stampOrNil(st.Status.Decisions.LastAt)}
	if q := st.Status.Mesh; q != nil {
		st.Mesh = meshStatus{URL: redact.Text(q.URL), QueueHealth: *q}
	} else if cfg := h.sup.Config(); cfg != nil {
		st.Mesh.URL = redact.Text(cfg.Mesh.URL)
	}
	return st
}

func (h *Handler) showStatus(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, h.status())
}

func (h *Handler) pause(w http.ResponseWriter, r *http.Request) error {
	return h.answerStatus(w, r, h.sup.Pause(r.Context(), h.by(r)))
}

func (h *Handler) resume(w http.ResponseWriter, r *http.Request) error {
	return h.answerStatus(w, r, h.sup.Resume(r.Context(), h.by(r)))
}

// answerStatus answers a change of the state, which holds whatever err says.
func (h *Handler) answerStatus(w http.ResponseWriter, r *http.Request, err error) error {
	st := h.status()
	if err != nil {
		h.opts.Logger.ErrorContext(r.Context(), "a pause or its end was not kept", "error", err)
		st.Warning = "done, but not kept or journaled: see the log"
	}
	return answer(w, http.StatusOK, st)
}
