package supervisor_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/reviewer"
	"github.com/flux7-go/supervisor/provider/providertest"
)

// noting is a text model that appends a note in its first round and says done in
// its second.
func noting(note string) providertest.TextScript {
	input, _ := json.Marshal(map[string]string{"operation": "append", "text": note})
	return func(r providertest.TextRequest) providertest.TextReply {
		if len(r.Results) > 0 {
			return providertest.TextReply{Text: "done"}
		}
		return providertest.TextReply{ToolCalls: []decision.ToolRequest{{ID: "call_1", Name: "persona_memory_manage", Input: input}}}
	}
}

// reviewEvents is a sink of the events of reviews.
type reviewEvents chan supervisor.Event

func (reviewEvents) Wants(e supervisor.Event) bool { return e.Type == decision.EventTurnReview }

func (c reviewEvents) Record(_ context.Context, e supervisor.Event) error {
	c <- e
	return nil
}

func (c reviewEvents) next(t *testing.T) map[string]any {
	t.Helper()
	select {
	case e := <-c:
		return e.Fields
	case <-time.After(time.Minute):
		require.Fail(t, "no review came")
		return nil
	}
}

func finished(agent, text string) supervisor.Turn {
	return supervisor.Turn{Agent: agent, Conversation: "c", Messages: []decision.Message{{Role: decision.RoleUser, Text: text}, {
		Role: decision.RoleAssistant, ToolCalls: []decision.ToolRequest{{ID: "1", Name: "mail.send", Input: json.RawMessage(`{"body":"private words"}`)}},
	}}}
}

// TestFinishedTurnsAreReviewed holds a review against each service's wire.
func TestFinishedTurnsAreReviewed(t *testing.T) {
	t.Parallel()
	for kind, serve := range map[string]func(providertest.TextScript) *providertest.TextServer{
		"ollama": providertest.NewOllama, "openai": providertest.NewOpenAI, "anthropic": providertest.NewAnthropic,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			model := serve(noting("Ann likes tea."))
			t.Cleanup(model.Close)
			dir := t.TempDir()
			journal, events := &recorder{}, make(reviewEvents, 1)
			cfg, err := supervisor.ParseConfigWithEnv("test.yaml", fmt.Appendf(nil, `
evaluator: {redact_params: [body], chain: [{name: rules of thumb, provider: structural}, {name: text, provider: %s, model: judge, url: "%s"}]}
agents:
  - {name: maple, reviewer_model: small, nudge_memory_interval: 1}
  - {name: m*, reviewer_model: small, reviewer_provider: text, nudge_memory_interval: 0}
reviewer: {persona: %s}
`, kind, model.URL, dir), map[string]string{"ANTHROPIC_API_KEY": "k"})
			require.NoError(t, err)
			s, err := supervisor.Build(cfg, supervisor.Parts{Journal: journal, Sinks: []supervisor.Sink{events}})
			require.NoError(t, err)
			t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
			for range 2 * reviewer.DefaultMemoryInterval { // an interval of 0 is not the default
				s.TurnDone(t.Context(), finished("mallow", "nobody looks"))
			}
			s.TurnDone(t.Context(), finished("oak", "nobody looks"))
			s.TurnDone(t.Context(), finished("maple", "I like tea."))
			fields := events.next(t)
			assert.Equal(t, "maple", fields["agent_id"])
			assert.Equal(t, "done", fields["status"], "%v", fields)
			assert.Equal(t, []any{"Ann likes tea."}, fields["wrote"])
			memory, err := os.ReadFile(filepath.Join(dir, reviewer.MemoryFile))
			require.NoError(t, err)
			assert.Equal(t, "- Ann likes tea.\n", string(memory))
			assert.Len(t, journal.of(decision.EventTurnReview), 1)

			requests := model.Requests()
			require.Len(t, requests, 2)
			assert.Contains(t, string(requests[0].Body), `"model":"small"`)
			assert.Len(t, requests[0].Tools, 5)
			assert.Contains(t, requests[0].Prompt, "I like tea.")
			assert.NotContains(t, string(requests[0].Body), "private words")
			assert.Contains(t, fmt.Sprint(requests[1].Results), "appended: Ann likes tea.")
			if kind == "ollama" {
				assert.Contains(t, string(requests[0].Body), fmt.Sprintf(`"num_ctx":%d`, reviewer.ContextTokens))
			}
		})
	}
}

func TestAReloadReachesTheReviewer(t *testing.T) {
	t.Parallel()
	first, second := t.TempDir(), t.TempDir()
	model := providertest.NewOllama(noting("Ann likes tea."))
	t.Cleanup(model.Close)
	const config = "evaluator: {model: m, url: %q}\nagents: [{name: a, nudge_memory_interval: 1, reviewer_persona: %s, reviewer_model: %s}]\n"
	events := make(reviewEvents, 1)
	s := assemble(t, fmt.Sprintf(config, model.URL, first, "one"), supervisor.Parts{Journal: &recorder{}, Sinks: []supervisor.Sink{events}})
	for dir, name := range map[string]string{first: "one", second: "two"} {
		cfg, err := supervisor.ParseConfig("test.yaml", fmt.Appendf(nil, config, model.URL, dir, name))
		require.NoError(t, err)
		restart, err := s.Reload(t.Context(), cfg)
		require.NoError(t, err)
		assert.Empty(t, restart)
		s.TurnDone(t.Context(), finished("a", "hi"))
		assert.Equal(t, "done", events.next(t)["status"])
		requests := model.Requests()
		assert.Contains(t, string(requests[len(requests)-1].Body), fmt.Sprintf(`"model":%q`, name))
		assert.FileExists(t, filepath.Join(dir, reviewer.MemoryFile))
	}
	cfg, err := supervisor.ParseConfig("test.yaml", fmt.Appendf(nil, config, model.URL, filepath.Join(first, "none"), "one"))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.ErrorContains(t, err, "make the directory")
}

func TestAReviewerWithoutItsKeySaysSo(t *testing.T) {
	t.Parallel()
	events := make(reviewEvents, 1)
	config := fmt.Sprintf("evaluator: {provider: openai, model: m, api_key_env: NO_SUCH_KEY}\nagents: [{name: a, reviewer_model: m, nudge_memory_interval: 1}]\nreviewer: {persona: %s}", t.TempDir())
	s := assemble(t, config, supervisor.Parts{Journal: &recorder{}, Sinks: []supervisor.Sink{events}})
	s.TurnDone(t.Context(), finished("a", "hi"))
	fields := events.next(t)
	assert.Equal(t, "error", fields["status"])
	assert.Contains(t, fields["reason"], "NO_SUCH_KEY")

	cfg, err := supervisor.ParseConfig("test.yaml", []byte(config))
	require.NoError(t, err)
	checks, err := supervisor.CheckEvaluator(t.Context(), cfg, supervisor.Parts{})
	require.NoError(t, err)
	require.Len(t, checks, 2)
	assert.Equal(t, "reviewer", checks[1].Name)
	require.ErrorContains(t, checks[1].Err, "NO_SUCH_KEY")
}

func TestTheKeyOfAProviderThatOnlyReviews(t *testing.T) {
	t.Parallel()
	env := map[string]string{"ANTHROPIC_API_KEY": "k1", "OPENAI_API_KEY": "k2"}
	cfg, err := supervisor.ParseConfigWithEnv("test.yaml", []byte(`
evaluator: {provider: structural}
agents: [{name: a, reviewer_model: m, reviewer_provider: anthropic}, {name: b, reviewer_model: m, reviewer_provider: openai}, {name: c, reviewer_model: m, reviewer_provider: ollama}, {name: d}]
reviewer: {persona: /p}`), env)
	require.NoError(t, err)
	var keys []string
	for _, a := range cfg.Agents {
		keys = append(keys, a.ReviewerKey.Reveal())
	}
	assert.Equal(t, []string{"k1", "k2", "", ""}, keys)
}

func TestFaultsOfTheReviewersKeys(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ config, want string }{
		"nothing to review":   {"agents: [{name: a, reviewer_model: m}]", "agents[0].reviewer_model: has nothing to review"},
		"no text model":       {"evaluator: {provider: structural}\nagents: [{name: a, reviewer_model: m}]\nreviewer: {skills: /s}", "agents[0].reviewer_model: needs a text model"},
		"of a chain neither":  {"evaluator: {chain: [{provider: structural}]}\nagents: [{name: a, reviewer_model: m}]\nreviewer: {skills: /s}", "agents[0].reviewer_model: needs a text model"},
		"another kind":        {"agents: [{name: a, reviewer_model: m, reviewer_provider: jev}]\nreviewer: {skills: /s}", "agents[0].reviewer_provider: names no text model"},
		"a link of that kind": {"evaluator: {chain: [{name: x, provider: structural}]}\nagents: [{name: a, reviewer_model: m, reviewer_provider: x}]\nreviewer: {skills: /s}", "agents[0].reviewer_provider: names no text model"},
		"a relative persona":  {"agents: [{name: a, reviewer_model: m, reviewer_persona: p}]", "agents[0].reviewer_persona: must be an absolute path"},
		"relative skills":     {"reviewer: {skills: s}", "reviewer.skills: must be an absolute path"},
		"relative personas":   {"reviewer: {persona: s}", "reviewer.persona: must be an absolute path"},
		"too short a time":    {"reviewer: {timeout: 1ms}", "reviewer.timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := supervisor.ParseConfig("test.yaml", []byte(tt.config))
			require.ErrorContains(t, err, tt.want)
		})
	}
	cfg, err := supervisor.ParseConfig("test.yaml", []byte("agents: [{name: a, reviewer_persona: /p}]"))
	require.NoError(t, err)
	require.Len(t, cfg.Warnings, 1)
	assert.Contains(t, cfg.Warnings[0].String(), "has no effect without reviewer_model")
}

func TestWithoutAConfigNoTurnIsReviewed(t *testing.T) {
	t.Parallel()
	journal := &recorder{}
	s := mustNew(t, supervisor.Options{Journal: journal})
	s.TurnDone(t.Context(), finished("a", "hi"))
	assert.Empty(t, journal.of(decision.EventTurnReview))
}

// hungModel is a text model that never answers.
type hungModel struct{ judgeFunc }

func (hungModel) Complete(ctx context.Context, _ decision.Prompt) (decision.Completion, error) {
	<-ctx.Done()
	return decision.Completion{}, ctx.Err()
}

func TestCloseEndsReviewsAndTellsOfThem(t *testing.T) {
	t.Parallel()
	journal, events := &recorder{}, make(reviewEvents, 1)
	cfg, err := supervisor.ParseConfig("test.yaml", fmt.Appendf(nil,
		"agents: [{name: a, reviewer_model: m, nudge_memory_interval: 1}]\nreviewer: {persona: %s}", t.TempDir()))
	require.NoError(t, err)
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: journal, Sinks: []supervisor.Sink{events}, Providers: map[string]supervisor.ProviderFactory{
		"ollama": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return hungModel{}, nil
		},
	}})
	require.NoError(t, err)
	s.TurnDone(t.Context(), finished("a", "hi"))
	require.NoError(t, s.Close(t.Context()))
	assert.Equal(t, "closed", events.next(t)["status"])
	assert.Len(t, journal.of(decision.EventTurnReview), 1)
	s.TurnDone(t.Context(), finished("a", "hi"))
	assert.Len(t, journal.of(decision.EventTurnReview), 1)
}
