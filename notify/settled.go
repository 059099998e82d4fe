package notify

import (
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// settledCalls remembers which calls somebody has settled, or the clock, while the
// telling of them waits for its turn. They are bounded as told is: of a settled call
// that was forgotten people may be told all the same. It is safe for concurrent
// use, since a supervisor shows events on the goroutine of each call.
type settledCalls struct {
	mu   sync.Mutex
	seen told
}

// note remembers the call of an outcome after which it waits for nobody. Other
// events are passed over.
func (s *settledCalls) note(e decision.Event) {
	if e.Type != decision.EventOutcome || e.Decision == nil || e.Outcome == nil || !endsWait(e.Outcome.State) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen.add(waitsAs(e.Decision))
}

func (s *settledCalls) has(waits string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.has(waits)
}

// endsWait reports whether a call waits for nobody after an outcome: a person, the
// supervisor or the clock has settled it, or nobody can.
func endsWait(o decision.OutcomeState) bool {
	switch o {
	case decision.OutcomeSettled, decision.OutcomeForgotten, decision.OutcomeSent, decision.OutcomeLost:
		return true
	}
	return false
}
