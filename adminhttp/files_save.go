package adminhttp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/internal/filelock"
)

const (
	// lockWait is how long an edit waits for another one.
	lockWait = 5 * time.Second
	// newFileMode is the mode of files that are made.
	newFileMode = 0o600
	// maxBackups is how many backups of a file are kept: the newest. They hold
	// secrets as the file does, and would else gather for ever.
	maxBackups = 100
	// maxSameSecond bounds the backups of one second.
	maxSameSecond = 99
)

// lockFiles has all edits of a config and its packs take turns, also those of
// other processes: each is checked together with what the others left.
func lockFiles(ctx context.Context, set *fileSet) (unlock func(), err error) {
	path := hiddenBeside(set.config().path, "lock")
	if err := mayMake(path); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, newFileMode)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of edits: %w", err)
	}
	waiting, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	if err := filelock.Lock(waiting, lock); err != nil {
		_ = lock.Close()
		if waiting.Err() != nil && ctx.Err() == nil {
			f := fail(http.StatusServiceUnavailable, "another edit is going on: try again")
			f.header = retryAfter(time.Second)
			return nil, f
		}
		return nil, err
	}
	return func() { _ = lock.Close() }, nil // which gives the lock back
}

// mayMake refuses what would make a file where a symbolic link leads.
func mayMake(path string) error {
	if err := realDir(path); err != nil {
		return err
	}
	if isLink(path) {
		return errLink
	}
	return nil
}

// hiddenBeside is the path of a file beside another. Globs do not match names
// that begin with a dot unless they say so.
func hiddenBeside(path, kind string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+kind)
}

// saving writes files.
type saving struct {
	now   func() time.Time
	write func(path string, data []byte, mode os.FileMode) error
}

// save keeps what a file was, and replaces it. A failure, at whatever moment,
// leaves the file as it was.
func (s saving) save(e *edit) (backup *string, err error) {
	if pattern := e.set.readsHidden(e.file.path); pattern != "" {
		return nil, fail(http.StatusConflict, "the glob %s would take backups for packs: narrow it", pattern)
	}
	if e.before != nil {
		kept, err := s.keep(e)
		if err != nil {
			return nil, err
		}
		backup = &kept
	}
	if err := s.write(e.file.path, e.text, newFileMode); err != nil {
		if backup != nil {
			err = errors.Join(err, os.Remove(*backup))
		}
		return nil, fmt.Errorf("saving an edit: %w", err)
	}
	if backup != nil {
		prune(e.file.path)
	}
	return backup, nil
}

// readsHidden returns a glob that matches the backups of a file; empty if none
// does.
func (s *fileSet) readsHidden(path string) string {
	for _, pattern := range s.patterns {
		for _, kind := range []string{"bak-20060102-150405", "1.tmp"} {
			if reads(pattern, hiddenBeside(path, kind)) {
				return pattern
			}
		}
	}
	return ""
}

// keep writes a backup. None that is there is ever overwritten.
func (s saving) keep(e *edit) (path string, err error) {
	first := hiddenBeside(e.file.path, "bak-"+s.now().Format("20060102-150405"))
	var made *os.File
	for n := 0; n <= maxSameSecond; n++ {
		if path = first; n > 0 {
			path = fmt.Sprintf("%s-%d", first, n)
		}
		made, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, newFileMode)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", fmt.Errorf("making a backup: %w", err)
	}
	_, err = made.Write(e.before)
	if err = errors.Join(err, made.Sync(), made.Close()); err != nil {
		return "", fmt.Errorf("making a backup: %w", errors.Join(err, os.Remove(path)))
	}
	return path, nil
}

// prune removes the oldest backups of a file. One that cannot be removed is
// tried again the next time.
func prune(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	prefix := filepath.Base(hiddenBeside(path, "bak-"))
	var backups []fs.DirEntry
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) && e.Type().IsRegular() {
			backups = append(backups, e)
		}
	}
	slices.SortFunc(backups, func(a, b fs.DirEntry) int { return compareBackups(a.Name(), b.Name()) })
	for _, old := range backups[:max(0, len(backups)-maxBackups)] {
		_ = os.Remove(filepath.Join(filepath.Dir(path), old.Name()))
	}
}

// compareBackups orders the names of backups by age: -2 is before -10.
func compareBackups(a, b string) int {
	const stamp = len("20060102-150405")
	at := strings.LastIndex(a, "bak-") + len("bak-") + stamp
	if at > min(len(a), len(b)) || a[:at] != b[:at] || len(a) == len(b) {
		return strings.Compare(a, b)
	}
	return len(a) - len(b)
}
