package otel

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor/decision"
)

// maxLinks bounds the children of a span: twice what a chain may have.
const maxLinks = 64

// The stages of Evidence.Timings that matter here. Links are asked in the last.
const (
	stageRules    = "rules"
	stageProvider = "provider"
)

// addLinks adds a child for each link of a decision. Links are asked one after
// the other, once the earlier stages are through, which is how their starts are
// reckoned. No child leaves the time of its parent.
func (t *Tracer) addLinks(ctx context.Context, d *decision.Decision, start, end time.Time) {
	at := start
	for stage, ms := range d.Evidence.Timings {
		if stage != stageProvider {
			at = later(at, ms, end)
		}
	}
	links := d.Evidence.Links
	for _, l := range links[:min(maxLinks, len(links))] {
		done := later(at, l.MS, end)
		t.addLink(ctx, l, at, done)
		at = done
	}
}

func (t *Tracer) addLink(ctx context.Context, l decision.Link, start, end time.Time) {
	_, span := t.tracer.Start(ctx, "supervisor.link", trace.WithTimestamp(start), trace.WithAttributes(
		keyLink.String(bounded(l.Name)), keyState.String(bounded(string(l.State))),
	))
	if l.State == decision.LinkFailed {
		cause := bounded(string(l.Cause))
		span.SetAttributes(keyCause.String(cause))
		span.SetStatus(codes.Error, cause)
	}
	span.End(trace.WithTimestamp(end))
}

// later returns the time that is ms milliseconds after at, but not after end.
func later(at time.Time, ms float64, end time.Time) time.Time {
	return at.Add(within(ms, max(0, end.Sub(at))))
}

// within turns milliseconds into a time from 0 to most; what is no number is 0.
func within(ms float64, most time.Duration) time.Duration {
	d := ms * float64(time.Millisecond)
	switch {
	case !(d > 0): // also NaN
		return 0
	case d >= float64(most):
		return most
	}
	return time.Duration(d)
}
