package supervisor

import (
	"context"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

// Guard puts judgment before a function that carries out a tool. The function
// that it returns judges each call with [Supervisor.Evaluate], and runs it only
// when it is approved; else its error is a [*DeniedError] or an [*EscalatedError],
// whose text may be shown to the agent.
//
// What runs is what was judged: run gets a copy of the parameters that was made
// before judging, and its fingerprint is compared once more. Who calls, in which
// session and directory, ctx says by [WithCaller].
//
// It is safe for concurrent use if run is.
func Guard[R any](s *Supervisor, tool string, run func(ctx context.Context, params map[string]any) (R, error)) func(ctx context.Context, params map[string]any) (R, error) {
	return func(ctx context.Context, params map[string]any) (R, error) {
		var none R
		call := callerOf(ctx)
		call.Tool, call.Params = tool, params
		own, d, err := s.accept(call)
		if err != nil {
			return none, err
		}
		judged := *own
		if d, err = s.Evaluate(ctx, judged); err != nil {
			return none, err
		}
		switch d.Action {
		case Approve:
			if err := d.Permits(judged); err != nil {
				return none, err
			}
			return run(ctx, judged.Params)
		case Deny:
			return none, &DeniedError{Decision: d}
		}
		return none, &EscalatedError{Decision: d, wait: func(ctx context.Context) (any, error) {
			if err := s.permitted(ctx, d, judged); err != nil {
				return nil, err
			}
			return run(ctx, judged.Params)
		}}
	}
}

// permitted waits for a person's yes to a call.
func (s *Supervisor) permitted(ctx context.Context, d Decision, judged Call) error {
	if d.Approval == "" {
		return ErrNoApprovals
	}
	r, err := s.Wait(ctx, d.Approval)
	if err != nil {
		return err
	}
	if r.Status != decision.ApprovalApproved {
		return &DeniedError{Decision: d, Resolution: &r}
	}
	approved := d
	approved.Action = Approve
	return approved.Permits(judged)
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
	return fmt.Sprintf("%s was denied by a person: %s", e.Decision.Tool, e.Resolution.Reasoning)
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
