package supervisor

import (
	"cmp"

	"github.com/flux7-go/supervisor/memory/reviewer"
)

// checkReviewer wants an agent whose turns are reviewed to have a text model
// for that, and something to review.
func (c *Config) checkReviewer(path string, agent AgentConfig) {
	c.checkAbsolute(path+".reviewer_persona", agent.ReviewerPersona)
	if agent.ReviewerModel == "" {
		for _, key := range []string{"reviewer_provider", "reviewer_persona"} {
			if c.doc.Has(path + "." + key) {
				c.doc.Warn(path+"."+key, "has no effect without reviewer_model")
			}
		}
		return
	}
	if c.personaOf(agent) == "" && c.Reviewer.Skills == "" {
		c.doc.Fault(path+".reviewer_model", "has nothing to review: give reviewer.persona or reviewer.skills")
	}
	switch _, isText := c.reviewerOf(agent); {
	case isText:
	case agent.ReviewerProvider != "":
		c.doc.Fault(path+".reviewer_provider", "names no text model: name a link of the chain that is one, or ollama, anthropic or openai")
	default:
		c.doc.Fault(path+".reviewer_model", "needs a text model, and the evaluator has none: give reviewer_provider")
	}
}

// personaOf is the directory of an agent's persona, expanded; empty if it has
// none.
func (c *Config) personaOf(agent AgentConfig) string {
	return expandTilde(cmp.Or(agent.ReviewerPersona, c.Reviewer.Persona), c.Home)
}

// reviewerOf is the provider of the model that reviews an agent's turns, and
// whether there is one that is a text model.
func (c *Config) reviewerOf(agent AgentConfig) (p ProviderConfig, isText bool) {
	switch named := c.providerNamed(agent.ReviewerProvider); {
	case agent.ReviewerProvider == "":
		p = c.firstText()
	case named != nil:
		p = *named
	default:
		p = ProviderConfig{Provider: agent.ReviewerProvider, APIKeyEnv: textKeyEnv(agent.ReviewerProvider), Key: agent.ReviewerKey}
	}
	p.Model, p.Timeout, p.ContextTokens = agent.ReviewerModel, c.Reviewer.Timeout, reviewer.ContextTokens
	return p, p.isText()
}

// firstText is the evaluator's first text model; the zero ProviderConfig if it
// has none.
func (c *Config) firstText() ProviderConfig {
	for i := range c.Evaluator.Chain {
		if p := c.Evaluator.Chain[i].ProviderConfig; p.isText() {
			return p
		}
	}
	if len(c.Evaluator.Chain) == 0 && c.Evaluator.isText() {
		return c.Evaluator.ProviderConfig
	}
	return ProviderConfig{}
}
