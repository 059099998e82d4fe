package supervisor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/flux7-go/supervisor/provider"
)

// AgentConfig says how an agent, or all that a glob matches, is treated. Of
// several that match, the one of the exact name counts, else the longest glob,
// of those the first. What one leaves out has its default, whatever others say.
type AgentConfig struct {
	// Name is the agent's id, or a glob. The exact name counts before globs, then the longest glob.
	Name string `yaml:"name" required:"yes" format:"glob"`
	// Tier is how far the agent is trusted. It never approves: autonomous asks
	// no supervisor and no auto-approve rule, restricted is approved reads only.
	Tier string `yaml:"tier" default:"supervised" enum:"supervised|autonomous|restricted" part:"tiers"`
	// AutoApproveTools are exact names of tools that run without being asked
	// about again. It works only in tier supervised.
	AutoApproveTools []string `yaml:"auto_approve_tools"`
	// Supervisor reviews the calls of the agent, in place of the evaluator: another
	// agent's model, the name of a link of the chain, or the evaluator's provider. It
	// works only in tier supervised.
	Supervisor string `yaml:"supervisor" format:"name" part:"supervisors"`
	// SupervisorTimeout bounds one review.
	SupervisorTimeout time.Duration `yaml:"supervisor_timeout" default:"30s" min:"1s" max:"10m" part:"supervisors"`
	// SupervisorContextMessages is how many of the user's last messages the
	// supervisor is shown.
	SupervisorContextMessages int `yaml:"supervisor_context_messages" default:"5" min:"0" max:"50" part:"supervisors"`
	// Provider answers where this agent is the supervisor of another: the name of a
	// link of the chain, or the evaluator's provider. Empty: the evaluator's, of a
	// chain its first link.
	Provider string `yaml:"provider" format:"line" part:"supervisors"`
	// Model replaces that provider's model.
	Model string `yaml:"model" format:"line" part:"supervisors"`
	// SystemPrompt is what that model is told to look at. Empty: the prompt of the
	// provider, or a built-in one for reviews.
	SystemPrompt string `yaml:"system_prompt" part:"supervisors"`
	// ReviewerModel is the model that looks at a turn after it. Empty: none.
	ReviewerModel string `yaml:"reviewer_model" format:"line" part:"reviewer"`
	// ReviewerProvider is the provider of that model: the name of a link of the
	// chain, the evaluator's provider, or else ollama, anthropic or openai, with its
	// usual address and key. Empty: the evaluator's, of a chain its first text model.
	ReviewerProvider string `yaml:"reviewer_provider" format:"line" part:"reviewer"`
	// ReviewerKey is what the usual variable of a provider holds that is not the
	// evaluator's.
	ReviewerKey Secret `yaml:"-"`
	// ReviewerPersona is used in place of reviewer.persona, so that agents do not
	// share a memory; ~ is expanded.
	ReviewerPersona string `yaml:"reviewer_persona" format:"line" part:"reviewer"`
	// NudgeMemoryInterval is after how many turns of the user memory is
	// reviewed. 0: never.
	NudgeMemoryInterval int `yaml:"nudge_memory_interval" default:"10" min:"0" max:"10000" part:"reviewer"`
	// NudgeSkillInterval is after how many tool calls skills are reviewed. 0:
	// never.
	NudgeSkillInterval int `yaml:"nudge_skill_interval" default:"25" min:"0" max:"10000" part:"reviewer"`
}

// The tiers, as the config names them.
const (
	tierSupervised = "supervised"
	tierAutonomous = "autonomous"
	tierRestricted = "restricted"
)

// checkAgents checks names first, then the links between agents.
func (c *Config) checkAgents() {
	byName := map[string]int{}
	for i, agent := range c.Agents {
		path := fmt.Sprintf("agents[%d]", i)
		if first, twice := byName[agent.Name]; twice && agent.Name != "" {
			c.doc.Fault(path+".name", "is also the name of agents[%d]: merge them", first)
		} else {
			byName[agent.Name] = i
		}
		c.checkAutoApprove(path, agent)
	}
	for i, agent := range c.Agents {
		if agent.Supervisor != "" {
			c.checkSupervisor(fmt.Sprintf("agents[%d].supervisor", i), agent, byName)
		}
		c.checkReviewer(fmt.Sprintf("agents[%d]", i), agent)
	}
}

func (c *Config) checkAutoApprove(path string, agent AgentConfig) {
	for i, tool := range agent.AutoApproveTools {
		at := fmt.Sprintf("%s.auto_approve_tools[%d]", path, i)
		switch {
		case strings.ContainsFunc(tool, unicode.IsSpace):
			c.doc.Fault(at, "must be one tool name without blanks")
		case slices.Contains(agent.AutoApproveTools[:i], tool):
			c.doc.Fault(at, "is listed twice: remove one")
		}
	}
	if len(agent.AutoApproveTools) > 0 && agent.Tier != tierSupervised {
		c.doc.Warn(path+".auto_approve_tools", "has no effect in tier %s", agent.Tier)
	}
}

// checkSupervisor refuses what would end in a deadlock or never be asked. A
// name is looked for among agents before links and providers. The tier is the
// one in force: what is left out is supervised.
func (c *Config) checkSupervisor(path string, agent AgentConfig, byName map[string]int) {
	if agent.Tier != tierSupervised {
		c.doc.Fault(path, "is never asked in tier %s: remove it, or make the tier supervised", agent.Tier)
	}
	i, isAgent := byName[agent.Supervisor]
	switch {
	case agent.Supervisor == agent.Name:
		c.doc.Fault(path, "is the agent itself: name another")
	case !isAgent && !c.isProvider(agent.Supervisor):
		c.doc.Fault(path, "names no agent, no link of the chain and no kind of provider")
	case isAgent && strings.ContainsAny(agent.Supervisor, `*?[\`):
		c.doc.Fault(path, "is a pattern: name one agent")
	case isAgent && c.Agents[i].Supervisor != "":
		c.doc.Fault(path, "is itself supervised by another: supervisors cannot be chained")
	case isAgent && c.Agents[i].Tier == tierSupervised:
		c.doc.Fault(path, "is of tier supervised, so both would wait for each other: make it autonomous or restricted")
	case len(agent.Supervisor) > maxSupervisorName || strings.ContainsAny(agent.Supervisor, ",[]"):
		c.doc.Fault(path, "must be at most %d bytes without commas and brackets: evidence names it", maxSupervisorName)
	case isAgent:
		c.checkSupervisorModel(path, fmt.Sprintf("agents[%d]", i), c.Agents[i])
	}
}

// maxSupervisorName leaves room for what is put before the name in evidence.
const maxSupervisorName = provider.MaxNameBytes - len(supervisorPrefix)

// checkSupervisorModel wants an agent that supervises to have a model.
func (c *Config) checkSupervisorModel(path, other string, agent AgentConfig) {
	switch p := c.modelOf(agent); {
	case agent.Provider != "" && p == nil:
		c.doc.Fault(other+".provider", "names no link of the chain, and is not the evaluator's provider")
	case p == nil:
		c.doc.Fault(path, "has no model, since evaluator.provider is none: give the evaluator a provider or a chain")
	case agent.Model != "" && !p.isText():
		c.doc.Fault(other+".model", "is for a text model, and the provider is %s: remove it, or name another provider", p.Provider)
	}
}

// isProvider reports whether name is a link's, or a kind of provider that the
// evaluator uses.
func (c *Config) isProvider(name string) bool { return c.providerNamed(name) != nil }

// providerNamed returns the link of a name, or else the evaluator's own provider
// if it is of that kind; nil if there is none.
func (c *Config) providerNamed(name string) *ProviderConfig {
	e := &c.Evaluator
	at := slices.IndexFunc(e.Chain, func(l LinkConfig) bool { return name == cmp.Or(l.Name, l.Provider) })
	switch {
	case at >= 0:
		return &e.Chain[at].ProviderConfig
	case name == e.Provider && name != "none":
		return &e.ProviderConfig
	}
	return nil
}

// modelOf returns whose model an agent has; nil if there is none.
func (c *Config) modelOf(agent AgentConfig) *ProviderConfig {
	e := &c.Evaluator
	switch {
	case agent.Provider != "":
		return c.providerNamed(agent.Provider)
	case len(e.Chain) > 0:
		return &e.Chain[0].ProviderConfig
	}
	return c.providerNamed(e.Provider)
}

// isText reports whether the provider is a text model that Model names.
func (p *ProviderConfig) isText() bool {
	return p.Provider == "ollama" || p.Provider == "anthropic" || p.Provider == "openai"
}
