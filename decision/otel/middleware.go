package otel

import (
	"net/http"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Middleware puts the trace of a request's W3C headers, traceparent and
// tracestate, into its context, so that a decision is part of the caller's
// trace. A request without them, or with broken ones, goes on as it is, and so
// does one whose context has a span already, for example of otelhttp. Baggage
// is not read. It makes no span of its own.
//
// The headers are what the client says. With a sampler that follows its parent,
// which is the SDK's default, whoever can send a request decides whether its
// decisions are sampled; a trace decides nothing else.
func Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, traced(r))
	})
}

func traced(r *http.Request) *http.Request {
	ctx := r.Context()
	if trace.SpanContextFromContext(ctx).IsValid() {
		return r
	}
	found := propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	if !trace.SpanContextFromContext(found).IsValid() {
		return r
	}
	return r.WithContext(found)
}
