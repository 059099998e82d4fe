package hook_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/hook"
)

// served is a handler on loopback.
func served(t *testing.T, o hook.Options) *httptest.Server {
	t.Helper()
	h, err := hook.NewHandler(newHook(t, o), hook.HandlerOptions{Token: token, AllowedHosts: []string{"Hooks.Example"}})
	require.NoError(t, err)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server
}

// post sends an event as a host does; headers are pairs.
func post(t *testing.T, server *httptest.Server, method, path, body string, headers ...string) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	r.Host = r.Header.Get("Host")
	got, err := server.Client().Do(r)
	require.NoError(t, err)
	defer func() { _ = got.Body.Close() }()
	data, err := io.ReadAll(got.Body)
	require.NoError(t, err)
	return got.StatusCode, string(data)
}

// TestTheHandlerAnswersWhatTheCommandDoes with 200, whatever became of the event.
func TestTheHandlerAnswersWhatTheCommandDoes(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[string][2]string{ // in default mode, in auto mode
		"approve": {"allow", "allow"}, "deny": {"deny", "deny"}, "escalate": {"ask", "deny"}, "failure": {"ask", "deny"}, "observe": {"", ""},
	} {
		server := served(t, hook.Options{Judge: verdicts[verdict]})
		for i, mode := range []string{"default", "auto"} {
			status, body := post(t, server, "POST", "/hooks/claude-code", strings.Replace(event(mode), "t1", mode, 1))
			assert.Equal(t, 200, status, verdict)
			decided, _ := permission(t, []byte(body))
			assert.Equal(t, want[i], decided, "%s %s", verdict, mode)
		}
	}
	server := served(t, hook.Options{Judge: verdicts["approve"]})
	for path, tt := range map[string]struct{ body, want string }{
		"/":      {event("default"), "allow"},
		"/empty": {"", "ask"},
		"/cut":   {event("auto")[:150], "deny"},
		"/other": {strings.Replace(event("default"), "PreToolUse", "Stop", 1), "ask"},
		"/big":   {strings.Replace(event("auto"), "s3cret", strings.Repeat("x", hook.MaxEventBytes), 1), "deny"},
	} {
		status, body := post(t, server, "POST", path, tt.body)
		assert.Equal(t, 200, status, path)
		decided, _ := permission(t, []byte(body))
		assert.Equal(t, tt.want, decided, path)
	}
}

func TestWhoMayNotAskTheHandler(t *testing.T) {
	t.Parallel()
	server := served(t, hook.Options{Judge: verdicts["approve"]})
	tests := map[string]struct {
		method  string
		headers []string
		want    int
	}{
		"no token":          {"POST", []string{"Authorization", ""}, 401},
		"another":           {"POST", []string{"Authorization", "Bearer another-token-of-tests"}, 401},
		"another scheme":    {"POST", []string{"Authorization", "Basic " + token}, 401},
		"a web page":        {"POST", []string{"Origin", server.URL}, 403},
		"a web page's load": {"POST", []string{"Sec-Fetch-Site", "same-origin"}, 403},
		"another name":      {"POST", []string{"Host", "evil.example"}, 403},
		"an allowed name":   {"POST", []string{"Host", "hooks.example:80"}, 200},
		"localhost":         {"POST", []string{"Host", "LOCALHOST:1"}, 200},
		"a look":            {"GET", nil, 405},
	}
	for name, tt := range tests {
		status, body := post(t, server, tt.method, "/", event("default"), tt.headers...)
		assert.Equal(t, tt.want, status, name)
		if status != 200 {
			assert.NotContains(t, body, "allow", name)
		}
	}
	for _, o := range []hook.HandlerOptions{{}, {Token: "short"}, {Token: "with a blank and long"}} {
		_, err := hook.NewHandler(newHook(t, hook.Options{Judge: verdicts["deny"]}), o)
		assert.Error(t, err)
	}
	_, err := hook.NewHandler(nil, hook.HandlerOptions{Token: token})
	assert.Error(t, err)
}

// TestAToolUseIsJudgedOnce sends twenty tool uses at once, each of them three
// times, as when a host has several handlers.
func TestAToolUseIsJudgedOnce(t *testing.T) {
	t.Parallel()
	var judged atomic.Int64
	server := served(t, hook.Options{Judge: judge(func(_ context.Context, c decision.Call) (decision.Decision, error) {
		return decision.Decision{ID: fmt.Sprint(c.ID, " ", judged.Add(1)), Action: decision.Approve}, nil
	})})
	var all sync.WaitGroup
	answers := make([]string, 60)
	for i := range answers {
		all.Go(func() {
			_, answers[i] = post(t, server, "POST", "/", strings.Replace(event("auto"), "t1", fmt.Sprint("t", i%20), 1))
		})
	}
	all.Wait()
	assert.EqualValues(t, 20, judged.Load())
	for i, answer := range answers {
		assert.Equal(t, answers[i%20], answer)
	}
	_, body := post(t, server, "POST", "/", strings.Replace(event("auto"), "s3cret", "other", 1))
	decided, _ := permission(t, []byte(body))
	assert.Equal(t, "deny", decided, "the id of another call")
	assert.EqualValues(t, 20, judged.Load())
}

func TestAFailureIsNotRemembered(t *testing.T) {
	t.Parallel()
	var judged atomic.Int64
	server := served(t, hook.Options{Judge: judge(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
		if judged.Add(1) == 1 {
			return verdicts["failure"](ctx, c)
		}
		return verdicts["approve"](ctx, c)
	})})
	for _, want := range []string{"ask", "allow", "allow"} {
		_, body := post(t, server, "POST", "/", event("default"))
		decided, _ := permission(t, []byte(body))
		assert.Equal(t, want, decided)
	}
	assert.EqualValues(t, 2, judged.Load())
}

// TestTheAnswersAreBounded remembers no more than it says.
func TestTheAnswersAreBounded(t *testing.T) {
	t.Parallel()
	var judged atomic.Int64
	h, err := hook.NewHandler(newHook(t, hook.Options{Judge: judge(func(context.Context, decision.Call) (decision.Decision, error) {
		judged.Add(1)
		return decision.Decision{Action: decision.Approve}, nil
	})}), hook.HandlerOptions{Token: token})
	require.NoError(t, err)
	send := func(id string) string {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "http://localhost/", strings.NewReader(strings.Replace(event("auto"), "t1", id, 1)))
		r.Header.Set("Authorization", "Bearer "+token)
		h.ServeHTTP(w, r)
		decided, _ := permission(t, w.Body.Bytes())
		return decided
	}
	for i := range hook.MaxRepeats + 1 {
		require.Equal(t, "allow", send(fmt.Sprint("u", i)))
	}
	send("u0")
	assert.EqualValues(t, hook.MaxRepeats+2, judged.Load(), "the oldest was forgotten")
	send("u7")
	assert.EqualValues(t, hook.MaxRepeats+2, judged.Load())
	assert.Equal(t, "deny", send(strings.Repeat("x", 2000)), "an id that is too long to keep")
}

// TestARefusedBodyIsNotWaitedFor: whoever has no token holds no connection with a
// body that does not come.
func TestARefusedBodyIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	server := served(t, hook.Options{Judge: verdicts["approve"]})
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	require.NoError(t, err)
	defer func() { _ = conn.Close() }()
	_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")
	require.NoError(t, err)
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(time.Minute)))
	answer, err := io.ReadAll(conn)
	require.NoError(t, err, "the connection is closed")
	assert.Contains(t, string(answer), "HTTP/1.1 401")
}
