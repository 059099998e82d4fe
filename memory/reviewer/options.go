package reviewer

import (
	"errors"
	"fmt"
	"log/slog"
	"path"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Options is what a [Reviewer] is made of. The zero Options is valid and reviews
// nothing.
type Options struct {
	// Agents say whose turns are reviewed, and how. At most [MaxAgents]. The turns
	// of an agent that none names are neither counted nor reviewed.
	Agents []Agent
	// Journal takes an event of type [decision.EventTurnReview] for each review
	// when it has ended. Nil: no record is kept.
	Journal decision.Journal
	// Sink is told of the same events, one at a time; suggestions are in their
	// field "suggestions". One that fails is offered again, three times in all.
	// Nil: nobody is told.
	Sink decision.Sink
	// Logger hears of reviews that fail. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock of the events. Nil: [time.Now]. Deadlines are those of
	// contexts, which have their own.
	Now func() time.Time
}

// Agent says how the turns of an agent are reviewed.
type Agent struct {
	// Agent is its id, or a glob as [path.Match] reads it. Of several that match,
	// the exact name counts, else the longest glob, of those the first.
	Agent string
	// Model is asked. Its context ends with the review. Nil: the turns of whom this
	// entry is about are neither counted nor reviewed.
	Model decision.Completer
	// MemoryInterval is after how many turns of the user memory is reviewed. 0:
	// [DefaultMemoryInterval]; [Never]: not at all, as without a Persona.
	MemoryInterval int
	// SkillInterval is after how many tool calls skills are reviewed. 0:
	// [DefaultSkillInterval]; [Never]: not at all, as without Skills.
	SkillInterval int
	// Persona is what the agent is and remembers. Nil: there is none to read, and
	// nothing to append to.
	Persona Persona
	// Skills are what the agent can do. Nil: there are none to read.
	Skills Skills
	// Redact names members of the inputs of tools whose values the model is not
	// shown, at every depth, in upper or lower case.
	Redact []string
	// Timeout bounds one review. 0: [DefaultTimeout].
	Timeout time.Duration
}

func (a Agent) withDefaults() Agent {
	if a.MemoryInterval == 0 {
		a.MemoryInterval = DefaultMemoryInterval
	}
	if a.SkillInterval == 0 {
		a.SkillInterval = DefaultSkillInterval
	}
	if a.Persona == nil {
		a.MemoryInterval = Never
	}
	if a.Skills == nil {
		a.SkillInterval = Never
	}
	if a.Timeout == 0 {
		a.Timeout = DefaultTimeout
	}
	a.Redact = slices.Clone(a.Redact)
	return a
}

// validate names every fault.
func (a Agent) validate() error {
	var errs []error
	if _, err := path.Match(a.Agent, ""); err != nil {
		errs = append(errs, fmt.Errorf("Agent %.64q is a malformed pattern", a.Agent))
	}
	if a.MemoryInterval < Never || a.SkillInterval < Never {
		errs = append(errs, errors.New("MemoryInterval and SkillInterval must be positive, 0 for the default, or Never"))
	}
	if a.Model != nil && a.Persona == nil && a.Skills == nil {
		errs = append(errs, errors.New("Persona and Skills: give one of them, there is nothing to review"))
	}
	if a.Timeout < 0 {
		errs = append(errs, fmt.Errorf("Timeout must be positive, or 0 for %s", DefaultTimeout))
	}
	return errors.Join(errs...)
}

// roster is who is reviewed. It is not changed once made.
type roster struct {
	names  []string
	agents []Agent
}

func newRoster(agents []Agent) (*roster, error) {
	if len(agents) > MaxAgents {
		return nil, fmt.Errorf("reviewer: Agents: %d are too many, at most %d", len(agents), MaxAgents)
	}
	r := &roster{}
	var errs []error
	for i, a := range agents {
		if err := a.validate(); err != nil {
			errs = append(errs, fmt.Errorf("reviewer: Agents[%d]: %w", i, err))
		}
		r.names = append(r.names, a.Agent)
		r.agents = append(r.agents, a.withDefaults())
	}
	return r, errors.Join(errs...)
}
