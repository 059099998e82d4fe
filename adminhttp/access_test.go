package adminhttp_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/adminhttp"
)

func TestAWebPageElsewhereIsRefused(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{AllowedHosts: []string{"Sup.example", "other.example:8443"}})
	own := strings.TrimPrefix(s.server.URL, "http://")
	_, port, _ := strings.Cut(own, ":")
	tests := map[string]struct {
		method, path string
		headers      []string
		status       int
	}{
		"curl":                              {"POST", "/resume", nil, 200},
		"rebound name":                      {"GET", "/status", []string{"Host", "evil.example"}, 403},
		"rebound name, health":              {"GET", "/health", []string{"Host", "evil.example:" + port}, 403},
		"name that begins like ours":        {"GET", "/status", []string{"Host", "localhost.evil.example"}, 403},
		"name that ends like ours":          {"GET", "/status", []string{"Host", "evil-localhost"}, 403},
		"another address":                   {"GET", "/status", []string{"Host", "10.0.0.1"}, 403},
		"localhost":                         {"GET", "/status", []string{"Host", "localhost:1"}, 200},
		"localhost, complete":               {"GET", "/status", []string{"Host", "LOCALHOST.:1"}, 200},
		"a port that is none":               {"GET", "/status", []string{"Host", "localhost:evil"}, 403},
		"two pairs of brackets":             {"GET", "/status", []string{"Host", "[[localhost]]"}, 403},
		"ipv6 loopback, no port":            {"GET", "/status", []string{"Host", "[::1]"}, 200},
		"ipv6 loopback":                     {"GET", "/status", []string{"Host", "[::1]:9096"}, 200},
		"allowed name":                      {"GET", "/status", []string{"Host", "sup.example:99"}, 200},
		"allowed name and port":             {"GET", "/status", []string{"Host", "other.example:8443"}, 200},
		"allowed name, other port":          {"GET", "/status", []string{"Host", "other.example:8444"}, 403},
		"cross-origin POST":                 {"POST", "/pause", []string{"Origin", "https://evil.example"}, 403},
		"cross-origin GET":                  {"GET", "/decisions", []string{"Origin", "https://evil.example"}, 403},
		"POST of a sandbox":                 {"POST", "/pause", []string{"Origin", "null"}, 403},
		"POST of another port":              {"POST", "/resume", []string{"Origin", "http://127.0.0.1:1"}, 403},
		"our own page":                      {"POST", "/resume", []string{"Origin", "http://" + own, "Sec-Fetch-Site", "same-origin"}, 200},
		"cross-site POST without an origin": {"POST", "/pause", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		"cross-site image":                  {"GET", "/events", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		"same-site page of another port":    {"GET", "/status", []string{"Sec-Fetch-Site", "same-site", "Sec-Fetch-Mode", "cors"}, 403},
		"link from elsewhere":               {"GET", "/health", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
		"form from elsewhere":               {"POST", "/pause", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 403},
		"typed address":                     {"GET", "/status", []string{"Sec-Fetch-Site", "none", "Sec-Fetch-Mode", "navigate"}, 200},
		"form type":                         {"POST", "/evaluate", []string{"Origin", "http://" + own, "Content-Type", "application/x-www-form-urlencoded"}, 415},
		"plain text":                        {"POST", "/evaluate", []string{"Origin", "http://" + own, "Content-Type", "text/plain"}, 415},
		"unreadable type":                   {"POST", "/evaluate", []string{"Sec-Fetch-Site", "same-origin", "Content-Type", ";;"}, 415},
		"json with charset":                 {"POST", "/evaluate", []string{"Content-Type", "application/json; charset=utf-8"}, 200},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.ask(t, tt.method, tt.path, `{"tool":"fs.read"}`, tt.headers...)
			assert.Equal(t, tt.status, got.status, got.body)
			if tt.status >= 400 {
				assert.Contains(t, got.object(t), "error")
			}
		})
	}
	require.Equal(t, "running", s.ask(t, "GET", "/status", "").object(t)["state"])
}

func TestTokensOfAnyKind(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{Token: "schlüssel-ключ", ReadToken: "l00k"})
	for sent, status := range map[string]int{
		"Bearer schlüssel-ключ": 200, "bearer schlüssel-ключ": 200, "Bearer l00k": 200,
		"Bearer schlussel": 401, "Bearer ": 401, "Bearer": 401, "schlüssel-ключ": 401, "Basic schlüssel-ключ": 401, "Bearer \xff\xfe": 401,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://localhost/status", nil)
		r.Header.Set("Authorization", sent)
		s.handler.ServeHTTP(w, r)
		assert.Equal(t, status, w.Code, "%q", sent)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "http://localhost/status", nil)
	r.Header["Authorization"] = []string{"Bearer schlüssel-ключ", "Bearer schlüssel-ключ"}
	s.handler.ServeHTTP(w, r)
	assert.Equal(t, 401, w.Code, "two headers could be read differently by two readers")
}

// TestNobodyIsLockedOutByAnothersGuesses: an agent on the operator's machine has
// the operator's address.
func TestNobodyIsLockedOutByAnothersGuesses(t *testing.T) {
	t.Parallel()
	const full, read = "0123456789abcdef", "fedcba9876543210"
	for name, c := range map[string]struct {
		full, read string
		want       int
	}{
		"long":            {full, "", 200},
		"both long":       {full, read, 200},
		"a short one":     {"t0ken", "", 429},
		"a short to read": {full, "r0ad", 429},
	} {
		s := newStage(t, theRules, adminhttp.Options{Token: c.full, ReadToken: c.read})
		pause := func(token string) int {
			r := httptest.NewRequest("POST", "http://localhost/pause", nil)
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			return w.Code
		}
		for range adminhttp.GuessBurst {
			assert.Equal(t, 401, pause("guess"), name)
		}
		assert.Equal(t, 429, pause("guess"), name)
		assert.Equal(t, c.want, pause(c.full), name)
		assert.Equal(t, 429, pause("guess"), name)
	}
}

func TestWhoGuessesTokensHasToWait(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := newStage(t, theRules, adminhttp.Options{Token: "t0ken", Now: func() time.Time { return now }})
	from := func(address, token string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://localhost/status", nil)
		r.RemoteAddr = address
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		s.handler.ServeHTTP(w, r)
		return w
	}
	for i := range adminhttp.GuessBurst {
		assert.Equal(t, 401, from("[2001:db8::1]:1", fmt.Sprint(i)).Code)
		assert.Equal(t, 401, from("192.0.2.7:1", "").Code, "who sends no token guesses nothing")
	}
	got := from("[2001:db8::ffff]:9", "t0ken")
	assert.Equal(t, 429, got.Code, "the network guesses, and a right guess must not stand out")
	assert.Equal(t, "6", got.Header().Get("Retry-After"))
	assert.Equal(t, 200, from("[2001:db8:0:1::1]:1", "t0ken").Code, "another network is not locked out")
	assert.Equal(t, 200, from("192.0.2.7:1", "t0ken").Code)

	now = now.Add(6 * time.Second)
	assert.Equal(t, 200, from("[2001:db8::1]:1", "t0ken").Code)
	assert.Equal(t, 401, from("[2001:db8::1]:1", "again").Code)
	assert.Equal(t, 429, from("[2001:db8::1]:1", "again").Code)
	for i := range 3 * adminhttp.MaxGuessers {
		from(fmt.Sprintf("10.%d.%d.1:1", i/256, i%256), "guess")
	}
	assert.Equal(t, 200, from("192.0.2.7:1", "t0ken").Code, "the table is bounded, and goes on")
}

func TestErrorsOfEveryKindAreJSON(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	s.handler.AddRoute("POST /panics", func(http.ResponseWriter, *http.Request) error { panic("s3cret") })
	tests := map[string]struct {
		method, path string
		status       int
	}{
		"unknown":            {"GET", "/nothing", 404},
		"dots":               {"GET", "/status/../health", 404},
		"dots in an id":      {"PUT", "/files/questions/../tally.yaml", 400},
		"two slashes":        {"GET", "//health", 404},
		"slash at the end":   {"GET", "/health/", 404},
		"wrong method":       {"DELETE", "/status", 405},
		"method of nobody":   {"BREW", "/status", 405},
		"panic":              {"POST", "/panics", 500},
		"unknown decision":   {"GET", "/decisions/none", 404},
		"a slash in an id":   {"GET", "/decisions/a%2Fb", 404},
		"an id of no length": {"GET", "/decisions/" + strings.Repeat("a", 9000), 404},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := s.ask(t, tt.method, tt.path, "")
			assert.Equal(t, tt.status, got.status, got.body)
			assert.Equal(t, "application/json; charset=utf-8", got.header.Get("Content-Type"))
			assert.Contains(t, got.object(t), "error")
			assert.NotContains(t, got.body, "s3cret")
		})
	}
}

func TestHEADAndOPTIONS(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	head := s.ask(t, "HEAD", "/status", "")
	assert.Equal(t, 200, head.status)
	assert.Empty(t, head.body)
	assert.Equal(t, 200, s.ask(t, "HEAD", "/events", "").status, "it ends at once")
	options := s.ask(t, "OPTIONS", "/status", "")
	assert.Equal(t, 204, options.status)
	assert.Equal(t, "GET, HEAD, OPTIONS", options.header.Get("Allow"))
	assert.Empty(t, options.header.Get("Access-Control-Allow-Origin"))
	assert.Equal(t, 405, s.ask(t, "HEAD", "/pause", "").status)
}

func TestItCanBeMountedUnderAPrefix(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	mux := http.NewServeMux()
	mux.Handle("/ops/sup7", http.StripPrefix("/ops/sup7", s.handler))
	mux.Handle("/ops/sup7/", http.StripPrefix("/ops/sup7", s.handler))
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
		return w
	}
	assert.Equal(t, 200, get("/ops/sup7/health").Code)
	assert.Equal(t, 404, get("/ops/sup7/nothing").Code)
	moved := get("/ops/sup7?a=b")
	assert.Equal(t, http.StatusTemporaryRedirect, moved.Code)
	assert.Equal(t, "./sup7/", moved.Header().Get("Location"))
}

func TestABegunAnswerIsCutOff(t *testing.T) {
	t.Parallel()
	s := newStage(t, theRules, adminhttp.Options{})
	s.handler.AddRoute("GET /torn", func(w http.ResponseWriter, _ *http.Request) error {
		_, _ = w.Write([]byte(`{"decision":"app`))
		return errors.New("went wrong")
	})
	w := httptest.NewRecorder()
	assert.PanicsWithValue(t, http.ErrAbortHandler, func() {
		s.handler.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/torn", nil))
	})
}
