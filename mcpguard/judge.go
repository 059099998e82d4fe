package mcpguard

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/flux7-go/supervisor"
)

// ProgressInterval is the time between two notices to a client whose call is
// held. Claude Code gives up a call that shows no progress for 5 minutes over
// HTTP, other clients sooner.
const ProgressInterval = 10 * time.Second

// refusedError says that a call did not run, as opposed to an error of running it.
type refusedError struct{ why error }

func (e *refusedError) Error() string { return e.why.Error() }

// unanswered says that a call still waits for a person.
type unanswered struct{ decision supervisor.Decision }

func (e *unanswered) Error() string { return e.decision.Tool + " still waits for a person" }

// judged runs a call that is approved, at once or by a person. Where it did not
// run, the error is a refusedError, or that of ctx if the client gave it up.
func (g *Guard) judged(
	ctx context.Context, req mcp.Request, caller supervisor.Call, tool string, params map[string]any,
	run func(ctx context.Context, params map[string]any) (mcp.Result, error),
) (mcp.Result, error) {
	began := false
	guarded := supervisor.Guard(g.sup, tool, func(ctx context.Context, params map[string]any) (mcp.Result, error) {
		if err := ctx.Err(); err != nil { // given up while it was decided
			return nil, err
		}
		began = true
		return run(ctx, params)
	})
	res, err := guarded(supervisor.WithCaller(ctx, caller), params)
	var escalated *supervisor.EscalatedError
	last := true
	if errors.As(err, &escalated) && !began {
		leave := g.holds.enter(escalated.Decision.Approval)
		res, err = g.hold(ctx, req, escalated)
		last = leave()
	}
	switch {
	case err == nil || began:
		return res, err
	case ctx.Err() != nil:
		if escalated != nil && last {
			g.withdraw(ctx, escalated.Decision)
		}
		g.opts.Logger.InfoContext(ctx, "a call was given up before it ran", "tool", fmt.Sprintf("%.64s", tool))
		return nil, ctx.Err()
	}
	return nil, &refusedError{err}
}

// hold waits for a person, and runs the call on a yes. The limit is that of the
// waiting alone, not of the call.
func (g *Guard) hold(ctx context.Context, req mcp.Request, escalated *supervisor.EscalatedError) (mcp.Result, error) {
	d := escalated.Decision
	if d.Approval == "" {
		return nil, escalated
	}
	waiting, stop := context.WithTimeout(ctx, g.opts.Wait)
	defer stop()
	var reporting sync.WaitGroup
	reporting.Go(func() { report(waiting, req, d) })
	_, err := g.sup.Approvals().Wait(waiting, d.Approval)
	late := waiting.Err() != nil
	stop()
	reporting.Wait() // nothing may follow the result
	if err != nil && late {
		return nil, &unanswered{d}
	}
	if err != nil {
		return nil, err
	}
	res, err := escalated.Wait(ctx) // settled: this does not wait any more
	ran, _ := res.(mcp.Result)
	return ran, err
}

// report tells the client, if it wants to know, that its call is held. The
// progress counts the seconds up to zero, so that what the tool itself reports
// from there on goes on increasing, as it must.
func report(ctx context.Context, req mcp.Request, d supervisor.Decision) {
	call, ok := req.(*mcp.CallToolRequest)
	if !ok || call.Params.GetProgressToken() == nil {
		return
	}
	end, _ := ctx.Deadline()
	tick := time.NewTicker(ProgressInterval)
	defer tick.Stop()
	for {
		_ = call.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ // a client that is gone cancels ctx
			ProgressToken: call.Params.GetProgressToken(), Progress: -time.Until(end).Seconds(),
			Message: fmt.Sprintf("%s waits for the approval of a person (%s)", d.Tool, d.Approval),
		})
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
