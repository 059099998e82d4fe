package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// VerifySet is [Verify] of the journal at path together with the files that
// were rotated away from it, as one chain. A file that is missing is
// [DamageDeleted] at the first record after it; Verify, which sees one file,
// takes the record "rotated" at its beginning at its word.
func VerifySet(ctx context.Context, path string, opts VerifyOptions) (Report, error) {
	report, err := verifySet(ctx, path, opts)
	if err != nil {
		return Report{}, fmt.Errorf("verify the journal: %w", err)
	}
	return report, nil
}

func verifySet(ctx context.Context, path string, opts VerifyOptions) (Report, error) {
	var marked error
	files, err := openSet(ctx, path, func() { opts.Checkpoint, marked = opts.checkpoint(path) })
	if err != nil {
		return Report{}, err
	}
	defer func() { _ = files.close() }()
	if marked != nil && !errors.Is(marked, ErrCheckpoint) {
		return Report{}, marked
	}
	v := newVerifier(emptyHead(), opts)
	v.whole = true
	err = files.each(func(name string, r io.Reader) error {
		v.file = name
		return v.read(ctx, r)
	})
	if err != nil {
		return Report{}, err
	}
	return v.finish().withMark(marked), nil
}
