package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// eventRotated is the first record of a file that carries on the chain of
// another one.
const eventRotated decision.EventType = "rotated"

// previousFile is the member of such a record that names the other file.
const previousFile = "previous_file"

// rotation says when a journal begins another file.
type rotation struct {
	size     int64         // bytes; 0: whatever the size
	age      time.Duration // of the first record; 0: whatever the age
	previous string        // the file whose chain an empty one carries on
	failing  bool          // the last try failed. It is logged once.
}

func (j *Journal) rotationDue() bool {
	r := &j.rotation
	return j.size > 0 && (r.size > 0 && j.size >= r.size ||
		r.age > 0 && !j.first.time.IsZero() && j.now().Sub(j.first.time) >= r.age)
}

// rotateIfDue needs the lock, and has that of the new file afterwards. A file
// that cannot be renamed is written on: a large journal is better than none.
func (j *Journal) rotateIfDue() error {
	if !j.rotationDue() {
		return nil
	}
	if err := j.finishFile(); err != nil {
		if !j.rotation.failing {
			j.log.Error("the journal could not be rotated", "path", j.path, "error", err)
		}
		j.rotation.failing = true
		if j.file == nil {
			return fmt.Errorf("rotate: %w", err)
		}
		return nil
	}
	j.rotation.failing = false
	// A kill from here on leaves no file at path, or an empty one. Whoever opens
	// it next carries the chain on: recover looks for the file before.
	if err := j.enter(context.Background()); err != nil {
		return fmt.Errorf("begin another file: %w", err)
	}
	return nil
}

// finishFile syncs the file, makes a checkpoint of it, gives it the name that
// it keeps, and closes it.
func (j *Journal) finishFile() error {
	if err := j.syncHeld(); err != nil {
		return err
	}
	if j.marks.every > 0 && j.marks.last != j.head.seq {
		j.mark()
	}
	path := realPath(j.path)
	name, err := j.rotatedName(path)
	if err != nil {
		return err
	}
	if err := os.Rename(path, name); err != nil {
		return err
	}
	if j.fsync != FsyncNever {
		err = j.disk.syncDir(filepath.Dir(path))
	}
	if err != nil {
		j.log.Error("the journal's directory could not be forced to the disk", "path", path, "error", err)
	}
	_ = j.closeFile()
	return nil
}

// rotatedName is path.<first number>-<time>, or with -2, -3, … where that is
// taken.
func (j *Journal) rotatedName(path string) (string, error) {
	stem := fmt.Sprintf("%s.%d-%s", path, j.first.seq, j.now().UTC().Format(stampFormat))
	name := stem
	for n := 2; n <= maxAsides; n++ {
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		name = fmt.Sprintf("%s-%d", stem, n)
	}
	return "", fmt.Errorf("%s and its like are taken", stem)
}

// carryOn returns the head of the newest rotated file, which an empty file
// carries on; without one, that of a new chain.
func (j *Journal) carryOn() (head, error) {
	files, err := rotatedFiles(realPath(j.path))
	if err != nil || len(files) == 0 {
		return emptyHead(), err
	}
	newest := files[len(files)-1]
	f, err := openToRead(newest)
	if err != nil {
		return head{}, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return head{}, err
	}
	line, _, err := lastLine(f, info.Size())
	if err != nil {
		return head{}, fmt.Errorf("%s: %w", newest, err)
	}
	found, err := j.headOf(line)
	if err != nil {
		return head{}, fmt.Errorf("%s: %w", newest, err)
	}
	j.rotation.previous = filepath.Base(newest)
	return found, nil
}

// carriesOn is the first record of a file that is empty, though the chain is
// not; nil where it is no such file.
func (j *Journal) carriesOn() ([]byte, error) {
	if j.size > 0 || j.head.seq == 0 {
		return nil, nil
	}
	return encodeEvent(decision.Event{Type: eventRotated, Fields: map[string]any{previousFile: j.rotation.previous}}, j.now())
}

// rotatedAway reports whether the file that head was read from was rotated by
// another process, so that nothing is lost.
func (j *Journal) rotatedAway() bool {
	files, err := rotatedFiles(realPath(j.path))
	if err != nil {
		return false
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, j.seen) {
			return true
		}
	}
	return false
}
