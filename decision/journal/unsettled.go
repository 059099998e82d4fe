package journal

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
	u := unsettled{since: since, left: MaxTailBytes, known: map[string]bool{}}
	if err := u.read(ctx, path); err != nil {
		return nil, fmt.Errorf("find unsettled decisions in the journal: %w", err)
	}
	slices.Reverse(u.found)
	return u.found, nil
}

// unsettled reads records from the newest to the oldest.
type unsettled struct {
	since time.Time
	left  int64           // bytes that may still be read
	known map[string]bool // calls of which nothing older counts; false: only "unsent" was seen
	found []Record
}

func (u *unsettled) read(ctx context.Context, path string) error {
	files, err := openSet(ctx, path, func() {})
	if err != nil {
		return err
	}
	defer func() { _ = files.close() }()
	more := true
	if files.current != nil {
		more, err = u.file(ctx, files.current, files.size)
	}
	for i := len(files.rotated) - 1; i >= 0 && more && err == nil; i-- {
		more, err = u.rotated(ctx, files.rotated[i])
	}
	return err
}

func (u *unsettled) rotated(ctx context.Context, path string) (more bool, err error) {
	f, err := openToRead(path)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	return u.file(ctx, f, info.Size())
}

// file reads one file backwards. more says that the bounds are not reached.
func (u *unsettled) file(ctx context.Context, f *os.File, size int64) (more bool, err error) {
	lines, err := newBackward(f, size)
	if err != nil {
		return false, err
	}
	for lines.end > 0 {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		end := lines.end
		text, err := lines.next()
		if err != nil {
			return false, err
		}
		if u.left -= end - lines.end; u.left < 0 {
			return false, nil
		}
		record, ok := parseRecord(line{text: text, complete: true, offset: lines.end})
		if !ok {
			continue
		}
		if !u.since.IsZero() && record.Time.Before(u.since) {
			return false, nil
		}
		u.record(record, filepath.Base(f.Name()))
	}
	return true, nil
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
