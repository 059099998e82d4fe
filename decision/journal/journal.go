package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Errors that [Open] and [Journal.Append] wrap.
var (
	// ErrDamaged: the file does not end with a record of ours that matches its
	// hash. Nothing is appended, so that the damage is not buried, and nothing
	// is changed, so that it can be looked into. [Verify] says what is wrong;
	// afterwards move the file away.
	ErrDamaged = errors.New("the journal is damaged: verify it, then move it away")
	// ErrKeyNeeded: the journal is chained with a key, and none was given.
	ErrKeyNeeded = errors.New("the journal is chained with a key: give it")
	// ErrClosed: the journal was closed.
	ErrClosed = errors.New("the journal is closed")
)

// Options sets up a [Journal]. The zero value is a chain without a key.
type Options struct {
	// Key makes the chain an HMAC-SHA-256, so that only who has the key can
	// write records that verify. 32 random bytes are a good key. Empty: SHA-256.
	//
	// A journal that was begun without a key goes on with one; never the other
	// way round.
	Key []byte
	// Logger is told of repairs and of a file that was changed from outside.
	// Nil: nobody.
	Logger *slog.Logger
	// Now is the clock for events without a time. Nil: [time.Now].
	Now func() time.Time
	// Mode is that of a file that is created; an existing file keeps its own.
	// 0: 0600.
	Mode os.FileMode
}

// Journal appends events to a file. It is safe for concurrent use, and several
// journals, also of several processes, may append to one file: each append
// takes a lock on the file and goes on from the file's last record. (Where the
// operating system has no flock(2), as on Windows, only one journal may.)
//
// Each record is handed to the operating system by one write before Append
// returns. It survives the end of the process, but not that of the machine
// until the system has written it to the disk.
type Journal struct {
	path  string
	chain chain
	log   *slog.Logger
	now   func() time.Time
	mode  os.FileMode
	// write is (*os.File).Write; tests replace it to fill the disk.
	write func(f *os.File, line []byte) (int, error)

	turn   chan struct{} // holds one token while somebody works on what follows
	closed bool
	file   *os.File
	info   os.FileInfo // of the file, to recognise it
	// replaced: the file is not the one that head was read from.
	replaced bool
	size     int64 // where head's record ends
	head     head
	// notices are events of the journal's own that wait to be recorded.
	notices []decision.Event
}

var _ decision.Journal = (*Journal)(nil)

// Open opens the journal at path, or creates it, with its directory (mode
// 0700) if that is missing. A symbolic link is followed; what is no regular
// file is refused. "~" is not expanded.
//
// An unfinished last line, as a kill or a full disk leaves it, is moved to a
// file of its own beside the journal, named path.torn-<time> (mode 0600), and
// that is logged and recorded as an event "repaired". Any other damage at the
// end is [ErrDamaged]; damage further up is found by [Verify] only.
func Open(path string, opts Options) (*Journal, error) {
	j := &Journal{
		path: path, chain: chain{key: bytes.Clone(opts.Key)}, log: opts.Logger, now: opts.Now, mode: opts.Mode,
		write: (*os.File).Write, turn: make(chan struct{}, 1), head: emptyHead(),
	}
	if j.log == nil {
		j.log = slog.New(slog.DiscardHandler)
	}
	if j.now == nil {
		j.now = time.Now
	}
	if j.mode == 0 {
		j.mode = 0o600
	}
	if err := j.locked(context.Background(), j.writeNoticesIfPossible); err != nil {
		_ = j.Close()
		return nil, fmt.Errorf("open journal %s: %w", path, err)
	}
	return j, nil
}

// writeNoticesIfPossible lets a journal open on a full disk. The notices wait
// for the first append that succeeds.
func (j *Journal) writeNoticesIfPossible() error {
	if err := j.writeNotices(); err != nil {
		j.log.Warn("the journal cannot be written now", "path", j.path, "error", err)
	}
	return nil
}

// Append records the event. When it returns an error, nothing was recorded:
// what was written of the record is taken back, and the next Append tries
// anew, so that a journal recovers by itself once a full disk has room again.
//
// It waits for its turn as long as ctx lives, and for other processes at most
// [MaxLockWait] besides.
func (j *Journal) Append(ctx context.Context, e decision.Event) error {
	record, err := encodeEvent(e, j.now())
	if err == nil {
		err = j.locked(ctx, func() error {
			if err := j.writeNotices(); err != nil {
				return err
			}
			return j.writeRecord(record)
		})
	}
	if err != nil {
		return fmt.Errorf("append to journal %s: %w", j.path, err)
	}
	return nil
}

// Close waits for the appends in progress and closes the file. Closing again
// does nothing.
func (j *Journal) Close() error {
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	j.closed = true
	return j.closeFile()
}

// locked calls do with the turn and the file's lock taken, and with head and
// size as the file has them.
func (j *Journal) locked(ctx context.Context, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case j.turn <- struct{}{}:
		defer func() { <-j.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if j.closed {
		return ErrClosed
	}
	size, err := j.lockFile(ctx)
	if err != nil {
		return err
	}
	defer j.unlockFile()
	if size != j.size {
		if err := j.recover(size); err != nil {
			return err
		}
	}
	return do()
}

// writeRecord seals the record and writes it at the end of the file.
func (j *Journal) writeRecord(record []byte) error {
	line, next := j.chain.append(record, j.head)
	if len(line) > MaxRecordBytes+1 {
		return fmt.Errorf("the record has %d bytes, at most %d are written", len(line), MaxRecordBytes)
	}
	if _, err := j.write(j.file, line); err != nil {
		// Should this fail too, the next append finds a torn tail and repairs it.
		return errors.Join(err, j.file.Truncate(j.size))
	}
	j.size += int64(len(line))
	j.head = next
	return nil
}
