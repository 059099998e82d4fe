package link_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/notify/link"
)

// desk is a page in front of a store in which calls wait.
type desk struct {
	t     *testing.T
	page  *link.Page
	store *memory.Store
	at    time.Time // the page's clock
	url   string
}

func newDesk(t *testing.T, change func(*link.Options)) *desk {
	t.Helper()
	d := &desk{t: t, store: memory.NewStore(memory.Options{}), at: time.Now()}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	d.url = server.URL + "/decide"
	o := link.Options{URL: d.url, Approvals: func() decision.Approvals { return d.store }, Now: func() time.Time { return d.at }}
	if change != nil {
		change(&o)
	}
	page, err := link.New(o)
	require.NoError(t, err)
	d.page = page
	mux.Handle("/decide", page)
	return d
}

// wait has a call wait, and returns its approval and the link to it.
func (d *desk) wait(tool string, params map[string]any) (id, address string) {
	d.t.Helper()
	call, err := (&decision.Call{ID: tool, Agent: "coder", Tool: tool, Params: params}).Normalize()
	require.NoError(d.t, err)
	left := decision.Decision{ID: tool, Agent: "coder", Tool: tool, Cause: decision.CauseRule, Reasoning: "a person decides"}
	left.Fingerprint, err = decision.Fingerprint(call)
	require.NoError(d.t, err)
	left.Approval, err = d.store.Open(d.t.Context(), *call, left, d.at.Add(time.Hour))
	require.NoError(d.t, err)
	return left.Approval, d.page.URL(decision.Event{Decision: &left, Call: call})
}

func (d *desk) status(id string) decision.ApprovalStatus {
	d.t.Helper()
	a, err := d.store.Approval(d.t.Context(), id)
	require.NoError(d.t, err)
	return a.Status
}

// browser keeps cookies and follows no redirects.
func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	client := &http.Client{Jar: jar, Transport: &http.Transport{}}
	t.Cleanup(client.CloseIdleConnections)
	return client
}

func get(t *testing.T, client *http.Client, address string) (int, string) {
	t.Helper()
	resp, err := client.Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(body)
}

var hiddenField = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="([^"]*)">`)

// form reads the form of a page.
func form(page, answer string) url.Values {
	fields := url.Values{"answer": {answer}}
	for _, m := range hiddenField.FindAllStringSubmatch(page, -1) {
		fields.Set(m[1], m[2])
	}
	return fields
}

func post(t *testing.T, client *http.Client, address string, fields url.Values) (int, string) {
	t.Helper()
	resp, err := client.PostForm(address, fields)
	require.NoError(t, err)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(body)
}

func TestOnlyTheFormDecides(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]decision.ApprovalStatus{"approve": decision.ApprovalApproved, "deny": decision.ApprovalDenied} {
		d, client := newDesk(t, nil), browser(t)
		id, address := d.wait("deploy", map[string]any{"service": "web"})
		for range 3 { // a scanner of links, a preview, and the person
			status, page := get(t, client, address)
			require.Equal(t, http.StatusOK, status)
			require.Contains(t, page, "&#34;service&#34;: &#34;web&#34;")
		}
		require.Equal(t, decision.ApprovalPending, d.status(id), "looking decides nothing")

		_, page := get(t, client, address)
		status, said := post(t, client, d.url, form(page, answer))
		require.Equal(t, http.StatusOK, status, said)
		assert.Contains(t, said, "The call was "+string(want))
		a, err := d.store.Approval(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, want, a.Status)
		assert.Equal(t, link.DefaultBy, a.Resolution.By)
	}
}

func TestALinkDecidesOnce(t *testing.T) {
	t.Parallel()
	d, client := newDesk(t, nil), browser(t)
	id, address := d.wait("deploy", nil)
	_, page := get(t, client, address)
	status, _ := post(t, client, d.url, form(page, "deny"))
	require.Equal(t, http.StatusOK, status)

	status, said := post(t, client, d.url, form(page, "approve"))
	assert.Equal(t, http.StatusConflict, status, "the form is sent once more")
	assert.Contains(t, said, "settled before")
	status, said = get(t, client, address)
	assert.Equal(t, http.StatusConflict, status, "the link is opened once more")
	assert.NotContains(t, said, "<form")
	assert.Equal(t, decision.ApprovalDenied, d.status(id))
}

func TestOfManyAtOnceOneDecides(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	_, address := d.wait("deploy", nil)
	const people = 12
	var clients []*http.Client
	var pages []string
	for range people { // all of them have the page before anybody answers
		client := browser(t)
		_, page := get(t, client, address)
		clients, pages = append(clients, client), append(pages, page)
	}
	var group sync.WaitGroup
	statuses := make(chan int, people)
	for i := range people {
		group.Go(func() {
			if resp, err := clients[i].PostForm(d.url, form(pages[i], "approve")); assert.NoError(t, err) {
				statuses <- resp.StatusCode
				_ = resp.Body.Close()
			}
		})
	}
	group.Wait()
	close(statuses)
	count := map[int]int{}
	for status := range statuses {
		count[status]++
	}
	assert.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: people - 1}, count)
}

func TestLinksThatAreNotValid(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	id, address := d.wait("deploy", nil)
	otherID, _ := d.wait("mail", nil)
	token := tokenOf(t, address)
	own, err := decision.Fingerprint(&decision.Call{Tool: "deploy", Params: map[string]any{}})
	require.NoError(t, err)
	made := func(approval, fingerprint string) string {
		return tokenOf(t, d.page.URL(decision.Event{Decision: &decision.Decision{Approval: approval, Fingerprint: fingerprint}}))
	}
	stranger := newDesk(t, nil)
	foreign, err := link.New(link.Options{URL: d.url, Approvals: func() decision.Approvals { return d.store }})
	require.NoError(t, err)
	tests := map[string]string{
		"no token":                             "",
		"not a token":                          "hunter2",
		"cut":                                  token[:len(token)-4],
		"another first letter":                 string(token[0]^1) + token[1:],
		"a longer id":                          token + "AAAA",
		"padded":                               token + "==",
		"very long":                            strings.Repeat("A", 100_000),
		"signed by another key":                tokenOf(t, foreign.URL(decision.Event{Decision: &decision.Decision{Approval: id, Fingerprint: own}})),
		"of another page's approval":           tokenOf(t, second(stranger.wait("deploy", nil))),
		"of a call that was never left":        made("nothing", own),
		"of another call than the approval is": made(otherID, own),
	}
	for name, token := range tests {
		t.Run(name, func(t *testing.T) {
			client := browser(t)
			status, said := get(t, client, d.url+"?t="+url.QueryEscape(token))
			assert.Contains(t, []int{http.StatusForbidden, http.StatusRequestHeaderFieldsTooLarge}, status)
			assert.NotContains(t, said, "<form")
			_, page := get(t, client, address) // a form that this browser was given, for another link
			fields := form(page, "approve")
			fields.Set("t", token)
			status, _ = post(t, client, d.url, fields)
			assert.Equal(t, http.StatusForbidden, status)
		})
	}
	assert.Equal(t, decision.ApprovalPending, d.status(id))
	assert.Equal(t, decision.ApprovalPending, d.status(otherID))
}

func second(_, b string) string { return b }

func tokenOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	require.NotEmpty(t, u.Query().Get("t"))
	return u.Query().Get("t")
}

func TestALinkEnds(t *testing.T) {
	t.Parallel()
	d, client := newDesk(t, func(o *link.Options) { o.Valid = time.Minute }), browser(t)
	id, address := d.wait("deploy", nil)
	_, page := get(t, client, address)
	d.at = d.at.Add(time.Minute)
	status, said := get(t, client, address)
	assert.Equal(t, http.StatusGone, status)
	assert.NotContains(t, said, "<form")
	status, _ = post(t, client, d.url, form(page, "approve"))
	assert.Equal(t, http.StatusGone, status)
	assert.Equal(t, decision.ApprovalPending, d.status(id))
}

func TestALinkEndsWithItsCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	id, _ := d.wait("deploy", nil)
	a, err := d.store.Approval(t.Context(), id)
	require.NoError(t, err)
	a.Decision.Approval, a.Decision.Expires = id, d.at.Add(10*time.Second)
	address := d.page.URL(decision.Event{Decision: &a.Decision})
	d.at = d.at.Add(11 * time.Second)
	status, _ := get(t, browser(t), address)
	assert.Equal(t, http.StatusGone, status)
}

func TestTheFormOfAnotherPageDecidesNothing(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*http.Request)
		drop   string // a field
	}{
		"no form token":           {drop: "form"},
		"no answer":               {drop: "answer"},
		"no link":                 {drop: "t"},
		"no cookie":               {change: func(r *http.Request) { r.Header.Del("Cookie") }},
		"the cookie of another":   {change: func(r *http.Request) { setCookie(r, strings.Repeat("ab", 16)) }},
		"a cookie that is no hex": {change: func(r *http.Request) { setCookie(r, "x") }},
		"from another site":       {change: func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }},
		"from another origin":     {change: func(r *http.Request) { r.Header.Del("Sec-Fetch-Site"); r.Header.Set("Origin", "https://evil.example") }},
		"very long":               {change: func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader("x=" + strings.Repeat("a", 10_000))) }},
		"other method":            {change: func(r *http.Request) { r.Method = http.MethodPut }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, nil)
			id, address := d.wait("deploy", nil)
			shown := httptest.NewRecorder()
			d.page.ServeHTTP(shown, httptest.NewRequest(http.MethodGet, address, nil))
			fields := form(shown.Body.String(), "approve")
			fields.Del(tt.drop)
			send := func(change func(*http.Request)) int {
				req := httptest.NewRequest(http.MethodPost, d.url, strings.NewReader(fields.Encode()))
				req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				req.Header.Set("Sec-Fetch-Site", "same-origin")
				req.Header.Set("Cookie", strings.Split(shown.Header().Get("Set-Cookie"), ";")[0])
				if change != nil {
					change(req)
				}
				w := httptest.NewRecorder()
				d.page.ServeHTTP(w, req)
				return w.Code
			}
			assert.GreaterOrEqual(t, send(tt.change), 400)
			assert.Equal(t, decision.ApprovalPending, d.status(id))
			if tt.drop == "" {
				assert.Equal(t, http.StatusOK, send(nil), "nothing but the change was wrong")
			}
		})
	}
}

// setCookie has a request send another value for the cookie that it was given.
func setCookie(r *http.Request, value string) {
	name, _, _ := strings.Cut(r.Header.Get("Cookie"), "=")
	r.Header.Set("Cookie", name+"="+value)
}

func TestThePageShowsWhatTheCallIs(t *testing.T) {
	t.Parallel()
	const token = "ghp_" + "x7Rk2Vq9Lm4Tz8Wn3Bc6Yd1Hf5Js0Pa2Ge7U"
	d := newDesk(t, nil)
	_, address := d.wait("Bash", map[string]any{
		"command": "echo </pre><script>alert(1)</script> \u202egpj.exe\u200b", "token": token, "long": strings.Repeat("漢", 40_000),
	})
	_, page := get(t, browser(t), address)
	assert.NotContains(t, page, "<script>")
	assert.NotContains(t, page, token[:20])
	assert.NotContains(t, page, "\u202e")
	assert.Contains(t, page, `\u202egpj.exe\u200b`)
	assert.Contains(t, page, "There is more than is shown")
}

func TestThePageKeepsToItself(t *testing.T) {
	t.Parallel()
	d := newDesk(t, nil)
	_, address := d.wait("deploy", nil)
	resp, err := browser(t).Get(address)
	require.NoError(t, err)
	defer resp.Body.Close()
	page, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	_, style, _ := strings.Cut(string(page), "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	assert.Contains(t, resp.Header.Get("Content-Security-Policy"), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'", "browsers use the style")
	assert.Contains(t, resp.Header.Get("Content-Security-Policy"), "default-src 'none'")
	assert.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
	assert.Equal(t, "no-referrer", resp.Header.Get("Referrer-Policy"))
	cookie := resp.Cookies()[0]
	assert.True(t, cookie.HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
	assert.Equal(t, "/decide", cookie.Path)
}

// broken is a store that fails.
type broken struct{ decision.Approvals }

func (broken) Approval(context.Context, string) (decision.Approval, error) {
	return decision.Approval{}, errors.New("disk full")
}

func TestAStoreThatFailsDecidesNothing(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	var store decision.Approvals
	d := newDesk(t, func(o *link.Options) {
		o.Approvals, o.Logger = func() decision.Approvals { return store }, slog.New(slog.NewTextHandler(&log, nil))
	})
	_, address := d.wait("deploy", nil)
	for _, store = range []decision.Approvals{nil, broken{}} {
		w := httptest.NewRecorder()
		d.page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		assert.Equal(t, http.StatusServiceUnavailable, w.Code)
		assert.NotContains(t, w.Body.String(), "disk full")
	}
	assert.Contains(t, log.String(), "disk full")
	assert.NotContains(t, log.String(), tokenOf(t, address))
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	approvals := func() decision.Approvals { return nil }
	for want, o := range map[string]link.Options{
		"without a query":      {URL: "https://x.example/?a=b", Approvals: approvals},
		"must be a web":        {URL: "ftp://x.example/", Approvals: approvals},
		"must be https":        {URL: "http://x.example/", Approvals: approvals},
		"Approvals is missing": {URL: "https://x.example/"},
		"Key must be":          {URL: "https://x.example/", Approvals: approvals, Key: []byte("short")},
		"Valid must be":        {URL: "https://x.example/", Approvals: approvals, Valid: 8 * 24 * time.Hour},
	} {
		_, err := link.New(o)
		require.ErrorContains(t, err, want)
	}
	page, err := link.New(link.Options{URL: "https://x.example", Approvals: approvals})
	require.NoError(t, err)
	for _, e := range []decision.Event{{}, {Decision: &decision.Decision{Approval: "a"}}, {Decision: &decision.Decision{Fingerprint: strings.Repeat("ab", 32)}}} {
		assert.Empty(t, page.URL(e), "nobody can decide about it here")
	}
	w := httptest.NewRecorder()
	page.ServeHTTP(w, httptest.NewRequest(http.MethodDelete, "/", nil))
	assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
}

func TestLinksOfOneKeyAreKnownToAll(t *testing.T) {
	t.Parallel()
	key := bytes.Repeat([]byte{7}, link.MinKeyBytes)
	d := newDesk(t, func(o *link.Options) { o.Key = key })
	_, address := d.wait("deploy", nil)
	other, err := link.New(link.Options{URL: d.url, Key: key, Approvals: func() decision.Approvals { return d.store }})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	other.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	assert.Equal(t, http.StatusOK, w.Code)
}
