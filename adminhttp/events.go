package adminhttp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

const (
	// heartbeat is how often a stream on which nothing happens says so, less
	// than what proxies wait.
	heartbeat = 15 * time.Second
	// streamWrite bounds one write to a stream. A reader that takes nothing for
	// so long is disconnected.
	streamWrite = 10 * time.Second
)

// streamEvents tells what happens as it happens, as server-sent events: first
// "status", then "decision", "outcome", "paused", "resumed" and the other events
// of the journal, and "part" of what it does not tell. "reset" says that events
// are missing, since Last-Event-ID is too old; "slow", the last event of its
// stream, that the reader was too slow.
func (h *Handler) streamEvents(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodHead {
		w.Header().Set("Content-Type", "text/event-stream")
		return nil
	}
	if !h.begin() {
		return errClosing
	}
	defer h.running.Done()
	last := r.Header.Get("Last-Event-ID")
	seen, known := h.parseCursor(last)
	stream, missed, whole := h.events.open(seen, known)
	if stream == nil {
		f := fail(http.StatusTooManyRequests, "%d event streams are open: close one", maxStreams)
		f.header = retryAfter(heartbeat)
		return f
	}
	defer h.events.end(stream)
	defer h.lookOut()()

	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy is not to gather them
	s := &eventWriter{handler: h, w: w, control: http.NewResponseController(w)}
	s.write(event{kind: "status", value: h.status()})
	setWorth(r.Context(), worthWaits) // from then on it only waits
	if last != "" && (!known || !whole) {
		s.write(event{kind: "reset", value: map[string]string{"error": "some events are not kept any more: read the decisions anew"}})
	}
	for _, e := range missed {
		s.write(e)
	}
	s.follow(r, stream)
	return nil
}

var errClosing = fail(http.StatusServiceUnavailable, "the admin api is being closed")

// eventWriter writes events to one reader. After the first error it writes
// nothing more.
type eventWriter struct {
	handler *Handler
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

// follow writes what happens until the reader goes away, is too slow, or the
// handler is closed.
func (s *eventWriter) follow(r *http.Request, stream <-chan event) {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for s.err == nil {
		select {
		case e, open := <-stream:
			if !open {
				s.write(event{kind: "slow", value: map[string]string{"error": "too slow: events were left out, connect again"}})
				return
			}
			s.write(e)
		case <-beat.C:
			s.send(": nothing new\n\n")
		case <-r.Context().Done():
			return
		case <-s.handler.ctx.Done():
			return
		}
	}
}

func (s *eventWriter) write(e event) {
	data, err := json.Marshal(e.value)
	if err != nil {
		s.handler.opts.Logger.Error("an event cannot be shown", "kind", e.kind, "error", err)
		return
	}
	id := ""
	if e.seq > 0 {
		id = "id: " + s.handler.cursor(e.seq) + "\n"
	}
	s.send(fmt.Sprintf("%sevent: %s\ndata: %s\n\n", id, e.kind, data))
}

// send writes and flushes a text. The server's own deadline for an answer is
// not for streams: each write has one of its own.
func (s *eventWriter) send(text string) {
	if s.err != nil {
		return
	}
	if err := s.control.SetWriteDeadline(time.Now().Add(s.handler.patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		s.err = err
		return
	}
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.control.Flush()
	}
}
