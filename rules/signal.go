package rules

import (
	"path"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// signals are what a "when" condition can read beside the fields of a call:
// the context signals of the supervisor protocol, as values.
var signals = []string{"agent_known", "agent_rate", "remaining", "granted", "params_redacted"}

// rateWindow is how far back the agent's call rate looks.
const rateWindow = time.Minute

// shortestSpan keeps a burst within one tick of a clock from being an endless
// rate.
const shortestSpan = time.Second

// signal computes one of [signals]. What was not supplied is missing, which is
// not the same as an agent without history.
func (s *sight) signal(name string) value {
	switch name {
	case "agent_known":
		if s.call.RecentTraces != nil {
			return flag(len(s.call.RecentTraces) > 0)
		}
	case "agent_rate":
		return s.agentRate()
	case "remaining":
		if left, known := s.call.Remaining(s.now()); known {
			return value{kind: kindNumber, number: left.Seconds()}
		}
	case "granted":
		return s.granted()
	case "params_redacted":
		return flag(redacted(s.call.Params))
	}
	return value{}
}

// agentRate is how many calls a minute the agent made before this one. It
// counts the traces of the last minute before the call was made. No more than
// [decision.MaxTraces] are supplied; when all of them are that young, there
// may have been more, and the rate is theirs over the time they span.
func (s *sight) agentRate() value {
	if s.call.RecentTraces == nil {
		return value{}
	}
	asked := s.call.Created
	if asked.IsZero() {
		asked = s.now()
	}
	recent, timed := 0, 0
	var span time.Duration
	for _, t := range s.call.RecentTraces {
		if t.Timestamp.IsZero() {
			continue
		}
		timed++
		if age := asked.Sub(t.Timestamp); age <= rateWindow {
			recent++
			span = max(span, age)
		}
	}
	switch {
	case timed == 0 && len(s.call.RecentTraces) > 0:
		return value{} // traces without a time tell no rate
	case recent < decision.MaxTraces:
		return value{kind: kindNumber, number: float64(recent)}
	}
	return value{kind: kindNumber, number: float64(recent) * float64(time.Minute) / float64(max(span, shortestSpan))}
}

// granted reports whether a grant that has not run out covers the tool.
func (s *sight) granted() value {
	if s.call.ActiveGrants == nil {
		return value{}
	}
	for _, g := range s.call.ActiveGrants {
		inTime := g.ExpiresAt.IsZero() || g.ExpiresAt.After(s.now())
		if inTime && covers(g.Tools, s.call.Tool) && (g.Agent == "" || covers(g.Agent, s.call.Agent)) {
			return flag(true)
		}
	}
	return flag(false)
}

func covers(glob, name string) bool {
	fits, err := path.Match(glob, name)
	return fits && err == nil
}

// redacted reports whether a mesh sent metadata in place of a value. A plain
// object of the same shape counts too: the signal is for caution.
func redacted(value any) bool {
	switch v := value.(type) {
	case map[string]any:
		_, length := v["content_length"]
		_, hash := v["content_sha256"]
		if length && hash {
			return true
		}
		for _, inner := range v {
			if redacted(inner) {
				return true
			}
		}
	case []any:
		for _, inner := range v {
			if redacted(inner) {
				return true
			}
		}
	}
	return false
}
