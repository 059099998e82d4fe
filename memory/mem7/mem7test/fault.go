package mem7test

import (
	"fmt"
	"io"
	"net/http"
)

// Fault is something that goes wrong with requests to /rpc. The zero value
// matches every request and breaks its connection.
type Fault struct {
	Tool string // the tool that is called; empty: every request
	Key  string // the key that the call names; empty: every one

	Hang   bool   // never answer
	Status int    // answer with this status
	Body   string // the answer to give, with Status or 200
	Header http.Header
	Refuse string // answer as a tool that fails with this text
	// AfterHandling lets the memory handle the request first, so that only the
	// answer is lost.
	AfterHandling bool
	// Times is how many requests are hit. Zero: all, until [Memory.ClearFaults].
	Times int
}

// SetFault adds a fault. Of several that match a request the first is taken.
func (m *Memory) SetFault(f Fault) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = append(m.faults, &f)
}

// ClearFaults removes all faults. Requests that hang go on hanging.
func (m *Memory) ClearFaults() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.faults = nil
}

// takeFault returns a copy of the fault that hits a call, or nil.
func (m *Memory) takeFault(c call) *Fault {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, f := range m.faults {
		if f.Tool != "" && f.Tool != c.Params.Name || f.Key != "" && f.Key != c.Params.Arguments.Key {
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

// strike does the fault.
func (f *Fault) strike(w http.ResponseWriter, r *http.Request, c call) {
	switch {
	case f.Hang:
		<-r.Context().Done()
		return
	case f.Refuse != "":
		answer(w, c.ID, toolText(f.Refuse, true))
		return
	case f.Status == 0 && f.Body == "":
		// The way that net/http provides for breaking a connection.
		panic(http.ErrAbortHandler)
	}
	for name, values := range f.Header {
		w.Header()[http.CanonicalHeaderKey(name)] = values
	}
	status, body := f.Status, f.Body
	if status == 0 {
		status = http.StatusOK
	}
	if body == "" {
		body = fmt.Sprintln(http.StatusText(status))
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the caller may be gone
}
