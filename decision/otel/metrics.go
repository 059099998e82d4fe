package otel

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/flux7-go/supervisor/decision"
)

// metrics are the instruments, made once, and the attributes of their series.
type metrics struct {
	decisions metric.Int64Counter
	took      metric.Float64Histogram
	asked     metric.Float64Histogram

	counted series[countKey]
	timed   series[timeKey]
	linked  series[linkKey]
	names   names
}

// The series of the three instruments; each is a closed set.
type (
	countKey struct {
		action   decision.Action
		cause    string
		decider  string
		observed bool
	}
	timeKey struct {
		action   decision.Action
		decider  string
		observed bool
	}
	linkKey struct{ name, state, cause string }
)

// The bounds of the histograms, in seconds. A rule takes microseconds, a
// decision model some tenths of a second, a text model up to the minute that is
// the default budget of a chain.
var (
	decisionBounds = metric.WithExplicitBucketBoundaries(.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60)
	linkBounds     = metric.WithExplicitBucketBoundaries(.0001, .001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60)
)

func newMetrics(meter metric.Meter) (*metrics, error) {
	decisions, err := meter.Int64Counter("supervisor.decisions",
		metric.WithUnit("{decision}"), metric.WithDescription("Decisions made."))
	if err != nil {
		return nil, err
	}
	took, err := meter.Float64Histogram("supervisor.decision.duration", decisionBounds,
		metric.WithUnit("s"), metric.WithDescription("From when a call comes in until its decision is on record."))
	if err != nil {
		return nil, err
	}
	asked, err := meter.Float64Histogram("supervisor.link.duration", linkBounds,
		metric.WithUnit("s"), metric.WithDescription("Asking one link of the provider chain."))
	if err != nil {
		return nil, err
	}
	return &metrics{decisions: decisions, took: took, asked: asked}, nil
}

// count adds a decision to the metrics that somebody reads.
func (m *metrics) count(ctx context.Context, d *decision.Decision, took time.Duration) {
	action, decider, observed := knownAction(d.Action), deciderOf(d), d.Observed != nil
	if m.decisions.Enabled(ctx) {
		m.decisions.Add(ctx, 1, m.counted.of(countKey{action, knownCause(d.Cause), decider, observed}).add...)
	}
	if m.took.Enabled(ctx) {
		m.took.Record(ctx, max(0, took).Seconds(), m.timed.of(timeKey{action, decider, observed}).record...)
	}
	if !m.asked.Enabled(ctx) {
		return
	}
	links := d.Evidence.Links
	for _, l := range links[:min(maxLinks, len(links))] {
		if l.State == decision.LinkSkipped {
			continue // it was not asked
		}
		key := linkKey{m.names.bounded(bounded(l.Name)), knownState(l.State), knownCause(l.Cause)}
		m.asked.Record(ctx, within(l.MS, maxAsked).Seconds(), m.linked.of(key).record...)
	}
}

// maxAsked bounds what a link may report: no budget is longer than a day.
const maxAsked = 24 * time.Hour

func (k countKey) attributes() []attribute.KeyValue {
	list := timeKey{k.action, k.decider, k.observed}.attributes()
	return appendText(list, keyCause, k.cause)
}

func (k timeKey) attributes() []attribute.KeyValue {
	list := []attribute.KeyValue{keyAction.String(k.action.String()), keyDecider.String(k.decider)}
	if k.observed {
		list = append(list, keyObserved.Bool(true))
	}
	return list
}

func (k linkKey) attributes() []attribute.KeyValue {
	list := []attribute.KeyValue{keyLink.String(k.name), keyState.String(k.state)}
	return appendText(list, keyCause, k.cause)
}
