package systemone_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/question"
)

// BenchmarkJudge compares a judgment with a bare HTTP request of the same bytes
// to the same fake server.
func BenchmarkJudge(b *testing.B) {
	set, _, err := question.WithBase()
	require.NoError(b, err)
	s, o := serve(b, providertest.TypeSafe, nil)
	o.Questions = set
	p := newProvider(b, o)
	_, err = p.Judge(b.Context(), call())
	require.NoError(b, err)
	body := s.Received()[0]

	b.Run("provider", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := p.Judge(b.Context(), call()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			req, err := http.NewRequestWithContext(b.Context(), http.MethodPost, s.Address(), bytes.NewReader(body))
			if err != nil {
				b.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+testKey)
			resp, err := o.HTTPClient.Do(req)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				b.Fatal(err)
			}
			resp.Body.Close()
		}
	})
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
