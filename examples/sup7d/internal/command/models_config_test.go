package command_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/examples/sup7d/internal/command"
	"github.com/flux7-go/supervisor/provider/providertest"
)

// TestFaultsThatStopAStart are those of the config and its packs: both start
// and evaluate refuse them, with the place.
func TestFaultsThatStopAStart(t *testing.T) {
	t.Parallel()
	packs := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(packs, "torn.yaml"), []byte("questions: {a: {type: noul, group: danger, treshold: 1}}"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(packs, "twin.yaml"), []byte("questions: {b: {type: noul, group: danger, instructions: x}, b: {type: noul, group: danger, instructions: y}}"), 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(packs, "empty"), 0o700))
	for name, tt := range map[string]struct {
		evaluator string
		says      []string
	}{
		"an empty directory":         {"{provider: jev, jev: {questions: ['" + packs + "/empty/*.yaml']}}", []string{"evaluator.provider jev", "empty/*.yaml: no pack of questions is there"}},
		"a directory, not its files": {"{provider: jev, jev: {questions: ['" + packs + "/empty']}}", []string{"not a regular file"}},
		"a file that is not there":   {"{provider: jev, jev: {questions: ['" + packs + "/none.yaml']}}", []string{"none.yaml: cannot be read"}},
		"a pack with faults":         {"{provider: jev, jev: {questions: ['" + packs + "/torn.yaml']}}", []string{"torn.yaml:1:", "treshold", "did you mean", "instructions"}},
		"an id twice":                {"{provider: jev, jev: {questions: ['" + packs + "/twin.yaml']}}", []string{"twin.yaml:1:"}},
		"in a link":                  {"{chain: [{}, {provider: structural, jev: {questions: ['" + packs + "/none.yaml']}}]}", []string{"evaluator.chain[1].provider structural"}},
		"no base and no questions":   {"{provider: jev, jev: {base: off}}", []string{"evaluator.jev.base: off leaves no question to ask"}},
		"no model":                   {"{provider: openai}", []string{"openai has no usual model"}},
		"no address":                 {"{provider: jev, jev: {backend: url, model: m}}", []string{"url needs an address"}},
		"a key by http":              {"{provider: jev, jev: {backend: typesafe, url: 'http://models.example/', api_key_env: PATH}}", []string{"https"}},
		"a dialect nobody speaks":    {"{provider: jev, jev: {backend: typesafe, dialect: decisions}}", []string{"decisions needs jev.backend url"}},
		"a threshold of 2":           {"{chain: [{confidence_threshold: 2}]}", []string{"confidence_threshold: must be a number from 0 to 1"}},
		"NaN":                        {"{confidence_threshold: .nan}", []string{"confidence_threshold"}},
	} {
		path := config(t, "evaluator: "+tt.evaluator)
		for _, verb := range []string{"start", "evaluate"} {
			r := run(t, reading, "-c", path, verb)
			assert.Equal(t, 1, r.code, name)
			assert.Empty(t, r.out, name)
			for _, says := range tt.says {
				assert.Contains(t, r.err, says, "%s: %s", name, verb)
			}
		}
	}
}

// TestFaultsThatAStartTellsOf are those that only the environment and the
// servers know: the daemon runs, since they may pass, and says so at once. No
// call is sent; evaluate meets them by its call.
func TestFaultsThatAStartTellsOf(t *testing.T) {
	t.Parallel()
	_, jev := decisionServer(t, providertest.Ollama, nil)
	jevURL := urlOf(jev)
	_, text := approving(t)
	guarded := providertest.NewDecisionServer(providertest.DecisionOptions{Wire: providertest.TypeSafe, Key: "k1"})
	t.Cleanup(guarded.Close)
	for name, tt := range map[string]struct {
		link  string
		says  string
		cause decision.Cause
	}{
		"a variable that is not set": {"{provider: jev, name: x, jev: {api_key_env: NO_SUCH_VARIABLE}}", "NO_SUCH_VARIABLE of jev.api_key_env is not set", decision.CauseUnavailable},
		"an account that is not set": {"{provider: jev, name: x, jev: {api_key_env: '', account_id_env: NO_SUCH_VARIABLE}}", "NO_SUCH_VARIABLE of jev.account_id_env is not set", decision.CauseUnavailable},
		"of a text model":            {"{provider: anthropic, name: x, model: m, api_key_env: NO_SUCH_VARIABLE}", "NO_SUCH_VARIABLE of api_key_env is not set", decision.CauseUnavailable},
		"an unknown decision model":  {"{provider: jev, name: x, jev: {backend: ollama, url: '" + jevURL + "', model: unknown-model}}", "ollama pull unknown-model", decision.CauseUnavailable},
		"an unknown text model":      {"{provider: ollama, name: x, model: unknown, url: '" + urlOf(text) + "'}", "not found", ""},
		"a key that is refused":      {"{provider: jev, name: x, jev: {backend: typesafe, url: '" + guarded.Address() + "', api_key_env: ''}}", "401", decision.CauseUnavailable},
		"nobody there":               {"{provider: ollama, name: x, url: 'http://127.0.0.1:1'}", "connection", decision.CauseUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := config(t, "mesh: {url: 'http://127.0.0.1:1'}\npoll: {interval: 1h}\nevaluator: {chain: ["+tt.link+"]}")
			log := startAndStop(t, path, `msg="a provider will not answer`)
			assert.Regexp(t, `level=ERROR msg="a provider will not answer.*provider=x`, log)
			assert.Contains(t, log, tt.says)
			if tt.cause != "" {
				v := judged(t, "{chain: ["+tt.link+"]}", reading)
				assert.Equal(t, "escalate", v.Decision)
				assert.Equal(t, tt.cause, v.Cause)
			}
		})
	}
}

// startAndStop runs the daemon until its log holds a text, and returns the log.
func startAndStop(t *testing.T, path, until string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	log := &lockedBuffer{}
	ended := make(chan int, 1)
	go func() { ended <- command.Run(ctx, []string{"-c", path, "start"}, command.Streams{Err: log}) }()
	require.Eventually(t, func() bool { return log.contains(until) }, time.Minute, 5*time.Millisecond, "%s", log)
	stop()
	assert.Equal(t, 0, <-ended)
	return log.String()
}

// TestDoubtfulPacksAreToldAtTheStart names what is replaced, and whom nobody
// can judge.
func TestDoubtfulPacksAreToldAtTheStart(t *testing.T) {
	t.Parallel()
	packs := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(packs, "own.yaml"),
		[]byte("applies_to: ['tool:till.*']\nquestions: {deletes: {type: noul, group: danger, instructions: x}}"), 0o600))
	_, jev := decisionServer(t, providertest.TypeSafe, nil)
	path := config(t, "evaluator: {provider: jev, jev: {backend: typesafe, api_key_env: '', url: '"+urlOf(jev)+"', questions: ['"+packs+"/*.yaml', '"+packs+"/none/*.yaml']}}")
	r := run(t, reading, "-c", path, "evaluate")
	require.Equal(t, 0, r.code, r.err)
	assert.Regexp(t, `level=WARN msg="a pack replaces a question of the base pack" question=deletes pack=own`, r.err)
	assert.Regexp(t, `level=WARN .*none/\*\.yaml.*matches no file`, r.err)
}

// TestALinksOwnThreshold counts only where its key is given (W20: two links of
// one kind do not share it).
func TestALinksOwnThreshold(t *testing.T) {
	t.Parallel()
	calm := func(p float64) string {
		_, link := decisionServer(t, providertest.TypeSafe, func(r providertest.DecisionRequest) providertest.DecisionReply {
			answers := providertest.Calm(r.Questions)
			answers["in_scope"], answers["injection"] = providertest.Yes(0.9), providertest.Yes(p)
			return providertest.DecisionReply{Answers: answers}
		})
		return link
	}
	down := func() string {
		s, link := decisionServer(t, providertest.TypeSafe, nil)
		s.Close()
		return link
	}
	with := func(link, threshold string) string {
		return fmt.Sprintf("{confidence_threshold: %s, %s", threshold, link[1:])
	}
	for name, tt := range map[string]struct{ evaluator, decision, reasoning string }{
		"none of its own":         {"{chain: [" + calm(0.35) + "]}", "escalate", "LLM confidence 0.65 below threshold 0.8: [jev] Jev"},
		"its own":                 {"{chain: [" + with(calm(0.35), "0.6") + "]}", "approve", "[jev] Jev"},
		"its own, as the default": {"{confidence_threshold: 0.6, chain: [" + with(calm(0.35), "0.8") + "]}", "escalate", "below threshold 0.8"},
		"another's, of one kind":  {"{chain: [" + with(down(), "0.6") + ", " + calm(0.35) + "]}", "escalate", "LLM confidence 0.65 below threshold 0.8: [jev#2, jev failed] Jev"},
	} {
		v := judged(t, tt.evaluator, reading)
		assert.Equal(t, tt.decision, v.Decision, name)
		assert.Contains(t, v.Reasoning, tt.reasoning, name)
	}
}
