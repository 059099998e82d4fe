package adminhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
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
//
// Each round measures the one and then the other, and leaves nothing of the other
// for the collector to go through. The middle round counts.
func BenchmarkEvaluate(b *testing.B) {
	value := benchAnswer(b)
	var ratios []float64
	var all time.Duration
	for b.Loop() {
		bare := sendAll(b, bareHandler(value))
		handler, end := benchHandler(b)
		ours := sendAll(b, handler)
		end()
		ratios = append(ratios, bare.Seconds()/ours.Seconds())
		all += ours
	}
	slices.Sort(ratios)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(float64(b.N*benchCalls)/all.Seconds(), "calls/s")
}

// benchHandler makes a handler of a supervisor that settles benchCall by a rule.
func benchHandler(b *testing.B) (handler *adminhttp.Handler, end func()) {
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte(theRules))
	require.NoError(b, err)
	sup, err := supervisor.Build(cfg, supervisor.Parts{Journal: discard{}})
	require.NoError(b, err)
	handler, err = adminhttp.NewHandler(sup, adminhttp.Options{Token: "t0ken"})
	require.NoError(b, err)
	return handler, func() {
		require.NoError(b, handler.Close(context.WithoutCancel(b.Context())))
		require.NoError(b, sup.Close(context.WithoutCancel(b.Context())))
	}
}

// benchAnswer is what benchCall is answered with.
func benchAnswer(b *testing.B) (value supervisor.Decision) {
	handler, end := benchHandler(b)
	defer end()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/evaluate", strings.NewReader(benchCall))
	r.Header.Set("Authorization", "Bearer t0ken")
	handler.ServeHTTP(w, r)
	require.Equal(b, http.StatusOK, w.Code)
	require.NoError(b, json.Unmarshal(w.Body.Bytes(), &value))
	return value
}

type discard struct{}

func (discard) Append(_ context.Context, _ supervisor.Event) error { return nil }

// bareHandler reads a call as JSON and answers with a decision.
func bareHandler(value supervisor.Decision) http.Handler {
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

// sendAll sends the calls to a handler, and returns how long that took.
func sendAll(b *testing.B, handler http.Handler) time.Duration {
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: benchConnections, MaxConnsPerHost: benchConnections}}
	defer client.CloseIdleConnections()
	var left atomic.Int64
	left.Store(benchCalls)
	var all sync.WaitGroup
	runtime.GC()
	start := time.Now()
	for range benchConnections {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				sendOne(b, client, server.URL)
			}
		})
	}
	all.Wait()
	return time.Since(start)
}

func sendOne(b *testing.B, client *http.Client, url string) {
	r, _ := http.NewRequest(http.MethodPost, url+"/evaluate", bytes.NewReader([]byte(benchCall)))
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
