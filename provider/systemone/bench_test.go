package systemone_test

import (
	"bytes"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// BenchmarkJudge compares a judgment, alone and through a chain, with a bare HTTP
// request of the same bytes to the same fake server.
func BenchmarkJudge(b *testing.B) {
	for name, ask := range ways(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
		})
	}
}

// BenchmarkRatios is how much longer a judgment takes than the bare request, in
// turns within the same run.
func BenchmarkRatios(b *testing.B) {
	asks := ways(b)
	for b.Loop() {
		for name, ask := range asks {
			b.ReportMetric(ratio(ask, asks["bare"]), strings.ReplaceAll(name, " ", "-")+"/bare")
		}
	}
}

// ways are the ways to ask a server the same: the bare request, the provider,
// and chains.
func ways(b *testing.B) map[string]func() {
	b.Helper()
	set, _, err := question.WithBase()
	require.NoError(b, err)
	s, o := serve(b, providertest.TypeSafe, nil)
	o.Questions = set
	p := newProvider(b, o)
	_, err = p.Judge(b.Context(), call())
	require.NoError(b, err)
	body := s.Received()[0]

	judging := func(judge decision.Provider) func() {
		return func() {
			if _, err := judge.Judge(b.Context(), call()); err != nil {
				b.Fatal(err)
			}
		}
	}
	chain := func(single bool, links ...provider.Link) func() {
		c, err := provider.NewChain(provider.Options{Single: single, Links: links, Failures: 1})
		require.NoError(b, err)
		judging(c)() // so that a dead link is left out
		return judging(c)
	}
	gone, dead := serve(b, providertest.TypeSafe, nil)
	gone.Close()
	return map[string]func(){
		"bare":                  func() { bare(b, o.HTTPClient, s.Address(), body) },
		"provider":              judging(p),
		"with its breaker":      chain(true, provider.Link{Provider: p}),
		"after one that is out": chain(false, provider.Link{Provider: newProvider(b, dead), Name: "dead"}, provider.Link{Provider: p}),
	}
}

// bare sends a body and reads the answer, nothing else.
func bare(b *testing.B, client *http.Client, url string, body []byte) {
	req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testKey)
	resp, err := client.Do(req)
	if err != nil {
		b.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		b.Fatal(err)
	}
}

// ratio is the median over turns of how much longer a takes than b.
func ratio(a, b func()) float64 {
	const turns, each = 101, 10
	ratios := make([]float64, turns)
	for i := range ratios {
		ratios[i] = float64(timed(a, each)) / float64(timed(b, each))
	}
	slices.Sort(ratios)
	return ratios[turns/2]
}

func timed(f func(), times int) time.Duration {
	start := time.Now()
	for range times {
		f()
	}
	return time.Since(start)
}

// BenchmarkRequestKey is the cost of a request without the network: the state,
// masked, and the questions.
func BenchmarkRequestKey(b *testing.B) {
	set, _, err := question.WithBase()
	require.NoError(b, err)
	p, err := systemone.New(systemone.Options{Backend: systemone.Ollama, Questions: set})
	require.NoError(b, err)
	c := call()
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := p.RequestKey(c); !ok {
			b.Fatal("no key")
		}
	}
}
