package callback_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/callback"
)

const token, otherToken = "token-of-claude", "token-of-gemini"

// listen serves reviewers over HTTP on loopback until the test ends, and returns
// the address of the endpoint.
func (d desk) listen(t *testing.T, o callback.HTTPOptions) string {
	t.Helper()
	if o.Tokens == nil {
		o.Tokens = map[string]string{"claude": token, "gemini": otherToken}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.ServeListener(ctx, l, o) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
	})
	return "http://" + l.Addr().String() + callback.Path
}

// bearer sends a token with each request.
type bearer struct {
	token string
	http.RoundTripper
}

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return b.RoundTripper.RoundTrip(r)
}

// dial connects a reviewer over HTTP.
func dial(t *testing.T, url, token string) reviewer {
	t.Helper()
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: bearer{token, transport}}, MaxRetries: -1,
	}, nil)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, session.Close()) })
	return reviewer{t, session}
}

func TestReviewersOverHTTP(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	url := d.listen(t, callback.HTTPOptions{})
	claude, gemini := dial(t, url, token), dial(t, url, otherToken)
	c := write("a-1")
	c.Agent = "gemini"
	result := d.judge(t.Context(), c)
	assert.Equal(t, "a-1", claude.next().ID)
	assert.Empty(t, gemini.pending(nil), "whose token it is, not what it says, tells who it is")
	text, failed := gemini.verdict("a-1", "approve", 1)
	assert.True(t, failed, text)
	resource, err := claude.ReadResource(t.Context(), read("a-1"))
	require.NoError(t, err)
	assert.Contains(t, resource.Contents[0].Text, `"effects"`)
	text, failed = claude.verdict("a-1", "approve", 0.9)
	assert.False(t, failed, text)
	got := <-result
	require.NoError(t, got.err)
	assert.Equal(t, decision.Approve, got.verdict.Action)
}

// toolCall is a request without a handshake, as old clients may send it.
func toolCall(tool, args string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
}

func TestRequestsThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	url := d.listen(t, callback.HTTPOptions{AllowedHosts: []string{"Sup.example", "other.example:8443"}})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: hang}
	for name, tt := range map[string]struct {
		change func(*http.Request)
		body   string
		want   int
	}{
		"nothing wrong":          {func(*http.Request) {}, toolCall("sup7_pending", "{}"), 200},
		"no token":               {func(r *http.Request) { r.Header.Del("Authorization") }, "", 401},
		"wrong token":            {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token+"x") }, "", 401},
		"part of a token":        {func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token[:5]) }, "", 401},
		"empty token":            {func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }, "", 401},
		"another scheme":         {func(r *http.Request) { r.Header.Set("Authorization", "Basic "+token) }, "", 401},
		"two tokens":             {func(r *http.Request) { r.Header.Add("Authorization", "Bearer "+otherToken) }, "", 401},
		"foreign host":           {func(r *http.Request) { r.Host = "evil.example" }, "", 403},
		"allowed host":           {func(r *http.Request) { r.Host = "sup.example:443" }, toolCall("sup7_pending", "{}"), 200},
		"allowed with port":      {func(r *http.Request) { r.Host = "other.example:8443" }, toolCall("sup7_pending", "{}"), 200},
		"another port":           {func(r *http.Request) { r.Host = "other.example:80" }, "", 403},
		"loopback name":          {func(r *http.Request) { r.Host = "localhost:1" }, toolCall("sup7_pending", "{}"), 200},
		"loopback 6":             {func(r *http.Request) { r.Host = "[::1]:9095" }, toolCall("sup7_pending", "{}"), 200},
		"foreign origin":         {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, "", 403},
		"no origin":              {func(r *http.Request) { r.Header.Set("Origin", "null") }, "", 403},
		"cross site":             {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, "", 403},
		"own origin":             {func(r *http.Request) { r.Header.Set("Origin", "http://"+r.URL.Host) }, toolCall("sup7_pending", "{}"), 200},
		"too large":              {func(*http.Request) {}, toolCall("sup7_pending", `{"x":"`+strings.Repeat("x", callback.MaxMessageBytes)+`"}`), 413},
		"another path":           {func(r *http.Request) { r.URL.Path = "/" }, "", 404},
		"no stream":              {func(r *http.Request) { r.Method = http.MethodGet }, "", 405},
		"a page asks beforehand": {func(r *http.Request) { r.Method = http.MethodOptions; r.Header.Del("Authorization") }, "", 401},
		"no json":                {func(*http.Request) {}, "approve", 400},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(tt.body))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		tt.change(r)
		res, err := client.Do(r)
		require.NoError(t, err, name)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		assert.Equal(t, tt.want, res.StatusCode, "%s: %.200s", name, body)
		assert.NotContains(t, string(body), token, name)
		if res.StatusCode == http.StatusUnauthorized {
			assert.Equal(t, "Bearer", res.Header.Get("WWW-Authenticate"))
			assert.Contains(t, string(body), "not authorised")
		}
	}
}

// A client gives up a long poll: it takes no call with it, in any protocol version.
func TestAnAbandonedPollTakesNothingAway(t *testing.T) {
	t.Parallel()
	for _, protocol := range []string{"", "2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
				h, err := d.Handler(callback.HTTPOptions{Tokens: map[string]string{"claude": token}})
				require.NoError(t, err)
				poll := func(ctx context.Context) string {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, pollRequest(ctx, protocol))
					return w.Body.String()
				}
				ctx, giveUp := context.WithCancel(t.Context())
				orphan := make(chan string, 1)
				go func() { orphan <- poll(ctx) }()
				synctest.Wait()
				require.Equal(t, 1, d.Polls(), "it waits")
				giveUp()
				synctest.Wait()
				assert.Zero(t, d.Polls(), "it waits no more")
				result := d.judge(t.Context(), write("a-1"))
				synctest.Wait()
				start := time.Now()
				assert.Contains(t, poll(t.Context()), "a-1")
				assert.Zero(t, time.Since(start), "the call was new to the next poll")
				assert.NotContains(t, <-orphan, "a-1")
				<-result
			})
		})
	}
}

func pollRequest(ctx context.Context, protocol string) *http.Request {
	body, meta := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sup7_pending","arguments":{"wait_seconds":20}%s}}`, ""
	if protocol >= "2026" {
		meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"` + protocol + `","io.modelcontextprotocol/clientCapabilities":{}}`
	}
	r := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+callback.Path, strings.NewReader(fmt.Sprintf(body, meta)))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if protocol != "" {
		r.Header.Set("Mcp-Protocol-Version", protocol)
		r.Header.Set("Mcp-Method", "tools/call")
		r.Header.Set("Mcp-Name", "sup7_pending")
	}
	return r
}

func TestHTTPNeedsTokens(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	many := map[string]string{}
	for i := range callback.MaxReviewers + 1 {
		many["r"+time.Duration(i).String()] = "t" + time.Duration(i).String()
	}
	for want, o := range map[string]callback.HTTPOptions{
		"whoever reaches the port": {},
		"1 to 100 reviewers":       {Tokens: many},
		"token of a must":          {Tokens: map[string]string{"a": ""}},
		"without blanks":           {Tokens: map[string]string{"a": "b c"}},
		"the same token":           {Tokens: map[string]string{"a": "x", "b": "x"}},
		"needs a name":             {Tokens: map[string]string{"": "x"}},
		"AllowedHosts":             {Tokens: map[string]string{"a": "x"}, AllowedHosts: []string{"http://x"}},
	} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.ErrorContains(t, d.ServeListener(t.Context(), l, o), want)
		require.Error(t, l.Close(), "it was closed")
	}
	_, err := d.provider.Judge(t.Context(), write("a"))
	assert.Equal(t, decision.CauseUnavailable, decision.CauseOf(err), "nobody is served")
}

func TestTheEndOfTheServerEndsWaiting(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- d.ServeListener(ctx, l, callback.HTTPOptions{Tokens: map[string]string{"claude": token}})
	}()
	r := dial(t, "http://"+l.Addr().String()+callback.Path, token)
	listing := make(chan []listed, 1)
	go func() { listing <- r.pending(map[string]any{"wait_seconds": 20}) }()
	for d.provider.LinkHealth()[0].State != "ok" { // until the request is there
		runtime.Gosched()
	}
	stop()
	require.NoError(t, <-ended)
	assert.Empty(t, <-listing)
}

func TestConnectionsAreLimited(t *testing.T) {
	t.Parallel()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := callback.Limited(inner, 1)
	for range 2 {
		out, err := net.Dial("tcp", inner.Addr().String())
		require.NoError(t, err)
		defer out.Close()
	}
	first, err := l.Accept()
	require.NoError(t, err)
	second := make(chan error, 1)
	go func() {
		c, err := l.Accept()
		if err == nil {
			err = c.Close()
		}
		second <- err
	}()
	select {
	case <-second:
		assert.Fail(t, "the second is taken while the first is open")
	default:
	}
	require.NoError(t, first.Close())
	require.Error(t, first.Close(), "closing twice frees one place")
	require.NoError(t, <-second)

	third, err := net.Dial("tcp", inner.Addr().String())
	require.NoError(t, err)
	defer third.Close()
	held, err := l.Accept()
	require.NoError(t, err)
	go func() {
		_, err := l.Accept()
		second <- err
	}()
	require.NoError(t, l.Close())
	require.Error(t, <-second)
	require.NoError(t, held.Close())
}

// TestARefusedBodyIsNotWaitedFor: whoever has no token holds no connection with a
// body that does not come.
func TestARefusedBodyIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	d := newDesk(t, callback.Options{}, callback.ProviderOptions{})
	at, err := url.Parse(d.listen(t, callback.HTTPOptions{}))
	require.NoError(t, err)
	for name, head := range map[string]string{
		"no token":     "POST /mcp HTTP/1.1\r\nHost: localhost\r\n",
		"foreign host": "POST /mcp HTTP/1.1\r\nHost: evil.example\r\n",
	} {
		conn, err := net.Dial("tcp", at.Host)
		require.NoError(t, err)
		defer func() { _ = conn.Close() }()
		_, err = io.WriteString(conn, head+"Content-Length: 1000\r\n\r\n{")
		require.NoError(t, err)
		require.NoError(t, conn.SetReadDeadline(time.Now().Add(hang)))
		answer, err := io.ReadAll(conn)
		require.NoError(t, err, "%s: the connection is closed", name)
		assert.Contains(t, string(answer), "HTTP/1.1 40", name)
	}
}
