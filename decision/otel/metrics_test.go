package otel_test

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

// collected returns every series of an instrument as "attributes count sum".
func collected(t *testing.T, reader sdkmetric.Reader, name string) []string {
	t.Helper()
	var all metricdata.ResourceMetrics
	require.NoError(t, reader.Collect(t.Context(), &all))
	var out []string
	for _, scope := range all.ScopeMetrics {
		for _, m := range scope.Metrics {
			if m.Name != name {
				continue
			}
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				assert.True(t, data.IsMonotonic)
				for _, p := range data.DataPoints {
					out = append(out, fmt.Sprintf("%s %d", series(values(p.Attributes.ToSlice())), p.Value))
				}
			case metricdata.Histogram[float64]:
				assert.Equal(t, "s", m.Unit)
				for _, p := range data.DataPoints {
					out = append(out, fmt.Sprintf("%s %d %.4g", series(values(p.Attributes.ToSlice())), p.Count, p.Sum))
				}
			}
		}
	}
	sort.Strings(out)
	return out
}

func series(attributes map[string]any) string {
	var parts []string
	for k, v := range attributes {
		parts = append(parts, fmt.Sprintf("%s=%v", strings.TrimPrefix(k, "supervisor."), v))
	}
	sort.Strings(parts)
	return strings.Join(parts, ",")
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	reader := sdkmetric.NewManualReader()
	c := newClock()
	tracer, err := otel.New(otel.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)), Now: c.now})
	require.NoError(t, err)
	deny := decision.Deny
	rule := decision.Evidence{Rule: &decision.RuleRef{Name: "r"}}
	for _, d := range []decision.Decision{
		{Action: decision.Approve, Tool: "a", Evidence: rule},
		{Action: decision.Approve, Tool: "b", Evidence: rule},
		{Action: decision.Deny, Observed: &deny, Evidence: rule},
		{Cause: decision.CauseTimeout, Evidence: decision.Evidence{Links: []decision.Link{
			{Name: "far", State: decision.LinkFailed, Cause: decision.CauseTimeout, MS: 1500},
			{Name: "out", State: decision.LinkSkipped},
			{Name: "near", State: decision.LinkPassed, MS: 500},
		}}},
		{Action: 9, Cause: "made-up", Evidence: decision.Evidence{Links: []decision.Link{{Name: "near", State: "odd", Cause: "odd", MS: 1000}}}},
	} {
		_, end := tracer.Start(t.Context(), &decision.Call{Tool: "x"})
		c.advance(250)
		end(d)
	}
	assert.Equal(t, []string{
		"action=approve,decider=rule 2",
		"action=deny,decider=rule,observed=true 1",
		"action=escalate,cause=other,decider=guard 1",
		"action=escalate,cause=timeout,decider=nobody 1",
	}, collected(t, reader, "supervisor.decisions"))
	assert.Equal(t, []string{
		"action=approve,decider=rule 2 0.5",
		"action=deny,decider=rule,observed=true 1 0.25",
		"action=escalate,decider=guard 1 0.25",
		"action=escalate,decider=nobody 1 0.25",
	}, collected(t, reader, "supervisor.decision.duration"))
	assert.Equal(t, []string{
		"cause=other,link=near,state=other 1 1",
		"cause=timeout,link=far,state=failed 1 1.5",
		"link=near,state=passed 1 0.5",
	}, collected(t, reader, "supervisor.link.duration"), "a link that was skipped was not asked")
}

// Whoever makes up a name for each call does not make a series for each.
func TestMetricsHaveABoundedNumberOfSeries(t *testing.T) {
	t.Parallel()
	reader := sdkmetric.NewManualReader()
	tracer, err := otel.New(otel.Options{MeterProvider: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader))})
	require.NoError(t, err)
	var callers sync.WaitGroup
	for g := range 4 {
		callers.Go(func() {
			for i := range 200 {
				id := fmt.Sprint(g, "-", i)
				_, end := tracer.Start(t.Context(), &decision.Call{ID: id, Tool: id, Agent: id})
				end(decision.Decision{ID: id, Tool: id, Agent: id, RuleMatched: id, Fingerprint: id, Cause: decision.Cause(id), Via: id,
					Evidence: decision.Evidence{Links: []decision.Link{{Name: id, State: decision.LinkState(id), Cause: decision.Cause(id)}}}})
			}
		})
	}
	callers.Wait()
	assert.Len(t, collected(t, reader, "supervisor.decisions"), 1)
	assert.Len(t, collected(t, reader, "supervisor.decision.duration"), 1)
	links := collected(t, reader, "supervisor.link.duration")
	assert.Len(t, links, otel.MaxLinkNames+1)
	assert.True(t, strings.HasPrefix(links[len(links)-1], "cause=other,link=other,state=other 736 "), links[len(links)-1])
}
