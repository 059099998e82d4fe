package otel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"

	"github.com/flux7-go/supervisor/decision"
)

// scope names this package to OpenTelemetry, as what the telemetry comes from.
const scope = "github.com/flux7-go/supervisor/decision/otel"

// Options is what a [Tracer] is made of. The global providers of OpenTelemetry
// are not looked at; who uses them passes them.
type Options struct {
	// TracerProvider makes the spans. Nil: there are none.
	TracerProvider trace.TracerProvider
	// MeterProvider makes the metrics. Nil: there are none.
	MeterProvider metric.MeterProvider
	// Now is the clock of spans and durations. Nil means [time.Now].
	Now func() time.Time
}

// Tracer tells OpenTelemetry of every decision. It is safe for concurrent use
// and needs no closing; shutting the providers down is up to who made them.
type Tracer struct {
	tracer  trace.Tracer
	metrics *metrics
	now     func() time.Time
}

var _ decision.Tracer = (*Tracer)(nil)

// New makes a tracer. It fails without any provider, since nothing would hear
// of a decision, and when the meter refuses an instrument.
func New(o Options) (*Tracer, error) {
	if o.TracerProvider == nil && o.MeterProvider == nil {
		return nil, errors.New("otel: give a TracerProvider, a MeterProvider, or both")
	}
	o = o.withDefaults()
	m, err := newMetrics(o.MeterProvider.Meter(scope))
	if err != nil {
		return nil, fmt.Errorf("otel: %w", err)
	}
	return &Tracer{tracer: o.TracerProvider.Tracer(scope), metrics: m, now: o.Now}, nil
}

// withDefaults returns a copy with every zero field at its default.
func (o Options) withDefaults() Options {
	if o.TracerProvider == nil {
		o.TracerProvider = tracenoop.NewTracerProvider()
	}
	if o.MeterProvider == nil {
		o.MeterProvider = metricnoop.NewMeterProvider()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Start begins the span of a call, below the span of ctx if it has one. What it
// returns ends the span, and counts the decision. A span that is not sampled
// gets no attributes and no children.
func (t *Tracer) Start(ctx context.Context, c *decision.Call) (context.Context, func(decision.Decision)) {
	start := t.now()
	ctx, span := t.tracer.Start(ctx, "supervisor.decide", trace.WithTimestamp(start))
	if span.IsRecording() {
		span.SetAttributes(callAttributes(c)...)
	}
	return ctx, func(d decision.Decision) {
		end := t.now()
		t.metrics.count(ctx, &d, end.Sub(start))
		if !span.IsRecording() {
			span.End()
			return
		}
		span.SetAttributes(decisionAttributes(&d)...)
		addNotes(span, d.Evidence.Notes, end)
		t.addLinks(ctx, &d, start, end)
		span.End(trace.WithTimestamp(end))
	}
}
