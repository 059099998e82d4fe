package adminhttp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// BenchmarkHandler is the call of [BenchmarkEvaluate] without a network: what
// the handler itself costs, and how much memory it takes.
func BenchmarkHandler(b *testing.B) {
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(theRules))
	require.NoError(b, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: discard{}})
	require.NoError(b, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken"})
	require.NoError(b, err)
	defer func() { require.NoError(b, sup.Close(context.WithoutCancel(b.Context()))) }()
	defer func() { require.NoError(b, handler.Close(context.WithoutCancel(b.Context()))) }()

	for name, one := range map[string]http.Handler{"bare": bareHandler(b, handler), "ours": handler} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/evaluate", strings.NewReader(benchCall))
				r.Header.Set("Authorization", "Bearer t0ken")
				one.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					b.Fatalf("answered %d", w.Code)
				}
			}
		})
	}
}
