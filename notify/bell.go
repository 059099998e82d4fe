package notify

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// bellPerMinute is how often a bell rings at most, after a first few.
const (
	bellPerMinute = 30
	bellBurst     = 3
)

// Bell rings the bell of a terminal and writes one line for each call that waits
// for a person, once a call. It is a [decision.Sink], safe for concurrent use.
// Control characters of the call do not reach the terminal, and its parameters are
// not shown. Beyond 30 lines a minute calls are counted, and the next line
// says how many they were.
type Bell struct {
	now     func() time.Time
	settled settledCalls

	mu       sync.Mutex
	out      io.Writer
	told     told
	pace     pace
	withheld int
}

var (
	_ decision.Sink   = (*Bell)(nil)
	_ decision.Picker = (*Bell)(nil)
)

// NewBell makes a bell that writes to a terminal. A nil clock means [time.Now].
func NewBell(out io.Writer, now func() time.Time) *Bell {
	if now == nil {
		now = time.Now
	}
	return &Bell{now: now, out: out, pace: newPace(bellPerMinute, bellBurst)}
}

// Wants implements [decision.Picker]: calls that are left to a person. It notes from
// outcomes which of them nobody waits for any more, so it is to see every event.
func (b *Bell) Wants(e decision.Event) bool {
	b.settled.note(e)
	return leavesToPerson(e)
}

// Record rings for an event that [Bell.Wants]. Its error is that of writing.
func (b *Bell) Record(_ context.Context, e decision.Event) error {
	if !b.Wants(e) {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	waits, now := waitsAs(e.Decision), b.now()
	if b.told.has(waits) || over(e.Decision.Expires, now) || b.settled.has(waits) {
		return nil
	}
	if !b.pace.take(now) {
		b.told.add(waits)
		b.withheld++
		return nil
	}
	if _, err := io.WriteString(b.out, "\a"+b.line(e)+"\n"); err != nil {
		return fmt.Errorf("ringing the bell: %w", err)
	}
	b.told.add(waits)
	b.withheld = 0
	return nil
}

func (b *Bell) line(e decision.Event) string {
	n := noticeOf(decision.Event{Decision: e.Decision}, "")
	var line strings.Builder
	line.WriteString("waits for a person: " + n.Tool)
	if n.Agent != "" {
		line.WriteString(" by " + n.Agent)
	}
	fmt.Fprintf(&line, " (%s): %s", n.Cause, n.Reason)
	if b.withheld > 0 {
		fmt.Fprintf(&line, " — and %d more before it", b.withheld)
	}
	return line.String()
}
