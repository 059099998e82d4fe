package supervisor

import (
	"fmt"
	"net/netip"
	"strings"
)

// MCPServerConfig is the MCP server that a reviewer, the provider claude-code,
// answers through. The section turns it on: without it Enabled is false.
type MCPServerConfig struct {
	// Enabled turns the server on, where the section is there at all.
	Enabled bool `yaml:"enabled" default:"yes"`
	// Transport is how the reviewer is connected: stdio over the standard streams
	// of the program, http over streamable HTTP, at /mcp.
	Transport string `yaml:"transport" default:"stdio" enum:"stdio|http"`
	// Host is the address that transport http listens on.
	Host string `yaml:"host" default:"127.0.0.1" format:"name"`
	// Port is the port of transport http.
	Port int `yaml:"port" default:"9095" min:"1" max:"65535"`
	// Token is the bearer token of the reviewer. Transport http needs one.
	Token Secret `yaml:"token"`
	// TokenEnv names the environment variable that holds Token when that is
	// empty.
	TokenEnv string `yaml:"token_env" format:"env"`
	// Reviewer is the name under which the reviewer's own calls come, if it is an
	// agent too: it never answers those, nor those of its subagents, NAME/KIND, nor
	// calls that name no agent.
	Reviewer string `yaml:"reviewer" default:"claude-code" format:"name"`
	// AllowedHosts are the further names under which transport http may be
	// addressed.
	AllowedHosts []string `yaml:"allowed_hosts" format:"name"`
}

// callbackKind is the kind of provider that answers through the MCP server.
const callbackKind = "claude-code"

// maxReviewer bounds mcp_server.reviewer: what package provider/callback takes.
const maxReviewer = 100

// asksReviewer reports whether a provider of the config answers through the MCP
// server.
func (c *Config) asksReviewer() bool {
	for _, p := range c.Evaluator.judging() {
		if p.Provider == callbackKind {
			return true
		}
	}
	return false
}

// checkMCPServer checks what more than one key of the MCP server says.
func (c *Config) checkMCPServer() {
	m := &c.MCPServer
	if !m.Enabled {
		return
	}
	if !c.asksReviewer() {
		c.doc.Warn("mcp_server", "no provider of the evaluator is claude-code: nobody is asked through this server")
	}
	if m.Reviewer == "" || len(m.Reviewer) > maxReviewer {
		c.doc.Fault("mcp_server.reviewer", "must be a name of 1 to %d bytes", maxReviewer)
	}
	if m.Transport == "http" {
		c.checkMCPOverHTTP()
	}
}

// checkMCPOverHTTP checks what transport http would not start with.
func (c *Config) checkMCPOverHTTP() {
	m := &c.MCPServer
	c.checkBearer("mcp_server.token", m.Token)
	switch {
	case m.Token == "":
		c.doc.Fault("mcp_server.transport", "http needs a token, or whoever reaches the port could approve: give mcp_server.token or mcp_server.token_env")
	case m.Token == c.Admin.Token || m.Token == c.Admin.ReadToken:
		c.doc.Fault("mcp_server.token", "is also a token of the admin api, which the reviewer must not have: give another")
	}
	_, err := netip.ParseAddr(strings.Trim(m.Host, "[]"))
	switch {
	case m.Host == "" || err != nil && strings.ContainsAny(m.Host, ":[]/"):
		c.doc.Fault("mcp_server.host", "must be an address or a name, without a port: that is mcp_server.port")
	case !isLoopback(m.Host):
		c.doc.Warn("mcp_server.host", "is reachable from other machines, and without tls the token can be read on the way: have a proxy with tls in front, or listen on 127.0.0.1")
	}
	for i, host := range m.AllowedHosts {
		if host == "" || strings.ContainsAny(host, "/*@") {
			c.doc.Fault(fmt.Sprintf("mcp_server.allowed_hosts[%d]", i), "must be a name, or name:port")
		}
	}
}
