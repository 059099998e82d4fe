package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/notify/link"
)

func Example() {
	main()
	// Output:
	// agent:  deploy needs the approval of a person: no rule matched
	// person: approves, OK <nil>
	// agent:  deployed web <nil>
	// person: once more, Conflict <nil>
}

// world is a desk with its page and its chat.
type world struct {
	*desk
	base  string
	posts chan string
}

func newWorld(t *testing.T, o link.Options) *world {
	t.Helper()
	w := &world{posts: make(chan string, 100)}
	mux := http.NewServeMux()
	mux.HandleFunc("/chat", func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		w.posts <- string(body)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.base = server.URL
	var err error
	w.desk, err = newDesk(server.URL+"/chat", server.URL, mux, o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, w.close(context.WithoutCancel(t.Context()))) })
	return w
}

// ask has the agent deploy a service, and returns what waits and the link that
// the chat was told.
func (w *world) ask(t *testing.T, service string) (*supervisor.EscalatedError, string) {
	t.Helper()
	_, err := w.deploy(supervisor.WithCaller(t.Context(), supervisor.Call{Agent: "coder"}), map[string]any{"service": service})
	waiting := new(supervisor.EscalatedError)
	require.ErrorAs(t, err, &waiting)
	address := linkIn.FindString(<-w.posts)
	require.NotEmpty(t, address)
	return waiting, address
}

func (w *world) stillWaits(t *testing.T, waiting *supervisor.EscalatedError) {
	t.Helper()
	a, err := w.sup.Approvals().Approval(t.Context(), waiting.Decision.Approval)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalPending, a.Status)
}

func TestAPersonDenies(t *testing.T) {
	t.Parallel()
	w := newWorld(t, link.Options{})
	waiting, address := w.ask(t, "web")
	status, err := answer(address, "deny")
	require.NoError(t, err)
	assert.Equal(t, http.StatusOK, status)
	_, err = waiting.Wait(t.Context())
	denied := new(supervisor.DeniedError)
	require.ErrorAs(t, err, &denied)
	assert.Equal(t, link.DefaultBy, denied.Resolution.By)
}

func TestAnApproveRunsTheCallOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, link.Options{})
	waiting, address := w.ask(t, "web")
	status, err := answer(address, "approve")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	result, err := waiting.Wait(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "deployed web", result)
	_, err = waiting.Wait(t.Context())
	require.ErrorIs(t, err, supervisor.ErrUsed)
	status, err = answer(address, "approve")
	require.NoError(t, err)
	assert.Equal(t, http.StatusConflict, status, "the link is opened twice")
}

func TestAScannerOfLinksDecidesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, link.Options{})
	waiting, address := w.ask(t, "web")
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodGet} {
		req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
		require.NoError(t, err)
		req.Header.Set("User-Agent", "Slackbot-LinkExpanding 1.0")
		resp, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		require.NoError(t, resp.Body.Close())
		assert.Equal(t, http.StatusOK, resp.StatusCode)
	}
	resp, err := http.Post(address, "text/plain", nil) // one that tries everything
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	assert.Equal(t, http.StatusForbidden, resp.StatusCode)
	w.stillWaits(t, waiting)
}

func TestForgedLinksDecideNothing(t *testing.T) {
	t.Parallel()
	w, stranger := newWorld(t, link.Options{}), newWorld(t, link.Options{})
	waiting, address := w.ask(t, "web")
	_, foreign := stranger.ask(t, "web")
	token := func(address string) string {
		u, err := url.Parse(address)
		require.NoError(t, err)
		return u.Query().Get("t")
	}
	for name, forged := range map[string]string{
		"signed elsewhere": token(foreign), "cut": token(address)[:80], "made up": "AAAA", "none": "",
	} {
		status, err := answer(w.base+"/decide?t="+forged, "approve")
		require.NoError(t, err)
		assert.Equal(t, http.StatusForbidden, status, name)
	}
	w.stillWaits(t, waiting)
}

func TestALinkThatIsTooOldDecidesNothing(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	w := newWorld(t, link.Options{Valid: time.Minute, Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	waiting, address := w.ask(t, "web")
	ahead.Store(int64(time.Hour))
	status, err := answer(address, "approve")
	require.NoError(t, err)
	assert.Equal(t, http.StatusGone, status)
	w.stillWaits(t, waiting)
}

func TestALinkIsGoodForItsOwnCallOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t, link.Options{})
	web, address := w.ask(t, "web")
	billing, _ := w.ask(t, "billing")
	status, err := answer(address, "approve")
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, status)
	w.stillWaits(t, billing)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = billing.Wait(ctx)
	assert.True(t, errors.Is(err, context.Canceled), "nothing runs: %v", err)
	result, err := web.Wait(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "deployed web", result)
}
