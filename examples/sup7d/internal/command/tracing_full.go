//go:build full

package command

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/otel"
)

// flushTime bounds the sending of the last spans: a collector that is gone
// must not keep the daemon from stopping.
const flushTime = 5 * time.Second

// tracing sends spans to a collector when the standard variables of
// OpenTelemetry ask for it. What else these say (headers, protocol, sampler,
// service name) is read by the exporter and the SDK.
func tracing(ctx context.Context) (tracer supervisor.Tracer, wrap func(http.Handler) http.Handler, stop func(context.Context) error, err error) {
	wanted, err := tracesWanted()
	if err != nil || !wanted {
		return nil, func(h http.Handler) http.Handler { return h }, func(context.Context) error { return nil }, err
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("traces by OTLP: %w", err)
	}
	who, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "sup7d"), attribute.String("service.version", supervisor.Version),
	), resource.WithFromEnv())
	if err != nil {
		return nil, nil, nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(who))
	t, err := otel.New(otel.Options{TracerProvider: provider})
	if err != nil {
		return nil, nil, nil, err
	}
	return t, otel.Middleware, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, flushTime)
		defer cancel()
		return provider.Shutdown(ctx)
	}, nil
}

// tracesWanted reads the variables that turn tracing on and off.
func tracesWanted() (bool, error) {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return false, nil
	}
	switch kind := os.Getenv("OTEL_TRACES_EXPORTER"); kind {
	case "otlp":
		return true, nil
	case "none":
		return false, nil
	case "":
		return os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != "", nil
	default:
		return false, fmt.Errorf("OTEL_TRACES_EXPORTER is %.40q: use otlp or none", kind)
	}
}
