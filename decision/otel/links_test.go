package otel_test

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

func TestLinksFollowOneAnother(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	told(t, otel.Options{TracerProvider: tp}, 100, decision.Decision{Tool: "x", Action: decision.Deny, Evidence: decision.Evidence{
		Timings: map[string]float64{"guards": 1, "gates": 2, "rules": 4.5, "provider": 60},
		Links: []decision.Link{
			{Name: "far", State: decision.LinkFailed, Cause: decision.CauseTimeout, MS: 20},
			{Name: "left-out", State: decision.LinkSkipped},
			{Name: "local", State: decision.LinkPassed, MS: 10},
			{Name: "near", State: decision.LinkAnswered, MS: 30},
		},
	}})
	parent := named(kept, "supervisor.decide")[0]
	links := named(kept, "supervisor.link")
	require.Len(t, links, 4)
	ms := func(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }
	for i, want := range []struct {
		from, to float64
		status   codes.Code
		values   map[string]any
	}{
		{7.5, 27.5, codes.Error, map[string]any{"supervisor.link": "far", "supervisor.state": "failed", "supervisor.cause": "timeout"}},
		{27.5, 27.5, codes.Unset, map[string]any{"supervisor.link": "left-out", "supervisor.state": "skipped"}},
		{27.5, 37.5, codes.Unset, map[string]any{"supervisor.link": "local", "supervisor.state": "passed"}},
		{37.5, 67.5, codes.Unset, map[string]any{"supervisor.link": "near", "supervisor.state": "answered"}},
	} {
		got := links[i]
		assert.Equal(t, ms(want.from), got.StartTime.Sub(parent.StartTime), want.values)
		assert.Equal(t, ms(want.to), got.EndTime.Sub(parent.StartTime), want.values)
		assert.Equal(t, want.status, got.Status.Code, want.values)
		assert.Equal(t, want.values, values(got.Attributes))
		assert.Equal(t, parent.SpanContext.SpanID(), got.Parent.SpanID())
	}
	assert.Equal(t, "timeout", links[0].Status.Description)
	assert.Equal(t, codes.Unset, parent.Status.Code)
}

// What a provider that is not ours reports of itself may be nonsense.
func TestLinksStayWithinTheirParent(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	links := []decision.Link{{MS: math.NaN()}, {MS: -5}, {MS: math.Inf(-1)}, {MS: 4}, {MS: math.Inf(1)}, {MS: 1e300}}
	for len(links) < 100 {
		links = append(links, decision.Link{Name: "more", MS: 3})
	}
	told(t, otel.Options{TracerProvider: tp}, 10, decision.Decision{Tool: "x", Evidence: decision.Evidence{
		Timings: map[string]float64{"rules": math.NaN(), "gates": -1, "guards": 2}, Links: links,
	}})
	parent := named(kept, "supervisor.decide")[0]
	children := named(kept, "supervisor.link")
	require.Len(t, children, 64, "as many as are told")
	assert.EqualValues(t, 100, values(parent.Attributes)["supervisor.links"], "how many there were")
	for _, c := range children {
		assert.False(t, c.StartTime.Before(parent.StartTime))
		assert.False(t, c.EndTime.After(parent.EndTime))
		assert.False(t, c.EndTime.Before(c.StartTime))
	}
	assert.Equal(t, 2*time.Millisecond, children[3].StartTime.Sub(parent.StartTime))
	assert.Equal(t, 6*time.Millisecond, children[3].EndTime.Sub(parent.StartTime))
}
