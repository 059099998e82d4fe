package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// recallPeriod is how far back decisions without an outcome are looked for. A
// mesh lets a call wait for an hour at most; a machine may be off for a night.
const recallPeriod = 24 * time.Hour

var (
	_ decision.Unsettler = (*Journal)(nil)
	_ decision.Recaller  = (*Journal)(nil)
)

// Unsettled is [Unsettled] for this journal and the last day, as decisions that
// a queue can be asked about: see [Record.Decided].
func (j *Journal) Unsettled(ctx context.Context) ([]decision.Decision, error) {
	list, err := j.recall(ctx, Unsettled)
	if err != nil {
		return nil, fmt.Errorf("look for decisions without an outcome in %s: %w", j.path, err)
	}
	return list, nil
}

// Left is [Left] for this journal and the last day, as decisions that a queue
// can be asked about.
func (j *Journal) Left(ctx context.Context) ([]decision.Decision, error) {
	list, err := j.recall(ctx, Left)
	if err != nil {
		return nil, fmt.Errorf("look for calls that were left to people in %s: %w", j.path, err)
	}
	return list, nil
}

func (j *Journal) recall(ctx context.Context, find func(context.Context, string, time.Time) ([]Record, error)) ([]decision.Decision, error) {
	records, err := find(ctx, j.path, j.now().Add(-recallPeriod))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := make([]decision.Decision, 0, len(records))
	for _, r := range records {
		list = append(list, r.Decided())
	}
	return list, nil
}
