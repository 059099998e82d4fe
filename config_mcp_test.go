package supervisor_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
)

func TestTheMCPServersSectionTurnsItOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"mcp_server: {transport: stdio}":    true,
		"mcp_server: {enabled: yes}":        true,
		"mcp_server: {enabled: no}":         false,
		"mcp_server: {port: 1}":             true,
		"evaluator: {provider: structural}": false,
	} {
		assert.Equal(t, want, parsed(t, text).MCPServer.Enabled, text)
	}
}

func TestMCPServerFaults(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"no token":        {"mcp_server: {transport: http}", "mcp_server.transport: http needs a token"},
		"unset variable":  {"mcp_server: {transport: http, token_env: NOPE}", "mcp_server.transport: http needs a token"},
		"blank in token":  {`mcp_server: {transport: http, token: "a b"}`, "mcp_server.token: must have no blanks"},
		"admin's token":   {"admin: {token: t}\nmcp_server: {transport: http, token: t}", "mcp_server.token: is also a token of the admin api"},
		"reader's token":  {"admin: {token: u, read_token: t}\nmcp_server: {transport: http, token: t}", "mcp_server.token: is also a token of the admin api"},
		"port in host":    {`mcp_server: {transport: http, token: t, host: "127.0.0.1:80"}`, "mcp_server.host: must be an address or a name"},
		"any name":        {`mcp_server: {transport: http, token: t, allowed_hosts: ["*"]}`, "mcp_server.allowed_hosts[0]: must be a name, or name:port"},
		"nobody":          {`mcp_server: {reviewer: ""}`, "mcp_server.reviewer: must"},
		"other transport": {"mcp_server: {transport: sse}", "mcp_server.transport: must be one of stdio, http"},
	})
}

func TestMCPServerWarnings(t *testing.T) {
	t.Parallel()
	const claude = "evaluator: {provider: claude-code}\n"
	for text, want := range map[string][]string{
		claude + "mcp_server: {transport: stdio}":                                                                nil,
		"evaluator: {chain: [{provider: structural}, {provider: claude-code}]}\nmcp_server: {}":                  nil,
		"evaluator: {provider: claude-code, chain: [{provider: structural}]}\nmcp_server: {transport: stdio}":    {"mcp_server"},
		"mcp_server: {transport: stdio}":                                                                         {"mcp_server"},
		"mcp_server: {enabled: no}":                                                                              nil,
		claude + "mcp_server: {transport: http, token: t, host: 0.0.0.0}":                                        {"mcp_server.host"},
		claude + "mcp_server: {transport: http, token: t, host: localhost, allowed_hosts: ['sup.example:8443']}": nil,
	} {
		assert.Equal(t, want, warnedKeys(parsed(t, text)), text)
	}
}

func TestTheBudgetHasRoomForTheReviewer(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"":                      time.Minute,
		"provider: claude-code": 3 * time.Minute,
		"provider: claude-code, callback_timeout: 10m":             11 * time.Minute,
		"provider: claude-code, budget: 5s":                        5 * time.Second,
		"chain: [{provider: structural}, {provider: claude-code}]": 3 * time.Minute,
		"provider: claude-code, chain: [{provider: structural}]":   time.Minute,
		"chain: [{provider: claude-code, callback_timeout: 30s, name: a}, {provider: claude-code, callback_timeout: 1s, name: b}]": 90 * time.Second,
	} {
		assert.Equal(t, want, parsed(t, "evaluator: {"+text+"}").Evaluator.Budget, text)
	}
}

func TestBuildNeedsWhoServesMCP(t *testing.T) {
	t.Parallel()
	const text = "evaluator: {provider: claude-code}\nmcp_server: {transport: http, token: t, port: 9}"
	linked := supervisor.Parts{Journal: &recorder{}, Providers: map[string]supervisor.ProviderFactory{
		"claude-code": func(*supervisor.Config, supervisor.ProviderConfig) (supervisor.Provider, error) {
			return judgeFunc(nil), nil
		},
	}}
	_, err := supervisor.Build(parsed(t, text), linked)
	require.ErrorContains(t, err, "mcp_server.transport")
	linked.MCP = true
	s, err := supervisor.Build(parsed(t, text), linked)
	require.NoError(t, err)
	require.NoError(t, s.Close(t.Context()))
}
