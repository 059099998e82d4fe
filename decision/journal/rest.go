package journal

import (
	"context"
	"fmt"
)

// rest is what a failed commit left in the file.
type rest struct{ from, to int64 }

// takeBack cuts off what a failed commit wrote. Should that fail too, the next
// commit tries again, before somebody builds on it.
func (j *Journal) takeBack(written int) error {
	err := j.file.Truncate(j.size)
	if err != nil {
		j.rest = rest{j.size, j.size + int64(written)}
	}
	return err
}

// leaveNoRest does it when there will be no next commit.
func (j *Journal) leaveNoRest() error {
	if j.rest.to == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), MaxLockWait)
	defer cancel()
	err := j.enter(ctx)
	j.unlockFile()
	return err
}

// cutRest cuts off what takeBack could not. A file that has changed since is
// left to recover: somebody did build on it.
func (j *Journal) cutRest(size int64) (int64, error) {
	if j.rest.to == 0 {
		return size, nil
	}
	if size == j.rest.to && !j.replaced() {
		if err := j.file.Truncate(j.rest.from); err != nil {
			return size, fmt.Errorf("cut off what a failed write left: %w", err)
		}
		size = j.rest.from
	}
	j.rest = rest{}
	return size, nil
}
