package meshtest

import (
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"
)

// Fault is something that goes wrong with requests. The zero value matches
// every request and does nothing to it.
type Fault struct {
	Route  string // a glob over the path, such as "/approvals/*/approve"; empty: every path
	Method string // empty: every method

	Latency time.Duration // before anything else
	Hang    bool          // never answer
	Reset   bool          // break the connection
	Status  int           // answer with this status
	// Body is the answer to give, with Status or 200. With Status alone the
	// answer is a JSON error.
	Body   string
	Header http.Header // of that answer; the content type is JSON unless it says otherwise

	// AfterHandling lets the mesh handle the request first, so that only the
	// answer is lost.
	AfterHandling bool
	// Times is how many requests are hit. Zero: all, until [Mesh.ClearFaults].
	Times int
}

// SetFault adds a fault. Of several that match a request the first is taken.
func (m *Mesh) SetFault(f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = append(m.faults, &f)
}

// ClearFaults removes all faults. Requests that hang go on hanging.
func (m *Mesh) ClearFaults() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = nil
}

// takeFault returns a copy of the fault that hits a request, or nil.
func (m *Mesh) takeFault(r *http.Request) *Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, f := range m.faults {
		if !f.matches(r) {
			continue
		}
		hit := *f
		if f.Times == 1 {
			m.faults = append(m.faults[:i:i], m.faults[i+1:]...)
		} else if f.Times > 1 {
			f.Times--
		}
		return &hit
	}
	return nil
}

func (f *Fault) matches(r *http.Request) bool {
	if f.Method != "" && f.Method != r.Method {
		return false
	}
	ok, err := path.Match(f.Route, r.URL.Path)
	return f.Route == "" || ok && err == nil
}

// strike does the fault and reports whether the request is over.
func (f *Fault) strike(w http.ResponseWriter, r *http.Request) (over bool) {
	if f.Latency > 0 {
		timer := time.NewTimer(f.Latency)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return true
		}
	}
	switch {
	case f.Hang:
		<-r.Context().Done()
		return true
	case f.Reset:
		// The way that net/http provides for breaking a connection.
		panic(http.ErrAbortHandler)
	case f.Status == 0 && f.Body == "":
		return f.AfterHandling
	}
	f.answer(w)
	return true
}

func (f *Fault) answer(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	for name, values := range f.Header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	status, body := f.Status, f.Body
	if status == 0 {
		status = http.StatusOK
	}
	if body == "" {
		body = fmt.Sprintf(`{"error":%q}`, strings.ToLower(http.StatusText(status)))
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the caller may be gone
}

// discard swallows the answer to a request whose answer is lost.
type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) WriteHeader(int)             {}
