package adminhttp_test

import (
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/adminhttp"
)

func TestNewHandlerNamesEveryFault(t *testing.T) {
	t.Parallel()
	_, err := adminhttp.NewHandler(nil, adminhttp.Options{})
	require.ErrorContains(t, err, "no supervisor")
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	_, err = adminhttp.NewHandler(sup, adminhttp.Options{ReadToken: "a b", RecentDecisions: -1, AllowedHosts: []string{"http://x"}})
	for _, says := range []string{"ReadToken needs a Token", "blanks", "RecentDecisions", "AllowedHosts"} {
		assert.ErrorContains(t, err, says)
	}
}

func TestAnUnknownPathIsAnsweredAsJSON(t *testing.T) {
	t.Parallel()
	sup, err := supervisor.New(supervisor.Options{})
	require.NoError(t, err)
	h, err := adminhttp.NewHandler(sup, adminhttp.Options{})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "http://127.0.0.1/nothing/here", nil))
	assert.Equal(t, 404, w.Code)
	assert.JSONEq(t, `{"error":"there is nothing at this path"}`, w.Body.String())
	require.NoError(t, h.Close(t.Context()))
}
