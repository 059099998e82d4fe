package supervisor

import (
	"encoding/json"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
	"github.com/flux7-go/supervisor/internal/redact"
)

// BenchDir is the directory of measuring runs, with ~ expanded.
func (c *Config) BenchDir() string { return expandTilde(c.Bench.Dir, c.Home) }

// JournalPath is the file of the decision journal, with ~ expanded.
func (c *Config) JournalPath() string { return expandTilde(c.Journal.Path, c.Home) }

// RunInfo begins the record of a measuring run with what the config says: the
// threshold, the project, the settings of the decision model, and what answers
// rest on. The error is that of a question pack that cannot be read.
func (c *Config) RunInfo() (bench.RunInfo, error) {
	info := bench.RunInfo{
		Threshold: c.Evaluator.ConfidenceThreshold, ProjectDirs: append([]string{}, c.ProjectDirs...), Jev: json.RawMessage("null"),
	}
	var err error
	if info.Basis, err = c.AnswerBasis(); err != nil {
		return info, fmt.Errorf("what answers rest on: %w", err)
	}
	if links := c.AskingLinks(); len(links) > 0 {
		_, p := c.link(links[0])
		info.Jev = json.RawMessage(encoded(struct {
			Provider  string   `json:"provider"`
			Backend   string   `json:"backend,omitempty"`
			Dialect   string   `json:"dialect,omitempty"`
			Model     string   `json:"model,omitempty"`
			URL       string   `json:"url,omitempty"` // without secrets
			Redact    []string `json:"redact_params"`
			Questions []string `json:"questions"`
			Base      bool     `json:"base"`
			decision.Thresholds
		}{
			p.Provider, onlyOf(p, p.Jev.Backend), onlyOf(p, p.Jev.Dialect), onlyOf(p, p.Jev.Model), onlyOf(p, redact.Text(p.Jev.URL)),
			append([]string{}, p.Jev.RedactParams...), append([]string{}, p.Jev.Questions...), p.Jev.Base, p.Jev.Thresholds(),
		}))
	}
	return info, nil
}

// onlyOf is a setting that counts for a decision model alone.
func onlyOf(p *ProviderConfig, setting string) string {
	if p.Provider == "jev" {
		return setting
	}
	return ""
}
