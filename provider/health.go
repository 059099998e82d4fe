package provider

import "github.com/flux7-go/supervisor/decision"

// The states of [decision.LinkHealth].
const (
	stateOK      = "ok"
	stateFailing = "failing"
	stateSkipped = "skipped"
)

// LinkHealth returns the state of each link, in order. A provider that reports
// its own health as other than ok is believed, also before it was asked.
func (c *Chain) LinkHealth() []decision.LinkHealth {
	list := make([]decision.LinkHealth, len(c.links))
	for i, l := range c.links {
		h := decision.LinkHealth{Name: l.Name, Detail: l.Detail, State: stateOK, SkippedFor: l.state.breaker.openFor()}
		h.Cause, h.ConsecutiveFailures = l.state.breaker.failing()
		switch {
		case h.SkippedFor > 0:
			h.State = stateSkipped
		case h.Cause != decision.CauseNone:
			h.State = stateFailing
		}
		list[i] = l.withOwnHealth(h)
	}
	return list
}

func (l *link) withOwnHealth(h decision.LinkHealth) decision.LinkHealth {
	reporter, ok := l.Provider.(decision.LinkReporter)
	if !ok {
		return h
	}
	for _, own := range reporter.LinkHealth() {
		if own.State == stateOK {
			continue
		}
		if h.State == stateOK {
			h.State, h.Cause = own.State, own.Cause
		}
		if own.Detail != "" {
			h.Detail = own.Detail
		}
		break
	}
	return h
}

// tellOf logs that the breaker of a link opened or closed, once.
func (c *Chain) tellOf(l *link) {
	switch to, cause := l.state.breaker.tell(); to {
	case turnedOpen:
		c.log.Warn("a link is left out after failures",
			"link", l.Name, "cause", string(cause), "for", l.state.breaker.openFor().String())
	case turnedClosed:
		c.log.Info("a link answers again", "link", l.Name)
	}
}
