package operator

import (
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
)

// Traced says how a call was made: "http", "session" or "unknown".
func Traced(v mesh.View, traces []decision.Trace) string {
	return map[origin]string{overHTTP: "http", inSession: "session", unknown: "unknown"}[traced(v, traces)]
}

// ParseList returns what the text of approval.pending says, "id tool agent" an
// entry, and with a mark where several begin alike.
func ParseList(text string) ([]string, error) {
	list, err := parseList(text)
	lines := []string{}
	for _, e := range list {
		line := e.short + " " + e.tool + " " + e.agent
		if e.doubled {
			line += " (doubled)"
		}
		lines = append(lines, line)
	}
	return lines, err
}
