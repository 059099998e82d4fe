package supervisor_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/notify"
)

// hookSecret is the one that the tests' webhooks sign with.
const hookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// notifying is a config with one webhook, and a rule for each action.
func notifying(t *testing.T, url, more string) *supervisor.Config {
	t.Helper()
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(`evaluator: {provider: none}
approvals: {timeout: 1m}
notify: [{url: "`+url+`", link: "https://sup7.example.com/#live"`+more+`}]
rules:
  - {name: ok, condition: tool equals yes, action: approve}
  - {name: no, condition: tool equals no, action: deny}
  - {name: ask, condition: tool equals ask, action: escalate}
`))
	require.NoError(t, err)
	return cfg
}

func TestAWebhookOfTheConfigTellsWhatIsLeftToPeople(t *testing.T) {
	t.Parallel()
	var bodies [][]byte // written before Close returns
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		assert.NoError(t, err)
		secrets, err := notify.ParseSecrets(hookSecret)
		assert.NoError(t, err)
		_, err = notify.Verify(secrets, r.Header, body, time.Now())
		assert.NoError(t, err)
		bodies = append(bodies, body)
	}))
	defer receiver.Close()
	cfg := notifying(t, receiver.URL, "")
	cfg.Notify[0].Secret = hookSecret
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	for _, tool := range []string{"yes", "no", "ask"} {
		evaluate(t, s, supervisor.Call{Agent: "coder", Tool: tool, Params: map[string]any{"password": "hunter2"}})
	}
	waiting, err := s.Approvals().Pending(t.Context(), supervisor.Query{})
	require.NoError(t, err)
	require.Len(t, waiting, 1)
	require.NoError(t, s.Close(t.Context()))
	require.Len(t, bodies, 1)
	var told struct{ Data map[string]any }
	require.NoError(t, json.Unmarshal(bodies[0], &told))
	assert.Equal(t, "ask", told.Data["tool"])
	assert.Equal(t, "rule", told.Data["cause"])
	assert.Equal(t, waiting[0].ID, told.Data["approval_id"])
	assert.Equal(t, waiting[0].Until.UTC().Format(time.RFC3339Nano), told.Data["expires_at"], "until when a person may answer")
	assert.Equal(t, "https://sup7.example.com/#live", told.Data["link"])
	assert.NotContains(t, string(bodies[0]), "hunter2")
}

// TestAWebhookIsNotInTheWayOfDecisions has one that takes a message and never
// answers, while many more calls are escalated.
func TestAWebhookIsNotInTheWayOfDecisions(t *testing.T) {
	t.Parallel()
	entered, leave := make(chan struct{}, 1000), make(chan struct{})
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		entered <- struct{}{}
		<-leave
	}))
	defer receiver.Close()
	s, err := supervisor.Build(notifying(t, receiver.URL, ""), supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	ask := func(n int) {
		assert.Equal(t, supervisor.Escalate, evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "ask", Params: map[string]any{"n": n}}).Action)
	}
	ask(0)
	<-entered // it hangs
	for n := range 100 {
		ask(1 + n)
	}
	close(leave)
	require.NoError(t, s.Close(t.Context()))
	// Ten at once, perhaps some that the time lets through, and one that counts the rest.
	assert.GreaterOrEqual(t, len(entered), 10)
	assert.Less(t, len(entered), 101, "a flood is told together")
}

func TestWebhooksThatCannotBeBuilt(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*supervisor.Config){
		"not set":     func(c *supervisor.Config) { c.Notify[0].SecretEnv = "HOOK_SECRET_THAT_NOBODY_SETS" },
		"whsec_":      func(c *supervisor.Config) { c.Notify[0].Secret = "hunter2hunter2" },
		"PerMinute":   func(c *supervisor.Config) { c.Notify[0].PerMinute = 10_000 },
		"be https":    func(c *supervisor.Config) { c.Notify[0].URL = "http://hooks.example/hunter2" },
		"be standard": func(c *supervisor.Config) { c.Notify[0].Format = "teams" },
	} {
		cfg := notifying(t, "https://hooks.example/hunter2", "")
		change(cfg)
		_, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
		require.ErrorContains(t, err, "notify[0]: ")
		require.ErrorContains(t, err, want)
		assert.NotContains(t, err.Error(), "hunter2")
	}
}

func TestAReloadDoesNotChangeWebhooks(t *testing.T) {
	t.Parallel()
	s, err := supervisor.Build(notifying(t, "https://hooks.example/a", ""), supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	defer func() { assert.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	restart, err := s.Reload(t.Context(), notifying(t, "https://hooks.example/a", ""))
	require.NoError(t, err)
	assert.Empty(t, restart)
	restart, err = s.Reload(t.Context(), notifying(t, "https://hooks.example/b", ""))
	require.NoError(t, err)
	assert.Equal(t, []string{"notify"}, restart, "it says so")

	wrong := notifying(t, "https://hooks.example/a", "")
	wrong.Notify[0].Secret = "no secret"
	_, err = s.Reload(t.Context(), wrong)
	require.Error(t, err, "the next start would fail")
}

func TestAWebhookThatFailsIsLoggedWithoutItsAddress(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer // written before Close returns
	gone := httptest.NewServer(http.NotFoundHandler())
	defer gone.Close()
	s, err := supervisor.Build(notifying(t, gone.URL+"/hunter2", ""), supervisor.Parts{Journal: &recorder{}, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	require.NoError(t, err)
	evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "ask"})
	require.NoError(t, s.Close(t.Context()))
	assert.Contains(t, log.String(), "notify[0]")
	assert.Contains(t, log.String(), "answered 404")
	assert.False(t, strings.Contains(log.String(), "hunter2") || strings.Contains(log.String(), "127.0.0.1"))
}

func TestPeopleAreToldWhilePaused(t *testing.T) {
	t.Parallel()
	told := make(chan struct{}, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { told <- struct{}{} }))
	defer receiver.Close()
	s, err := supervisor.Build(notifying(t, receiver.URL, ""), supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	require.NoError(t, s.Pause(t.Context(), "person:ann"))
	for range 3 { // the same call, which waits under one approval
		evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "yes"})
	}
	require.NoError(t, s.Close(t.Context()))
	assert.Len(t, told, 1)
}

func TestDocsNotifyConfigLoads(t *testing.T) {
	t.Parallel()
	cfg, err := supervisor.ParseConfig("notify.md", []byte("evaluator: {provider: none}\n"+fenced(t, "docs/notify.md", "yaml")))
	require.NoError(t, err)
	require.Len(t, cfg.Notify, 3)
	cfg.Notify[1].Secret = hookSecret
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	require.NoError(t, s.Close(t.Context()))
}
