package journal

import (
	"fmt"
	"log/slog"
	"os"
	"time"
)

// Fsync says when records are forced to the disk. Whatever it says, a record
// survives the end of the process once Append has returned; it is about the
// end of the machine.
type Fsync string

// The policies.
const (
	// FsyncNever leaves it to the operating system.
	FsyncNever Fsync = "never"
	// FsyncInterval, the default, does it [SyncInterval] after the first record
	// that is not on the disk yet, and when the journal is closed.
	FsyncInterval Fsync = "interval"
	// FsyncCommit does it before Append returns. Appends that run at the same
	// time share one write and one sync.
	FsyncCommit Fsync = "commit"
)

// SyncInterval is what a crash of the machine can cost with [FsyncInterval].
const SyncInterval = time.Second

// Options sets up a [Journal]. The zero value is a chain without a key.
type Options struct {
	// Key makes the chain an HMAC-SHA-256, so that only who has the key can
	// write records that verify. 32 random bytes are a good key. Empty: SHA-256.
	//
	// A journal that was begun without a key goes on with one; never the other
	// way round.
	Key []byte
	// Fsync says when records are forced to the disk. Empty: FsyncInterval.
	Fsync Fsync
	// Logger is told of repairs and of a file that was changed from outside.
	// Nil: nobody.
	Logger *slog.Logger
	// Now is the clock for events without a time. Nil: [time.Now].
	Now func() time.Time
	// Mode is that of a file that is created; an existing file keeps its own.
	// 0: 0600.
	Mode os.FileMode
	// RotateSize begins another file once the present one has so many bytes; it
	// can have one commit more. The present one is renamed to
	// path.<number of its first record>-<UTC time>, and the other one carries
	// its chain on: its first record is an event "rotated". 0: none is begun.
	//
	// It is safe with several processes, each with limits of its own, and with a
	// kill at any moment. Rotated files are never deleted or written again.
	// Where an open file cannot be renamed, as on Windows, the present one is
	// written on, and that is logged.
	RotateSize int64
	// RotateAge does so with the first append that finds the present file's
	// first record so old. 0: none is begun.
	RotateAge time.Duration
	// Checkpoint makes a [Checkpoint] after so many records, before a
	// rotation, and when the journal is closed, in a file beside it: path.checkpoint. What is before
	// it is synced first, unless Fsync is FsyncNever. 0: none are made.
	//
	// When the journal is opened, its end is held against that checkpoint. If
	// it does not fit, that is logged and recorded as an event "discontinued".
	Checkpoint int
	// OnCheckpoint is told of every checkpoint that this journal makes, to keep
	// it elsewhere. Appends wait for it: it hands the checkpoint on and returns,
	// and does not use the journal. Nil: nobody.
	OnCheckpoint func(Checkpoint)

	disk disk // tests replace it, to let the disk fail
}

// disk is what is done to the file that can fail while it is there.
type disk struct {
	write func(f *os.File, lines []byte) (int, error)
	sync  func(f *os.File) error
	// syncDir makes a name that was created or changed in a directory durable.
	syncDir func(dir string) error
}

func (o Options) withDefaults() Options {
	if o.Fsync == "" {
		o.Fsync = FsyncInterval
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Mode == 0 {
		o.Mode = 0o600
	}
	if o.disk.write == nil {
		o.disk.write = (*os.File).Write
	}
	if o.disk.sync == nil {
		o.disk.sync = datasync
	}
	if o.disk.syncDir == nil {
		o.disk.syncDir = syncDir
	}
	return o
}

func (o Options) validate() error {
	if o.Checkpoint < 0 {
		return fmt.Errorf("checkpoint is %d: use a number of records, or 0 for none", o.Checkpoint)
	}
	if o.RotateSize < 0 || o.RotateAge < 0 {
		return fmt.Errorf("rotation is at %d bytes or %s: use positive limits, or 0 for none", o.RotateSize, o.RotateAge)
	}
	switch o.Fsync {
	case FsyncNever, FsyncInterval, FsyncCommit:
		return nil
	}
	return fmt.Errorf("fsync is %q: use %s, %s or %s", o.Fsync, FsyncNever, FsyncInterval, FsyncCommit)
}
