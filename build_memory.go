package supervisor

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/agentname"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/rules/standing"
)

// remember adds to options what people said: their words, standing approvals,
// precedents, in this order after the operator's rule set. A store without an
// ability goes without its rule.
func (c *Config) remember(o Options, people memory.People, built *atomic.Pointer[Supervisor]) (Options, error) {
	words, remembers := o.Store.(decision.Words)
	if remembers {
		o.Rules = append(o.Rules, memory.PersonsWord(words, memory.WordOptions{People: people, Now: o.Now}))
	}
	approvals, err := c.standingApprovals(o, built)
	if err != nil {
		return o, err
	}
	o.Rules = append(o.Rules, approvals)
	if p := c.Memory.Precedents; p.Enabled {
		if !remembers {
			return o, errors.New("memory.precedents.enabled: the store does not keep what people decide")
		}
		o.Rules = append(o.Rules, memory.Precedents(words, memory.PrecedentOptions{
			Min: p.Min, MaxAge: p.MaxAge, Writes: p.Writes, People: people, Now: o.Now,
		}))
	}
	return o, nil
}

// people tells who counts as a person. A mesh that has an admin token knows who
// resolves by its API; which mesh that is, a reload does not change.
func (c *Config) people(mesh MeshConfig) (memory.People, error) {
	return memory.NewPeople(c.Memory.People, mesh.AdminToken.Reveal() != "")
}

// withMemory is remember at the start, with the sink that keeps what people
// decide; nil where the store keeps no words.
func (c *Config) withMemory(o Options, built *atomic.Pointer[Supervisor]) (Options, *memory.Observer, error) {
	people, err := c.people(c.Mesh)
	if err != nil {
		return o, nil, err
	}
	var observer *memory.Observer
	if words, remembers := o.Store.(decision.Words); remembers {
		observer = memory.Observe(words, people)
		o.Sinks = append(slices.Clone(o.Sinks), observer)
	}
	if o, err = c.withApprovals(o, people, built); err != nil {
		return o, nil, err
	}
	o, err = c.remember(o, people, built)
	return o, observer, err
}

// standingApprovals are those of the config and of the store, as far as it
// keeps any.
func (c *Config) standingApprovals(o Options, built *atomic.Pointer[Supervisor]) (*standing.Set, error) {
	opts := standing.Options{Recent: o.Store, Analyzer: o.Analyzer, Logger: o.Logger, Now: o.Now}
	opts.Store, _ = o.Store.(decision.Standings)
	if opts.Approvals, _ = o.Store.(decision.Approvals); opts.Approvals != nil {
		opts.Approvals = settledBy{opts.Approvals, built}
	}
	opts.Judge = func(ctx context.Context, call Call) (Decision, error) {
		s := built.Load()
		if s == nil {
			return Decision{}, errors.New("the supervisor is not built yet")
		}
		return s.Trial(TrialStages(StageGuards, StageGates, StageRules)).Evaluate(ctx, call)
	}
	var names []string
	for _, agent := range c.Agents {
		tools := agent.AutoApproveTools
		if agent.Tier != tierSupervised {
			tools = nil // the check of the config has warned
		}
		names = append(names, agent.Name)
		opts.Config = append(opts.Config, standing.AgentTools{Agent: agent.Name, Tools: tools})
	}
	opts.Exempt = func(agent string) bool {
		at := agentname.Best(names, agent)
		return at >= 0 && c.Agents[at].Tier == tierAutonomous
	}
	return standing.New(opts)
}

// StandingApprovals are the standing approvals in force, to list, create and
// delete them. Nil: the options have none. A reload puts another set in force;
// those of the store are the same in each.
func (s *Supervisor) StandingApprovals() *standing.Set { return standingOf(s.snapshot.Load()) }

func standingOf(snap *snapshot) *standing.Set {
	for _, rule := range snap.Rules {
		if set, ok := rule.(*standing.Set); ok {
			return set
		}
	}
	return nil
}

// settleNew approves the calls that wait and that a new config covers.
func (s *Supervisor) settleNew(ctx context.Context, before *standing.Set) {
	now := s.StandingApprovals()
	if now == nil {
		return
	}
	settled, err := now.SettleNew(ctx, before)
	if err != nil {
		s.log.ErrorContext(ctx, "calls that wait could not be held against the new config", "error", err)
	}
	if len(settled) > 0 {
		s.log.InfoContext(ctx, "calls that waited were approved by the new config", "approvals", settled)
	}
}

// self is a pointer to s for parts that look it up when they are used.
func (s *Supervisor) self() *atomic.Pointer[Supervisor] {
	var p atomic.Pointer[Supervisor]
	p.Store(s)
	return &p
}
