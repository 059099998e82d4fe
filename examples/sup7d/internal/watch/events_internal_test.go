package watch

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFollowingEvents(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "/events", r.URL.Path)
		assert.Equal(t, "Bearer t0ken", r.Header.Get("Authorization"))
		fmt.Fprint(w, "event: status\ndata: {}\n\n: nothing new\n\n")
		fmt.Fprintf(w, "event: decision\ndata: %s\n\n", strings.Repeat("event: approval\\n", 10_000))
		fmt.Fprintf(w, "id: 1\nevent: approval\ndata: {}\n\nevent: reset\ndata: {}\n\nevent: slow\ndata: {}\n\nevent: paused")
	}))
	defer server.Close()
	client, err := NewClient(ClientOptions{URL: server.URL, Token: "t0ken"})
	require.NoError(t, err)
	defer client.Close()
	changed := 0
	require.Error(t, client.follow(t.Context(), func() { changed++ }), "the stream ended")
	assert.Equal(t, 4, changed)
}

func TestNoStreamIsAnError(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	client, err := NewClient(ClientOptions{URL: server.URL})
	require.NoError(t, err)
	defer client.Close()
	require.Error(t, client.follow(t.Context(), func() { t.Error("nothing changed") }))
}
