//go:build !race

package otel_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/metric"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/otel"
)

func unsampled() trace.TracerProvider {
	return sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.NeverSample()))
}

func sampled() trace.TracerProvider {
	return sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.AlwaysSample()))
}

func metered() metric.MeterProvider {
	return sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewManualReader()))
}

// TestWhatNobodyReadsCostsNothing counts allocations. The decision has what
// would be dear: links and notes.
func TestWhatNobodyReadsCostsNothing(t *testing.T) {
	d := decision.Decision{Tool: "x", Agent: "a", RuleMatched: "r", Evidence: decision.Evidence{
		Notes: []string{"a", "b"}, Links: []decision.Link{{Name: "a", State: decision.LinkFailed, Cause: decision.CauseTimeout}, {Name: "b"}},
	}}
	call := &decision.Call{Tool: "x", Agent: "a"}
	allocations := func(o otel.Options) float64 {
		tracer, err := otel.New(o)
		require.NoError(t, err)
		return testing.AllocsPerRun(100, func() {
			_, end := tracer.Start(context.Background(), call)
			end(d)
		})
	}
	sdk := unsampled().Tracer("x")
	bare := testing.AllocsPerRun(100, func() {
		_, span := sdk.Start(context.Background(), "x", trace.WithTimestamp(time.Now()))
		span.End()
	})
	off := allocations(otel.Options{TracerProvider: unsampled()})
	assert.LessOrEqual(t, off, bare+1, "a span that is not sampled: the function that ends it")
	counted := allocations(otel.Options{TracerProvider: unsampled(), MeterProvider: metered()})
	assert.LessOrEqual(t, counted, off, "counting allocates nothing")
	assert.Greater(t, allocations(otel.Options{TracerProvider: sampled()}), 2*off, "this is what is saved")
}

// BenchmarkRatio is what following costs a call that the first rule settles,
// the cheapest there is, as a ratio of allocations to a supervisor without a
// tracer.
func BenchmarkRatio(b *testing.B) {
	for _, bb := range []struct {
		name    string
		options otel.Options
	}{
		{"not-sampled", otel.Options{TracerProvider: unsampled()}},
		{"metrics", otel.Options{MeterProvider: metered()}},
		{"sampled", otel.Options{TracerProvider: sampled()}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			tracer, err := otel.New(bb.options)
			require.NoError(b, err)
			without, with := evaluations(b, nil), evaluations(b, tracer)
			ratio := testing.AllocsPerRun(500, with) / testing.AllocsPerRun(500, without)
			for b.Loop() {
				with()
			}
			b.ReportMetric(ratio, "allocs-ratio")
		})
	}
}

func evaluations(b *testing.B, tracer supervisor.Tracer) func() {
	b.Helper()
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer, Rules: []supervisor.Rule{supervisor.RuleFunc(
		func(context.Context, *supervisor.Call) (supervisor.Verdict, bool) {
			return supervisor.Verdict{Action: supervisor.Deny, Confidence: 1, Source: "all"}, true
		})}})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, sup.Close(context.Background())) })
	call := supervisor.Call{ID: "1", Tool: "x", Params: map[string]any{"path": "a"}}
	return func() {
		if _, err := sup.Evaluate(context.Background(), call); err != nil {
			b.Fatal(err)
		}
	}
}
