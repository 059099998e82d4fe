package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/flux7-go/supervisor/internal/filelock"
)

// VerifyOptions sets up [Verify] and [VerifyReader].
type VerifyOptions struct {
	// Key is the one that the journal was written with; nil: none.
	Key []byte
	// Checkpoint is one that was kept, to hold the journal against. Nil: Verify
	// takes the one beside the file, if there is one, and VerifyReader none.
	Checkpoint *Checkpoint
}

// Verify is [VerifyReader] of the file at path, which may be written meanwhile:
// it reads what the file holds when nobody is in the middle of writing. The
// journal is held against a checkpoint; a checkpoint beside it that was changed
// is damage too.
func Verify(ctx context.Context, path string, opts VerifyOptions) (Report, error) {
	f, err := openToRead(path)
	if err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	defer func() { _ = f.Close() }()
	var marked error
	size, err := settledSize(ctx, f, func() { opts.Checkpoint, marked = opts.checkpoint(path) })
	if err == nil && !errors.Is(marked, ErrCheckpoint) {
		err = marked
	}
	if err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	report, err := VerifyReader(ctx, io.LimitReader(f, size), opts)
	return report.withMark(marked), err
}

// checkpoint returns the one to verify against: the given one, or the one that
// stands beside the file.
func (o VerifyOptions) checkpoint(path string) (*Checkpoint, error) {
	if o.Checkpoint != nil {
		return o.Checkpoint, nil
	}
	c, err := readCheckpoint(path, chain{key: o.Key})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// VerifyReader reads a whole journal, of any size in bounded memory, and says
// whether it is intact or where it is damaged. The error is that of reading,
// or of ctx; damage is none.
//
// Intact means: numbers from 1 without a gap, every record builds on the one
// before it and matches its hash, and the record of the checkpoint is there.
// Whether records after the checkpoint were cut off cannot be seen. With a key,
// records from before the journal had one are accepted in front of those that
// have it: the first keyed record vouches for them.
func VerifyReader(ctx context.Context, r io.Reader, opts VerifyOptions) (Report, error) {
	return verifyFrom(ctx, r, emptyHead(), opts)
}

// verifyFrom verifies records that follow the one that base is the head of.
func verifyFrom(ctx context.Context, r io.Reader, base head, opts VerifyOptions) (Report, error) {
	v := newVerifier(base, opts)
	if err := v.read(ctx, r); err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	return v.finish(), nil
}

// verifyLockWait is short: an auditor need not wait for a writer that hangs.
const verifyLockWait = time.Second

// settledSize returns the size between two writes, and calls also at the same
// time. Where the file cannot be locked, as on some network file systems, it
// takes the size as it is.
func settledSize(ctx context.Context, f *os.File, also func()) (int64, error) {
	wait, cancel := context.WithTimeout(ctx, verifyLockWait)
	defer cancel()
	if filelock.Lock(wait, f) == nil {
		defer func() { _ = filelock.Unlock(f) }()
	}
	also()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), ctx.Err()
}
