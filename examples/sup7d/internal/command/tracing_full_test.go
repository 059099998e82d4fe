//go:build full

package command

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

// TestTracesReachACollector is a collector that the standard variable names.
func TestTracesReachACollector(t *testing.T) {
	received := make(chan string, 8)
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		received <- r.URL.Path + " " + string(body)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	tracer, wrap, stop, err := tracing(t.Context())
	require.NoError(t, err)
	require.NotNil(t, wrap)
	sup, err := supervisor.New(supervisor.Options{Tracer: tracer})
	require.NoError(t, err)
	_, err = sup.Evaluate(t.Context(), supervisor.Call{Tool: "mail.send", Params: map[string]any{"to": "hunter2"}})
	require.NoError(t, err)
	require.NoError(t, sup.Close(t.Context()))
	require.NoError(t, stop(t.Context()))
	got := <-received
	assert.Contains(t, got, "/v1/traces ")
	for _, text := range []string{"supervisor.decide", "mail.send", "sup7d"} {
		assert.Contains(t, got, text)
	}
	assert.NotContains(t, got, "hunter2")
}

func TestTracingIsOffUnlessAskedFor(t *testing.T) {
	for name, tt := range map[string]struct {
		env    map[string]string
		wanted bool
		says   string
	}{
		"nothing":      {nil, false, ""},
		"an endpoint":  {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, true, ""},
		"by name":      {map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, ""},
		"none":         {map[string]string{"OTEL_TRACES_EXPORTER": "none", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, false, ""},
		"disabled":     {map[string]string{"OTEL_SDK_DISABLED": "true", "OTEL_TRACES_EXPORTER": "otlp"}, false, ""},
		"not our kind": {map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, "use otlp or none"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, k := range []string{"OTEL_SDK_DISABLED", "OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"} {
				t.Setenv(k, tt.env[k])
			}
			wanted, err := tracesWanted()
			assert.Equal(t, tt.wanted, wanted)
			if tt.says != "" {
				require.ErrorContains(t, err, tt.says)
			}
		})
	}
}
