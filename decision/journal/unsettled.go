package journal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Unsettled returns the decisions on a mesh's calls of which nobody knows
// whether they arrived: approved or denied, and without an outcome, or with
// "unsent" as the last one. The oldest come first, and of each call the newest
// decision only. A supervisor that was killed asks the mesh about them when it
// starts.
//
// It reads back from the end of the journal at path and of its rotated files,
// until a record is older than since (zero: all are taken), or until
// MaxTailBytes. A call whose time
// is up needs no asking, so since is about as long ago as a call lives.
func Unsettled(ctx context.Context, path string, since time.Time) ([]Record, error) {
	u := unsettled{known: map[string]bool{}}
	if err := readBack(ctx, path, since, u.record); err != nil {
		return nil, fmt.Errorf("find unsettled decisions in the journal: %w", err)
	}
	slices.Reverse(u.found)
	return u.found, nil
}

// unsettled gets records from the newest to the oldest.
type unsettled struct {
	known map[string]bool // calls of which nothing older counts; false: only "unsent" was seen
	found []Record
}

func (u *unsettled) record(r Record, file string) {
	settled, seen := u.known[r.ApprovalID]
	switch {
	case settled:
	case r.Type == decision.EventOutcome && !seen:
		u.known[r.ApprovalID] = r.Outcome != decision.OutcomeUnsent
	case r.Type == decision.EventDecision && r.Via == decision.ViaMesh:
		u.known[r.ApprovalID] = true
		if r.Observed {
			return // nobody sent it
		}
		if a := r.Decided().Action; a == decision.Approve || a == decision.Deny {
			u.found = append(u.found, r.kept(file))
		}
	}
}
