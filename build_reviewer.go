package supervisor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory/reviewer"
	"github.com/flux7-go/supervisor/provider"
)

// Turn is a finished turn of an agent, for [Supervisor.TurnDone].
type Turn = reviewer.Turn

// TurnDone tells that a turn of an agent is over. Where the config has a reviewer
// for the agent, the turn is counted, and now and then reviewed in the
// background; what became of that is an event "turn_review" of the journal, and
// of the sinks. It returns at once, judges nothing, and does nothing for other
// agents, or for a supervisor that [New] made: there, a [reviewer.Reviewer] of
// your own does the same. A pause does not stop it.
func (s *Supervisor) TurnDone(ctx context.Context, t Turn) {
	if s.turns != nil {
		s.turns.TurnDone(ctx, t)
	}
}

// turnReviewer reviews the finished turns of the agents that a config names.
// What it tells is recorded like all else. It has no goroutine until a turn comes.
func (c *Config) turnReviewer(parts Parts, built *atomic.Pointer[Supervisor]) (*reviewer.Reviewer, error) {
	agents, _, err := c.reviewedAgents(parts)
	if err != nil {
		return nil, err
	}
	record := func(ctx context.Context, e Event) error { return built.Load().record(ctx, e) }
	return reviewer.New(reviewer.Options{Agents: agents, Journal: JournalFunc(record), Logger: parts.Logger, Now: parts.Now})
}

// reviewedAgents builds what reviews the turns of each agent, and the chain of
// each model.
func (c *Config) reviewedAgents(parts Parts) (list []reviewer.Agent, chains []*provider.Chain, err error) {
	factories, err := linkedProviders(parts)
	if err != nil {
		return nil, nil, err
	}
	b := providers{c, parts, factories, nil}
	for i, agent := range c.Agents {
		// An entry without a model counts too: who is named in it is not reviewed by
		// way of a glob.
		entry := reviewer.Agent{Agent: agent.Name}
		if agent.ReviewerModel != "" {
			var chain *provider.Chain
			if entry, chain, err = b.reviewed(fmt.Sprintf("agents[%d]", i), agent); err != nil {
				return nil, nil, err
			}
			chains = append(chains, chain)
		}
		list = append(list, entry)
	}
	return list, chains, reviewer.CheckAgents(list)
}

// reviewed builds what reviews the turns of one agent.
func (b providers) reviewed(path string, agent AgentConfig) (reviewer.Agent, *provider.Chain, error) {
	p, isText := b.cfg.reviewerOf(agent)
	if !isText { // the check of the config has refused it
		return reviewer.Agent{}, nil, fmt.Errorf("building %s.reviewer_model: there is no text model", path)
	}
	chain, model, err := b.reviewingModel(path+".reviewer_provider", p)
	if err != nil {
		return reviewer.Agent{}, nil, err
	}
	a := reviewer.Agent{
		Agent: agent.Name, Model: model, Redact: b.cfg.withheld(p), Timeout: b.cfg.Reviewer.Timeout,
		MemoryInterval: interval(agent.NudgeMemoryInterval), SkillInterval: interval(agent.NudgeSkillInterval),
	}
	if dir := b.cfg.personaOf(agent); dir != "" {
		if err := isDirectory(path+".reviewer_model: the persona", dir); err != nil {
			return a, nil, err
		}
		a.Persona = reviewer.NewPersonaDir(dir)
	}
	if dir := expandTilde(b.cfg.Reviewer.Skills, b.cfg.Home); dir != "" {
		if err := isDirectory("reviewer.skills", dir); err != nil {
			return a, nil, err
		}
		a.Skills = reviewer.NewSkillDir(dir)
	}
	return a, chain, nil
}

// reviewingModel builds a text model as a chain of one link: it has a breaker,
// and a limit of requests in flight.
func (b providers) reviewingModel(path string, p ProviderConfig) (*provider.Chain, decision.Completer, error) {
	judge, err := b.make(path, p)
	if err != nil {
		return nil, nil, err
	}
	if k, missing := judge.(keyless); missing {
		judge = keylessModel{k}
	}
	o := b.options()
	o.Single, o.Budget = true, p.Timeout
	o.Links = []provider.Link{{
		Provider: judge, Name: "reviewer", Detail: detailOf(p), MaxInFlight: b.inFlight(p), Timeout: p.Timeout,
	}}
	chain, err := provider.NewChain(o)
	if err != nil {
		return nil, nil, fmt.Errorf("building %s: %w", path, err)
	}
	model, able := chain.Completer()
	if !able {
		return nil, nil, fmt.Errorf("building %s: the provider %s of this program completes no conversations", path, p.Provider)
	}
	return chain, model, nil
}

// keylessModel is a text model whose key is missing.
type keylessModel struct{ keyless }

func (k keylessModel) Complete(context.Context, decision.Prompt) (decision.Completion, error) {
	return decision.Completion{}, decision.Errorf(CauseUnavailable, "%w", k.err)
}

// interval is one of the config, where 0 means never.
func interval(n int) int {
	if n == 0 {
		return reviewer.Never
	}
	return n
}

// isDirectory tells at the start what every review would fail by.
func isDirectory(what, dir string) error {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("it is no directory")
	}
	if err != nil {
		return fmt.Errorf("%s: make the directory: %w", what, err)
	}
	return nil
}
