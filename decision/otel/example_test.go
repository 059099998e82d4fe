package otel_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/otel"
)

func ExampleNew() {
	kept := tracetest.NewInMemoryExporter() // in a program: an exporter to a collector, with WithBatcher
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(kept))
	ctx := context.Background()
	defer func() { _ = provider.Shutdown(ctx) }()

	tracer, err := otel.New(otel.Options{TracerProvider: provider})
	if err != nil {
		fmt.Println(err)
		return
	}
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = sup.Close(ctx) }()
	_, _ = sup.Evaluate(ctx, supervisor.Call{ID: "1", Tool: "mail.send", Agent: "coder"})

	for _, span := range kept.GetSpans() {
		fmt.Println(span.Name)
		for _, a := range span.Attributes {
			if a.Key != "supervisor.fingerprint" {
				fmt.Println(" ", a.Key, a.Value.String())
			}
		}
	}
	// Output:
	// supervisor.decide
	//   supervisor.call_id 1
	//   supervisor.tool mail.send
	//   supervisor.agent coder
	//   supervisor.action escalate
	//   supervisor.confidence 0
	//   supervisor.decider nobody
	//   supervisor.cause unsettled
	//   supervisor.via evaluate
}

func ExampleMiddleware() {
	api := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { // in a program: of package adminhttp
		fmt.Println(trace.SpanContextFromContext(r.Context()).TraceID())
	})
	request := httptest.NewRequest(http.MethodPost, "/evaluate", nil)
	request.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	otel.Middleware(api).ServeHTTP(httptest.NewRecorder(), request)
	// Output: 0af7651916cd43dd8448eb211c80319c
}
