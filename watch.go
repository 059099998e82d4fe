package supervisor

import "sync"

// watchers are those who look on while events happen.
type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(Event)
}

// Watch calls f with every event as it happens: decisions, with their call, and
// all else that the journal is told. f runs on the goroutine of the call that
// is judged, possibly several times at once: it must return at once, change
// nothing of the event, and mask what it shows of the call. The function that
// Watch returns ends it.
//
// A [Sink] is for what takes time, or must not miss anything.
func (s *Supervisor) Watch(f func(Event)) (stop func()) {
	w := &s.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(Event){}
	}
	id := w.next
	w.next++
	w.all[id] = f
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

// tell calls those who look on. A panic of one is not that of the supervisor.
func (w *watchers) tell(e Event) {
	w.mu.Lock()
	list := make([]func(Event), 0, len(w.all))
	for _, f := range w.all {
		list = append(list, f)
	}
	w.mu.Unlock()
	for _, f := range list {
		_ = safely(func() error { f(e); return nil })
	}
}
