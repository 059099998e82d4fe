package rules

import (
	"context"

	"github.com/flux7-go/supervisor/decision"
)

// EvaluateInOrder is Evaluate without the index: what the documentation says,
// as plainly as it can be written. The index is held against it.
func (s *Set) EvaluateInOrder(ctx context.Context, c *decision.Call) (decision.Verdict, bool) {
	var notes notes
	for _, r := range s.rules {
		at := &sight{ctx: ctx, call: c, scope: s.scope, now: s.now}
		holds, err := r.holds(at)
		if err != nil {
			notes.add(r, err)
		}
		switch {
		case holds:
			v := r.verdict(at)
			v.Notes = notes.list
			return v, r.settles()
		case err != nil && r.spec.Action != decision.Approve:
			v := r.unclear(err)
			v.Notes = notes.list
			return v, true
		}
	}
	return decision.Verdict{Reasoning: "no rule matched", Notes: notes.list}, false
}
