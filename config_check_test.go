package supervisor_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestEvaluatorFaults(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"nested chain":       {"evaluator: {chain: [{provider: jev, chain: []}]}", "evaluator.chain[0].chain: a chain inside a chain is not supported"},
		"budget of a link":   {"evaluator: {chain: [{budget: 3s}]}", "evaluator.chain[0].budget: evaluator.budget covers the whole chain"},
		"withheld by a link": {"evaluator: {chain: [{redact_params: [a]}]}", "evaluator.chain[0].redact_params: evaluator.redact_params covers the whole chain"},
		"form of answer":     {"evaluator: {answer: xml}", "evaluator.answer: must be one of json, line"},
		"none in a chain":    {"evaluator: {chain: [{provider: none}]}", "evaluator.chain[0].provider: none cannot be part of a chain"},
		"link names":         {"evaluator: {chain: [{name: a}, {name: a}]}", "evaluator.chain[1].name: is also the name of evaluator.chain[0]"},
		"link threshold":     {"evaluator: {chain: [{confidence_threshold: 2}]}", "evaluator.chain[0].confidence_threshold: must be a number from 0 to 1"},
		"backend":            {"evaluator: {jev: {backend: ollma}}", `did you mean "ollama"?`},
		"backend url":        {"evaluator: {jev: {backend: url}}", "evaluator.jev.backend: url needs an address"},
		"no questions":       {"evaluator: {chain: [{provider: jev, jev: {base: off}}]}", "evaluator.chain[0].jev.base: off leaves no question to ask"},
		"limit out of range": {"evaluator: {jev: {destructive_max: 20}}", "evaluator.jev.destructive_max: must be a number from 0 to 1"},
		"unknown, no hint":   {"evaluator: {jev: {frobnicate: 1}}", "evaluator.jev.frobnicate: unknown key"},
	})
}

func TestKeyOfABackendIsNeverSentToAnother(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"{}":                                   "CLOUDFLARE_API_TOKEN",
		"{backend: typesafe}":                  "CLOUDFLARE_API_TOKEN", // as the reference has it
		"{backend: nimble}":                    "BESPOKE_API_KEY",
		"{backend: ollama}":                    "",
		"{backend: url, url: http://h}":        "",
		`{backend: typesafe, api_key_env: ""}`: "",
		"{backend: ollama, api_key_env: MINE}": "MINE",
	}
	for text, want := range tests {
		cfg := parsed(t, "evaluator: {jev: "+text+", chain: [{provider: jev, jev: "+text+"}]}")
		assert.Equal(t, want, cfg.Evaluator.Jev.APIKeyEnv, text)
		assert.Equal(t, want, cfg.Evaluator.Chain[0].Jev.APIKeyEnv, text)
	}
}

func TestAKeyOfCloudflareForAnotherServiceWarns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"{provider: jev, jev: {backend: typesafe}}":                       {"evaluator.jev.backend"},
		"{provider: jev, jev: {backend: typesafe, api_key_env: ''}}":      nil,
		"{provider: jev, jev: {backend: cloudflare}}":                     nil,
		"{chain: [{provider: jev, jev: {backend: typesafe}}]}":            {"evaluator.chain[0].jev.backend"},
		"{provider: none, jev: {backend: typesafe}}":                      nil,
		"{provider: jev, jev: {backend: typesafe, api_key_env: NO_SUCH}}": {"evaluator.jev.api_key_env"}, // which is not set
	} {
		assert.Equal(t, want, warnedKeys(parsed(t, "evaluator: "+text)), text)
	}
}

func TestTimeoutsBeyondTheBudgetWarn(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string
	}{
		"within":          {"evaluator: {budget: 10s, timeout: 10s}", nil},
		"beyond":          {"evaluator: {budget: 10s, timeout: 11s}", []string{"evaluator.timeout"}},
		"default":         {"evaluator: {budget: 10s}", nil},
		"callback":        {"evaluator: {budget: 1m, provider: claude-code, callback_timeout: 2m}", []string{"evaluator.callback_timeout"}},
		"callback alone":  {"evaluator: {provider: claude-code, callback_timeout: 2m}", nil},
		"callback unused": {"evaluator: {callback_timeout: 2m}", nil},
		"link":            {"evaluator: {budget: 1s, chain: [{timeout: 2}]}", []string{"evaluator.chain[0].timeout"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, warnedKeys(parsed(t, tt.text)))
		})
	}
}

func warnedKeys(cfg *supervisor.Config) []string {
	var keys []string
	for _, w := range cfg.Warnings {
		keys = append(keys, w.Key)
	}
	return keys
}

func TestAdminFaults(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"cert alone":      {"admin: {tls_cert: a}", "admin.tls_cert: needs admin.tls_key"},
		"key alone":       {"admin: {tls_key: a}", "admin.tls_key: needs admin.tls_cert"},
		"off loopback":    {"admin: {enabled: yes, host: 0.0.0.0}", "admin.host: is reachable from other machines, but there is no token"},
		"off loopback 6":  {`admin: {enabled: yes, host: "::"}`, "admin.host: is reachable"},
		"a name":          {"admin: {enabled: yes, host: sup7.example}", "admin.host: is reachable"},
		"unset variable":  {"admin: {enabled: yes, host: 10.0.0.1, token_env: NOPE}", "admin.host: is reachable"},
		"read token only": {"admin: {enabled: yes, host: 10.0.0.1, read_token: r}", "admin.host: is reachable"},
		"nothing to read": {"admin: {enabled: yes, read_token: r}", "admin.read_token: needs admin.token"},
		"blank in token":  {`admin: {enabled: yes, token: "a b"}`, "admin.token: must have no blanks or control characters"},
		"read token line": {`admin: {enabled: yes, token: a, read_token: "b\nc"}`, "admin.read_token: must have no blanks or control characters"},
		"port in host":    {`admin: {enabled: yes, token: t, host: "127.0.0.1:80"}`, "admin.host: must be an address or a name, without a port"},
		"port in host 6":  {`admin: {enabled: yes, token: t, host: "[::1]:80"}`, "admin.host: must be an address or a name, without a port"},
		"any name":        {`admin: {enabled: yes, allowed_hosts: [ok, "*"]}`, "admin.allowed_hosts[1]: must be a name, or name:port"},
		"an address":      {`admin: {enabled: yes, allowed_hosts: ["http://x/"]}`, "admin.allowed_hosts[0]: must be a name, or name:port"},
		"same tokens":     {"admin: {token: t, read_token: t}", "admin.read_token: is the same as admin.token"},
	})
	for _, text := range []string{
		"{enabled: no, host: 0.0.0.0}", "{enabled: yes}", "{enabled: yes, host: localhost}", `{enabled: yes, host: "::1"}`,
		`{enabled: yes, host: "[::1]"}`, "{enabled: yes, host: 127.8.8.8}", "{enabled: yes, host: 0.0.0.0, token: t}",
	} {
		assert.NotNil(t, parsed(t, "admin: "+text), text)
	}
}

// TestAgentFaults is case 34.
func TestAgentFaults(t *testing.T) {
	t.Parallel()
	const judge = ", {name: argus, tier: autonomous}]"
	checkFaults(t, map[string]faultCase{
		"no name":                {"agents: [{tier: autonomous}]", "agents[0].name: is missing"},
		"same name":              {"agents: [{name: a}, {name: a}]", "agents[1].name: is also the name of agents[0]"},
		"tier":                   {"agents: [{name: a, tier: free}]", "agents[0].tier: must be one of supervised, autonomous, restricted"},
		"empty tool":             {`agents: [{name: a, auto_approve_tools: [x, ""]}]`, "agents[0].auto_approve_tools[1]: must not be empty"},
		"blank in a tool":        {"agents: [{name: a, auto_approve_tools: [\"x\\u00a0y\"]}]", "agents[0].auto_approve_tools[0]: must be one tool name without blanks"},
		"tool twice":             {"agents: [{name: a, auto_approve_tools: [x, y-1, x]}]", "agents[0].auto_approve_tools[2]: is listed twice"},
		"itself":                 {"agents: [{name: a, supervisor: a}]", "agents[0].supervisor: is the agent itself"},
		"unknown":                {"agents: [{name: a, supervisor: ghost}]", "agents[0].supervisor: names no agent, no link of the chain and no kind of provider"},
		"provider not used":      {"evaluator: {provider: none}\nagents: [{name: a, supervisor: none}]", "agents[0].supervisor: names no agent"},
		"chained":                {"agents: [{name: a, supervisor: b}, {name: b, supervisor: argus}" + judge, "agents[0].supervisor: is itself supervised by another"},
		"supervised, by default": {"agents: [{name: a, supervisor: b}, {name: b}]", "agents[0].supervisor: is of tier supervised, so both would wait"},
		"never asked":            {"agents: [{name: a, tier: restricted, supervisor: argus}" + judge, "agents[0].supervisor: is never asked in tier restricted"},
		"a glob as supervisor":   {`agents: [{name: a, supervisor: "b*"}, {name: "b*", tier: autonomous}]`, "agents[0].supervisor: is a pattern: name one agent"},
		"unknown provider":       {"agents: [{name: a, supervisor: b}, {name: b, tier: autonomous, provider: ghost}]", "agents[1].provider: names no link of the chain"},
		"no model at all":        {"evaluator: {provider: none}\nagents: [{name: a, supervisor: b}, {name: b, tier: autonomous}]", "agents[0].supervisor: has no model"},
		"a model for none":       {"evaluator: {provider: structural}\nagents: [{name: a, supervisor: b}, {name: b, tier: autonomous, model: m}]", "agents[1].model: is for a text model"},
		"a long name":            {"agents: [{name: a, supervisor: " + strings.Repeat("b", 60) + "}, {name: " + strings.Repeat("b", 60) + ", tier: autonomous}]", "agents[0].supervisor: must be at most 53 bytes"},
		"timeout":                {"agents: [{name: a, supervisor_timeout: soon}]", "agents[0].supervisor_timeout: must be one number and one unit"},
		"messages":               {"agents: [{name: a, supervisor_context_messages: -1}]", "agents[0].supervisor_context_messages: must be a whole number from 0 to 50"},
	})
}

// TestAllFaultsOfASupervisorAreToldAtOnce is about its tier and about who it is.
func TestAllFaultsOfASupervisorAreToldAtOnce(t *testing.T) {
	t.Parallel()
	_, err := supervisor.ParseConfig("sup7.yaml", []byte(`agents:
  - {name: a, tier: autonomous, supervisor: b, auto_approve_tools: [x, x]}
  - {name: b}
  - {name: c, supervisor: c}
`))
	for _, says := range []string{
		"sup7.yaml:2:45: agents[0].supervisor: is never asked in tier autonomous",
		"sup7.yaml:2:45: agents[0].supervisor: is of tier supervised, so both would wait",
		"sup7.yaml:2:72: agents[0].auto_approve_tools[1]: is listed twice",
		"sup7.yaml:4:27: agents[2].supervisor: is the agent itself",
	} {
		require.ErrorContains(t, err, says)
	}
}

func TestAgents(t *testing.T) {
	t.Parallel()
	cfg := parsed(t, `
evaluator: {provider: jev, chain: [{name: local, provider: ollama}, {provider: anthropic, model: m}]}
agents:
  - {name: a, supervisor: argus, auto_approve_tools: [web-search]}
  - {name: b, supervisor: local}
  - {name: c, supervisor: anthropic}
  - {name: "till-*", supervisor: jev}
  - {name: argus, tier: autonomous, auto_approve_tools: [x]}
`)
	assert.Equal(t, "supervised", cfg.Agents[0].Tier)
	assert.Equal(t, 5, cfg.Agents[0].SupervisorContextMessages)
	require.Len(t, cfg.Warnings, 1)
	assert.Equal(t, "sup7.yaml:8:57: agents[4].auto_approve_tools: has no effect in tier autonomous\n"+
		"    8 |   - {name: argus, tier: autonomous, auto_approve_tools: [x]}\n"+
		"      |                                                         ^", cfg.Warnings[0].String())
}

// TestAKeyInTheWrongPlaceIsToldWhereItBelongs is the issue's own example, one
// level too high.
func TestAKeyInTheWrongPlaceIsToldWhereItBelongs(t *testing.T) {
	t.Parallel()
	_, err := supervisor.ParseConfig("sup7.yaml", []byte("confidence_treshold: 0.8\ntool_scopes: [a]\npoll: {interval: -1s}\n"))
	for _, says := range []string{
		"sup7.yaml:1:1: confidence_treshold: unknown key here; did you mean evaluator.confidence_threshold?",
		"sup7.yaml:2:1: tool_scopes: unknown key here; did you mean poll.tool_scopes?",
		"sup7.yaml:3:18: poll.interval:",
	} {
		require.ErrorContains(t, err, says)
	}
}
