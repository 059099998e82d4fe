package command_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/provider/providertest"
)

// TestSemanticRules asks a server of the kind that mlx_lm is.
func TestSemanticRules(t *testing.T) {
	server := providertest.NewOpenAI(func(r providertest.TextRequest) providertest.TextReply {
		_, rest, _ := strings.Cut(r.Prompt, "<<<FILE ")
		nonce, file, _ := strings.Cut(rest, " ")
		return providertest.TextReply{Text: fmt.Sprintf(`{"code":%q,"verdicts":[{"rule":"pure","broken":%t,"line":2}]}`, nonce, strings.Contains(file, "useState"))}
	})
	t.Cleanup(server.Close)
	t.Setenv("CODESUP_JUDGE_KEY", "lantern-river-quartz")
	const rules = "semantic_rules: [{id: pure, paths: ['*.ts'], description: No hooks.}]\n"
	root, config := project(t, map[string]string{configFile: rules + "llm_model: small\n", "a.ts": "//\nuseState()", "b.ts": "", "none/" + configFile: rules})
	check := func(args ...string) result {
		return run(t, "", append([]string{"check", "--config", config}, args...)...)
	}
	assert.Equal(t, result{1, "a.ts:2:1: error [pure] No hooks.\n", ""}, check("--judge-url", server.URL, filepath.Join(root, "a.ts")))
	assert.Equal(t, result{0, "", ""}, check("--judge-url", server.URL, filepath.Join(root, "b.ts")))
	sent := server.Requests()[0]
	assert.Equal(t, "Bearer lantern-river-quartz", sent.Header.Get("Authorization"))
	assert.Contains(t, string(sent.Body), `"small"`)

	r := check("--judge-url", "http://127.0.0.1:1", filepath.Join(root, "a.ts"))
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "[pure] could not be judged")
	assert.NotContains(t, r.out, "lantern")
	r = check("--judge-url", "nonsense", filepath.Join(root, "a.ts"))
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "--judge-url: ")
	none := filepath.Join(root, "none")
	r = run(t, "", "check", "--config", filepath.Join(none, ".supervisor"), "--judge-url", server.URL, "--stdin", filepath.Join(none, "a.ts"))
	assert.Equal(t, 2, r.code)
	assert.Contains(t, r.out, "llm_model of config.yml must name the model")
}
