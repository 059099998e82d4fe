//go:build !full

package command

import (
	"context"
	"net/http"

	"github.com/flux7-go/supervisor"
)

// tracing is nothing here: OpenTelemetry is linked with -tags full.
func tracing(context.Context) (tracer supervisor.Tracer, wrap func(http.Handler) http.Handler, stop func(context.Context) error, err error) {
	return nil, func(h http.Handler) http.Handler { return h }, func(context.Context) error { return nil }, nil
}
