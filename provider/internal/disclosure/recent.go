package disclosure

import "github.com/flux7-go/supervisor/decision"

// MaxRecent is how many earlier calls are shown, as in the reference.
const MaxRecent = 5

// Recent returns the earlier calls that a model may be shown, newest first: the
// first [MaxRecent] that went through. What was refused or still waits is
// nothing that the agent did. Of each only the tool, the parameters and the
// policy are to be shown: reasons and errors are texts that the agent, or
// whoever it listens to, may have written.
func Recent(c *decision.Call) []*decision.Trace {
	list := make([]*decision.Trace, 0, MaxRecent)
	for i := range c.RecentTraces {
		t := &c.RecentTraces[i]
		if len(list) == MaxRecent {
			break
		}
		if happened(t) && !itself(t, c) {
			list = append(list, t)
		}
	}
	return list
}

func happened(t *decision.Trace) bool {
	switch t.ApprovalStatus {
	case "denied", "timeout", "pending":
		return false
	case "approved":
		return true
	}
	return t.Policy != "deny" && t.Policy != "human_approval"
}

// itself reports the trace of the call under judgment, which queues leave out
// but other callers may not.
func itself(t *decision.Trace, c *decision.Call) bool {
	return c.TraceID != "" && t.TraceID == c.TraceID || c.ID != "" && t.ApprovalID == c.ID
}
