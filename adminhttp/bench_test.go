package adminhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

const (
	benchCalls       = 10_000
	benchConnections = 64
	benchCall        = `{"agent_id":"maple-bot","tool":"fs.read","params":{"path":"/srv/app/main.go","offset":0,"limit":200}}`
)

// BenchmarkEvaluate settles 10,000 calls by rule over 64 connections, and
// reports how many a second that is beside a handler that only reads the same
// JSON and writes an answer of the same shape. The journal discards, since the
// bare handler has none.
func BenchmarkEvaluate(b *testing.B) {
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(theRules))
	require.NoError(b, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: discard{}})
	require.NoError(b, err)
	handler, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken"})
	require.NoError(b, err)
	defer func() { require.NoError(b, sup.Close(context.WithoutCancel(b.Context()))) }()
	defer func() { require.NoError(b, handler.Close(context.WithoutCancel(b.Context()))) }()

	var bare, ours time.Duration
	for b.Loop() {
		bare += sendAll(b, bareHandler(b, handler))
		ours += sendAll(b, handler)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(bare.Seconds()/ours.Seconds(), "ratio")
	b.ReportMetric(float64(b.N*benchCalls)/ours.Seconds(), "calls/s")
}

type discard struct{}

func (discard) Append(_ context.Context, _ supervisor.Event) error { return nil }

// bareHandler reads a call as JSON and answers with the bytes' own value.
func bareHandler(b *testing.B, like http.Handler) http.Handler {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/evaluate", bytes.NewReader([]byte(benchCall)))
	r.Header.Set("Authorization", "Bearer t0ken")
	like.ServeHTTP(w, r)
	require.Equal(b, http.StatusOK, w.Code)
	var value supervisor.Decision
	require.NoError(b, json.Unmarshal(w.Body.Bytes(), &value))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := io.ReadAll(r.Body)
		var call map[string]any
		if err != nil || json.Unmarshal(data, &call) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(value)
	})
}

// sendAll sends the calls and returns how long that took.
func sendAll(b *testing.B, handler http.Handler) time.Duration {
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: benchConnections, MaxConnsPerHost: benchConnections}}
	defer client.CloseIdleConnections()
	var left atomic.Int64
	left.Store(benchCalls)
	var all sync.WaitGroup
	start := time.Now()
	for range benchConnections {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				r, _ := http.NewRequest(http.MethodPost, server.URL+"/evaluate", bytes.NewReader([]byte(benchCall)))
				r.Header.Set("Authorization", "Bearer t0ken")
				answer, err := client.Do(r)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				if answer.StatusCode != http.StatusOK {
					b.Errorf("answered %d", answer.StatusCode)
				}
			}
		})
	}
	all.Wait()
	return time.Since(start)
}
