package adminhttp

import "sync"

// Limits of the event streams.
const (
	// maxStreams is how many event streams are open at once. A further one is
	// answered with 429.
	maxStreams = 32
	// streamBuffer is how many events wait for a reader. One that is further
	// behind is told so and disconnected; it may resume where it was.
	streamBuffer = 64
	// keptEvents is how many events are kept for readers that resume.
	keptEvents = 256
)

// event is something that happened, as it is told to those who look on. Its
// value is written as JSON once for each reader, and is never changed.
type event struct {
	seq   uint64 // from 1
	kind  string
	value any
}

// hub hands events to streams. It never waits for one. Its zero value is ready.
type hub struct {
	mu      sync.Mutex
	last    uint64
	kept    []event // a ring of the newest: that of seq is at seq modulo keptEvents
	streams map[chan event]struct{}
}

// publish hands an event to every stream that has room, and ends the others.
func (h *hub) publish(kind string, value any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last++
	e := event{seq: h.last, kind: kind, value: value}
	if h.kept == nil {
		h.kept = make([]event, keptEvents)
	}
	h.kept[e.seq%keptEvents] = e
	for stream := range h.streams {
		select {
		case stream <- e:
		default:
			delete(h.streams, stream)
			close(stream)
		}
	}
}

// open begins a stream of what happens from now on. missed are the kept events
// after the one that the reader has seen, and whole reports whether they are all
// there were. The stream is closed when its reader is too slow. It is nil if
// there are too many.
func (h *hub) open(seen uint64, resumes bool) (stream chan event, missed []event, whole bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.streams) >= maxStreams {
		return nil, nil, false
	}
	if h.streams == nil {
		h.streams = map[chan event]struct{}{}
	}
	stream = make(chan event, streamBuffer)
	h.streams[stream] = struct{}{}
	if !resumes {
		return stream, nil, true
	}
	for seq := h.last - min(h.last, keptEvents) + 1; seq <= h.last; seq++ {
		if seq > seen {
			missed = append(missed, h.kept[seq%keptEvents])
		}
	}
	return stream, missed, seen <= h.last && seen+uint64(len(missed)) == h.last
}

// end ends a stream, unless it has been.
func (h *hub) end(stream chan event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, stream)
}
