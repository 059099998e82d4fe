package supervisor

import (
	"slices"
	"sync"
	"sync/atomic"
)

// watchers are those who look on while events happen. Telling them takes no
// lock: every call that is judged comes by here.
type watchers struct {
	mu   sync.Mutex // of changes
	list atomic.Pointer[[]*watcher]
}

type watcher struct{ f func(Event) }

// change puts another list in the place of the present one.
func (w *watchers) change(to func([]*watcher) []*watcher) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []*watcher
	if now := w.list.Load(); now != nil {
		list = slices.Clone(*now)
	}
	list = to(list)
	w.list.Store(&list)
}

// Watch calls f with every event as it happens: decisions, with their call, and
// all else that the journal is told. f runs on the goroutine of the call that
// is judged, possibly several times at once: it must return at once, change
// nothing of the event, and mask what it shows of the call. The function that
// Watch returns ends it.
//
// A [Sink] is for what takes time, or must not miss anything.
func (s *Supervisor) Watch(f func(Event)) (stop func()) {
	own := &watcher{f}
	s.watchers.change(func(list []*watcher) []*watcher { return append(list, own) })
	return func() {
		s.watchers.change(func(list []*watcher) []*watcher {
			return slices.DeleteFunc(list, func(w *watcher) bool { return w == own })
		})
	}
}

// tell calls those who look on. A panic of one is not that of the supervisor.
func (w *watchers) tell(e Event) {
	list := w.list.Load()
	if list == nil {
		return
	}
	for _, one := range *list {
		_ = safely(func() error { one.f(e); return nil })
	}
}
