package otel_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/baggage"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/otel"
)

const (
	callersTrace = "0af7651916cd43dd8448eb211c80319c"
	callersSpan  = "b7ad6b7169203331"
)

func TestAnEvaluationIsPartOfTheCallersTrace(t *testing.T) {
	t.Parallel()
	tp, kept := spans(t)
	tracer, err := otel.New(otel.Options{TracerProvider: tp})
	require.NoError(t, err)
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer})
	require.NoError(t, err)
	server := httptest.NewServer(otel.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, err := sup.Evaluate(r.Context(), supervisor.Call{Tool: "x"})
		assert.NoError(t, err)
	})))
	defer server.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, nil)
	require.NoError(t, err)
	req.Header.Set("traceparent", "00-"+callersTrace+"-"+callersSpan+"-01")
	resp, err := server.Client().Do(req)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.NoError(t, sup.Close(t.Context()))

	got := named(kept, "supervisor.decide")
	require.Len(t, got, 1)
	assert.Equal(t, callersTrace, got[0].SpanContext.TraceID().String())
	assert.Equal(t, callersSpan, got[0].Parent.SpanID().String())
	assert.True(t, got[0].Parent.IsRemote())
}

func TestMiddlewareReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		header map[string]string
		trace  string // of the handler's context
	}{
		"nothing":         {nil, ""},
		"a trace":         {map[string]string{"traceparent": "00-" + callersTrace + "-" + callersSpan + "-00"}, callersTrace},
		"broken state":    {map[string]string{"traceparent": "00-" + callersTrace + "-" + callersSpan + "-01", "tracestate": "==,,"}, callersTrace},
		"no trace id":     {map[string]string{"traceparent": "00-00000000000000000000000000000000-" + callersSpan + "-01"}, ""},
		"upper case":      {map[string]string{"traceparent": "00-0AF7651916CD43DD8448EB211C80319C-" + callersSpan + "-01"}, ""},
		"something else":  {map[string]string{"traceparent": "yes"}, ""},
		"baggage as well": {map[string]string{"traceparent": "00-" + callersTrace + "-" + callersSpan + "-01", "baggage": "tool=rm"}, callersTrace},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/evaluate", nil)
			for k, v := range tt.header {
				r.Header.Set(k, v)
			}
			called := false
			otel.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, got *http.Request) {
				called = true
				sc := trace.SpanContextFromContext(got.Context())
				assert.Equal(t, tt.trace != "", sc.IsValid())
				if tt.trace != "" {
					assert.Equal(t, tt.trace, sc.TraceID().String())
				}
				assert.Zero(t, baggage.FromContext(got.Context()).Len())
			})).ServeHTTP(httptest.NewRecorder(), r)
			assert.True(t, called, "a header never keeps a request out")
		})
	}
}

// An embedder that traces its server itself has a span by then.
func TestMiddlewareLeavesASpanAlone(t *testing.T) {
	t.Parallel()
	tp, _ := spans(t)
	ctx, span := tp.Tracer("server").Start(t.Context(), "POST /evaluate")
	defer span.End()
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/evaluate", nil)
	r.Header.Set("traceparent", "00-"+callersTrace+"-"+callersSpan+"-01")
	otel.Middleware(http.HandlerFunc(func(_ http.ResponseWriter, got *http.Request) {
		assert.Equal(t, span.SpanContext(), trace.SpanContextFromContext(got.Context()))
	})).ServeHTTP(httptest.NewRecorder(), r)
}
