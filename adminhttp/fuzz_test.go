package adminhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/adminhttp"
	"github.com/flux7-go/supervisor/decision"
)

// answered sends a request, which must get a whole answer: JSON, unless it is
// no error, and never a failure of ours.
func answered(t *testing.T, s *stage, method, target string, body []byte, headers ...string) {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost/", bytes.NewReader(body))
	at, err := url.ParseRequestURI(target)
	if err != nil || at.Host != "" {
		return // no request could carry it
	}
	if strings.HasPrefix(at.Path, "/events") { // it ends with its reader
		gone, leave := context.WithCancel(t.Context())
		leave()
		r = r.WithContext(gone)
	}
	r.URL = at
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	require.NotEqual(t, 500, w.Code, "%s %s: %s", method, target, w.Body)
	if w.Code >= 400 || strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		require.True(t, json.Valid(w.Body.Bytes()), "%s", w.Body)
	}
}

func FuzzEvaluate(f *testing.F) {
	s := newStage(f, theRules, adminhttp.Options{})
	for _, seed := range []string{
		benchCall, `{"tool":"fs.read","id":"a","injection_risk":true,"recent_traces":[{}]}`, `{"tool":"bash","params":{"command":"a && b"}}`, `[1]`, `{`,
	} {
		f.Add([]byte(seed), "", "")
	}
	f.Add([]byte(benchCall), "key", "0.5")
	f.Fuzz(func(t *testing.T, body []byte, key, timeout string) {
		answered(t, s, "POST", "/evaluate", body, "Idempotency-Key", key, "X-Request-Timeout", timeout)
	})
}

func FuzzEvaluateBatch(f *testing.F) {
	s := newStage(f, theRules, adminhttp.Options{})
	for _, seed := range []string{`{"calls":[` + benchCall + `,{"tool":""},7]}`, `{"calls":[]}`, `{"calls":[`, `{"calls":[],"x":1}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) { answered(t, s, "POST", "/evaluate/batch", body) })
}

// FuzzBenchStart has no set in its directory, so that no run begins.
func FuzzBenchStart(f *testing.F) {
	s := newStage(f, theRules, adminhttp.Options{Token: "t0ken", BenchDir: f.TempDir()})
	for _, seed := range []string{`{"set":"mine","mode":"replay"}`, `{"set":"../x","mode":"recompute"}`, `{"set":"a\u0000b","mode":"replay"}`, `{"set":7}`, `[`, `null`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		answered(t, s, "POST", "/bench/runs", body, "Authorization", "Bearer t0ken")
	})
}

// FuzzPath has a call that waits, and a token, so that the paths lead to where they
// lead an operator.
func FuzzPath(f *testing.F) {
	s := askPeople(f)
	for _, seed := range []string{
		"/approvals/" + s.leave(f, mailCall) + "/explain", "/approvals/x/wait", "/approvals/%2e%2e/approve", "/auto-approve/x", "/bench/runs/x%2F..%2Fy/cancel",
		"/events?x=1", "/files/questions%2F..%2Fsup7.yaml", "/assets/..%2Findex.html",
		"/decisions?limit=1&since=2026-01-02T03:04:05Z&decision=denied&cursor=x-1&agent=%00", "/decisions/a%2F..%2Fb", "/../status", "//health", "/%2e%2e/", "/openapi.yaml",
	} {
		f.Add("GET", seed)
	}
	f.Add("OPTIONS", "/pause")
	f.Add("POST", "/resume")
	f.Add("DELETE", "/auto-approve/x")
	f.Fuzz(func(t *testing.T, method, target string) {
		if method == "" || strings.ContainsFunc(method, func(r rune) bool { return r < 'A' || r > 'Z' }) {
			return
		}
		answered(t, s, method, target, nil, "Authorization", "Bearer t0ken")
	})
}

func FuzzAccess(f *testing.F) {
	s := newStage(f, theRules, adminhttp.Options{Token: "t0ken"})
	f.Add("localhost", "http://localhost", "Bearer t0ken", "same-origin")
	f.Add("[::1]:1", "null", "Basic x", "cross-site")
	f.Add("evil.example", "http://[", "bearer \xff", "none")
	f.Fuzz(func(t *testing.T, host, origin, token, site string) {
		r := httptest.NewRequest("POST", "http://localhost/pause", nil)
		r.Host, r.RemoteAddr = host, host
		r.Header.Set("Origin", origin)
		r.Header.Set("Authorization", token)
		r.Header.Set("Sec-Fetch-Site", site)
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		require.NotEqual(t, 500, w.Code)
		if w.Code == 200 {
			require.Regexp(t, `(?i)^bearer t0ken$`, token)
			require.Regexp(t, `(?i)^(localhost|127\.\d+\.\d+\.\d+|\[?[0-9a-f:]*:[0-9a-f:.]*(%[^\]]*)?\]?)\.?(:\d*)?$`, host)
			require.Contains(t, []string{"", "same-origin", "none"}, site)
			from, err := url.Parse(origin)
			require.NoError(t, err)
			require.True(t, strings.EqualFold(from.Host, host), origin)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	s := askPeople(f)
	for _, seed := range []string{
		``, `{}`, `{"auto_approve":"session"}`, `{"reasoning":"a\nb","confidence":0.5,"resolved_by":"agent:x"}`, `{"auto_approve":"x"}`, `[1]`, `{`, `null`,
	} {
		f.Add([]byte(seed), "approve")
		f.Add([]byte(seed), "deny")
	}
	f.Fuzz(func(t *testing.T, body []byte, action string) {
		if action != "approve" && action != "deny" {
			return
		}
		answered(t, s, "POST", "/approvals/"+s.leave(t, mailCall)+"/"+action, body, "Authorization", "Bearer t0ken")
		s.forget(t)
	})
}

// forget takes back what was said, so that the next call waits again.
func (s *stage) forget(t testing.TB) {
	t.Helper()
	list, err := s.sup.StandingApprovals().List(t.Context(), "")
	require.NoError(t, err)
	for _, a := range list {
		if a.ID != "" {
			require.NoError(t, s.sup.StandingApprovals().Delete(t.Context(), a.ID))
		}
	}
	_, err = s.words.RevokeWords(t.Context(), decision.WordQuery{}, time.Now())
	require.NoError(t, err)
}

func FuzzStanding(f *testing.F) {
	s := askPeople(f)
	for _, seed := range []string{
		`{"agent":"maple","tool":"fs.read"}`, `{"agent":"a","tool":"b","scope":"session","conversation_id":"c","expires_at":"2999-01-01T00:00:00Z"}`,
		`{"agent":"a","tool":"b","arguments":{"a":[1,{"b":null}]},"effects":["reads"],"zones":["project"],"hosts":["h"],"max_uses":1}`, `[1]`, `{`, `null`,
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "only")
	}
	f.Fuzz(func(t *testing.T, body []byte, preview string) {
		answered(t, s, "POST", "/auto-approve?preview="+url.QueryEscape(preview), body, "Authorization", "Bearer t0ken")
		s.forget(t)
	})
}
