package operator_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/operator"
)

func TestHowACallWasMade(t *testing.T) {
	t.Parallel()
	created := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := mesh.View{ID: "a1", TraceID: "t1", Tool: "t", Created: created}
	asked := decision.Trace{Tool: "t", Policy: "human_approval", Timestamp: created.Add(time.Second)}
	with := func(change func(*decision.Trace)) decision.Trace {
		trace := asked
		change(&trace)
		return trace
	}
	inSession := with(func(t *decision.Trace) { t.SessionID = "s" })
	tests := map[string]struct {
		traces []decision.Trace
		want   string
	}{
		"by the approval, in a session":      {[]decision.Trace{{ApprovalID: "a1", SessionID: "s"}}, "session"},
		"by the approval, in none":           {[]decision.Trace{{ApprovalID: "a1"}}, "http"},
		"by the trace, in a session":         {[]decision.Trace{{TraceID: "t1", SessionID: "s"}}, "session"},
		"by the trace, in none":              {[]decision.Trace{{TraceID: "t1"}}, "http"},
		"by its id rather than its time":     {[]decision.Trace{asked, {ApprovalID: "a1", SessionID: "s"}}, "session"},
		"no trace":                           {nil, "unknown"},
		"of other approvals":                 {[]decision.Trace{{ApprovalID: "a2"}, {TraceID: "t2", SessionID: "s"}}, "unknown"},
		"by tool and time, in none":          {[]decision.Trace{asked}, "http"},
		"by tool and time, in a session":     {[]decision.Trace{inSession}, "unknown"},
		"two of that time, one in a session": {[]decision.Trace{asked, inSession}, "unknown"},
		"of another tool":                    {[]decision.Trace{with(func(t *decision.Trace) { t.Tool = "u" })}, "unknown"},
		"that did not ask":                   {[]decision.Trace{with(func(t *decision.Trace) { t.Policy = "allow" })}, "unknown"},
		"of another time":                    {[]decision.Trace{with(func(t *decision.Trace) { t.Timestamp = created.Add(3 * time.Second) })}, "unknown"},
		"that has another approval":          {[]decision.Trace{with(func(t *decision.Trace) { t.ApprovalID = "a2" })}, "unknown"},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, operator.Traced(v, tt.traces), name)
	}
	assert.Equal(t, "unknown", operator.Traced(mesh.View{ID: "a1", Tool: "t"}, []decision.Trace{{Tool: "t", Policy: "human_approval"}}), "no time is no time")
}
