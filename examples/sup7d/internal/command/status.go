package command

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/mesh"
)

// statusTimeout bounds one question to a peer; the reference's health check.
const statusTimeout = 5 * time.Second

// statusReport is the answer of status --json.
type statusReport struct {
	OK        bool       `json:"ok"`
	Mode      string     `json:"mode"` // enforce or observe
	Mesh      peerStatus `json:"mesh"`
	Memory    peerStatus `json:"memory"`
	Evaluator string     `json:"evaluator"`
	// Providers are the links of the evaluator, under the names that reasoning
	// and status of a running supervisor give them.
	Providers []providerStatus `json:"providers"`
	Rules     int              `json:"rules"`
}

type providerStatus struct {
	Name   string `json:"name"`
	Detail string `json:"detail,omitempty"` // the backend or model
	State  string `json:"state"`            // ok or failing
	Error  string `json:"error,omitempty"`
}

type peerStatus struct {
	URL    string `json:"url"`
	State  string `json:"state"` // ok, unreachable, refused or disabled
	Detail string `json:"detail,omitempty"`
}

func (a *app) statusCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say whether the mesh, the memory and the evaluator can be reached",
		Long: "Ask the mesh, the memory and every provider of the config. It exits 1 when the mesh cannot be reached\n" +
			"or refuses us; a provider that fails is only reported.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := a.config(a.logger())
			if err != nil {
				return err
			}
			report, err := askPeers(cmd.Context(), cfg)
			if err != nil {
				return err
			}
			if asJSON {
				err = json.NewEncoder(a.Out).Encode(report)
			} else {
				err = report.print(a.Out)
			}
			if err == nil && !report.OK {
				err = exitCode(1)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the status as JSON")
	return cmd
}

func askPeers(ctx context.Context, cfg *supervisor.Config) (statusReport, error) {
	providers, err := askProviders(ctx, cfg)
	r := statusReport{
		Mode: cfg.Mode,
		Mesh: askMesh(ctx, cfg), Memory: askMemory(ctx, cfg), Evaluator: evaluatorLine(cfg), Providers: providers, Rules: len(cfg.Rules),
	}
	r.OK = r.Mesh.State == "ok"
	return r, err
}

func askProviders(ctx context.Context, cfg *supervisor.Config) ([]providerStatus, error) {
	ctx, cancel := context.WithTimeout(ctx, statusTimeout)
	defer cancel()
	found, err := supervisor.CheckEvaluator(ctx, cfg, linked(nil))
	list := []providerStatus{}
	for _, c := range found {
		s := providerStatus{Name: c.Name, Detail: c.Detail, State: "ok"}
		if c.Err != nil {
			s.State, s.Error = "failing", c.Err.Error()
		}
		list = append(list, s)
	}
	return list, err
}

// askMesh asks for the health and, since health is open to everybody, for the
// list that a supervisor needs.
func askMesh(ctx context.Context, cfg *supervisor.Config) peerStatus {
	p := peerStatus{URL: cfg.Mesh.URL, State: "unreachable"}
	client, err := mesh.New(mesh.Options{
		URL: cfg.Mesh.URL, AgentID: cfg.Mesh.AgentID, AdminToken: cfg.Mesh.AdminToken.Reveal(), Timeout: statusTimeout, ListTimeout: statusTimeout,
	})
	if err != nil {
		p.Detail = err.Error()
		return p
	}
	defer client.CloseIdleConnections()
	_, err = client.Health(ctx)
	if err == nil {
		_, err = client.List(ctx, firstScope(cfg))
	}
	switch {
	case err == nil:
		p.State = "ok"
	case mesh.IsUnauthorized(err):
		p.State, p.Detail = "refused", err.Error()
	default:
		p.Detail = err.Error()
	}
	return p
}

func firstScope(cfg *supervisor.Config) string {
	if len(cfg.Poll.ToolScopes) == 0 {
		return ""
	}
	return cfg.Poll.ToolScopes[0]
}

// askMemory asks for what a supervisor needs, since the health of flux7-memory is
// open to everybody.
func askMemory(ctx context.Context, cfg *supervisor.Config) peerStatus {
	p := peerStatus{URL: cfg.Memory.URL, State: "disabled"}
	if !cfg.UsesMem7() {
		return p
	}
	ctx, cancel := context.WithTimeout(ctx, statusTimeout)
	defer cancel()
	client, err := mem7.NewClient(cfg.Mem7Options(linked(nil)))
	if err == nil {
		defer client.CloseIdleConnections()
		err = client.Check(ctx)
	}
	if p.State = "ok"; err != nil {
		p.State, p.Detail = "unreachable", err.Error()
	}
	return p
}

// evaluatorLine names the provider, or every link of a chain.
func evaluatorLine(cfg *supervisor.Config) string {
	if len(cfg.Evaluator.Chain) == 0 {
		return describe(cfg.Evaluator.ProviderConfig)
	}
	var links []string
	for _, l := range cfg.Evaluator.Chain {
		line := describe(l.ProviderConfig)
		if l.Name != "" {
			line = l.Name + ": " + line
		}
		links = append(links, line)
	}
	return "chain of " + strings.Join(links, ", ")
}

func describe(p supervisor.ProviderConfig) string {
	switch p.Provider {
	case "none", "structural", "claude-code":
		return p.Provider
	case "jev":
		if p.Jev.Model != "" {
			return "jev (" + p.Jev.Model + ")"
		}
		return "jev (" + p.Jev.Backend + ")"
	}
	return p.Provider + " (" + p.Model + ")"
}

// print writes the reference's lines.
func (r statusReport) print(w io.Writer) error {
	memory := "flux7-memory: disabled"
	if r.Memory.State != "disabled" {
		memory = "flux7-memory (" + r.Memory.URL + "): " + r.Memory.line()
	}
	var providers strings.Builder
	for _, p := range r.Providers {
		fmt.Fprintf(&providers, "  %s: %s\n", p.Name, p.line())
	}
	var mode string
	if r.Mode == "observe" { // the reference has no such line
		mode = "mode: observe, nothing is approved or denied\n"
	}
	_, err := fmt.Fprintf(w, "%sflux7-mesh (%s): %s\n%s\nevaluator: %s\n%srules: %d\n",
		mode, r.Mesh.URL, r.Mesh.line(), memory, r.Evaluator, providers.String(), r.Rules)
	return err
}

func (p providerStatus) line() string {
	line := p.State
	if p.Detail != "" {
		line += " (" + p.Detail + ")"
	}
	if p.Error != "" {
		line += ": " + p.Error
	}
	return line
}

// line is the state and, for what is not ok, a line that says why.
func (p peerStatus) line() string {
	if p.Detail == "" || p.State == "ok" {
		return p.State
	}
	return p.State + "\n  " + p.Detail
}
