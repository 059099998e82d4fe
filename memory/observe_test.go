package memory_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

func TestObserveWantsWhatAPersonMaySettle(t *testing.T) {
	t.Parallel()
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	var sink decision.Picker = memory.Observe(memory.NewStore(memory.Options{}), people)
	approve := decision.Approve
	for name, tt := range map[string]struct {
		event decision.Event
		want  bool
	}{
		"settled for a program":   {decision.Event{Decision: &decision.Decision{Action: decision.Approve, Via: decision.ViaEvaluate}}, false},
		"refused to a program":    {decision.Event{Decision: &decision.Decision{Action: decision.Deny, Via: decision.ViaEvaluate}}, false},
		"escalated":               {decision.Event{Decision: &decision.Decision{Via: decision.ViaEvaluate}}, true},
		"only observed":           {decision.Event{Decision: &decision.Decision{Action: approve, Observed: &approve, Via: decision.ViaEvaluate}}, true},
		"settled for a queue":     {decision.Event{Decision: &decision.Decision{Action: decision.Approve, Via: decision.ViaMesh}}, true},
		"an outcome":              {decision.Event{Type: decision.EventOutcome}, true},
		"a pause":                 {decision.Event{Type: decision.EventPaused}, false},
		"a decision that is none": {decision.Event{}, false},
	} {
		assert.Equal(t, tt.want, sink.Wants(tt.event), name)
	}
}
