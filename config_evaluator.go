package supervisor

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/provider"
)

// EvaluatorConfig says who judges what no rule settles.
type EvaluatorConfig struct {
	ProviderConfig
	// ConfidenceThreshold is the confidence below which an approve or a deny
	// goes to a person; equal passes. Rules are held to it too; a structural
	// provider only where it is written, since its own limits say the same.
	ConfidenceThreshold float64 `yaml:"confidence_threshold" default:"0.8" min:"0" max:"1"`
	// Budget bounds one judgment in time, all links of a chain together. Less
	// is taken when less time remains for the call. Left out, the
	// callback_timeout of claude-code is added to it.
	Budget time.Duration `yaml:"budget" default:"60s" min:"10ms" max:"1h"`
	// MaxInFlight bounds the calls that are being judged at once. Further ones
	// go to a person.
	MaxInFlight int `yaml:"max_in_flight" default:"64" min:"1" max:"10000"`
	// RedactParams are parameters whose values no model is shown, at every depth
	// and whatever their case. It holds for every link of a chain.
	RedactParams []string `yaml:"redact_params" format:"line"`
	// Chain is a list of providers that are asked in order until one answers.
	// If it is not empty, the keys of a single provider beside it count for
	// nothing, provider: none included.
	Chain []LinkConfig `yaml:"chain" part:"chain"`
	// BreakerFailures is after how many failures in a row a link is left out.
	BreakerFailures int `yaml:"breaker_failures" default:"3" min:"1" max:"1000" part:"chain"`
	// BreakerCooldown is how long such a link is left out.
	BreakerCooldown time.Duration `yaml:"breaker_cooldown" default:"300s" min:"0s" max:"24h" quoted:"seconds" part:"chain"`
}

// LinkConfig is one provider of a chain. Keys that it leaves out have their
// defaults, not what the evaluator around it says.
type LinkConfig struct {
	ProviderConfig
	// Name is what reasoning, status and evidence call the link. Empty: its
	// kind of provider, numbered where several have the same.
	Name string `yaml:"name" format:"line"`
	// ConfidenceThreshold is the link's own threshold. Left out (nil): that of
	// the evaluator.
	ConfidenceThreshold *float64 `yaml:"confidence_threshold" min:"0" max:"1"`

	_ struct{} `yaml:"chain" refuse:"a chain inside a chain is not supported: list its providers in the outer one"`
	_ struct{} `yaml:"breaker_failures" ignore:"ignored in a link: evaluator.breaker_failures holds for all"`
	_ struct{} `yaml:"breaker_cooldown" ignore:"ignored in a link: evaluator.breaker_cooldown holds for all"`
	_ struct{} `yaml:"budget" refuse:"evaluator.budget covers the whole chain: give it there, or give the link a timeout"`
	_ struct{} `yaml:"redact_params" refuse:"evaluator.redact_params covers the whole chain: give it there, or withhold more from this link by jev.redact_params"`
	_ struct{} `yaml:"max_in_flight" refuse:"evaluator.max_in_flight covers the whole chain: give it there"`
}

// ProviderConfig is one provider.
type ProviderConfig struct {
	// Provider is the kind of provider. "none" leaves everything that no rule settles to a
	// person.
	Provider string `yaml:"provider" default:"ollama" enum:"ollama|anthropic|openai|claude-code|jev|structural|none" part:"provider-*"`
	// Model is the model of a text provider. The default is for ollama only.
	Model string `yaml:"model" default:"qwen3:14b" format:"line" part:"model"`
	// URL is the address of the server of a text provider. Left out, anthropic
	// and openai mean the public service.
	URL string `yaml:"url" default:"http://localhost:11434" format:"url" part:"model"`
	// APIKeyEnv names the environment variable with the key of a text provider.
	// Empty: ANTHROPIC_API_KEY of anthropic, OPENAI_API_KEY of openai without a
	// url, none of others.
	APIKeyEnv string `yaml:"api_key_env" format:"env" part:"model"`
	// Key is what APIKeyEnv holds.
	Key Secret `yaml:"-"`
	// Timeout bounds one request.
	Timeout time.Duration `yaml:"timeout" default:"30s" min:"10ms" max:"1h" quoted:"seconds" part:"model"`
	// CallbackTimeout is how long a claude-code reviewer may think.
	CallbackTimeout time.Duration `yaml:"callback_timeout" default:"120s" min:"1s" max:"24h" quoted:"seconds" part:"provider-claude-code"`
	// SystemPrompt is what a text model is told. Empty: the built-in text.
	SystemPrompt string `yaml:"system_prompt" part:"model"`
	// Answer is the form in which a text model has to answer: a JSON object,
	// held to a schema where the server can, or one line of text, for servers
	// and models that are bad at JSON.
	Answer string `yaml:"answer" default:"json" enum:"json|line" part:"model"`
	// ContextMessages is how many of the last messages of the user a text model
	// is shown with a call. 0: none.
	ContextMessages int `yaml:"context_messages" default:"5" min:"0" max:"100" part:"model"`
	// MaxTokens bounds the answer of a text model. A cut answer is unreadable:
	// give more to a model that thinks before it answers.
	MaxTokens int `yaml:"max_tokens" default:"1024" min:"64" max:"100000" part:"model"`
	// Jev are the settings of a decision model.
	Jev JevConfig `yaml:"jev" part:"jev"`
	// ContextTokens is the context that an Ollama server sets up, for what needs
	// more than a judge. 0: the provider's own default.
	ContextTokens int `yaml:"-"`
}

// JevConfig are the settings of a decision model that answers typed questions.
type JevConfig struct {
	// Backend is who serves the model.
	Backend string `yaml:"backend" default:"cloudflare" enum:"cloudflare|typesafe|ollama|nimble|url"`
	// Dialect is the form of the request: System One, or that of /v1/decisions.
	Dialect string `yaml:"dialect" default:"systemone" enum:"systemone|decisions"`
	// Model is the model. Empty: the usual one of the backend.
	Model string `yaml:"model" format:"line"`
	// URL is the address. Empty: the public one of the backend; backend url
	// needs one.
	URL string `yaml:"url" format:"url"`
	// APIKeyEnv names the environment variable with the key. Empty: no key is
	// sent. Where the key is left out, backend nimble reads BESPOKE_API_KEY,
	// and ollama and url read none.
	APIKeyEnv string `yaml:"api_key_env" default:"CLOUDFLARE_API_TOKEN" format:"env" empty:"ok"`
	// Key is what APIKeyEnv holds.
	Key Secret `yaml:"-"`
	// AccountIDEnv names the environment variable with the Cloudflare account.
	// It is read only by backend cloudflare without a url.
	AccountIDEnv string `yaml:"account_id_env" default:"CLOUDFLARE_ACCOUNT_ID" format:"env" empty:"ok"`
	// Account is what AccountIDEnv holds.
	Account Secret `yaml:"-"`
	// InjectionMax is the limit of questions about manipulation that have no
	// threshold of their own.
	InjectionMax float64 `yaml:"injection_max" default:"0.5" min:"0" max:"1"`
	// DestructiveMax is the limit of questions about danger that have no
	// threshold of their own.
	DestructiveMax float64 `yaml:"destructive_max" default:"0.2" min:"0" max:"1"`
	// InScopeMin is what the scope answer needs for an approve.
	InScopeMin float64 `yaml:"in_scope_min" default:"0.7" min:"0" max:"1"`
	// DenyInScopeMax is what the scope answer must stay below for a deny.
	DenyInScopeMax float64 `yaml:"deny_in_scope_max" default:"0.7" min:"0" max:"1"`
	// DenyMin is what the highest danger needs for a deny.
	DenyMin float64 `yaml:"deny_min" default:"0.9" min:"0" max:"1"`
	// ProjectMin is the default min of ignore_when in a question.
	ProjectMin float64 `yaml:"project_min" default:"0.7" min:"0" max:"1"`
	// RedactParams are further parameters that this provider's model is not
	// shown; see evaluator.redact_params. A text model is not shown them either.
	RedactParams []string `yaml:"redact_params" format:"line"`
	// Questions are files or globs of question packs; ~ is expanded. They add
	// to the base pack.
	Questions []string `yaml:"questions" format:"line"`
	// Base is the built-in base pack.
	Base bool `yaml:"base" default:"on"`
}

// publicKeyEnv is the variable of a backend whose key is not Cloudflare's.
var publicKeyEnv = map[string]string{"nimble": "BESPOKE_API_KEY", "ollama": "", "url": ""}

// ollamaKind is the kind of provider that the defaults of model and url are
// for.
const ollamaKind = "ollama"

// chooseDefaults replaces defaults of keys that are left out by those of the
// provider's kind and backend.
func (c *Config) chooseDefaults() {
	if !c.doc.Has("mcp_server") {
		c.MCPServer.Enabled = false
	}
	c.chooseBudget()
	for path, p := range c.Evaluator.providers() {
		if env, own := publicKeyEnv[p.Jev.Backend]; own && !c.doc.Has(path+".jev.api_key_env") {
			p.Jev.APIKeyEnv = env
		}
		if p.Provider != ollamaKind && !c.doc.Has(path+".url") {
			p.URL = ""
		}
		if p.APIKeyEnv != "" {
			continue
		}
		if p.URL == "" || p.Provider == "anthropic" {
			p.APIKeyEnv = textKeyEnv(p.Provider)
		}
	}
}

// chooseBudget gives the slowest reviewer its time beside the other links, unless
// the file says how much there is.
func (c *Config) chooseBudget() {
	var callback time.Duration
	for _, p := range c.Evaluator.judging() {
		if p.Provider == callbackKind {
			callback = max(callback, p.CallbackTimeout)
		}
	}
	if !c.doc.Has("evaluator.budget") {
		c.Evaluator.Budget += callback
	}
}

// textKeyEnv is the usual variable of the key of a kind of text provider; empty
// where there is none.
func textKeyEnv(kind string) string {
	return map[string]string{"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}[kind]
}

// providers yields the evaluator's own provider and those of its chain, each
// with the path of its keys.
func (e *EvaluatorConfig) providers() iter.Seq2[string, *ProviderConfig] {
	return func(yield func(string, *ProviderConfig) bool) {
		if !yield("evaluator", &e.ProviderConfig) {
			return
		}
		for i := range e.Chain {
			if !yield(fmt.Sprintf("evaluator.chain[%d]", i), &e.Chain[i].ProviderConfig) {
				return
			}
		}
	}
}

// judging yields the providers that judge: those of the chain, or the one provider.
func (e *EvaluatorConfig) judging() iter.Seq2[string, *ProviderConfig] {
	return func(yield func(string, *ProviderConfig) bool) {
		for path, p := range e.providers() {
			if (path != "evaluator" || len(e.Chain) == 0) && !yield(path, p) {
				return
			}
		}
	}
}

// checkEvaluator checks what more than one key of the evaluator says.
func (c *Config) checkEvaluator() {
	for path, p := range c.Evaluator.providers() {
		c.checkProvider(path, p)
	}
	names := map[string]int{}
	for i, link := range c.Evaluator.Chain {
		path := fmt.Sprintf("evaluator.chain[%d]", i)
		if first, twice := names[link.Name]; twice && link.Name != "" {
			c.doc.Fault(path+".name", "is also the name of evaluator.chain[%d]: names must differ", first)
		}
		names[link.Name] = i
		if len(link.Name) > provider.MaxNameBytes || strings.ContainsAny(link.Name, ",[]") {
			c.doc.Fault(path+".name", "must be at most %d bytes without commas and brackets: reasoning lists links by name", provider.MaxNameBytes)
		}
		if link.Provider == "none" {
			c.doc.Fault(path+".provider", "none cannot be part of a chain: remove the entry")
		}
	}
}

func (c *Config) checkProvider(path string, p *ProviderConfig) {
	if (p.Provider == "anthropic" || p.Provider == "openai") && !c.doc.Has(path+".model") {
		c.doc.Fault(path+".provider", "%s has no usual model: give %s.model", p.Provider, path)
	}
	if p.Jev.Backend == "url" && p.Jev.URL == "" {
		c.doc.Fault(path+".jev.backend", "url needs an address: give %s.jev.url", path)
	}
	if !p.Jev.Base && len(p.Jev.Questions) == 0 {
		c.doc.Fault(path+".jev.base", "off leaves no question to ask: give %s.jev.questions", path)
	}
	if p.Provider == "jev" && p.Jev.Backend == "typesafe" && !c.doc.Has(path+".jev.api_key_env") {
		c.doc.Warn(path+".jev.backend", "typesafe is sent the key in %s, as in the reference: name the variable of its own key in api_key_env", p.Jev.APIKeyEnv)
	}
	wait, key := p.Timeout, path+".timeout"
	if p.Provider == callbackKind {
		wait, key = p.CallbackTimeout, path+".callback_timeout"
	}
	if wait > c.Evaluator.Budget && c.doc.Has(key) {
		c.doc.Warn(key, "evaluator.budget ends before, after %s", c.Evaluator.Budget)
	}
}
