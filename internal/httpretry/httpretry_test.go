package httpretry_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/httpretry"
)

// script answers the n-th request with its n-th entry, and the last one ever after.
type script struct {
	answers []answer
	count   atomic.Int64
	times   []time.Time

	deadline bool // the last request had one
}

type answer struct {
	status int
	header map[string]string
	err    error
}

func (s *script) RoundTrip(req *http.Request) (*http.Response, error) {
	n := int(s.count.Add(1)) - 1
	s.times = append(s.times, time.Now())
	_, s.deadline = req.Context().Deadline()
	a := s.answers[min(n, len(s.answers)-1)]
	if a.err != nil {
		return nil, a.err
	}
	resp := &http.Response{StatusCode: a.status, Header: http.Header{}, Request: req, Body: io.NopCloser(strings.NewReader("body"))}
	for k, v := range a.header {
		resp.Header.Set(k, v)
	}
	return resp, nil
}

func request(t *testing.T, method string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, "http://service.test/x", nil)
	require.NoError(t, err)
	return req
}

func status(code int) answer { return answer{status: code} }

func TestDoRepeatsOnlyWhatMayBeRepeated(t *testing.T) {
	t.Parallel()
	broken := answer{err: errors.New("connection reset")}
	tests := map[string]struct {
		method     string
		answers    []answer
		wantCount  int64
		wantStatus int
	}{
		"a good answer":                 {http.MethodGet, []answer{status(200)}, 1, 200},
		"connection error, then good":   {http.MethodGet, []answer{broken, status(200)}, 2, 200},
		"429, then good":                {http.MethodGet, []answer{status(429), status(200)}, 2, 200},
		"502, 503, then good":           {http.MethodGet, []answer{status(502), status(503), status(200)}, 3, 200},
		"504 until attempts are over":   {http.MethodGet, []answer{status(504)}, 3, 504},
		"500 is an answer":              {http.MethodGet, []answer{status(500)}, 1, 500},
		"501 is an answer":              {http.MethodGet, []answer{status(501)}, 1, 501},
		"401 is an answer":              {http.MethodGet, []answer{status(401)}, 1, 401},
		"404 is an answer":              {http.MethodGet, []answer{status(404)}, 1, 404},
		"post is sent once":             {http.MethodPost, []answer{status(503)}, 1, 503},
		"delete is sent once":           {http.MethodDelete, []answer{status(503)}, 1, 503},
		"connection error for ever":     {http.MethodGet, []answer{broken}, 3, 0},
		"post with a connection error":  {http.MethodPost, []answer{broken}, 1, 0},
		"a certificate nobody trusts":   {http.MethodGet, []answer{{err: &tls.CertificateVerificationError{Err: errors.New("unknown authority")}}}, 1, 0},
		"a deadline of the transport":   {http.MethodGet, []answer{{err: context.DeadlineExceeded}}, 1, 0},
		"a redirect is not followed":    {http.MethodGet, []answer{{status: 302, header: map[string]string{"Location": "http://evil.test/"}}}, 1, 302},
		"a post redirect is not either": {http.MethodPost, []answer{{status: 307, header: map[string]string{"Location": "http://evil.test/"}}}, 1, 307},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &script{answers: tt.answers}
				resp, err := httpretry.New(httpretry.Config{Transport: service}).Do(request(t, tt.method))
				assert.Equal(t, tt.wantCount, service.count.Load())
				if tt.wantStatus == 0 {
					require.Error(t, err)
					return
				}
				require.NoError(t, err)
				defer resp.Body.Close()
				assert.Equal(t, tt.wantStatus, resp.StatusCode)
				body, err := httpretry.ReadBody(resp.Body, 100)
				require.NoError(t, err, "the last answer can be read")
				assert.Equal(t, "body", string(body))
			})
		})
	}
}

func TestWaits(t *testing.T) {
	t.Parallel()
	after := func(value string) answer {
		return answer{status: 503, header: map[string]string{"Retry-After": value}}
	}
	tests := map[string]struct {
		first    answer
		min, max time.Duration
	}{
		"half to all of the first wait": {status(503), 500 * time.Millisecond, time.Second},
		"what the server asks for":      {after("3"), 3 * time.Second, 3 * time.Second},
		"an hour is cut to the cap":     {after("3600"), 5 * time.Second, 5 * time.Second},
		"a date":                        {after("Sat, 01 Jan 2000 00:00:02 GMT"), 2 * time.Second, 2 * time.Second},
		"a date that has passed":        {after("Fri, 31 Dec 1999 00:00:02 GMT"), 0, 0},
		"a negative number is ignored":  {after("-5"), 500 * time.Millisecond, time.Second},
		"nonsense is ignored":           {after("soon"), 500 * time.Millisecond, time.Second},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // the clock of a bubble starts with the year 2000
				service := &script{answers: []answer{tt.first, status(200)}}
				client := httpretry.New(httpretry.Config{Transport: service, MinWait: time.Second, MaxWait: 5 * time.Second})
				resp, err := client.Do(request(t, http.MethodGet))
				require.NoError(t, err)
				defer resp.Body.Close()
				require.Len(t, service.times, 2)
				waited := service.times[1].Sub(service.times[0])
				assert.GreaterOrEqual(t, waited, tt.min)
				assert.LessOrEqual(t, waited, tt.max)
			})
		})
	}
}

func TestWaitsStayUnderTheCap(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &script{answers: []answer{status(503)}}
		client := httpretry.New(httpretry.Config{Transport: service, MaxAttempts: 40, MinWait: time.Second, MaxWait: 4 * time.Second})
		resp, err := client.Do(request(t, http.MethodGet))
		require.NoError(t, err)
		defer resp.Body.Close()
		require.Len(t, service.times, 40)
		for i := 3; i < len(service.times); i++ {
			waited := service.times[i].Sub(service.times[i-1])
			assert.GreaterOrEqual(t, waited, 2*time.Second)
			assert.LessOrEqual(t, waited, 4*time.Second)
		}
	})
}

func TestContextEndsAWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &script{answers: []answer{{status: 503, header: map[string]string{"Retry-After": "60"}}}}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		start := time.Now()
		_, err := httpretry.New(httpretry.Config{Transport: service, MaxWait: time.Minute}).Do(request(t, http.MethodGet).WithContext(ctx))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 3*time.Second, time.Since(start))
		assert.EqualValues(t, 1, service.count.Load())
	})
}

func TestPostsAreRepeatedWhereTheyChangeNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var bodies []string
		service := &script{answers: []answer{status(503), {err: errors.New("connection reset")}, status(200)}}
		record := roundTripper(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			require.NoError(t, err)
			bodies = append(bodies, string(body))
			return service.RoundTrip(r)
		})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://service.test/x", strings.NewReader("question"))
		require.NoError(t, err)
		resp, err := httpretry.New(httpretry.Config{Transport: record, Posts: true}).Do(req)
		require.NoError(t, err)
		defer resp.Body.Close()
		assert.Equal(t, 200, resp.StatusCode)
		assert.Equal(t, []string{"question", "question", "question"}, bodies)

		service.count.Store(0)
		put, err := httpretry.New(httpretry.Config{Transport: service, Posts: true}).Do(request(t, http.MethodPut))
		require.NoError(t, err)
		defer put.Body.Close()
		assert.Equal(t, 503, put.StatusCode, "only a POST is meant")
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAgainSaysWhichAnswersAreRepeated(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &script{answers: []answer{status(418), status(503)}}
		teapots := func(r *http.Response) bool { return r.StatusCode == http.StatusTeapot }
		resp, err := httpretry.New(httpretry.Config{Transport: service, Again: teapots}).Do(request(t, http.MethodGet))
		require.NoError(t, err)
		defer resp.Body.Close()
		assert.Equal(t, 503, resp.StatusCode)
		assert.EqualValues(t, 2, service.count.Load())
	})
}

func TestWholeWaits(t *testing.T) {
	t.Parallel()
	after := func(name, value string) answer {
		return answer{status: 429, header: map[string]string{name: value}}
	}
	tests := map[string]struct {
		first  answer
		waited time.Duration // negative: the first answer is returned at once
	}{
		"fits":                             {after("Retry-After", "3"), 3 * time.Second},
		"milliseconds go first":            {answer{status: 429, header: map[string]string{"Retry-After-Ms": "1500", "Retry-After": "60"}}, 1500 * time.Millisecond},
		"over the cap":                     {after("Retry-After", "6"), -1},
		"as long as the time left":         {after("Retry-After", "4"), -1},
		"a date beyond the deadline":       {after("Retry-After", "Sat, 01 Jan 2000 00:00:30 GMT"), -1},
		"longer in milliseconds":           {after("Retry-After-Ms", "4001"), -1},
		"unasked, and longer than is left": {status(429), -1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := &script{answers: []answer{tt.first, status(200)}}
				ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
				defer cancel()
				start := time.Now()
				client := httpretry.New(httpretry.Config{Transport: service, WholeWaits: true, MinWait: 4 * time.Second, MaxWait: 5 * time.Second})
				resp, err := client.Do(request(t, http.MethodGet).WithContext(ctx))
				require.NoError(t, err)
				defer resp.Body.Close()
				assert.Equal(t, max(0, tt.waited), time.Since(start))
				if tt.waited < 0 {
					assert.Equal(t, 429, resp.StatusCode)
					return
				}
				assert.Equal(t, 200, resp.StatusCode)
			})
		})
	}
}

func TestWholeWaitsGrowWithTheAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service := &script{answers: []answer{status(503)}}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		client := httpretry.New(httpretry.Config{Transport: service, WholeWaits: true, MaxAttempts: 9, MinWait: time.Second, MaxWait: 8 * time.Second})
		resp, err := client.Do(request(t, http.MethodGet).WithContext(ctx))
		require.NoError(t, err, "no wait is begun that the deadline would end")
		defer resp.Body.Close()
		assert.Equal(t, 503, resp.StatusCode)
		assert.EqualValues(t, 3, service.count.Load(), "waits of at most one and two seconds fit into five, four do not")
	})
}

func TestHTTPClientIsCopied(t *testing.T) {
	t.Parallel()
	service := &script{answers: []answer{status(200)}}
	given := &http.Client{Transport: service, Timeout: time.Nanosecond}
	resp, err := httpretry.New(httpretry.Config{HTTPClient: given}).Do(request(t, http.MethodGet))
	require.NoError(t, err)
	defer resp.Body.Close()
	assert.False(t, service.deadline, "the timeout of the given client does not apply")
	assert.Equal(t, time.Nanosecond, given.Timeout)
	assert.Nil(t, given.CheckRedirect)
}

func TestReadBody(t *testing.T) {
	t.Parallel()
	data, err := httpretry.ReadBody(strings.NewReader("12345"), 5)
	require.NoError(t, err)
	assert.Equal(t, "12345", string(data))

	_, err = httpretry.ReadBody(strings.NewReader("123456"), 5)
	require.ErrorIs(t, err, httpretry.ErrTooLarge)

	cut := errors.New("cut")
	_, err = httpretry.ReadBody(io.MultiReader(strings.NewReader("1"), failing{cut}), 5)
	require.ErrorIs(t, err, cut)
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// TestAWholeWaitHasACap does not wait for what a server asks for where there is
// no deadline either.
func TestAWholeWaitHasACap(t *testing.T) {
	t.Parallel()
	for after, waited := range map[string]time.Duration{"5": 5 * time.Second, "6": 0} {
		synctest.Test(t, func(t *testing.T) {
			service := &script{answers: []answer{{status: 429, header: map[string]string{"Retry-After": after}}, status(200)}}
			start := time.Now()
			resp, err := httpretry.New(httpretry.Config{Transport: service, WholeWaits: true, MaxWait: 5 * time.Second}).Do(request(t, http.MethodGet))
			require.NoError(t, err)
			defer resp.Body.Close()
			assert.Equal(t, waited, time.Since(start), after)
		})
	}
}
