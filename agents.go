package supervisor

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/agentname"
	"github.com/flux7-go/supervisor/rules/standing"
)

// Tier is how far an agent is trusted. It never approves anything.
type Tier uint8

// The tiers. The zero value is TierSupervised.
const (
	// TierSupervised is judged by everything there is.
	TierSupervised Tier = iota
	// TierAutonomous has no supervisor, and no standing.Set of Options.Rules is
	// asked; everything else judges it as ever.
	TierAutonomous
	// TierRestricted is approved nothing but reads in the project that are seen
	// whole. What else would be approved escalates with cause tier, whoever would
	// approve it; only a person's word on this very call lifts that.
	TierRestricted
)

const (
	// DefaultReviewTimeout bounds one review by an agent's supervisor:
	// Denkeeper's.
	DefaultReviewTimeout = 30 * time.Second
	// MaxAgents bounds [Options.Agents].
	MaxAgents = 10_000
)

// AgentPolicy says how the calls of an agent are judged.
type AgentPolicy struct {
	// Agent is its id, or a glob as [path.Match] reads it. Of several policies
	// that match, the one of the exact name counts, else the longest glob, of
	// those the first.
	Agent string
	// Tier is how far the agent is trusted.
	Tier Tier
	// Supervisor reviews what no rule, person, standing approval or precedent
	// settled, in place of Options.Provider: when it fails, or says that it is not
	// sure, a person decides. Its name is told with "supervisor:" before it. What
	// it refuses stays refused for [ReviewRefusalFor]. Nil: Options.Provider
	// judges. It is a fault in any tier but TierSupervised.
	Supervisor Provider
	// ReviewTimeout bounds one review. 0 means [DefaultReviewTimeout].
	ReviewTimeout time.Duration
}

// supervisorPrefix begins the name under which an agent's supervisor decides.
const supervisorPrefix = "supervisor:"

// supervisorName is what an agent's supervisor is called, without the prefix.
func supervisorName(p Provider) string { return strings.TrimPrefix(providerName(p), supervisorPrefix) }

// validate reports every fault of a policy.
func (p AgentPolicy) validate() error {
	var errs []error
	if _, err := path.Match(p.Agent, ""); err != nil {
		errs = append(errs, fmt.Errorf("Agent %.64q is a malformed pattern", p.Agent))
	}
	if p.Tier > TierRestricted {
		errs = append(errs, fmt.Errorf("unknown Tier %d", p.Tier))
	}
	if p.Supervisor != nil && p.Tier != TierSupervised {
		errs = append(errs, errors.New("Supervisor is for TierSupervised only"))
	}
	if p.ReviewTimeout < 0 {
		errs = append(errs, fmt.Errorf("ReviewTimeout must be positive, or 0 for %s", DefaultReviewTimeout))
	}
	return errors.Join(errs...)
}

// perAgent are the snapshots of single agents. The zero perAgent has none.
type perAgent struct {
	names     []string
	snapshots []*snapshot
}

// newPerAgent derives from a snapshot what holds for each policy.
func newPerAgent(base *snapshot) (p perAgent) {
	for _, policy := range base.Agents {
		own := *base
		own.tier = policy.Tier
		if policy.Supervisor != nil {
			own.Provider, own.Budget = policy.Supervisor, policy.ReviewTimeout
			if own.Budget == 0 {
				own.Budget = DefaultReviewTimeout
			}
			own.reviews = &reviews{supervisor: supervisorName(policy.Supervisor)}
		}
		p.names = append(p.names, policy.Agent)
		p.snapshots = append(p.snapshots, &own)
	}
	return p
}

// each returns copies of all snapshots after change has changed them.
func (p perAgent) each(change func(*snapshot)) perAgent {
	changed := perAgent{names: p.names}
	for _, one := range p.snapshots {
		own := *one
		change(&own)
		changed.snapshots = append(changed.snapshots, &own)
	}
	return changed
}

// of returns the snapshot that judges an agent's calls.
func (s *snapshot) of(agent string) *snapshot {
	if len(s.agents.names) == 0 {
		return s
	}
	if at := agentname.Best(s.agents.names, agent); at >= 0 {
		return s.agents.snapshots[at]
	}
	return s
}

// exempt reports a rule that the agent's tier has nothing to do with.
func (s *snapshot) exempt(rule Rule) bool {
	if s.tier != TierAutonomous {
		return false
	}
	_, approvals := rule.(*standing.Set)
	return approvals
}

// beyondTier says what keeps an agent of a restricted tier from being approved
// a call with such effects; empty: nothing does. Only reads are on the list. A
// program that runs counts by what it does, which the other effects tell.
func (s *snapshot) beyondTier(v Verdict, effects func() Effects) string {
	if s.tier != TierRestricted || v.Basis == BasisPerson {
		return ""
	}
	e := effects()
	if e.Opaque() {
		return "what the call does cannot be seen whole"
	}
	reads := false
	for i := range e.List {
		if why := beyondReading(&e.List[i]); why != "" {
			return why
		}
		reads = reads || e.List[i].Kind == decision.Reads
	}
	if !reads {
		return "nothing was seen that it reads"
	}
	return ""
}

func beyondReading(e *Effect) string {
	switch {
	case len(e.Sends) > 0:
		return "it sends data"
	case e.Concern != "":
		return "something speaks against it: " + e.Concern
	case e.Irreversible:
		return "it cannot be undone"
	case e.Kind == decision.Executes && e.Zone != decision.ZoneRemote:
		return ""
	case e.Kind != decision.Reads:
		return "it has the effect " + string(e.Kind)
	case e.Zone != decision.ZoneProject:
		return "it reads outside the project"
	}
	return ""
}
