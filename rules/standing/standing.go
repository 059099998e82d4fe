package standing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/agentname"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// SessionLifetime is how long a standing approval of a session holds, from its
// creation on, whether it is used or not: Denkeeper's.
const SessionLifetime = 15 * time.Minute

// lookupTimeout bounds one look into the store while a call is judged.
const lookupTimeout = 2 * time.Second

// source begins the name under which a standing approval decides; its scope
// follows.
const source = "standing:"

// AgentTools are the standing approvals that the config gives to an agent.
type AgentTools struct {
	// Agent is its name, or a glob as [path.Match] reads it.
	Agent string
	// Tools are exact names. An empty one is left out.
	Tools []string
}

// Options sets up a [Set]. The zero Options covers nothing.
type Options struct {
	// Config are those of the config. Of several entries that match an agent the
	// one of its exact name counts, else the longest glob, of those the first.
	Config []AgentTools
	// Exempt reports the agents whose calls no standing approval is looked up
	// for, of whatever scope; none can be created for them. Nil: nobody is.
	Exempt func(agent string) bool
	// Store keeps those of sessions and the permanent ones. Nil: there are none,
	// and none can be created.
	Store decision.Standings
	// Recent is where a preview looks at what was decided lately. Nil: a preview
	// shows nothing.
	Recent decision.Store
	// Approvals holds the calls that wait for a person. Nil: nothing is settled
	// when a standing approval is created.
	Approvals decision.Approvals
	// Judge judges a call that waits as it would be judged now, without recording
	// or using up anything: the Evaluate of a supervisor's Trial. Nil: only calls
	// that nothing held for a person are settled, since what held one is not known.
	Judge func(context.Context, decision.Call) (decision.Decision, error)
	// Analyzer tells what a call would do that is shown or waits. Nil: such calls
	// are opaque, so that nothing can be created from them.
	Analyzer decision.Analyzer
	// Logger gets what an operator should see. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// Set is the standing approvals of all scopes, as a [decision.Rule] that lifts.
// It is safe for concurrent use. What the config says cannot be changed in it.
type Set struct {
	opts   Options
	config []AgentTools
	agents []string // of config
}

var (
	_ decision.Rule      = (*Set)(nil)
	_ decision.Lifter    = (*Set)(nil)
	_ decision.Committer = (*Set)(nil)
	_ decision.Explainer = (*Set)(nil)
	_ decision.Needer    = (*Set)(nil)
)

// New makes a set. A malformed glob of an agent is an error.
func New(opts Options) (*Set, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Set{opts: opts}
	for i, entry := range opts.Config {
		if _, err := path.Match(entry.Agent, ""); err != nil {
			return nil, fmt.Errorf("standing approvals: Config[%d].Agent %.64q is a malformed pattern", i, entry.Agent)
		}
		tools := slices.DeleteFunc(slices.Clone(entry.Tools), func(tool string) bool { return tool == "" })
		s.config = append(s.config, AgentTools{Agent: entry.Agent, Tools: tools})
		s.agents = append(s.agents, entry.Agent)
	}
	return s, nil
}

// Lifts implements [decision.Lifter].
func (*Set) Lifts() bool { return true }

// Needs implements [decision.Needer].
func (*Set) Needs() decision.Need { return decision.NeedNothing }

// Evaluate approves a call that a standing approval covers, and settles no
// other. A store that cannot be read is noted, and counts as empty.
func (s *Set) Evaluate(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	if s.exempt(c.Agent) {
		return decision.Verdict{}, false
	}
	covering, note := s.covering(ctx, c)
	if covering != nil {
		return verdict(*covering), true
	}
	if note != "" {
		return decision.Verdict{Notes: []string{note}}, false
	}
	return decision.Verdict{}, false
}

func (s *Set) exempt(agent string) bool { return s.opts.Exempt != nil && s.opts.Exempt(agent) }

// covering returns the first standing approval that covers the call.
func (s *Set) covering(ctx context.Context, c *decision.Call) (*decision.Standing, string) {
	if s.configured(c.Agent, c.Tool) {
		return &decision.Standing{Scope: decision.StandingConfig, Agent: c.Agent, Tool: c.Tool, CreatedBy: "config"}, ""
	}
	list, err := s.stored(ctx, c.Agent, c.Tool)
	if err != nil {
		return nil, "standing approvals could not be looked up: " + oneline.Clean(err.Error(), 200)
	}
	now := s.opts.Now()
	for _, scope := range []decision.StandingScope{decision.StandingSession, decision.StandingPermanent} {
		for i := range list {
			if list[i].Scope == scope && refuses(ctx, list[i], c, now) == "" {
				return &list[i], ""
			}
		}
	}
	return nil, ""
}

// stored returns those of the store for an agent and a tool. A call that names
// no agent has none: an empty name would select those of everybody.
func (s *Set) stored(ctx context.Context, agent, tool string) ([]decision.Standing, error) {
	if s.opts.Store == nil || agent == "" || tool == "" {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	return s.opts.Store.FindStandings(ctx, agent, tool, s.opts.Now())
}

// configured reports whether the config lets an agent use a tool unasked.
func (s *Set) configured(agent, tool string) bool {
	entry := s.entry(agent)
	return entry != nil && slices.Contains(entry.Tools, tool)
}

// entry returns what the config says of an agent.
func (s *Set) entry(agent string) *AgentTools {
	if at := agentname.Best(s.agents, agent); at >= 0 {
		return &s.config[at]
	}
	return nil
}

func verdict(a decision.Standing) decision.Verdict {
	name := a.ID
	if name == "" {
		name = a.Agent + " " + a.Tool
	}
	by := ""
	if a.CreatedBy != "" && a.Scope != decision.StandingConfig {
		by = ", made by " + oneline.Clean(a.CreatedBy, 80)
	}
	return decision.Verdict{
		Action: decision.Approve, Confidence: 1, Source: source + string(a.Scope), Basis: decision.BasisStanding,
		Rule: &decision.RuleRef{Name: name}, Reasoning: fmt.Sprintf("a standing approval of scope %s covers this call%s", a.Scope, by),
	}
}

// ErrUsedUp says that a standing approval ended between judging and counting.
var ErrUsedUp = errors.New("the standing approval was deleted, expired or used up")

// Commit counts a use of what approved the call. Those of the config are not
// counted.
func (s *Set) Commit(ctx context.Context, _ *decision.Call, v decision.Verdict) error {
	if v.Source == source+string(decision.StandingConfig) {
		return nil
	}
	if s.opts.Store == nil || v.Rule == nil {
		return ErrUsedUp
	}
	used, err := s.opts.Store.UseStanding(ctx, v.Rule.Name, s.opts.Now())
	if err != nil {
		return fmt.Errorf("counting a use of standing approval %.64s: %w", v.Rule.Name, err)
	}
	if !used {
		return ErrUsedUp
	}
	return nil
}

// Explain shows every standing approval of the call's agent and tool, and why
// it does not cover the call.
func (s *Set) Explain(ctx context.Context, c *decision.Call) []decision.Step {
	if s.exempt(c.Agent) {
		return []decision.Step{{Name: source + "none", Detail: "the agent's tier has no standing approvals"}}
	}
	var steps []decision.Step
	decided := false
	add := func(name, detail string) {
		step := decision.Step{Name: name, Matched: detail == "", Detail: detail}
		if step.Matched {
			approve := decision.Approve
			step.Action, step.Settled, step.Detail = &approve, !decided, "covers the call"
			decided = true
		}
		steps = append(steps, step)
	}
	if s.configured(c.Agent, c.Tool) {
		add(source+string(decision.StandingConfig), "")
	}
	list, err := s.stored(ctx, c.Agent, c.Tool)
	if err != nil {
		return append(steps, decision.Step{Name: source + "store", Detail: "could not be read: " + oneline.Clean(err.Error(), 200)})
	}
	for _, a := range list {
		add(source+string(a.Scope)+" "+a.ID, refuses(ctx, a, c, s.opts.Now()))
	}
	return steps
}
