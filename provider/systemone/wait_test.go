package systemone_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/systemone"
)

// failingFirst answers so many requests with a status, and the rest well.
func failingFirst(n, status int, header http.Header) (http.RoundTripper, *int) {
	asked := new(int)
	return server(func(*http.Request) (*http.Response, error) {
		if *asked++; *asked > n {
			return answer(http.StatusOK, "application/json", calm), nil
		}
		resp := answer(status, "application/json", `{"error":"later"}`)
		for name, values := range header {
			resp.Header[name] = values
		}
		return resp, nil
	}), asked
}

func overTransport(t *testing.T, rt http.RoundTripper) *systemone.Provider {
	return answering(t, "", func(o *systemone.Options) { o.HTTPClient = &http.Client{Transport: rt} })
}

func TestWaits(t *testing.T) {
	t.Parallel()
	after := func(seconds string) http.Header { return http.Header{"Retry-After": {seconds}} }
	tests := map[string]struct {
		status int
		header http.Header
		budget time.Duration
		least  time.Duration // of the wait; negative: it fails at once
	}{
		"429 that says when":            {429, after("3"), 10 * time.Second, 3 * time.Second},
		"429 in milliseconds":           {429, http.Header{"Retry-After-Ms": {"700"}}, 10 * time.Second, 700 * time.Millisecond},
		"429 beyond the budget":         {429, after("3"), 2 * time.Second, -1},
		"429 beyond all patience":       {429, after("60"), 5 * time.Minute, -1},
		"429 that says nothing":         {429, nil, 10 * time.Second, -1},
		"503 that says when":            {503, after("2"), 10 * time.Second, 2 * time.Second},
		"503 beyond the budget":         {503, after("2"), time.Second, -1},
		"503 that says nothing":         {503, nil, 10 * time.Second, 100 * time.Millisecond},
		"529":                           {529, after("1"), 10 * time.Second, time.Second},
		"500":                           {500, nil, 10 * time.Second, 100 * time.Millisecond},
		"501 is final":                  {501, nil, 10 * time.Second, -1},
		"402 is final":                  {402, nil, 10 * time.Second, -1},
		"400 is final":                  {400, nil, 10 * time.Second, -1},
		"503 with no time for a repeat": {503, nil, 150 * time.Millisecond, -1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				rt, asked := failingFirst(1, tt.status, tt.header)
				ctx, cancel := context.WithTimeout(t.Context(), tt.budget)
				defer cancel()
				start := time.Now()
				v, err := overTransport(t, rt).Judge(ctx, call())
				if tt.least < 0 {
					assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err), "%v", err)
					assert.Zero(t, time.Since(start), "no time is wasted")
					assert.Equal(t, 1, *asked)
					return
				}
				require.NoError(t, err)
				assert.Equal(t, decision.Approve, v.Action)
				assert.GreaterOrEqual(t, time.Since(start), tt.least)
				assert.LessOrEqual(t, time.Since(start), tt.budget)
			})
		})
	}
}

// TestWhoseClock says in the message whose clock fired.
func TestWhoseClock(t *testing.T) {
	t.Parallel()
	hanging := server(func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
	tests := map[string]struct {
		own, budget time.Duration
		want        string
	}{
		"its own":      {3 * time.Second, 10 * time.Second, "its timeout of 3s"},
		"the caller's": {30 * time.Second, 2 * time.Second, "budget"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := answering(t, "", func(o *systemone.Options) {
					o.HTTPClient, o.Timeout = &http.Client{Transport: hanging}, tt.own
				})
				ctx, cancel := context.WithTimeout(t.Context(), tt.budget)
				defer cancel()
				start := time.Now()
				_, err := p.Judge(ctx, call())
				assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
				assert.ErrorContains(t, err, tt.want)
				assert.Equal(t, min(tt.own, tt.budget), time.Since(start))
			})
		})
	}
}

func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	p := overTransport(t, server(func(r *http.Request) (*http.Response, error) {
		cancel()
		<-r.Context().Done()
		return nil, r.Context().Err()
	}))
	_, err := p.Judge(ctx, call())
	require.ErrorIs(t, err, context.Canceled, "a chain counts it for nobody")
}
