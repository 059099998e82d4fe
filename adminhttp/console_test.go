package adminhttp_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/adminhttp"
)

// The console of the reference reads these members, and trips over a null where
// it reads on.
type (
	consoleStatus struct {
		Version string `json:"version"`
		State   string `json:"state"`
		UptimeS *int   `json:"uptime_s"`
		Mesh    *struct {
			URL       string `json:"url"`
			Reachable *bool  `json:"reachable"`
		} `json:"mesh"`
		Memory    *struct{ Enabled *bool } `json:"memory"`
		Evaluator *struct {
			Mode      string `json:"mode"`
			Providers []struct {
				Name, State, Detail string
				Failures            *int `json:"consecutive_failures"`
				SkippedForS         *int `json:"skipped_for_s"`
			} `json:"providers"`
		} `json:"evaluator"`
		Decisions map[string]any `json:"decisions"`
	}
	consoleConfig struct {
		Rules []struct {
			Name       string
			Condition  *string
			Action     string
			Confidence *float64
		} `json:"rules"`
		Evaluator struct {
			Threshold *float64         `json:"confidence_threshold"`
			Failures  *int             `json:"breaker_failures"`
			Cooldown  *float64         `json:"breaker_cooldown_s"`
			Providers []map[string]any `json:"providers"`
		} `json:"evaluator"`
		PollIntervalS *float64 `json:"poll_interval_s"`
		ProjectDirs   []string `json:"project_dirs"`
		Scope         struct {
			ToolScopes []string `json:"tool_scopes"`
		} `json:"scope"`
		Questions []struct {
			Provider string
			Files    []string
			SHAAll   *string `json:"sha_all"`
			Packs    []struct {
				Name      string
				AppliesTo []string `json:"applies_to"`
				Source    string
				Questions []struct {
					Name, Type, Group, Instructions string
					Criteria                        any
				}
			}
		} `json:"questions"`
	}
	consoleDecision struct {
		Timestamp    time.Time `json:"timestamp"`
		ApprovalID   string    `json:"approval_id"`
		AgentID      string    `json:"agent_id"`
		Tool         string    `json:"tool"`
		Decision     string    `json:"decision"`
		RuleMatched  *string   `json:"rule_matched"`
		Reasoning    string    `json:"reasoning"`
		Confidence   *float64  `json:"confidence"`
		EvaluationMS *int      `json:"evaluation_ms"`
	}
)

func TestTheConsoleOfTheReference(t *testing.T) {
	t.Parallel()
	s := newStage(t, manyProviders, adminhttp.Options{Token: "t0ken"})
	read := func(method, path string, into any) {
		got := s.ask(t, method, path, "")
		require.Equal(t, 200, got.status)
		require.NoError(t, json.Unmarshal([]byte(got.body), into))
	}
	var st consoleStatus
	read("POST", "/pause", &st)
	assert.Equal(t, "paused", st.State)
	st = consoleStatus{}
	read("POST", "/resume", &st)
	assert.Equal(t, "running", st.State)
	assert.Equal(t, "0.1.0", st.Version)
	require.NotNil(t, st.Mesh, "although no queue is read")
	assert.Equal(t, "http://localhost:9090", st.Mesh.URL)
	assert.False(t, *st.Mesh.Reachable)
	assert.NotNil(t, st.Memory.Enabled)
	assert.Equal(t, "chain", st.Evaluator.Mode)
	require.Len(t, st.Evaluator.Providers, 3)
	assert.Equal(t, "ok", st.Evaluator.Providers[0].State)
	last, there := st.Decisions["last_at"]
	assert.True(t, there && last == nil, "null before the first")

	var c consoleConfig
	read("GET", "/config", &c)
	require.Len(t, c.Rules, 3, "the catch-all is one")
	assert.Equal(t, "tool equals fs.read", *c.Rules[0].Condition)
	assert.Nil(t, c.Rules[2].Condition)
	assert.InDelta(t, 0.6, c.Evaluator.Providers[1]["confidence_threshold"], 1e-9, "the effective one")
	assert.Equal(t, "ollama", c.Evaluator.Providers[1]["backend"])
	assert.Equal(t, []any{"body"}, c.Evaluator.Providers[1]["redact_params"])
	assert.Equal(t, "qwen3:14b", c.Evaluator.Providers[2]["model"])
	assert.Equal(t, []string{"/srv/app"}, c.ProjectDirs)
	assert.InDelta(t, 300, *c.Evaluator.Cooldown, 1e-9)
	assert.NotNil(t, c.Scope.ToolScopes)
	require.Len(t, c.Questions, 2)
	assert.Equal(t, []string{"(shipped socle)"}, c.Questions[0].Files)
	assert.NotNil(t, c.Questions[0].SHAAll)
	assert.NotEmpty(t, c.Questions[0].Packs[0].Questions[0].Name)

	require.Equal(t, 200, s.ask(t, "POST", "/evaluate", `{"tool":"fs.wipe","agent_id":"maple-bot"}`, "Content-Type", "").status)
	var list struct{ Decisions []consoleDecision }
	read("GET", "/decisions?limit=50", &list)
	require.Len(t, list.Decisions, 1)
	assert.Equal(t, "denied", list.Decisions[0].Decision)
	assert.Equal(t, "maple-bot", list.Decisions[0].AgentID)
	assert.Equal(t, "wipes", *list.Decisions[0].RuleMatched)
	assert.NotContains(t, s.ask(t, "GET", "/config", "").body, "API_KEY", "no names of variables")
}
