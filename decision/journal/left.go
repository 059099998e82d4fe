package journal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Left returns the decisions that left a call to a person, of a mesh, escalated or
// only observed, or in a store of our own, and of which nothing is recorded since: nobody knows yet what
// the person decided. The oldest come first, and of each call the newest
// decision only.
//
// It reads back as far as [Unsettled] does.
func Left(ctx context.Context, path string, since time.Time) ([]Record, error) {
	l := left{known: map[string]bool{}}
	if err := readBack(ctx, path, since, l.record); err != nil {
		return nil, fmt.Errorf("find calls that were left to people in the journal: %w", err)
	}
	slices.Reverse(l.found)
	return l.found, nil
}

// left gets records from the newest to the oldest.
type left struct {
	known map[string]bool // calls of which nothing older counts; false: they were left
	found []Record
}

func (l *left) record(r Record, file string) {
	settled, seen := l.known[r.ApprovalID]
	switch {
	case settled:
	case r.Type == decision.EventOutcome && !seen:
		l.known[r.ApprovalID] = r.Outcome != decision.OutcomeLeft && r.Outcome != decision.OutcomeObserved
	case r.Approval != "" && !seen && (r.Type == decision.EventDecision || r.Type == decision.EventPausedCall):
		l.known[r.ApprovalID] = true
		l.found = append(l.found, r.kept(file))
	case r.Type == decision.EventDecision && r.Via == decision.ViaMesh:
		l.known[r.ApprovalID] = true
		// A decision of that kind without an outcome was left too: to leave a call
		// is to do nothing.
		if seen || r.Observed || r.Decided().Action == decision.Escalate {
			l.found = append(l.found, r.kept(file))
		}
	}
}
