package adminhttp_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

// newPageHandler is a handler that needs a token, with its page.
func newPageHandler(t *testing.T) *adminhttp.Handler {
	t.Helper()
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	h, err := adminhttp.NewHandler(sup, adminhttp.Options{Token: "secret"})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, h.Close(context.Background())) })
	return h
}

func askPage(h http.Handler, method, path string, header http.Header) *http.Response {
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, nil)
	for key, values := range header {
		r.Header[key] = values
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestThePageIsServedUnderAStrictPolicy(t *testing.T) {
	t.Parallel()
	h := http.StripPrefix("/some/prefix", newPageHandler(t))
	for path, kind := range map[string]string{
		"/some/prefix/":                 "text/html; charset=utf-8",
		"/some/prefix/assets/app.js":    "text/javascript; charset=utf-8",
		"/some/prefix/assets/style.css": "text/css; charset=utf-8",
	} {
		got := askPage(h, http.MethodGet, path, nil)
		require.Equal(t, http.StatusOK, got.StatusCode, path)
		assert.Equal(t, kind, got.Header.Get("Content-Type"), path)
		assert.Equal(t, "nosniff", got.Header.Get("X-Content-Type-Options"))
		assert.Equal(t, "no-referrer", got.Header.Get("Referrer-Policy"))
		for _, directive := range []string{
			"default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
			"base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'",
		} {
			assert.Contains(t, strings.Split(got.Header.Get("Content-Security-Policy"), "; "), directive, path)
		}
		assert.NotContains(t, got.Header.Get("Content-Security-Policy"), "unsafe")
	}
}

func TestThePageIsAskedForAgainAndKept(t *testing.T) {
	t.Parallel()
	h := newPageHandler(t)
	first := askPage(h, http.MethodGet, "/", nil)
	tag := first.Header.Get("ETag")
	require.Regexp(t, `^"[0-9a-f]{32}"$`, tag)
	assert.Equal(t, "no-cache", first.Header.Get("Cache-Control"))

	again := askPage(h, http.MethodGet, "/", http.Header{"If-None-Match": {tag}})
	assert.Equal(t, http.StatusNotModified, again.StatusCode)
	assert.Equal(t, http.StatusOK, askPage(h, http.MethodGet, "/", http.Header{"If-None-Match": {`"another"`}}).StatusCode)
	assert.Equal(t, http.StatusOK, askPage(h, http.MethodHead, "/", nil).StatusCode)
}

func TestThePageHasNothingButItsFiles(t *testing.T) {
	t.Parallel()
	h := newPageHandler(t)
	for _, path := range []string{"/assets/", "/assets/nothing.js", "/assets/../index.html", "/assets/%2e%2e%2findex.html", "/index.html", "/assets/a/b.js"} {
		assert.Equal(t, http.StatusNotFound, askPage(h, http.MethodGet, path, nil).StatusCode, path)
	}
	assert.Equal(t, http.StatusMethodNotAllowed, askPage(h, http.MethodPost, "/", nil).StatusCode)
}

// sources are the files of the page, by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("page/assets/*")
	require.NoError(t, err)
	found := map[string]string{}
	for _, name := range append(names, "page/index.html") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		found[filepath.Base(name)] = string(text)
	}
	require.Greater(t, len(found), 10)
	return found
}

var (
	absolute  = regexp.MustCompile(`https?://[^\s'"]*|["'(]//[^\s'"]*|["'](?:href|src)["']: ?["']/`)
	markup    = regexp.MustCompile(`(?i)innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|\beval\(|new Function|localStorage|sessionStorage|document\.cookie`)
	filled    = regexp.MustCompile(`\.(?:textContent|innerText|nodeValue|data|title|alt|placeholder|label|aria[A-Z]\w*) \??=[^=]|createTextNode|insertAdjacentText|\.(?:append|prepend|replaceChildren|replaceWith|before|after|appendChild)\(|setAttribute\('(?:title|alt|placeholder|label|aria-label|aria-description|aria-valuetext)'`)
	inline    = regexp.MustCompile(`(?i)\sstyle=|\son[a-z]+=|<style|<script(?:\s+type="module")?>`)
	namespace = "http://www.w3.org/2000/svg"
	imported  = regexp.MustCompile(`from '\./([a-z]+\.js)'`)
)

func TestAllTextOfThePageGoesThroughOnePlace(t *testing.T) {
	t.Parallel()
	files := sources(t)
	require.NotEmpty(t, filled.FindAllString(files["dom.js"], -1))
	unseen := regexp.MustCompile(`[^\n\t\P{C}]|[\x{115f}\x{1160}\x{3164}\x{fe00}-\x{fe0f}\x{2028}\x{2029}\x{a0}]`)
	for name, text := range files {
		if name != "dom.js" && name != "visible.js" { // those that make it visible
			text := strings.ReplaceAll(text, "document.title", "") // its words are the page's own
			assert.Empty(t, filled.FindAllString(text, -1), "%s: use put, add and set of dom.js", name)
		}
		assert.Empty(t, unseen.FindAllString(text, -1), "%s has what is not seen", name)
	}
}

func TestThePageNeedsNobodyElseAndMakesNoMarkupOfData(t *testing.T) {
	t.Parallel()
	files := sources(t)
	for name, text := range files {
		for _, address := range absolute.FindAllString(text, -1) {
			assert.Equal(t, namespace, address, "%s leads elsewhere", name)
		}
		assert.Empty(t, markup.FindAllString(text, -1), name)
		for _, m := range imported.FindAllStringSubmatch(text, -1) {
			assert.Contains(t, files, m[1], "%s imports it", name)
		}
	}
	assert.Empty(t, inline.FindAllString(files["index.html"], -1), "the policy forbids it")
	for _, m := range regexp.MustCompile(`(?:href|src)="assets/([^"]+)"`).FindAllStringSubmatch(files["index.html"], -1) {
		assert.Contains(t, files, m[1])
	}
}
