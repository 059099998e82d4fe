package journal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
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

// Journal appends events to a file. It is safe for concurrent use, and several
// journals, also of several processes, may append to one file: each commit
// takes a lock on the file and goes on from the file's last record. (Where the
// operating system has no flock(2), as on Windows, only one journal may.)
//
// Appends that run at the same time are committed together: one of them writes
// the records of all by one write, and with [FsyncCommit] syncs once, while the
// next ones gather. A record survives the end of the process once Append has
// returned; when it survives that of the machine is [Options.Fsync]'s.
//
// # A failed sync
//
// After a failed fsync the system may show content that the disk does not
// have, and may report the next fsync as done. So it is not simply tried
// again. Every Append that shared the commit fails and its record is taken
// back; the file is closed, opened anew and read; what the last good sync did
// not cover is checked against the chain and written once more in its place;
// and until that is synced, nothing is appended. With [FsyncInterval] the
// appends of the failed interval have returned already: the failure is logged,
// and those that follow fail until the disk has caught up. Should the machine
// go down in between, a record that Append did not confirm may be in the file.
type Journal struct {
	path  string
	chain chain
	fsync Fsync
	log   *slog.Logger
	now   func() time.Time
	mode  os.FileMode
	disk  disk

	queue  queue
	timers sync.WaitGroup // of the sync that is to come, or runs

	turn   chan struct{} // holds one token while somebody works on what follows
	closed bool
	file   *os.File
	info   os.FileInfo // of the file, to recognise it
	seen   os.FileInfo // of the file that head was read from; nil: none yet
	size   int64       // where head's record ends
	head   head
	// notices are records of the journal's own that wait to be committed.
	notices  [][]byte
	buf      []byte // for the lines of a commit
	first    first
	rest     rest
	durable  durable
	marks    marks
	rotation rotation
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
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, fmt.Errorf("open journal %s: %w", path, err)
	}
	j := &Journal{
		path: path, chain: chain{key: bytes.Clone(opts.Key)}, fsync: opts.Fsync, log: opts.Logger, now: opts.Now,
		mode: opts.Mode, disk: opts.disk, turn: make(chan struct{}, 1), head: emptyHead(),
		marks:    marks{every: uint64(opts.Checkpoint), tell: opts.OnCheckpoint},
		rotation: rotation{size: opts.RotateSize, age: opts.RotateAge},
	}
	if err := j.begin(); err != nil {
		_ = j.closeFile()
		return nil, fmt.Errorf("open journal %s: %w", path, err)
	}
	return j, nil
}

// begin reads the file and records what had to be repaired. A journal opens on
// a full disk too: then the notices wait for the first append that succeeds.
func (j *Journal) begin() error {
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	if err := j.enter(context.Background()); err != nil {
		return err
	}
	defer j.unlockFile()
	if err := j.compareMark(); err != nil {
		return err
	}
	if err := j.commit(nil); err != nil {
		j.log.Warn("the journal cannot be written now", "path", j.path, "error", err)
	}
	j.markIfDue()
	return nil
}

// Append records the event. When it returns an error, nothing was recorded:
// what was written of the record is taken back, and the next Append tries
// anew, so that a journal recovers by itself once a full disk has room again.
//
// It waits for its turn as long as ctx lives, and for other processes at most
// [MaxLockWait]. Once its record is being written, ctx does not stop it.
func (j *Journal) Append(ctx context.Context, e decision.Event) error {
	if own[e.Type] {
		return fmt.Errorf("append to journal %s: the type %q is the journal's own", j.path, e.Type)
	}
	record, err := encodeEvent(e, j.now())
	if err == nil {
		err = j.append(ctx, record)
	}
	if err != nil {
		return fmt.Errorf("append to journal %s: %w", j.path, err)
	}
	return nil
}

// Close waits for the appends in progress, syncs unless the policy is
// [FsyncNever], makes a checkpoint if there are any, and closes the file. Its error says that the last records may
// not be on the disk. Closing again does nothing.
func (j *Journal) Close() error {
	defer j.timers.Wait() // after the turn is given back
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	if j.closed {
		return nil
	}
	j.stopTimer()
	err := errors.Join(j.leaveNoRest(), j.syncNow())
	j.markAtEnd()
	j.closed = true
	if err = errors.Join(err, j.closeFile()); err != nil {
		return fmt.Errorf("close journal %s: %w", j.path, err)
	}
	return nil
}
