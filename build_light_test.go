package supervisor_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
	"github.com/flux7-go/supervisor/question"
)

// decisionModel starts a fake decision model and returns the keys of jev that
// reach it.
func decisionModel(t *testing.T, script providertest.DecisionScript) (*providertest.DecisionServer, string) {
	t.Helper()
	s := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: providertest.TypeSafe, Script: script})
	t.Cleanup(s.Close)
	return s, "backend: typesafe, api_key_env: '', url: '" + s.Address() + "'"
}

// textModel starts a fake Ollama and returns the keys of a provider that reach
// it.
func textModel(t *testing.T) (*providertest.TextServer, string) {
	t.Helper()
	s := providertest.NewOllama(providertest.Verdict(decision.Deny, 0.95, "no"))
	t.Cleanup(s.Close)
	return s, "provider: ollama, model: small, url: '" + s.URL + "'"
}

func withParams(params map[string]any) supervisor.Call {
	c := call
	c.Params = params
	return c
}

// TestRedactParamsHoldForEveryModel withholds by the evaluator's list from all
// links, and by a link's own from that link.
func TestRedactParamsHoldForEveryModel(t *testing.T) {
	t.Parallel()
	jev, jevKeys := decisionModel(t, providertest.Failing(providertest.FaultHTML))
	text, textKeys := textModel(t)
	s := assemble(t, "evaluator: {redact_params: [card], chain: [{provider: jev, jev: {"+jevKeys+", redact_params: [pin]}}, {"+textKeys+"}]}",
		supervisor.Parts{Journal: &recorder{}})
	evaluate(t, s, withParams(map[string]any{"deep": []any{map[string]any{"CARD": "4111-1111"}}, "pin": "9876-5432"}))
	require.Len(t, jev.Received(), 1)
	require.Len(t, text.Requests(), 1)
	assert.NotContains(t, string(jev.Received()[0]), "4111-1111")
	assert.NotContains(t, string(jev.Received()[0]), "9876-5432")
	assert.NotContains(t, string(text.Requests()[0].Body), "4111-1111")
	assert.Contains(t, string(text.Requests()[0].Body), "9876-5432", "what only the first link withholds")

	text, textKeys = textModel(t)
	s = assemble(t, "evaluator: {"+textKeys+", jev: {redact_params: [pin]}}", supervisor.Parts{Journal: &recorder{}})
	evaluate(t, s, withParams(map[string]any{"pin": "9876-5432"}))
	assert.NotContains(t, string(text.Requests()[0].Body), "9876-5432", "a text model takes the reference's list too")
}

func TestKeysOfATextModel(t *testing.T) {
	t.Parallel()
	c := call
	c.UserMessages = []string{"message-1", "message-2", "message-3"}
	for keys, want := range map[string]struct {
		schema   bool
		messages []string
		tokens   string
		system   string
	}{
		"answer: json":         {true, []string{"message-1", "message-2", "message-3"}, `"num_predict":1024`, "You review one tool call"},
		"answer: line":         {false, []string{"message-1", "message-2", "message-3"}, "", "DECISION: APPROVE|DENY|ESCALATE"},
		"context_messages: 1":  {true, []string{"message-3"}, "", ""},
		"context_messages: 0":  {true, nil, "", ""},
		"max_tokens: 4096":     {true, c.UserMessages, `"num_predict":4096`, ""},
		"system_prompt: Be me": {true, c.UserMessages, "", "Be me"},
	} {
		server, text := textModel(t)
		s := assemble(t, "evaluator: {"+text+", "+keys+"}", supervisor.Parts{Journal: &recorder{}})
		d := evaluate(t, s, c)
		assert.Equal(t, supervisor.Deny, d.Action, keys)
		require.Len(t, server.Requests(), 1, keys)
		got := server.Requests()[0]
		assert.Equal(t, want.schema, got.Schema != nil, keys)
		assert.Contains(t, string(got.Body), want.tokens, keys)
		assert.Contains(t, got.System, want.system, keys)
		var shown []string
		for _, m := range c.UserMessages {
			if strings.Contains(got.Prompt, m) {
				shown = append(shown, m)
			}
		}
		assert.Equal(t, want.messages, shown, keys)
	}
}

// TestEveryLimitOfJevIsHeld moves one key at a time across an answer.
func TestEveryLimitOfJevIsHeld(t *testing.T) {
	t.Parallel()
	answers := func(danger, scope, injection float64) map[string]question.Answer {
		a := map[string]question.Answer{"in_scope": providertest.Yes(scope), "injection": providertest.Yes(injection)}
		for _, q := range question.Base().Questions {
			switch {
			case q.Group == question.Danger:
				a[q.ID] = providertest.Yes(danger)
			case q.Type == question.Choice:
				a[q.ID] = question.Answer{Type: question.Choice, Probabilities: map[string]float64{"project": 0.75, "home": 0, "system": 0.25, "remote": 0, "none": 0}}
			}
		}
		return a
	}
	overwriting := answers(0.02, 0.97, 0.02)
	overwriting["overwrites"] = providertest.Yes(0.8) // not counted in the project
	for keys, tt := range map[string]struct {
		answers map[string]question.Answer
		want    supervisor.Action
	}{
		"":                       {answers(0.18, 0.75, 0.02), supervisor.Approve},
		"destructive_max: 0.17":  {answers(0.18, 0.75, 0.02), supervisor.Escalate},
		"in_scope_min: 0.76":     {answers(0.18, 0.75, 0.02), supervisor.Escalate},
		"injection_max: 0.01":    {answers(0.18, 0.75, 0.02), supervisor.Escalate},
		"deny_min: 0.9":          {answers(0.92, 0.6, 0.02), supervisor.Deny},
		"deny_min: 0.93":         {answers(0.92, 0.6, 0.02), supervisor.Escalate},
		"deny_in_scope_max: 0.6": {answers(0.92, 0.6, 0.02), supervisor.Escalate},
		"project_min: 0.75":      {overwriting, supervisor.Approve},
		"project_min: 0.76":      {overwriting, supervisor.Escalate},
	} {
		_, jev := decisionModel(t, providertest.Answering(tt.answers))
		if keys != "" {
			jev += ", " + keys
		}
		s := assemble(t, "evaluator: {provider: jev, jev: {"+jev+"}}", supervisor.Parts{Journal: &recorder{}})
		d := evaluate(t, s, call)
		assert.Equal(t, tt.want, d.Action, "%s: %s", keys, d.Reasoning)
	}
}

func TestAReloadReadsThePacksAgain(t *testing.T) {
	t.Parallel()
	home := packFile(t, "questions: {refunds: {type: noul, group: danger, instructions: refunds something}}")
	server, jev := decisionModel(t, nil)
	text := fmt.Sprintf("home: %s\nevaluator: {provider: jev, jev: {%s, questions: ['~/*.yaml']}}", home, jev)
	s := assemble(t, text, supervisor.Parts{Journal: &recorder{}})
	evaluate(t, s, call)
	rewritePack(t, home, "questions: {payouts: {type: noul, group: danger, instructions: pays something out}}")
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	evaluate(t, s, call)
	rewritePack(t, home, "questions: {payouts: {type: nul}}")
	_, err = s.Reload(t.Context(), cfg)
	require.ErrorContains(t, err, "till.yaml:1:")
	evaluate(t, s, call)

	var asked []string
	for _, r := range server.Requests() {
		asked = append(asked, r.Questions[len(r.Questions)-1].ID)
	}
	assert.Equal(t, []string{"refunds", "payouts", "payouts"}, asked, "a pack with a fault changes nothing")
}

// TestWhatIsDoubtfulAboutPacksIsLoggedOnce is about a program that builds and
// then checks, as the daemon does.
func TestWhatIsDoubtfulAboutPacksIsLoggedOnce(t *testing.T) {
	t.Parallel()
	_, jev := decisionModel(t, nil)
	home := packFile(t, "questions: {deletes: {type: noul, group: danger, instructions: x}}")
	cfg := parseConfigText(t, "home: %s\nevaluator: {provider: jev, jev: {%s, questions: ['~/till.yaml']}}\n", home, jev)
	var log bytes.Buffer
	parts := supervisor.Parts{Journal: &recorder{}, Logger: slog.New(slog.NewTextHandler(&log, nil))}
	s, err := supervisor.Build(cfg, parts)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close(context.Background())) })
	_, err = supervisor.CheckEvaluator(t.Context(), cfg, parts)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(log.String(), "a pack replaces a question"), log.String())
	assert.Equal(t, 1, strings.Count(log.String(), "a question pack is doubtful"), log.String())
}
