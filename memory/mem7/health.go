package mem7

import (
	"log/slog"
	"sync"

	"github.com/flux7-go/supervisor/internal/oneline"
)

// Health is what is known of a flux7-memory.
type Health struct {
	URL string `json:"url"`
	// Reachable says that it took what it was last sent. True before anything was sent.
	Reachable bool `json:"reachable"`
	// Waiting is how many decisions wait to be written.
	Waiting int `json:"waiting"`
	// Refused is how many were put aside since the start: flux7-memory takes others
	// and not these, or their files are damaged.
	Refused int `json:"refused"`
	// Error is why it is not reachable, on one line.
	Error string `json:"error,omitempty"`
}

// health remembers what came of the last attempt, and tells of each change.
type health struct {
	url string
	log *slog.Logger

	mu      sync.Mutex
	fault   string
	refused int
}

// set takes the result of an attempt.
func (h *health) set(err error) {
	const maxFaultBytes = 500
	text := ""
	if err != nil {
		text = oneline.Clean(err.Error(), maxFaultBytes)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if text == h.fault {
		return
	}
	if text == "" {
		h.log.Info("flux7-memory takes decisions again", "url", h.url)
	} else {
		h.log.Warn("flux7-memory does not take decisions: they wait in the spool", "url", h.url, "error", text)
	}
	h.fault = text
}

// setAside counts a decision that is refused.
func (h *health) setAside(file string, err error) {
	h.log.Error("a decision cannot be given to flux7-memory: it was put aside", "file", file, "error", err)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused++
}

func (h *health) report(waiting int) Health {
	h.mu.Lock()
	defer h.mu.Unlock()
	return Health{URL: h.url, Reachable: h.fault == "", Waiting: waiting, Refused: h.refused, Error: h.fault}
}
