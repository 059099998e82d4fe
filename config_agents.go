package supervisor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// AgentConfig says how an agent, or all that a glob matches, is treated.
type AgentConfig struct {
	// Name is the agent's id, or a glob.
	Name string `yaml:"name" required:"yes" format:"glob"`
	// Tier is how far the agent is trusted. It never approves: autonomous asks
	// no supervisor and no auto-approve rule, restricted is approved reads only.
	Tier string `yaml:"tier" default:"supervised" enum:"supervised|autonomous|restricted" part:"tiers"`
	// AutoApproveTools are exact names of tools that run without being asked
	// about again. It works only in tier supervised.
	AutoApproveTools []string `yaml:"auto_approve_tools"`
	// Supervisor reviews the calls of the agent: a kind of provider, the name
	// of a link of the chain, or another agent. It works only in tier
	// supervised.
	Supervisor string `yaml:"supervisor" format:"name" part:"supervisors"`
	// SupervisorTimeout bounds one review.
	SupervisorTimeout time.Duration `yaml:"supervisor_timeout" default:"30s" min:"1s" max:"10m" part:"supervisors"`
	// SupervisorContextMessages is how many of the user's last messages the
	// supervisor is shown.
	SupervisorContextMessages int `yaml:"supervisor_context_messages" default:"5" min:"0" max:"50" part:"supervisors"`
	// ReviewerModel is the model that looks at a turn after it. Empty: none.
	ReviewerModel string `yaml:"reviewer_model" format:"line" part:"reviewer"`
	// ReviewerProvider is the provider of that model. Empty: the evaluator's.
	ReviewerProvider string `yaml:"reviewer_provider" format:"name" part:"reviewer"`
	// NudgeMemoryInterval is after how many turns of the user memory is
	// reviewed. 0: never.
	NudgeMemoryInterval int `yaml:"nudge_memory_interval" default:"10" min:"0" max:"10000" part:"reviewer"`
	// NudgeSkillInterval is after how many tool calls skills are reviewed. 0:
	// never.
	NudgeSkillInterval int `yaml:"nudge_skill_interval" default:"25" min:"0" max:"10000" part:"reviewer"`
}

const tierSupervised = "supervised"

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
// name is looked for among agents before links and providers.
func (c *Config) checkSupervisor(path string, agent AgentConfig, byName map[string]int) {
	i, isAgent := byName[agent.Supervisor]
	switch {
	case agent.Supervisor == agent.Name:
		c.doc.Fault(path, "is the agent itself: name another")
	case !isAgent && !c.isProvider(agent.Supervisor):
		c.doc.Fault(path, "names no agent, no link of the chain and no kind of provider")
	case isAgent && c.Agents[i].Supervisor != "":
		c.doc.Fault(path, "is itself supervised by another: supervisors cannot be chained")
	case isAgent && c.Agents[i].Tier == tierSupervised:
		c.doc.Fault(path, "is of tier supervised, so both would wait for each other: make it autonomous or restricted")
	case agent.Tier != tierSupervised:
		c.doc.Fault(path, "is never asked in tier %s: remove it, or make the tier supervised", agent.Tier)
	}
}

// isProvider reports whether name is a link's, or a kind of provider that the
// evaluator uses.
func (c *Config) isProvider(name string) bool {
	return slices.ContainsFunc(c.Evaluator.Chain, func(l LinkConfig) bool { return name == cmp.Or(l.Name, l.Provider) }) ||
		name == c.Evaluator.Provider && name != "none"
}
