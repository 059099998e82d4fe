package notify

import (
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// maxWithheld is how many withheld calls are known one by one. Further ones are
// only counted, also when nobody waits for them any more.
const maxWithheld = 4096

// withheld are the calls of which nobody was told one by one.
type withheld struct {
	known []withheldCall
	more  int
}

// withheldCall is what tells whether one still waits.
type withheldCall struct {
	waits string
	until time.Time
}

func (w *withheld) add(waits string, d *decision.Decision) {
	if len(w.known) >= maxWithheld {
		w.more++
		return
	}
	w.known = append(w.known, withheldCall{waits, d.Expires})
}

// waiting drops those for which nobody waits any more, and returns how many are
// left.
func (w *withheld) waiting(now time.Time, s *settledCalls) int {
	w.known = slices.DeleteFunc(w.known, func(c withheldCall) bool { return over(c.until, now) || s.has(c.waits) })
	return len(w.known) + w.more
}
