package wire_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
)

// key is of no form that a detector knows: only who was given it can hide it.
const key = "lantern-river-quartz"

// serve starts a server and returns a client for it.
func serve(t *testing.T, handle http.HandlerFunc) *wire.Client {
	t.Helper()
	s := httptest.NewServer(handle)
	t.Cleanup(s.Close)
	return open(t, wire.Options{Service: "svc", URL: s.URL + "/base/", Key: key, Header: wire.Bearer(key)})
}

func open(t *testing.T, o wire.Options) *wire.Client {
	t.Helper()
	c, err := wire.New(o)
	require.NoError(t, err)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func answer(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestPost(t *testing.T) {
	t.Parallel()
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		assert.Equal(t, "POST /base/ask", r.Method+" "+r.URL.Path)
		assert.Equal(t, "Bearer "+key, r.Header.Get("Authorization"))
		assert.Equal(t, "application/json", r.Header.Get("Content-Type"))
		assert.JSONEq(t, `{"q":"<a> & b"}`, string(body))
		assert.Contains(t, string(body), "<a> & b", "not escaped for html")
		answer(http.StatusOK, "application/json; charset=utf-8", `{"a":4}`)(w, r)
	})
	var out struct{ A int }
	require.NoError(t, c.Post(t.Context(), "/ask", map[string]string{"q": "<a> & b"}, &out))
	assert.Equal(t, 4, out.A)
}

func TestNewChecksTheAddress(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"https://api.example.test/v1", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1/x/"} {
		_, err := wire.New(wire.Options{URL: good, Key: key})
		require.NoError(t, err, good)
	}
	_, err := wire.New(wire.Options{URL: "http://gpu.example.test:8000"})
	require.NoError(t, err, "without a key http will do")
	for bad, says := range map[string]string{
		"":                                 "full URL",
		"localhost:11434":                  "full URL",
		"ftp://example.test":               "full URL",
		"https://":                         "full URL",
		"http://api.example.test":          "https only",
		"http://localhost.example.test":    "https only",
		"http://127.0.0.1.example.test":    "https only",
		"https://u:hunter2@example.test":   "no user",
		"https://example.test/?k=hunter2":  "no user, query",
		"https://example.test/%zz?hunter2": "not a URL",
	} {
		_, err := wire.New(wire.Options{URL: bad, Key: key})
		require.ErrorContains(t, err, says, bad)
		assert.NotContains(t, err.Error(), "hunter2")
	}
}

func TestAnswersThatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]http.HandlerFunc{
		"a web page":    answer(http.StatusOK, "text/html", "<p>"),
		"no type":       answer(http.StatusOK, "", `{"a":1}`),
		"not json":      answer(http.StatusOK, "application/json", `{"a":`),
		"another shape": answer(http.StatusOK, "application/json", `{"a":"text"}`),
		"too long":      answer(http.StatusOK, "application/json", `{"a":1,"b":"`+strings.Repeat("x", wire.MaxAnswerBytes)+`"}`),
		"shorter than it says": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			answer(http.StatusOK, "application/json", `{"a":1}`)(w, r)
		},
	} {
		var out struct{ A int }
		err := serve(t, handle).Post(t.Context(), "/ask", nil, &out)
		require.Error(t, err, name)
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), "%s: %v", name, err)
	}
}

// breaker is what an error tells a circuit breaker.
func breaker(err error) (ignores bool, opens time.Duration) {
	var ignorer interface{ BreakerIgnores() bool }
	var opener interface{ BreakerOpens() time.Duration }
	if errors.As(err, &ignorer) {
		ignores = ignorer.BreakerIgnores()
	}
	if errors.As(err, &opener) {
		opens = opener.BreakerOpens()
	}
	return ignores, opens
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]struct {
		ignores bool
		opens   time.Duration
	}{
		301: {}, 307: {}, 500: {}, 204: {},
		400: {ignores: true}, 406: {ignores: true}, 451: {ignores: true}, 413: {ignores: true}, 422: {ignores: true},
		401: {opens: wire.LockedPause}, 403: {opens: wire.LockedPause}, 404: {opens: wire.LockedPause}, 501: {opens: wire.LockedPause},
		402: {opens: wire.SpentPause},
	} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			c := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Location", "http://elsewhere.invalid/")
				answer(status, "application/json", `{"error":{"message":"no, `+r.Header.Get("Authorization")+`"}}`)(w, r)
			})
			err := c.Post(t.Context(), "/ask", nil, new(struct{}))
			require.Error(t, err)
			assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
			ignores, opens := breaker(err)
			assert.Equal(t, want.ignores, ignores)
			assert.Equal(t, want.opens, opens)
			assert.NotContains(t, err.Error(), key)
			assert.NotContains(t, err.Error(), "127.0.0.1")
		})
	}
}

// TestAFilterIsNoRefusedKey keeps a breaker closed that an agent could open by
// words which a firewall before the service does not let through.
func TestAFilterIsNoRefusedKey(t *testing.T) {
	t.Parallel()
	for body, ignored := range map[string]bool{"<html>blocked</html>": true, "": true, `{"error":"bad key"}`: false, `{"error":{"code":"forbidden"}}`: false} {
		err := serve(t, answer(http.StatusForbidden, "text/html", body)).Post(t.Context(), "/ask", nil, new(struct{}))
		assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
		ignores, opens := breaker(err)
		assert.Equal(t, ignored, ignores, body)
		assert.Equal(t, ignored, opens == 0, body)
	}
}

func TestUsedUpQuotaIsNotAMoment(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"3600", "0"} { // neither is waited for
		var asked atomic.Int32
		c := serve(t, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			w.Header().Set("Retry-After", after)
			answer(http.StatusTooManyRequests, "application/json", `{"error":{"code":"insufficient_quota","message":"buy more"}}`)(w, r)
		})
		err := c.Post(t.Context(), "/ask", nil, new(struct{}))
		require.ErrorContains(t, err, "buy more")
		_, opens := breaker(err)
		assert.Equal(t, wire.SpentPause, opens)
		assert.Equal(t, int32(1), asked.Load())
	}
}

// TestAnAskedPauseIsBounded keeps a breaker from being opened for good by what
// one answer says.
func TestAnAskedPauseIsBounded(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]time.Duration{"59": 0, "60": time.Minute, "4000000000": wire.SpentPause} {
		err := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", after)
			answer(http.StatusTooManyRequests, "application/json", `{"error":"slow"}`)(w, r)
		}).Post(t.Context(), "/ask", nil, new(struct{}))
		ignores, opens := breaker(err)
		assert.Equal(t, want, opens, after)
		assert.Equal(t, want == 0, ignores, after)
	}
}

// roundTrip is a transport made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// silent never answers.
func silent(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func TestErrorsSayWhoseClockFired(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		timeout, budget time.Duration
		says            string
	}{
		"its own":      {2 * time.Second, time.Minute, "within its timeout of 2s"},
		"the caller's": {time.Minute, 2 * time.Second, "what was left of the budget"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := open(t, wire.Options{Service: "svc", URL: "https://svc.test", Timeout: tt.timeout, HTTPClient: &http.Client{Transport: roundTrip(silent)}})
				ctx, cancel := context.WithTimeout(t.Context(), tt.budget)
				defer cancel()
				start := time.Now()
				err := c.Post(ctx, "/ask", nil, new(struct{}))
				require.ErrorContains(t, err, tt.says)
				assert.Equal(t, decision.CauseTimeout, decision.CauseOf(err))
				assert.Equal(t, 2*time.Second, time.Since(start))
			})
		})
	}
}

func TestCancelIsNoTimeout(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	c := open(t, wire.Options{Service: "svc", URL: "https://svc.test", HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
		cancel()
		return silent(r)
	})}})
	err := c.Post(ctx, "/ask", nil, new(struct{}))
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err))
}

func TestAMomentIsWaitedOut(t *testing.T) {
	t.Parallel()
	for _, status := range []int{408, 409, 425, 429, 500, 502, 503, 504, 529} {
		synctest.Test(t, func(t *testing.T) {
			var count atomic.Int64
			c := open(t, wire.Options{Service: "svc", URL: "https://svc.test", HTTPClient: &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				body, err := io.ReadAll(r.Body)
				require.NoError(t, err)
				assert.Equal(t, "1\n", string(body), "each attempt sends the body")
				rec := httptest.NewRecorder()
				rec.Header().Set("Retry-After", "1")
				if count.Add(1) == 1 {
					answer(status, "application/json", "{}")(rec, r)
				} else {
					answer(http.StatusOK, "application/json", "{}")(rec, r)
				}
				return rec.Result(), nil
			})}})
			require.NoError(t, c.Post(t.Context(), "/ask", 1, new(struct{})), status)
			assert.EqualValues(t, 2, count.Load())
		})
	}
}

func TestRequestTooLargeIsNotSent(t *testing.T) {
	t.Parallel()
	c := open(t, wire.Options{Service: "svc", URL: "https://svc.test", HTTPClient: &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
		t.Error("sent")
		return nil, io.EOF
	})}})
	err := c.Post(t.Context(), "/ask", strings.Repeat("x", wire.MaxRequestBytes), new(struct{}))
	assert.Equal(t, decision.CauseInvalid, decision.CauseOf(err))
}

func TestClientPrintsNoKey(t *testing.T) {
	t.Parallel()
	c := open(t, wire.Options{URL: "https://svc.test", Key: key, Header: wire.Bearer(key)})
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v %+v %#v", *c, *c, *c)
	assert.NotContains(t, b.String(), key)
}

func TestRefusedAndUncounted(t *testing.T) {
	t.Parallel()
	c := open(t, wire.Options{Service: "svc", URL: "https://svc.test", Key: key})
	err := c.Refused("no\n" + key)
	assert.Equal(t, "svc: the model declines to answer: no [secret]", err.Error())
	assert.Equal(t, decision.CauseRefused, decision.CauseOf(err))
	ignores, _ := breaker(err)
	assert.True(t, ignores)
}

// TestKeysInWhatAServiceSays has a service take its key apart, and put it where
// half of it is cut off.
func TestKeysInWhatAServiceSays(t *testing.T) {
	t.Parallel()
	const odd = "lantern+river/quartz"
	c := open(t, wire.Options{URL: "https://svc.test", Key: odd})
	for name, said := range map[string]string{
		"as it is":       odd,
		"in a path":      "lantern+river%2Fquartz",
		"in a query":     "lantern%2Briver%2Fquartz",
		"invisibly cut":  "lantern\u200b+river\u2060/quartz",
		"behind a bound": strings.Repeat(odd, 39) + odd,
	} {
		for _, text := range []string{c.Message(said), c.Name(said)} {
			assert.Contains(t, text, "[secret]", name)
			assert.NotContains(t, text, "lantern", name)
			assert.NotContains(t, text, "quartz", name)
		}
	}
	assert.LessOrEqual(t, len(c.Name(strings.Repeat("a", 500))), 128)
	assert.Equal(t, "a [secret]\u200b\n", c.Hide("a "+odd+"\u200b\n"), "what a model says is not changed else")
	assert.Equal(t, "none", open(t, wire.Options{URL: "https://svc.test", Key: "none"}).Hide("none"), "a word is no key")
	assert.Equal(t, "x", c.Hide("x"))

	err := serve(t, answer(http.StatusOK, "text/"+key, "{}")).Get(t.Context(), "/", new(struct{}))
	assert.ErrorContains(t, err, "text/[secret]")
}

func TestMessageIsBounded(t *testing.T) {
	t.Parallel()
	c := open(t, wire.Options{URL: "https://svc.test"})
	assert.LessOrEqual(t, len(c.Message(strings.Repeat("a\n", 5000))), 200)
}

func TestMask(t *testing.T) {
	t.Parallel()
	const secret = "ghp_Zk93LmQx7RtVb2NcYw8PsJ4dHf6Ga1EuTo05"
	in := decision.Prompt{
		System: "use " + secret,
		Messages: []decision.Message{
			{Role: decision.RoleUser, Text: secret},
			{Role: decision.RoleAssistant, ToolCalls: []decision.ToolRequest{
				{Name: "a", Input: json.RawMessage(`{"x":["` + secret + `"],"password":"hunter22","n":1.50}`)},
				{Name: "b", Input: json.RawMessage(`{"torn":"` + secret)},
				{Name: "c", Input: json.RawMessage(`{"n":1.50}`)},
			}},
		},
	}
	before := written(in.Messages)
	out := wire.Mask(in)
	assert.NotContains(t, out.System+written(out.Messages), secret)
	calls := out.Messages[1].ToolCalls
	assert.JSONEq(t, `{"x":["[secret]"],"password":"[secret]","n":1.50}`, string(calls[0].Input))
	assert.JSONEq(t, `{}`, string(calls[1].Input))
	assert.Equal(t, `{"n":1.50}`, string(calls[2].Input), "what holds no secret is left as it was")
	assert.Equal(t, before, written(in.Messages), "the prompt itself is not changed")
}

// written writes messages with the inputs of their tools, torn ones too.
func written(messages []decision.Message) string {
	var b strings.Builder
	for _, m := range messages {
		b.WriteString(m.Text)
		for _, c := range m.ToolCalls {
			b.Write(c.Input)
		}
	}
	return b.String()
}

func TestToolInput(t *testing.T) {
	t.Parallel()
	c := open(t, wire.Options{Service: "svc", URL: "https://svc.test"})
	for in, want := range map[string]string{"": `{}`, `{"a":1}`: `{"a":1}`} {
		got, err := c.ToolInput([]byte(in))
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
	for _, in := range []string{`[]`, `"x"`, `null`, `{`, `{"a":1,"a":2}`, `{} {}`, strings.Repeat(`{"a":`, 100) + `1` + strings.Repeat(`}`, 100)} {
		_, err := c.ToolInput([]byte(in))
		assert.Equal(t, decision.CauseUnreadable, decision.CauseOf(err), in)
	}
}

func TestLacks(t *testing.T) {
	t.Parallel()
	status := func(code int, message string) error {
		return fmt.Errorf("wrapped: %w", &wire.StatusError{Status: code, Message: message})
	}
	for name, tt := range map[string]struct {
		err  error
		want bool
	}{
		"a bare 404":          {status(404, ""), true},
		"a 404 that explains": {status(404, "no such model"), false},
		"405":                 {status(405, "no"), true},
		"501":                 {status(501, ""), true},
		"500":                 {status(500, ""), false},
		"no status":           {io.EOF, false},
		"no error":            {nil, false},
	} {
		assert.Equal(t, tt.want, wire.Lacks(tt.err), name)
	}
}
