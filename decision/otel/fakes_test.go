package otel_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

// spans is a provider that keeps what it is told.
func spans(t *testing.T, opts ...sdktrace.TracerProviderOption) (*sdktrace.TracerProvider, *tracetest.InMemoryExporter) {
	t.Helper()
	kept := tracetest.NewInMemoryExporter()
	tp := sdktrace.NewTracerProvider(append(opts, sdktrace.WithSyncer(kept))...)
	t.Cleanup(func() { require.NoError(t, tp.Shutdown(context.WithoutCancel(t.Context()))) })
	return tp, kept
}

// clock is a time that moves only when it is told to.
type clock struct{ at time.Time }

func newClock() *clock                    { return &clock{time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)} }
func (c *clock) now() time.Time           { return c.at }
func (c *clock) advance(ms time.Duration) { c.at = c.at.Add(ms * time.Millisecond) }

// told has a tracer follow one decision that took so many milliseconds.
func told(t *testing.T, o otel.Options, ms time.Duration, d decision.Decision) {
	t.Helper()
	c := newClock()
	o.Now = c.now
	tracer, err := otel.New(o)
	require.NoError(t, err)
	_, end := tracer.Start(t.Context(), &decision.Call{ID: d.ID, Tool: d.Tool, Agent: d.Agent})
	c.advance(ms)
	end(d)
}

// named returns the spans of a name.
func named(kept *tracetest.InMemoryExporter, name string) tracetest.SpanStubs {
	var out tracetest.SpanStubs
	for _, s := range kept.GetSpans() {
		if s.Name == name {
			out = append(out, s)
		}
	}
	return out
}

// values returns attributes as a map that compares well.
func values(list []attribute.KeyValue) map[string]any {
	out := map[string]any{}
	for _, kv := range list {
		out[string(kv.Key)] = kv.Value.AsInterface()
	}
	return out
}

// judge is a provider that is a function.
type judge func(context.Context, *supervisor.Call) (supervisor.Verdict, error)

func (judge) Name() string { return "model" }

func (j judge) Judge(ctx context.Context, c *supervisor.Call) (supervisor.Verdict, error) {
	return j(ctx, c)
}
