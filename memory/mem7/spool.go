package mem7

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/internal/httpretry"
	"github.com/flux7-go/supervisor/memory"
)

// Names in the folder of a spool.
const (
	recordSuffix     = ".json"
	unfinishedSuffix = ".tmp"
	lockName         = ".deliver.lock" // held by the process that delivers
	asideDir         = "refused"
)

// maxAside is how many decisions that flux7-memory refuses are kept beside the
// spool, for a person to look at; the oldest make room.
const maxAside = 1_000

// staleAfter is after what time an unfinished file was left by a process that was
// killed.
const staleAfter = time.Hour

// spool keeps facts in a folder, one file each, named so that their order is that
// in which they came. A file is there whole or not at all, and it is there when add
// returns, whatever becomes of the process. It is not forced to the disk, which
// would take ten times as long as all the rest: a machine that loses power may
// lose the last of them, or leave them empty. Several processes may add; one
// takes away.
type spool struct {
	dir   string
	limit int
	now   func() time.Time
	own   string // ends the names that this process gives

	adding sync.Mutex // files appear in the order of their names, and are counted when they do
	last   int64      // time in the latest name

	mu      sync.Mutex
	waiting int // as far as this process knows
}

func openSpool(dir string, limit int, now func() time.Time) (*spool, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the spool for flux7-memory cannot be made: %w", err)
	}
	s := &spool{dir: dir, limit: limit, now: now, own: "-" + rand.Text() + recordSuffix}
	names, err := s.list()
	if err != nil {
		return nil, err
	}
	if len(names) > 0 { // a clock that was set back does not put new ones first
		digits, _, _ := strings.Cut(names[len(names)-1], "-")
		s.last, _ = strconv.ParseInt(digits, 10, 64) // 0 for a file of somebody else
	}
	return s, nil
}

// add puts a fact behind the others.
func (s *spool) add(f fact) error {
	text, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("writing a decision for flux7-memory: %w", err)
	}
	s.adding.Lock()
	defer s.adding.Unlock()
	if n := s.count(0); n >= s.limit {
		return fmt.Errorf("%d decisions wait in %s for flux7-memory: %w", n, s.dir, memory.ErrFull)
	}
	at := max(s.now().UnixNano(), s.last+1)
	if err := s.write(fmt.Sprintf("%019d%s", at, s.own), text); err != nil {
		return fmt.Errorf("keeping a decision for flux7-memory: %w", err)
	}
	s.last = at
	s.count(+1)
	return nil
}

// write makes a file, of which nobody sees a part. See [spool] for why it is not
// that of package atomicfile.
func (s *spool) write(name string, text []byte) error {
	unfinished := filepath.Join(s.dir, "."+name+unfinishedSuffix)
	err := os.WriteFile(unfinished, text, 0o600)
	if err == nil {
		err = os.Rename(unfinished, filepath.Join(s.dir, name))
	}
	if err != nil {
		_ = os.Remove(unfinished) // it may not be there
	}
	return err
}

// count returns how many wait after a change by so many.
func (s *spool) count(change int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = max(0, s.waiting+change)
	return s.waiting
}

// list returns the names of what waits, oldest first.
func (s *spool) list() ([]string, error) {
	s.adding.Lock() // a file that is being added is counted once
	defer s.adding.Unlock()
	entries, err := os.ReadDir(s.dir) // sorted by name
	if err != nil {
		return nil, fmt.Errorf("reading the spool for flux7-memory: %w", err)
	}
	var names []string
	for _, e := range entries {
		switch name := e.Name(); {
		case strings.HasPrefix(name, "."):
			s.clear(e)
		case e.Type().IsRegular() && strings.HasSuffix(name, recordSuffix):
			names = append(names, name)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = len(names)
	return names, nil
}

// clear removes what a killed process left unfinished.
func (s *spool) clear(e fs.DirEntry) {
	if !strings.HasSuffix(e.Name(), unfinishedSuffix) {
		return
	}
	if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAfter {
		_ = os.Remove(filepath.Join(s.dir, e.Name())) // it is tried again next time
	}
}

// errGone says that another process has delivered the fact.
var errGone = errors.New("the decision is no longer in the spool")

// read returns a fact. One that nothing can be made of is an error that wraps
// [errDamaged].
func (s *spool) read(name string) (f fact, err error) {
	file, err := os.Open(filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return f, errGone
	}
	if err != nil {
		return f, fmt.Errorf("reading the spool for flux7-memory: %w", err)
	}
	defer file.Close()
	text, err := httpretry.ReadBody(file, MaxRecordBytes)
	if errors.Is(err, httpretry.ErrTooLarge) || err == nil && (json.Unmarshal(text, &f) != nil || f.Key == "") {
		return f, errDamaged
	}
	return f, err
}

var errDamaged = errors.New("the decision in the spool is damaged")

// remove takes a fact away that was delivered.
func (s *spool) remove(name string) error {
	if err := os.Remove(filepath.Join(s.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clearing the spool for flux7-memory: %w", err)
	}
	s.count(-1)
	return nil
}

// setAside takes a fact out of the way that cannot be delivered.
func (s *spool) setAside(name string) error {
	dir := filepath.Join(s.dir, asideDir)
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.Rename(filepath.Join(s.dir, name), filepath.Join(dir, name))
	}
	if err != nil {
		return fmt.Errorf("putting a decision aside that flux7-memory refuses: %w", err)
	}
	s.count(-1)
	return dropOldest(dir, maxAside)
}

func dropOldest(dir string, keep int) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries[:max(0, len(entries)-keep)] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
	}
	return err
}

// values returns the values of the latest facts that wait, newest first.
func (s *spool) values(limit int) (found []string, err error) {
	names, err := s.list()
	for _, name := range slices.Backward(names) {
		if len(found) >= limit {
			break
		}
		if f, err := s.read(name); err == nil { // another one may be delivering
			found = append(found, f.Value)
		}
	}
	return found, err
}
