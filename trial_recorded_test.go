package supervisor_test

import (
	"bytes"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// deleting is a call that nothing but the limit of dangers keeps from being
// approved: it deletes for good, in the project.
var deleting = supervisor.Call{Agent: "maple-bot", Tool: "fs.delete", Params: map[string]any{"path": "/srv/app/notes.txt"}}

func TestTheLimitsOfTheStructuralProviderAloneDecide(t *testing.T) {
	t.Parallel()
	const project = "project_dirs: [/srv/app]\nworking_dir: /srv/app\n"
	for name, c := range map[string]struct {
		config string
		want   supervisor.Action
		cause  supervisor.Cause
	}{
		"as delivered":              {"evaluator: {provider: structural}", supervisor.Escalate, supervisor.CauseUnsettled},
		"a limit that is too high":  {"evaluator: {provider: structural, jev: {destructive_max: 0.95}}", supervisor.Approve, ""},
		"so in a chain":             {"evaluator: {chain: [{provider: structural, jev: {destructive_max: 0.95}}]}", supervisor.Approve, ""},
		"a threshold that is given": {"evaluator: {provider: structural, confidence_threshold: 0.8, jev: {destructive_max: 0.95}}", supervisor.Escalate, supervisor.CauseThreshold},
		"one of the link":           {"evaluator: {chain: [{provider: structural, confidence_threshold: 0.6, jev: {destructive_max: 0.95}}]}", supervisor.Escalate, supervisor.CauseThreshold},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, assemble(t, project+c.config, supervisor.Parts{Journal: &recorder{}}), deleting)
			assert.Equal(t, c.want, d.Action, d.Reasoning)
			assert.Equal(t, c.cause, d.Cause)
		})
	}
}

func TestATrialOfWhatWasSaid(t *testing.T) {
	t.Parallel()
	s := assemble(t, "evaluator: {provider: jev}\nrules: [{name: no, condition: tool equals q.y, action: deny}]",
		models(map[string]judgeFunc{"jev": dead}))
	trial := s.Trial(supervisor.TrialRecorded(func(c *supervisor.Call, link string) (bench.Said, bool) {
		return bench.Said{
			State: decision.LinkAnswered, Action: supervisor.Approve, Confidence: 0.9, Reasoning: link, Basis: supervisor.BasisModel,
		}, c.Tool == "q.z"
	}))
	for tool, want := range map[string]struct {
		action supervisor.Action
		cause  supervisor.Cause
	}{
		"q.z": {supervisor.Approve, ""},
		"q.y": {supervisor.Deny, ""}, // the rules judge as ever
		"q.x": {supervisor.Escalate, supervisor.CauseUnavailable},
	} {
		d, err := trial.Evaluate(t.Context(), supervisor.Call{Tool: tool})
		require.NoError(t, err)
		assert.Equal(t, want.action, d.Action, tool)
		assert.Equal(t, want.cause, d.Cause, tool)
	}
}

func TestATrialOfWhatWasSaidLogsNoFailures(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	parts := models(map[string]judgeFunc{"jev": dead, "ollama": dead})
	parts.Logger = slog.New(slog.NewTextHandler(&log, nil))
	s := assemble(t, "evaluator: {chain: [{provider: jev}, {provider: ollama}]}", parts)
	log.Reset()
	trial := s.Trial(supervisor.TrialRecorded(func(*supervisor.Call, string) (bench.Said, bool) { return bench.Said{}, false }))
	d, err := trial.Evaluate(t.Context(), supervisor.Call{Tool: "q.x"})
	require.NoError(t, err)
	assert.Equal(t, supervisor.CauseUnavailable, d.Cause)
	assert.Empty(t, log.String(), "nobody was asked: an estimate would warn of every case")
}

func TestTheBasisOfAnswers(t *testing.T) {
	t.Parallel()
	basis := func(text string) map[string]string {
		cfg, err := supervisor.ParseConfig("test.yaml", []byte(text))
		require.NoError(t, err)
		b, err := cfg.AnswerBasis()
		require.NoError(t, err)
		return b
	}
	const before = "evaluator: {provider: jev, jev: {model: a}}"
	same := basis(before)
	assert.Equal(t, same, basis("evaluator: {provider: jev, confidence_threshold: 0.1, jev: {model: a, destructive_max: 0.9}}"), "thresholds are not part of it")
	for name, text := range map[string]string{
		"model":        "evaluator: {provider: jev, jev: {model: b}}",
		"backend":      "evaluator: {provider: jev, jev: {model: a, backend: ollama}}",
		"project dirs": before + "\nproject_dirs: [/srv/app]",
		"redaction":    "evaluator: {provider: jev, redact_params: [body], jev: {model: a}}",
		"own words":    "evaluator: {provider: jev, jev: {model: a, redact_params: [body]}}",
		"a chain":      "evaluator: {chain: [{provider: jev, jev: {model: a}}]}",
		"text model":   "evaluator: {provider: ollama, model: a}",
	} {
		assert.NotEqual(t, same, basis(text), name)
	}
	assert.NotEqual(t, basis("evaluator: {chain: [{name: one, provider: jev}]}"), basis("evaluator: {chain: [{name: other, provider: jev}]}"))
	assert.NotEqual(t, basis("evaluator: {provider: ollama, model: a}"), basis("evaluator: {provider: ollama, model: a, system_prompt: be kind}"))
}
