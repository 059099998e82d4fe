package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/hook"
)

const token = "a-token-of-the-tests"

// peerOf is a peer whose supervisor is serve.
func peerOf(t *testing.T, serve http.HandlerFunc) *hook.Peer {
	t.Helper()
	server := httptest.NewServer(serve)
	t.Cleanup(server.Close)
	p, err := hook.NewPeer(hook.PeerOptions{URL: server.URL, Token: token})
	require.NoError(t, err)
	t.Cleanup(p.CloseIdleConnections)
	return p
}

func replies(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestAPeerIsAskedOnceForACall(t *testing.T) {
	t.Parallel()
	p := peerOf(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/evaluate", r.URL.Path)
		assert.Equal(t, "Bearer "+token, r.Header.Get("Authorization"))
		assert.Equal(t, "s1:t1", r.Header.Get("Idempotency-Key"))
		assert.NotEmpty(t, r.Header.Get("X-Request-Timeout"))
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		c, err := decision.ParseCall(body)
		assert.NoError(t, err)
		assert.Equal(t, "claude-code Bash /srv/app s1", c.Agent+" "+c.Tool+" "+c.WorkingDir+" "+c.Session)
		d, err := json.Marshal(decision.Decision{ID: c.ID, Action: decision.Deny, Reasoning: "never"})
		assert.NoError(t, err)
		_, _ = w.Write(d)
	})
	decided, reason := answer(t, newHook(t, hook.Options{Judge: p}), event("default"))
	assert.Equal(t, "deny", decided)
	assert.Contains(t, reason, "Why: never")
}

// TestKeysOfAPeerCountAsTheyAreWritten: what another program calls its own is not
// taken for ours.
func TestKeysOfAPeerCountAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	p := peerOf(t, replies(200, `{"decision":"deny","Decision":"approve","Reasoning":"other","reasoning":"ours"}`))
	decided, reason := answer(t, newHook(t, hook.Options{Judge: p}), event("default"))
	assert.Equal(t, "deny", decided)
	assert.Contains(t, reason, "Why: ours")
}

// TestReasonsSayWhatFailed in a few words, to whom the question goes.
func TestReasonsSayWhatFailed(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(replies(200, ""))
	down, err := hook.NewPeer(hook.PeerOptions{URL: gone.URL})
	require.NoError(t, err)
	gone.Close()
	broken := errors.New("line 7: s3cret")
	for want, judge := range map[string]hook.Judge{
		"the supervisor could not be reached":     down,
		"the supervisor refused the token":        peerOf(t, replies(401, "")),
		"there is no supervisor at the URL":       peerOf(t, replies(404, "")),
		"the supervisor answered with status 503": peerOf(t, replies(503, "")),
		"the supervisor failed":                   failing{broken},
		"the config of the hook cannot be used":   failing{&hook.Unjudged{Why: "the config of the hook cannot be used", Err: broken}},
		"the supervisor did not answer in time":   failing{fmt.Errorf("late: %w", context.DeadlineExceeded)},
	} {
		decided, reason := answer(t, newHook(t, hook.Options{Judge: judge}), event("default"))
		assert.Equal(t, "ask", decided)
		assert.Contains(t, reason, "Why: "+want)
		assert.NotContains(t, reason, "s3cret")
	}
}

// failing is a judge that does not judge.
type failing struct{ err error }

func (f failing) Evaluate(context.Context, decision.Call) (decision.Decision, error) {
	return decision.Decision{}, f.err
}

// TestAPeerThatDiesWhileAPersonIsAwaited is not taken for a person who was silent.
func TestAPeerThatDiesWhileAPersonIsAwaited(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var looks atomic.Int64
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	p := peerOf(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/evaluate" {
			replies(200, `{"decision":"escalate","approval":"a7"}`)(w, r)
			return
		}
		if looks.Add(1) > 2 { // as if the time of waiting were over
			giveUp()
		}
		panic(http.ErrAbortHandler) // the connection breaks
	})
	h := newHook(t, hook.Options{Judge: p, Wait: time.Hour, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	a := h.Answer(ctx, []byte(event("auto")))
	assert.Equal(t, hook.Deny, a.Permission)
	assert.Contains(t, a.Reason, "the supervisor could not be reached while a person was waited for")
	assert.NotContains(t, a.Reason, "nobody answered")
	assert.Contains(t, log.String(), "asking the supervisor")
}

// TestAnAnswerThatIsOverDoesNotSayThatItWaits: nobody can answer it any more.
func TestAnAnswerThatIsOverDoesNotSayThatItWaits(t *testing.T) {
	t.Parallel()
	for look, want := range map[string]string{"409": "cannot be used any more", "timeout": "nobody answered in time"} {
		for mode, decides := range map[string]string{"default": "ask", "auto": "deny"} {
			p, _ := approvals(t, true, look)
			decided, reason := answer(t, newHook(t, hook.Options{Judge: p, Wait: time.Minute}), event(mode))
			assert.Equal(t, decides, decided)
			assert.Contains(t, reason, want)
			assert.NotContains(t, reason, "Waits for")
			assert.NotContains(t, reason, "once a person has approved it")
		}
	}
}

// TestAPeerThatFails is never taken for a yes.
func TestAPeerThatFails(t *testing.T) {
	t.Parallel()
	approve := `{"decision":"approve"}`
	tests := map[string]http.HandlerFunc{
		"500": replies(500, approve),
		"401": replies(401, `{"error":"unauthorized"}`),
		"429": replies(429, approve),
		"202": replies(202, approve),
		"204": replies(204, ""),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
		"nothing":             replies(200, ""),
		"html":                replies(200, "<html>approve</html>"),
		"another object":      replies(200, `{"ok":true}`),
		"an unknown decision": replies(200, `{"decision":"allow"}`),
		"a decision of null":  replies(200, `{"decision":null}`),
		"Decision":            replies(200, `{"Decision":"approve"}`),
		"DECISION":            replies(200, `{"DECISION":"approve"}`),
		"deci\u017fion":       replies(200, `{"deci\u017fion":"approve"}`),
		"a list":              replies(200, `[{"decision":"approve"}]`),
		"a key twice":         replies(200, `{"decision":"deny","decision":"approve"}`),
		"two answers":         replies(200, approve+approve),
		"cut off":             replies(200, approve[:len(approve)-1]),
		"too large":           replies(200, `{"decision":"approve","reasoning":"`+strings.Repeat("x", 5<<20)+`"}`),
		"fewer than announced": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, approve)
		},
	}
	for name, serve := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHook(t, hook.Options{Judge: peerOf(t, serve)})
			for mode, want := range map[string]string{"default": "ask", "bypassPermissions": "deny"} {
				decided, reason := answer(t, h, event(mode))
				assert.Equal(t, want, decided, reason)
				assert.Contains(t, reason, "could not judge")
			}
		})
	}
}

func TestAPeerThatIsDownOrSlow(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(replies(200, `{"decision":"approve"}`))
	down, err := hook.NewPeer(hook.PeerOptions{URL: server.URL})
	require.NoError(t, err)
	server.Close()
	decided, _ := answer(t, newHook(t, hook.Options{Judge: down}), event("default"))
	assert.Equal(t, "ask", decided)

	slow := peerOf(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then a closed connection ends the context
		<-r.Context().Done()
	})
	decided, _ = answer(t, newHook(t, hook.Options{Judge: slow, Timeout: 50 * time.Millisecond}), event("auto"))
	assert.Equal(t, "deny", decided)
}

// approvals is a peer that left a call to a person, and what it says of the
// approval, look by look.
func approvals(t *testing.T, canWait bool, looks ...string) (p *hook.Peer, asked *atomic.Int64) {
	t.Helper()
	asked = &atomic.Int64{}
	return peerOf(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/evaluate":
			replies(200, `{"decision":"escalate","cause":"unsettled","approval":"a/7"}`)(w, r)
		case r.URL.EscapedPath() == "/approvals/a%2F7/wait" && r.Method == "POST" && canWait,
			r.URL.EscapedPath() == "/approvals/a%2F7" && r.Method == "GET" && !canWait:
			look := looks[min(int(asked.Add(1)), len(looks))-1]
			if look == "409" {
				replies(409, `{"error":"used"}`)(w, r)
				return
			}
			replies(200, `{"status":"`+look+`","resolved_by":"person:ann","reasoning":"so it is"}`)(w, r)
		default:
			replies(404, "")(w, r)
		}
	}), asked
}

func TestAPeerWaitsForAPerson(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		canWait bool
		looks   []string
		want    string
	}{
		"approved":              {true, []string{"approved"}, "allow"},
		"denied":                {true, []string{"denied"}, "deny"},
		"timeout":               {true, []string{"timeout"}, "ask"},
		"used by another":       {true, []string{"409"}, "ask"},
		"pending, then denied":  {true, []string{"pending", "denied"}, "deny"},
		"by looking, approved":  {false, []string{"approved"}, "allow"},
		"garbage, then refused": {false, []string{"maybe", "denied"}, "deny"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, asked := approvals(t, tt.canWait, tt.looks...)
			decided, reason := answer(t, newHook(t, hook.Options{Judge: p, Wait: time.Minute}), event("default"))
			assert.Equal(t, tt.want, decided, reason)
			assert.EqualValues(t, len(tt.looks), asked.Load())
		})
	}
}

// TestAnApprovalThatThePeerHasForgotten is given up at once.
func TestAnApprovalThatThePeerHasForgotten(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	p := peerOf(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/evaluate" {
			replies(200, `{"decision":"escalate","approval":"a7"}`)(w, r)
			return
		}
		asked.Add(1)
		replies(404, "")(w, r)
	})
	decided, reason := answer(t, newHook(t, hook.Options{Judge: p, Wait: time.Hour}), event("default"))
	assert.Equal(t, "ask", decided)
	assert.Contains(t, reason, "waiting for a person failed")
	assert.EqualValues(t, 2, asked.Load(), "to wait, and to look")
}

func TestAPersonWhoDoesNotAnswerThePeer(t *testing.T) {
	t.Parallel()
	p, _ := approvals(t, true, "pending")
	decided, reason := answer(t, newHook(t, hook.Options{Judge: p, Wait: 50 * time.Millisecond}), event("auto"))
	assert.Equal(t, "deny", decided)
	assert.Contains(t, reason, "nobody answered in time")
}

func TestPeersThatAreNotAsked(t *testing.T) {
	t.Parallel()
	for _, o := range []hook.PeerOptions{
		{}, {URL: "localhost:9096"}, {URL: "ftp://localhost"}, {URL: "http://supervisor.example"}, {URL: "http://10.0.0.7:9096"},
		{URL: "https://user:s3cret@supervisor.example"}, {URL: "http://127.0.0.1?x=1"}, {URL: "http://127.0.0.1", Token: "a b"}, {URL: "%"},
	} {
		_, err := hook.NewPeer(o)
		require.Error(t, err, o.URL)
		assert.NotContains(t, err.Error(), "s3cret")
	}
	for _, url := range []string{"http://127.0.0.1:9096/", "http://[::1]:9096", "http://localhost:9096/supervisor", "https://supervisor.example"} {
		_, err := hook.NewPeer(hook.PeerOptions{URL: url})
		assert.NoError(t, err, url)
	}
}

func TestALongIDIsHashedIntoTheKey(t *testing.T) {
	t.Parallel()
	for _, id := range []string{strings.Repeat("x", 300), "s:ä"} {
		p := peerOf(t, func(w http.ResponseWriter, r *http.Request) {
			assert.Len(t, r.Header.Get("Idempotency-Key"), 64)
			replies(200, `{"decision":"deny"}`)(w, r)
		})
		_, err := p.Evaluate(context.Background(), decision.Call{ID: id, Tool: "x"})
		require.NoError(t, err)
	}
}
