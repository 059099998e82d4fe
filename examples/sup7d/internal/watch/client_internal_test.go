package watch

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAnAnswerIsBounded(t *testing.T) {
	t.Parallel()
	var blanks atomic.Int64
	blanks.Store(998)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat(" ", int(blanks.Load()))+"[]")
	}))
	defer server.Close()
	client, err := NewClient(ClientOptions{URL: server.URL})
	require.NoError(t, err)
	defer client.Close()
	client.most = 1000
	require.NoError(t, Once(t.Context(), client, io.Discard))
	blanks.Store(999)
	require.ErrorContains(t, Once(t.Context(), client, io.Discard), "larger than 1000 bytes")
}
