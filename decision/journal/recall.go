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

var _ decision.Unsettler = (*Journal)(nil)

// Unsettled is [Unsettled] for this journal and the last day, as decisions that
// a queue can be asked about: see [Record.Decided].
func (j *Journal) Unsettled(ctx context.Context) ([]decision.Decision, error) {
	records, err := Unsettled(ctx, j.path, j.now().Add(-recallPeriod))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for decisions without an outcome in %s: %w", j.path, err)
	}
	list := make([]decision.Decision, 0, len(records))
	for _, r := range records {
		list = append(list, r.Decided())
	}
	return list, nil
}
