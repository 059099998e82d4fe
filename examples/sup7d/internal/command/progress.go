package command

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progress is a bar with the rate and the time left, on a terminal. Elsewhere it
// shows nothing.
type progress struct {
	out   io.Writer // nil: no terminal
	now   func() time.Time
	mu    sync.Mutex
	begun time.Time
	first int // done before
	shown time.Time
}

func newProgress(out io.Writer) *progress {
	p := &progress{now: time.Now}
	if isTerminal(out) {
		p.out = out
	}
	return p
}

// barWidth is how many characters the bar itself takes, redraw how often it is
// drawn at most.
const (
	barWidth = 30
	redraw   = 100 * time.Millisecond
)

func (p *progress) set(done, total int) {
	if p.out == nil || total == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.begun.IsZero() {
		p.begun, p.first = now, done
	}
	if now.Sub(p.shown) < redraw && done < total {
		return
	}
	p.shown = now
	fmt.Fprintf(p.out, "\r%s", p.line(done, total, now.Sub(p.begun)))
}

// line is the bar after some time.
func (p *progress) line(done, total int, after time.Duration) string {
	filled := barWidth * done / total
	text := fmt.Sprintf("[%s%s] %d/%d", strings.Repeat("#", filled), strings.Repeat("-", barWidth-filled), done, total)
	fresh := done - p.first
	if fresh == 0 || after <= 0 {
		return text
	}
	rate := float64(fresh) / after.Seconds()
	left := time.Duration(float64(total-done) / rate * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("%s  %.0f/s  %s left  ", text, rate, left)
}

func (p *progress) end() {
	if p.out != nil {
		fmt.Fprintln(p.out)
	}
}
