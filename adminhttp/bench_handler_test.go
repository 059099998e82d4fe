package adminhttp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkHandler is the call of [BenchmarkEvaluate] without a network: what
// the handler itself costs, and how much memory it takes.
func BenchmarkHandler(b *testing.B) {
	handler, end := benchHandler(b)
	defer end()
	for name, one := range map[string]http.Handler{"bare": bareHandler(benchAnswer(b)), "ours": handler} {
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
