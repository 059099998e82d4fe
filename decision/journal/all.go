package journal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// errEnough ends the reading of who wants no more.
var errEnough = errors.New("enough")

// All yields every record of the journal at path, those of the files that were
// rotated away from it first, as it is written. Each is valid until the next
// one only. Lines that are no records are left out: [VerifySet] tells of them.
// An error is the last that is yielded.
func All(ctx context.Context, path string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		if err := all(ctx, path, yield); err != nil && !errors.Is(err, errEnough) {
			yield(nil, fmt.Errorf("read the journal: %w", err))
		}
	}
}

func all(ctx context.Context, path string, yield func(json.RawMessage, error) bool) error {
	return eachLine(ctx, path, func(_ string, l line) error {
		if record, ok := parseRecord(l); ok && !yield(record.JSON, nil) {
			return errEnough
		}
		return nil
	})
}

// eachLine calls f with every line of a journal and its rotated files, those
// first, and the name of its file.
func eachLine(ctx context.Context, path string, f func(file string, l line) error) error {
	files, err := openSet(ctx, path, func() {})
	if err != nil {
		return err
	}
	defer func() { _ = files.close() }()
	return files.each(func(name string, r io.Reader) error {
		lines := newLineReader(r)
		for {
			l, err := lines.next(ctx)
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil {
				err = f(name, l)
			}
			if err != nil {
				return err
			}
		}
	})
}
