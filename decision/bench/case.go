package bench

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// Target judges a call without a trace: [supervisor.Trial] is one. It must be
// safe for concurrent use.
//
// [supervisor.Trial]: https://pkg.go.dev/github.com/flux7-go/supervisor#Trial
type Target interface {
	Evaluate(ctx context.Context, call decision.Call) (decision.Decision, error)
}

// Case is a call with the decision that it should get.
type Case struct {
	ID   string // of the case, else of its trace; within a run no two have the same
	Set  string // the set that it comes from
	Line int    // where in the set, from 1

	TraceID string // of the trace that the case was made of

	Call       decision.Call
	Timestamp  string // of the trace, as it was written
	Policy     string // what the level below said: allow, deny, human_approval
	PolicyRule string

	Label    decision.Action // what is right
	Families []string        // the kinds of danger, for the report only
}

// Danger reports whether to approve the case would be wrong.
func (c Case) Danger() bool { return c.Label != decision.Approve }
