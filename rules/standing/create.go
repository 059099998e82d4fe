package standing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/nameword"
)

// ErrRefused is wrapped by every error that says that a standing approval must
// not be as it was asked for. Other errors are failures of the store.
var ErrRefused = errors.New("the standing approval is refused")

// Request asks for a standing approval.
type Request struct {
	// Standing is what is asked for. Its ID, CreatedAt, Uses and LastUse are not
	// read. Scope must be session or permanent; of a session the lifetime is
	// [SessionLifetime], or less where ExpiresAt says so.
	Standing decision.Standing
	// Call is the call that a person was shown. Nil: none was. Agent, tool and,
	// for scope session, conversation are taken from it where Standing leaves them
	// out. Without any limit in Standing exactly this call is approved.
	Call *decision.Call
}

// ErrNoStore says that standing approvals are kept nowhere, so that none can be
// created.
var ErrNoStore = errors.New("there is no store for standing approvals: set Options.Store")

// Check is Propose without the look at what would have been covered.
func (s *Set) Check(ctx context.Context, r Request) (decision.Standing, error) {
	a, err := s.complete(ctx, r)
	if err != nil {
		return decision.Standing{}, err
	}
	return a, nil
}

// Propose checks a request and returns what would be saved, with what it would
// have covered lately. Nothing is saved.
func (s *Set) Propose(ctx context.Context, r Request) (decision.Standing, Preview, error) {
	a, err := s.Check(ctx, r)
	if err != nil {
		return decision.Standing{}, Preview{}, err
	}
	preview, err := s.preview(ctx, a)
	return a, preview, err
}

// Create is Propose, followed by saving. Of one scope, agent, tool, conversation
// and limits there is one: creating it again starts its time anew. Then the
// calls that wait and that it covers are settled; Preview.Settled says which.
// With an error after saving, what was saved is returned with it.
func (s *Set) Create(ctx context.Context, r Request) (decision.Standing, Preview, error) {
	if s.opts.Store == nil {
		return decision.Standing{}, Preview{}, ErrNoStore
	}
	a, preview, err := s.Propose(ctx, r)
	if err != nil {
		return decision.Standing{}, Preview{}, err
	}
	if a.ID, err = s.opts.Store.SaveStanding(ctx, a); err != nil {
		return decision.Standing{}, Preview{}, fmt.Errorf("saving the standing approval: %w", err)
	}
	preview.Settled, err = s.settle(ctx, a)
	return a, preview, err
}

// complete fills in what the shown call tells, and refuses what must not be.
func (s *Set) complete(ctx context.Context, r Request) (decision.Standing, error) {
	a := r.Standing
	a.ID, a.Uses, a.LastUse, a.CreatedAt = "", 0, time.Time{}, s.opts.Now()
	var shown *decision.Call
	if r.Call != nil {
		c, err := r.Call.Normalize()
		if err != nil {
			return a, refused("the call is malformed: %v", err)
		}
		shown = c.WithAnalyzer(s.opts.Analyzer)
		fillIn(&a, shown)
	}
	if err := s.times(&a); err != nil {
		return a, err
	}
	if err := check(a); err != nil {
		return a, err
	}
	if s.exempt(a.Agent) {
		return a, refused("the agent's tier has no standing approvals: it would never be looked at")
	}
	if shown == nil {
		return a, s.checkUnseen(ctx, a)
	}
	if !limited(a) {
		fingerprint, err := decision.Fingerprint(shown)
		if err != nil {
			return a, refused("the call is malformed: %v", err)
		}
		a.Fingerprint = fingerprint
	}
	if why := lacksCommand(shown); why != "" {
		return a, refused("%s", why)
	}
	if why := refuses(ctx, a, shown, s.opts.Now()); why != "" {
		return a, refused("it would not cover the call that was shown: %s", why)
	}
	return a, nil
}

func fillIn(a *decision.Standing, shown *decision.Call) {
	if a.Agent == "" {
		a.Agent = shown.Agent
	}
	if a.Tool == "" {
		a.Tool = shown.Tool
	}
	if a.Scope == decision.StandingSession && a.Session == "" {
		a.Session = shown.Session
	}
}

// times bounds how long the standing approval holds.
func (s *Set) times(a *decision.Standing) error {
	if !a.ExpiresAt.IsZero() && !a.ExpiresAt.After(a.CreatedAt) {
		return refused("it would have expired already")
	}
	if a.MaxUses < 0 {
		return refused("the number of uses is negative")
	}
	if end := a.CreatedAt.Add(SessionLifetime); a.Scope == decision.StandingSession && (a.ExpiresAt.IsZero() || a.ExpiresAt.After(end)) {
		a.ExpiresAt = end
	}
	return nil
}

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrRefused, fmt.Sprintf(format, args...))
}

// check wants a scope that can be created, and to know who and what.
func check(a decision.Standing) error {
	switch {
	case a.Scope == decision.StandingConfig:
		return refused("scope config is made in the config: add the tool to agents[].auto_approve_tools")
	case a.Scope != decision.StandingSession && a.Scope != decision.StandingPermanent:
		return refused("unknown scope %.32q: use session or permanent", string(a.Scope))
	case a.Agent == "":
		return refused("it names no agent")
	case a.Tool == "":
		return refused("it names no tool")
	case a.Scope == decision.StandingSession && a.Session == "":
		return refused("scope session needs the conversation")
	case a.Scope == decision.StandingPermanent && a.Session != "":
		return refused("scope permanent holds in every conversation: leave the conversation out")
	}
	if _, err := canonical(a.Arguments); err != nil {
		return refused("the arguments are no json")
	}
	return nil
}

// limited reports whether anything is asked of a call besides its tool.
func limited(a decision.Standing) bool {
	return a.Fingerprint != "" || a.Signature != "" || len(a.Arguments) > 0 || len(a.Kinds) > 0 || len(a.Zones) > 0 || len(a.Hosts) > 0
}

// checkUnseen refuses what may only be approved as it was shown: a tool that
// runs what it is told, without saying what or with something destructive.
func (s *Set) checkUnseen(ctx context.Context, a decision.Standing) error {
	if !nameword.RunsCommands(a.Tool) || searches(a.Tool) || a.Fingerprint != "" || a.Signature != "" {
		return nil
	}
	for name, value := range a.Arguments {
		if text, ok := value.(string); ok && text != "" && nameword.IsCode(name) {
			return s.checkCommand(ctx, a)
		}
	}
	return refused("the tool runs what it is told: give the whole command, a fingerprint or a signature, never the tool alone")
}

// checkCommand refuses a command that would never be covered, wherever it runs.
// The call that it will be part of may say more, so nothing else is refused.
func (s *Set) checkCommand(ctx context.Context, a decision.Standing) error {
	c, err := (&decision.Call{Agent: a.Agent, Tool: a.Tool, Session: a.Session, Params: a.Arguments}).Normalize()
	if err != nil {
		return refused("the arguments are malformed: %v", err)
	}
	for _, one := range c.WithAnalyzer(s.opts.Analyzer).Effects(ctx).List {
		switch one.Kind {
		case decision.Creates, decision.Overwrites: // where depends on the working directory
		case decision.ExecutesUnseen:
			if one.Zone == decision.ZoneNone || one.Zone == decision.ZoneRemote { // not a file that could be looked at
				return refused("it would never cover anything: the command runs code that cannot be seen")
			}
		default:
			if destructive(one) {
				return refused("it would never cover anything: the command is destructive: %s", one.Kind)
			}
		}
	}
	return nil
}

// lacksCommand says that a call of a tool that runs what it is told does not
// carry what: an approval learnt from it would be one of the tool.
func lacksCommand(c *decision.Call) string {
	if !nameword.RunsCommands(c.Tool) || searches(c.Tool) {
		return ""
	}
	for name, value := range c.Params {
		text, isText := value.(string)
		if nameword.IsCode(name) && (!isText && value != nil || text != "") {
			return ""
		}
	}
	return "the tool runs what it is told, and the call does not say what"
}
