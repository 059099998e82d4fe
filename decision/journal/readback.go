package journal

import (
	"context"
	"os"
	"path/filepath"
	"time"
)

// readBack calls record for every record of the journal at path and of its
// rotated files, the newest first, with the name of its file, until one is
// older than since (zero: none is), or until MaxTailBytes.
func readBack(ctx context.Context, path string, since time.Time, record func(r Record, file string)) error {
	b := readingBack{since: since, left: MaxTailBytes, record: record}
	return b.read(ctx, path)
}

type readingBack struct {
	since  time.Time
	left   int64 // bytes that may still be read
	record func(r Record, file string)
}

func (b *readingBack) read(ctx context.Context, path string) error {
	files, err := openSet(ctx, path, func() {})
	if err != nil {
		return err
	}
	defer func() { _ = files.close() }()
	more := true
	if files.current != nil {
		more, err = b.file(ctx, files.current, files.size)
	}
	for i := len(files.rotated) - 1; i >= 0 && more && err == nil; i-- {
		more, err = b.rotated(ctx, files.rotated[i])
	}
	return err
}

func (b *readingBack) rotated(ctx context.Context, path string) (more bool, err error) {
	f, err := openToRead(path)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	return b.file(ctx, f, info.Size())
}

// file reads one file backwards. more says that the bounds are not reached.
func (b *readingBack) file(ctx context.Context, f *os.File, size int64) (more bool, err error) {
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
		if b.left -= end - lines.end; b.left < 0 {
			return false, nil
		}
		record, ok := parseRecord(line{text: text, complete: true, offset: lines.end})
		if !ok {
			continue
		}
		if !b.since.IsZero() && record.Time.Before(b.since) {
			return false, nil
		}
		b.record(record, filepath.Base(f.Name()))
	}
	return true, nil
}
