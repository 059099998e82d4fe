package supervisor

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
)

// Guard puts judgment before a function that carries out a tool. The function
// that it returns judges each call with [Supervisor.Evaluate], and runs it only
// when it is approved; else its error is a [*DeniedError] or an [*EscalatedError],
// whose text may be shown to the agent.
//
// What runs is what was judged. Just before, fingerprints are compared once more:
// if params has been changed meanwhile, nothing runs and the error wraps
// [ErrChanged]. So it is when a person was asked about a script or program that
// the call runs, and it is not what it was then; see [Supervisor.Wait]. run gets a
// copy of the parameters. Who calls, in which session and directory, ctx says by
// [WithCaller].
//
// It is safe for concurrent use if run is. The parameters must not be changed at
// the same time. s and run must not be nil.
func Guard[R any](s *Supervisor, tool string, run func(ctx context.Context, params map[string]any) (R, error)) func(ctx context.Context, params map[string]any) (R, error) {
	return func(ctx context.Context, params map[string]any) (R, error) {
		var none R
		g, err := s.guarding(ctx, tool, params)
		if err != nil {
			return none, err
		}
		switch g.decision.Action {
		case Approve:
			if err := g.permits(g.decision); err != nil {
				return none, err
			}
			return run(ctx, g.judged.Params)
		case Deny:
			return none, &DeniedError{Decision: g.decision}
		}
		return none, &EscalatedError{Decision: g.decision, wait: func(ctx context.Context) (any, error) {
			if err := g.permitted(ctx); err != nil {
				return nil, err
			}
			return run(ctx, g.judged.Params)
		}}
	}
}

// guarded is one call of a guarded function.
type guarded struct {
	sup      *Supervisor
	given    Call // with the parameters of the caller, which may change
	judged   Call // with a copy of them
	decision Decision
}

func (s *Supervisor) guarding(ctx context.Context, tool string, params map[string]any) (*guarded, error) {
	given := callerOf(ctx)
	given.Tool, given.Params = tool, params
	own, _, err := s.accept(given)
	if err != nil {
		return nil, err
	}
	g := &guarded{sup: s, given: given, judged: *own}
	if g.decision, err = s.Evaluate(ctx, g.judged); err != nil {
		return nil, err
	}
	return g, nil
}

// permits returns nil if what the caller holds, and what would run, is what a
// decision approves.
func (g *guarded) permits(d Decision) error {
	return cmp.Or(d.Permits(g.given), d.Permits(g.judged))
}

// permitted waits for a person's yes.
func (g *guarded) permitted(ctx context.Context) error {
	if g.decision.Approval == "" {
		return ErrNoApprovals
	}
	r, err := g.sup.Wait(ctx, g.decision.Approval)
	if err != nil {
		return err
	}
	if r.Status != decision.ApprovalApproved {
		return &DeniedError{Decision: g.decision, Resolution: &r}
	}
	approved := g.decision
	approved.Action = Approve
	return g.permits(approved)
}

// DeniedError says that a call must not run.
type DeniedError struct {
	Decision   Decision
	Resolution *Resolution // of the person who was asked, or of the time that was over; nil: nobody was
}

// Error says why, in one line.
func (e *DeniedError) Error() string {
	switch {
	case e.Resolution == nil:
		return fmt.Sprintf("%s was denied: %s", e.Decision.Tool, e.Decision.Reasoning)
	case e.Resolution.Status == decision.ApprovalTimeout:
		return e.Decision.Tool + " was not approved: nobody answered in time"
	case e.Resolution.Reasoning == "":
		return e.Decision.Tool + " was denied by a person"
	}
	return fmt.Sprintf("%s was denied by a person: %s", e.Decision.Tool, oneline.Clean(e.Resolution.Reasoning, maxAnswerText))
}

// EscalatedError says that a call waits for a person, or has nobody to wait for.
type EscalatedError struct {
	Decision Decision

	wait func(ctx context.Context) (any, error)
}

// Error says why, in one line.
func (e *EscalatedError) Error() string {
	return fmt.Sprintf("%s needs the approval of a person: %s", e.Decision.Tool, e.Decision.Reasoning)
}

// Wait waits until a person has answered, at the latest at the approval's time,
// or until ctx ends. On a yes it runs the call that was judged, once, and returns
// what that returns: a value of the type that the guarded function returns. On a
// no, and when nobody answered in time, the error is a [*DeniedError]. It is
// [ErrNoApprovals] where calls wait for nobody, and [ErrUsed] when the call has
// run already.
func (e *EscalatedError) Wait(ctx context.Context) (any, error) {
	if e.wait == nil {
		return nil, errors.New("only an error of a guarded function can wait")
	}
	return e.wait(ctx)
}

type callerKey struct{}

// WithCaller says for whom the functions of [Guard] are called with a context:
// of who, Agent, Session, WorkingDir, UserMessages and everything else but the
// tool, its parameters and the id is taken.
func WithCaller(ctx context.Context, who Call) context.Context {
	who.ID, who.Tool, who.Params = "", "", nil
	return context.WithValue(ctx, callerKey{}, who)
}

func callerOf(ctx context.Context) Call {
	who, _ := ctx.Value(callerKey{}).(Call)
	return who
}
