package notify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

// receiver is a webhook's other side. It answers with what is in answers, one
// after the other, and with 200 afterwards.
type receiver struct {
	url     string
	mu      sync.Mutex
	answers []int
	header  http.Header // of answers that are not 200
	got     []delivery
}

type delivery struct {
	header http.Header
	body   []byte
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, delivery{req.Header.Clone(), body})
	if len(r.answers) == 0 {
		return
	}
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.answers[0])
	_, _ = io.WriteString(w, "an answer that quotes "+r.url)
	r.answers = r.answers[1:]
}

func (r *receiver) deliveries() []delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]delivery(nil), r.got...)
}

// path is what makes the URL of a receiver a secret.
const path = "/services/hunter2hunter2"

func receive(t *testing.T, answers ...int) *receiver {
	t.Helper()
	r := &receiver{answers: answers}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.url = server.URL + path
	return r
}

func webhook(t *testing.T, o notify.Options) *notify.Webhook {
	t.Helper()
	w, err := notify.NewWebhook(o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, w.Close(context.WithoutCancel(t.Context()))) })
	return w
}

// escalated is an event that leaves a call to a person.
func escalated(id string) decision.Event {
	return decision.Event{
		Time: now,
		Decision: &decision.Decision{
			ID: id, Approval: "approval-" + id, Agent: "coder", Tool: "Bash", Session: "s1", Via: decision.ViaEvaluate,
			Cause: decision.CauseRule, Reasoning: "pushes go to a person", Fingerprint: strings.Repeat("ab", 32), Time: now,
		},
		Call: &decision.Call{ID: id, Agent: "coder", Tool: "Bash", Params: map[string]any{"command": "git push"}},
	}
}

func changed(e decision.Event, change func(*decision.Decision, *decision.Call)) decision.Event {
	change(e.Decision, e.Call)
	return e
}

func TestWebhookTellsWhatWaits(t *testing.T) {
	t.Parallel()
	r := receive(t)
	w := webhook(t, notify.Options{
		URL: r.url, Secrets: []notify.Secret{secret(t, 1), secret(t, 2)}, Now: func() time.Time { return now },
		Link: func(e decision.Event) string { return "https://sup7.example.com/?a=" + e.Decision.Approval },
	})
	e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Expires = now.Add(5 * time.Minute) })
	require.NoError(t, w.Record(t.Context(), e))
	got := r.deliveries()
	require.Len(t, got, 1)
	for _, b := range []byte{1, 2} { // a receiver that knows either secret is satisfied
		id, err := notify.Verify([]notify.Secret{secret(t, b)}, got[0].header, got[0].body, now)
		require.NoError(t, err)
		assert.Regexp(t, `^msg_[0-9a-f]{32}$`, id)
	}
	assert.Equal(t, "application/json", got[0].header.Get("Content-Type"))
	assert.JSONEq(t, `{"type": "toolcall.pending", "timestamp": "2023-11-14T22:13:20Z", "data": {
		"decision_id": "1", "approval_id": "approval-1", "agent": "coder", "session_id": "s1", "tool": "Bash", "cause": "rule",
		"reason": "pushes go to a person", "preview": "{\"command\":\"git push\"}", "fingerprint": "`+strings.Repeat("ab", 32)+`",
		"expires_at": "2023-11-14T22:18:20Z", "link": "https://sup7.example.com/?a=approval-1"}}`, string(got[0].body))
}

func TestWebhookWantsWhatIsLeftToAPerson(t *testing.T) {
	t.Parallel()
	w := webhook(t, notify.Options{URL: "https://hooks.example.com/x"})
	tests := map[string]struct {
		event decision.Event
		want  bool
	}{
		"escalated": {escalated("1"), true},
		"while paused": {decision.Event{
			Type: decision.EventPausedCall, Decision: &decision.Decision{Cause: decision.CausePaused},
		}, true},
		"approved":               {changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Action = decision.Approve }), false},
		"denied":                 {changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Action = decision.Deny }), false},
		"observed":               {changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { a := decision.Approve; d.Action, d.Observed = a, &a }), true},
		"too late":               {changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Cause = decision.CauseExpired }), false},
		"an outcome":             {decision.Event{Type: decision.EventOutcome, Decision: &decision.Decision{}}, false},
		"what is about no call":  {decision.Event{Type: decision.EventPaused}, false},
		"a decision without one": {decision.Event{}, false},
	}
	for name, tt := range tests {
		assert.Equal(t, tt.want, w.Wants(tt.event), name)
		if !tt.want {
			require.NoError(t, w.Record(t.Context(), tt.event), "nothing is sent to where nobody is: %s", name)
		}
	}
}

func TestWebhookTellsOfACallOnce(t *testing.T) {
	t.Parallel()
	r := receive(t)
	w := webhook(t, notify.Options{URL: r.url})
	again := changed(escalated("2"), func(d *decision.Decision, _ *decision.Call) { d.Approval = "approval-1" })
	queued := changed(escalated("3"), func(d *decision.Decision, _ *decision.Call) { d.Approval, d.Via = "", decision.ViaMesh })
	alone := changed(escalated("4"), func(d *decision.Decision, _ *decision.Call) { d.Approval = "" })
	for _, e := range []decision.Event{escalated("1"), again, queued, queued, alone, alone} {
		require.NoError(t, w.Record(t.Context(), e))
	}
	assert.Len(t, r.deliveries(), 4, "each approval and each queued call once; what waits nowhere each time")
}

func TestWebhookTellsOfNoCallThatIsOver(t *testing.T) {
	t.Parallel()
	r := receive(t)
	w := webhook(t, notify.Options{URL: r.url, Now: func() time.Time { return now }})
	require.NoError(t, w.Record(t.Context(), changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) { d.Expires = now })))
	assert.Empty(t, r.deliveries())
}

func TestWebhookAnswers(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		again  bool // the supervisor is asked to call again
		wants  bool // later calls are told
		log    string
	}{
		"taken":             {204, false, true, ""},
		"gone":              {410, false, false, "gone"},
		"not found":         {404, false, true, "answered 404"},
		"forbidden":         {403, false, true, "answered 403"},
		"a redirect":        {307, false, true, "redirects are not followed"},
		"too many":          {429, true, true, ""},
		"takes too long":    {408, true, true, ""},
		"broken":            {500, true, true, ""},
		"not there for now": {503, true, true, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			r := receive(t, tt.status)
			r.header = http.Header{"Location": {r.url + "/elsewhere"}}
			w := webhook(t, notify.Options{URL: r.url, Name: "notify[3]", Logger: slog.New(slog.NewTextHandler(&log, nil)), Secrets: []notify.Secret{secret(t, 1)}})
			err := w.Record(t.Context(), escalated("1"))
			if assert.Equal(t, tt.again, err != nil, "%v", err); tt.again {
				require.ErrorContains(t, err, "notify[3]: answered")
				assert.NotContains(t, err.Error(), "hunter2")
			}
			assert.Contains(t, log.String(), tt.log)
			assert.NotContains(t, log.String(), "hunter2")
			assert.Equal(t, tt.wants, w.Wants(escalated("2")))
			require.Len(t, r.deliveries(), 1)

			require.NoError(t, w.Record(t.Context(), escalated("1")))
			got := r.deliveries()
			if !tt.again {
				return
			}
			require.Len(t, got, 2)
			assert.Equal(t, got[0].header.Get("webhook-id"), got[1].header.Get("webhook-id"), "it is the same message")
		})
	}
}

// failing is a way to the network that has none.
type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

func TestWebhookErrorsTellNothingOfTheURL(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	tls := httptest.NewUnstartedServer(http.NotFoundHandler())
	tls.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError) // it tells of our refusal
	tls.StartTLS()
	t.Cleanup(tls.Close)
	tests := map[string]struct {
		options notify.Options
		want    string
	}{
		"nobody listens":         {notify.Options{URL: closed.URL + path}, "nobody listens"},
		"a foreign certificate":  {notify.Options{URL: tls.URL + path}, "certificate"},
		"a name of no one":       {notify.Options{URL: "https://hunter2.example/", HTTPClient: &http.Client{Transport: failing{&net.DNSError{Name: "hunter2.example"}}}}, "resolved"},
		"anything else":          {notify.Options{URL: "https://hunter2.example/", HTTPClient: &http.Client{Transport: failing{errors.New("hunter2")}}}, "the request failed"},
		"nobody waits for it":    {notify.Options{URL: "https://hunter2.example/", HTTPClient: &http.Client{Transport: failing{context.Canceled}}}, "context canceled"},
		"a client's own timeout": {notify.Options{URL: "https://hunter2.example/", HTTPClient: &http.Client{Transport: failing{context.DeadlineExceeded}}}, "no answer"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := webhook(t, tt.options).Record(t.Context(), escalated("1"))
			require.ErrorContains(t, err, tt.want)
			for _, part := range []string{"hunter2", "127.0.0.1", "http"} {
				assert.NotContains(t, err.Error(), part)
			}
		})
	}
}

func TestNewWebhookNamesEveryFault(t *testing.T) {
	t.Parallel()
	_, err := notify.NewWebhook(notify.Options{
		URL: "https://hooks.example.com/hunter2", PerMinute: 601, Format: "teams", Secrets: []notify.Secret{{}, secret(t, 1), secret(t, 2)},
	})
	for _, part := range []string{"PerMinute", "Format", "Secrets must", "Secrets[0]"} {
		require.ErrorContains(t, err, part)
	}
	assert.NotContains(t, err.Error(), "hunter2")
	_, err = notify.NewWebhook(notify.Options{URL: "http://hooks.example.com/hunter2"})
	require.ErrorContains(t, err, "https")
	assert.NotContains(t, err.Error(), "hunter2")
}

func TestWebhookSendsNothingOnceClosed(t *testing.T) {
	t.Parallel()
	r := receive(t)
	w := webhook(t, notify.Options{URL: r.url})
	require.NoError(t, w.Close(t.Context()))
	require.ErrorContains(t, w.Record(t.Context(), escalated("1")), "closed")
	assert.Empty(t, r.deliveries())
}

func TestWebhookGivesUpItsTurnWithTheContext(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(entered)
		<-leave
	}))
	t.Cleanup(server.Close)
	w := webhook(t, notify.Options{URL: server.URL})
	first := make(chan error, 1)
	go func() { first <- w.Record(t.Context(), escalated("1")) }()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, w.Record(ctx, escalated("2")), context.Canceled)
	require.ErrorIs(t, w.Close(ctx), context.Canceled)
	close(leave)
	require.NoError(t, <-first)
}

// data reads the part of a message that is about the call.
func data(t *testing.T, body []byte) map[string]any {
	t.Helper()
	var m struct {
		Type string         `json:"type"`
		Data map[string]any `json:"data"`
	}
	require.NoError(t, json.Unmarshal(body, &m))
	return m.Data
}
