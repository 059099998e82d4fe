package supervisor

import (
	"fmt"
	"log/slog"
	"slices"

	"github.com/flux7-go/supervisor/provider/anthropic"
	"github.com/flux7-go/supervisor/provider/ollama"
	"github.com/flux7-go/supervisor/provider/openai"
	"github.com/flux7-go/supervisor/provider/structural"
	"github.com/flux7-go/supervisor/provider/systemone"
	"github.com/flux7-go/supervisor/provider/textmodel"
	"github.com/flux7-go/supervisor/question"
)

// lightProviders are the kinds of provider that this package links itself.
// Those of Parts.Providers replace them.
func lightProviders(parts Parts) map[string]ProviderFactory {
	l := light{parts}
	return map[string]ProviderFactory{
		"anthropic": l.anthropic, "jev": l.jev, "ollama": l.ollama, "openai": l.openai, "structural": l.structural,
	}
}

// light makes providers with what the program brings.
type light struct{ Parts }

func (l light) anthropic(cfg *Config, p ProviderConfig) (Provider, error) {
	if err := p.missingKey(); err != nil {
		return keyless{label: p.Provider + ":" + p.Model, err: err}, nil
	}
	return provided(anthropic.New(anthropic.Options{
		Model: p.Model, URL: p.URL, Key: p.Key.Reveal(), Timeout: p.Timeout, HTTPClient: l.HTTPClient, Judging: textOptions(cfg, p),
	}))
}

func (l light) openai(cfg *Config, p ProviderConfig) (Provider, error) {
	if err := p.missingKey(); err != nil {
		return keyless{label: p.Provider + ":" + p.Model, err: err}, nil
	}
	return provided(openai.New(openai.Options{
		Model: p.Model, URL: p.URL, Key: p.Key.Reveal(), Timeout: p.Timeout, HTTPClient: l.HTTPClient, Judging: textOptions(cfg, p),
	}))
}

func (l light) ollama(cfg *Config, p ProviderConfig) (Provider, error) {
	return provided(ollama.New(ollama.Options{
		Model: p.Model, URL: p.URL, Key: p.Key.Reveal(), Timeout: p.Timeout, ContextTokens: p.ContextTokens, HTTPClient: l.HTTPClient, Judging: textOptions(cfg, p),
	}))
}

// textOptions is what a text model is told for a config.
func textOptions(cfg *Config, p ProviderConfig) textmodel.Options {
	o := textmodel.Options{
		SystemPrompt: p.SystemPrompt, OneLine: p.Answer == "line", Messages: p.ContextMessages, MaxTokens: p.MaxTokens,
		RedactParams: cfg.withheld(p), ProjectDirs: cfg.ProjectDirs,
	}
	if o.Messages == 0 {
		o.Messages = textmodel.NoMessages
	}
	return o
}

// withheld are the parameters that the model of a provider is not shown.
func (c *Config) withheld(p ProviderConfig) []string {
	return slices.Concat(c.Evaluator.RedactParams, p.Jev.RedactParams)
}

func (l light) jev(cfg *Config, p ProviderConfig) (Provider, error) {
	set, err := l.questions(cfg, p)
	if err != nil {
		return nil, err
	}
	return provided(systemone.New(systemone.Options{
		Backend: systemone.Backend(p.Jev.Backend), Dialect: systemone.Dialect(p.Jev.Dialect), Model: p.Jev.Model, URL: p.Jev.URL,
		Key: p.Jev.Key.Reveal(), Account: p.Jev.Account.Reveal(), Missing: p.Jev.missing(),
		Questions: set, Thresholds: p.Jev.Thresholds(), Redact: cfg.withheld(p), ProjectDirs: cfg.ProjectDirs,
		HTTPClient: l.HTTPClient, Logger: l.Logger, Now: l.Now, Timeout: p.Timeout,
	}))
}

func (l light) structural(cfg *Config, p ProviderConfig) (Provider, error) {
	set, err := l.questions(cfg, p)
	if err != nil {
		return nil, err
	}
	analyzer, err := cfg.analyzer()
	if err != nil {
		return nil, err
	}
	return structural.New(structural.Options{Set: set, Thresholds: p.Jev.Thresholds(), Analyzer: analyzer}), nil
}

// questions reads the packs of a provider, and says what they replace and what
// is doubtful about them.
func (l light) questions(cfg *Config, p ProviderConfig) (question.Set, error) {
	all, err := p.Jev.questionSet(cfg)
	if err != nil {
		return question.Set{}, err
	}
	log := l.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	for _, r := range all.Replaced {
		log.Warn("a pack replaces a question of the base pack", "question", r.Question, "pack", r.Pack, "file", r.File)
	}
	for _, w := range all.Warnings {
		log.Warn("a question pack is doubtful", "fault", w.String())
	}
	return all.Set, nil
}

// missing says which variable of a decision model is not set; nil if none is.
func (j *JevConfig) missing() error {
	switch {
	case j.APIKeyEnv != "" && j.Key == "":
		return fmt.Errorf("%s of jev.api_key_env is not set in the environment", variable(j.APIKeyEnv))
	case j.Backend == "cloudflare" && j.URL == "" && j.Account == "":
		return fmt.Errorf("%s of jev.account_id_env is not set in the environment", variable(j.AccountIDEnv))
	}
	return nil
}

func (p *ProviderConfig) missingKey() error {
	if p.APIKeyEnv == "" || p.Key != "" {
		return nil
	}
	return fmt.Errorf("%s of api_key_env is not set in the environment", variable(p.APIKeyEnv))
}

// provided keeps the nil of a failed constructor a nil Provider.
func provided[P Provider](p P, err error) (Provider, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}
