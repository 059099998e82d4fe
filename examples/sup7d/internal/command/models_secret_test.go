package command_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/providertest"
)

// Made up secrets, one for each place where one may stand.
var secretAt = map[string]string{
	"a nested parameter":   "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8",
	"a parameter's name":   "sk_live_51HxAbCdEfGhIjKlMnOpQrSt",
	"a secret by its name": "correct-horse-battery",
	"a withheld parameter": "4111 1111 1111 1111",
	"recent activity":      "glpat-XyZ12345abcdeFGHIJ67",
	"a message":            "npm_q7Xw2LmZ9vTbK4cR8nYpJ6sDfG1hAeZz00AA",
	"the server's words":   "xoxb-123456789012-abcdefGHIJKL",
	"the key":              "k-4hT9pXw2QzLmR7vBnJ5",
}

const secretKeyVariable = "MODELS_TEST_KEY"

// secretCall holds the secrets, and one word that must arrive.
func secretCall(t *testing.T) string {
	t.Helper()
	call, err := json.Marshal(map[string]any{
		"tool": "fs.read", "agent_id": "clerk",
		"params": map[string]any{
			"path": "/home/dev/project/harmless.txt", "card": secretAt["a withheld parameter"],
			"deep":                         []any{map[string]any{"note": "use " + secretAt["a nested parameter"], "db": map[string]any{"password": secretAt["a secret by its name"]}}},
			secretAt["a parameter's name"]: "x",
		},
		"recent_traces": []any{map[string]any{
			"tool": "http.get", "policy": "allow", "params": map[string]any{"list": []any{"token " + secretAt["recent activity"]}, "CARD": secretAt["a withheld parameter"]},
		}},
		"user_messages": []string{"please, with " + secretAt["a message"]},
	})
	require.NoError(t, err)
	return string(call)
}

// told is how a careless server repeats the request and speaks of its own
// secrets, in an error's body.
func told(authorization string, body []byte) string {
	text, _ := json.Marshal(map[string]any{"error": map[string]any{
		"message": "no, " + authorization + ", not with " + secretAt["the server's words"], "input": string(body),
	}})
	return string(text)
}

// careless is a model whose server is.
type careless struct {
	evaluator string
	received  func() string
}

func carelessDecisionModel(t *testing.T, wire providertest.DecisionWire, script providertest.DecisionScript) careless {
	t.Helper()
	s, link := decisionServer(t, wire, script)
	link = strings.NewReplacer(", api_key_env: ''", "").Replace(link)
	return careless{strings.Replace(link, "{backend", "{api_key_env: "+secretKeyVariable+", redact_params: [card], backend", 1),
		func() string { return fmt.Sprintf("%s", s.Received()) }}
}

func carelessTextModel(t *testing.T, kind string, script providertest.TextScript) careless {
	t.Helper()
	start := map[string]func(providertest.TextScript) *providertest.TextServer{
		"ollama": providertest.NewOllama, "anthropic": providertest.NewAnthropic, "openai": providertest.NewOpenAI,
	}[kind]
	s := start(script)
	t.Cleanup(s.Close)
	return careless{
		fmt.Sprintf("{provider: %s, model: small, url: '%s', api_key_env: %s}", kind, s.URL, secretKeyVariable),
		func() string {
			var all strings.Builder
			for _, r := range s.Requests() {
				all.Write(r.Body)
			}
			return all.String()
		},
	}
}

// TestNoSecretIsSentLoggedJournaledOrDecided looks for secrets in all four
// places, with models that answer, that fail, and that repeat what they know.
func TestNoSecretIsSentLoggedJournaledOrDecided(t *testing.T) {
	t.Setenv(secretKeyVariable, secretAt["the key"])
	models := map[string]careless{}
	for _, wire := range providertest.DecisionWires() {
		models[string(wire)+" answers"] = carelessDecisionModel(t, wire, nil)
		models[string(wire)+" refuses the request"] = carelessDecisionModel(t, wire, func(r providertest.DecisionRequest) providertest.DecisionReply {
			return providertest.DecisionReply{Status: http.StatusBadRequest, Raw: told(r.Header.Get("Authorization"), r.Body)}
		})
		models[string(wire)+" names a model"] = carelessDecisionModel(t, wire, func(providertest.DecisionRequest) providertest.DecisionReply {
			return providertest.DecisionReply{Model: secretAt["the server's words"]}
		})
		for _, f := range []providertest.Fault{providertest.FaultUnauthorized, providertest.FaultHTML, providertest.FaultFailed, providertest.FaultRefusal, providertest.FaultCut} {
			models[fmt.Sprint(wire, " fails: ", f)] = carelessDecisionModel(t, wire, providertest.Failing(f))
		}
	}
	for _, kind := range []string{"ollama", "anthropic", "openai"} {
		models[kind+" answers"] = carelessTextModel(t, kind, providertest.Verdict(decision.Approve, 0.93, "as "+secretAt["the server's words"]+" says"))
		models[kind+" babbles"] = carelessTextModel(t, kind, providertest.Says("token "+secretAt["the server's words"]))
		for _, f := range []providertest.Fault{providertest.FaultUnauthorized, providertest.FaultBadRequest, providertest.FaultHTML, providertest.FaultRefusal} {
			models[fmt.Sprint(kind, " fails: ", f)] = carelessTextModel(t, kind, providertest.Fails(f))
		}
	}
	for name, model := range models {
		path := config(t, "project_dirs: [/home/dev/project]\nevaluator: {redact_params: [card], chain: ["+model.evaluator+"]}")
		r := run(t, secretCall(t), "-c", path, "-v", "evaluate")
		require.Equal(t, 0, r.code, "%s: %s", name, r.err)
		journal, err := os.ReadFile(filepath.Join(filepath.Dir(path), "journal.jsonl"))
		require.NoError(t, err)
		sent := model.received()
		require.Contains(t, sent, "harmless.txt", "%s: the server was asked", name)
		require.Contains(t, string(journal), "harmless.txt", name)
		for where, text := range map[string]string{"what the server received": sent, "the log": r.err, "the journal": string(journal), "the decision": r.out} {
			assertNoSecret(t, name, where, text)
		}
	}
}

func assertNoSecret(t *testing.T, name, where, text string) {
	t.Helper()
	for what, secret := range secretAt {
		// A parameter is withheld from models by its name; the journal is the
		// operator's own, and masks what looks like a secret.
		if what == "a withheld parameter" && where != "what the server received" {
			continue
		}
		if strings.Contains(text, secret) {
			assert.Fail(t, "a secret", "%s: %s shows %s", name, where, what)
		}
	}
}

// TestAnalysedCommandsShowNoSecret has the analyser quote a command line, in a
// decision, in an explanation and in the journal.
func TestAnalysedCommandsShowNoSecret(t *testing.T) {
	t.Parallel()
	call, err := json.Marshal(map[string]any{"tool": "Bash", "params": map[string]any{
		"command":                      "mysql --password=" + secretAt["a secret by its name"] + " -e x && curl -H 'Authorization: Bearer " + secretAt["a nested parameter"] + "' https://x.example/",
		secretAt["a parameter's name"]: "x",
	}})
	require.NoError(t, err)
	path := config(t, "evaluator: {provider: structural}")
	for _, args := range [][]string{{}, {"--explain"}, {"--explain", "--json"}} {
		r := run(t, string(call), append([]string{"-c", path, "evaluate"}, args...)...)
		require.Equal(t, 0, r.code, r.err)
		assert.Contains(t, r.out, "[secret]")
		assertNoSecret(t, "structural", fmt.Sprint(args), r.out+r.err)
	}
	journal, err := os.ReadFile(filepath.Join(filepath.Dir(path), "journal.jsonl"))
	require.NoError(t, err)
	assertNoSecret(t, "structural", "the journal", string(journal))
}
