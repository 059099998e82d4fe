package mesh_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const meshURL = "http://mesh.test"

// newClient returns a client that reaches m without a network.
func newClient(t testing.TB, m *meshtest.Mesh, change ...func(*mesh.Options)) *mesh.Client {
	t.Helper()
	o := mesh.Options{URL: meshURL, HTTPClient: &http.Client{Transport: m.Transport()}}
	for _, f := range change {
		f(&o)
	}
	c, err := mesh.New(o)
	require.NoError(t, err)
	return c
}

func withToken(token string) func(*mesh.Options) {
	return func(o *mesh.Options) { o.AdminToken = token }
}

func withLog(w io.Writer) func(*mesh.Options) {
	return func(o *mesh.Options) { o.Logger = slog.New(slog.NewTextHandler(w, nil)) }
}

// answering returns a client whose every request gets this answer.
func answering(t testing.TB, contentType, body string) *mesh.Client {
	t.Helper()
	return answeringWith(t, contentType, func() io.Reader { return strings.NewReader(body) })
}

func answeringWith(t testing.TB, contentType string, body func() io.Reader) *mesh.Client {
	t.Helper()
	transport := roundTripper(func(r *http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: http.StatusOK, Request: r, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(body()),
		}, nil
	})
	c, err := mesh.New(mesh.Options{URL: meshURL, HTTPClient: &http.Client{Transport: transport}})
	require.NoError(t, err)
	return c
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
