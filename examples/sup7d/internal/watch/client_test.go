package watch_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/examples/sup7d/internal/watch"
)

func TestWhereATokenMayGo(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"http://127.0.0.1:9096": true, "http://localhost:9096/": true, "http://[::1]:9096/prefix/": true,
		"https://sup.example": true, "http://sup.example:9096": false, "http://127.0.0.1.example": false, "http://10.0.0.1": false,
		"ftp://127.0.0.1": false, "127.0.0.1:9096": false, "http://": false, "http://a:b@127.0.0.1": false, "": false, "://": false,
	} {
		client, err := watch.NewClient(watch.ClientOptions{URL: url, Token: "t0ken"})
		assert.Equal(t, want, err == nil, url)
		if err != nil {
			assert.NotContains(t, err.Error(), "t0ken")
		} else {
			client.Close()
		}
	}
	_, err := watch.NewClient(watch.ClientOptions{URL: "http://sup.example"})
	require.NoError(t, err, "without a token there is nothing to read")
	_, err = watch.NewClient(watch.ClientOptions{URL: "http://localhost", Token: "a b"})
	require.Error(t, err)
}

func TestAnAddressHasNoQuery(t *testing.T) {
	t.Parallel()
	for _, rest := range []string{"/?token=abc", "?token=abc", "/#abc", "/?", "/#", "/x?a=abc#b"} {
		_, err := watch.NewClient(watch.ClientOptions{URL: "http://127.0.0.1:9096" + rest})
		require.ErrorContains(t, err, "must have no query and no fragment", rest)
		assert.NotContains(t, err.Error(), "abc", "it may be a secret")
	}
}

func TestATokenFollowsNoRedirect(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	client, err := watch.NewClient(watch.ClientOptions{URL: server.URL, Token: "t0ken"})
	require.NoError(t, err)
	defer client.Close()
	require.ErrorContains(t, watch.Once(t.Context(), client, io.Discard), "answered 307")
	assert.Zero(t, asked.Load())
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"<html>":     "no json of the admin api",
		`{"id":"1"}`: "no json of the admin api",
		`[{"id":7}]`: "no json of the admin api",
		"":           "no json of the admin api",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
		client, err := watch.NewClient(watch.ClientOptions{URL: server.URL})
		require.NoError(t, err)
		require.ErrorContains(t, watch.Once(t.Context(), client, io.Discard), want)
		client.Close()
		server.Close()
	}
}

func TestOnceOfCallsThatTellLittle(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `[{"id":"2","tool":"b","params":[1,"<&>"]},{"id":"1","params":{"n":12345678901234567890,"s":"`+strings.Repeat("é", 40_000)+`"}}]`)
	}))
	defer server.Close()
	client, err := watch.NewClient(watch.ClientOptions{URL: server.URL})
	require.NoError(t, err)
	defer client.Close()
	var printed strings.Builder
	require.NoError(t, watch.Once(t.Context(), client, &printed))
	text := printed.String()
	assert.Less(t, strings.Index(text, "Call 1"), strings.Index(text, "Call 2"), "oldest first")
	assert.Contains(t, text, `"n": 12345678901234567890`)
	assert.Contains(t, text, `[1,"<&>"]`)
	assert.Contains(t, text, "bytes more, not shown")
}
