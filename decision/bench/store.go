package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/internal/atomicfile"
	"github.com/flux7-go/supervisor/internal/filelock"
)

// ErrBusy says that a run is going on in the same directory, in this process or
// in another.
var ErrBusy = errors.New("a run is going on in this directory: wait for its end, or choose another directory")

// ErrNoRun says that there is no run of an id.
var ErrNoRun = errors.New("no such run")

// Limits of a stored run.
const (
	maxSummaryBytes = 8 << 20
	maxRowBytes     = 16 << 20 // the parameters of a call are at most 4 MiB, masked
)

// Store keeps runs on disk: each has a directory runs/ID with its summary.json
// and results.jsonl, for its owner alone. It is safe for concurrent use, also by
// several processes; one run is recorded at a time.
type Store struct{ dir string }

// NewStore returns the store in a directory, which is made when it is needed.
func NewStore(dir string) *Store { return &Store{dir: filepath.Join(dir, "runs")} }

// Path is the directory of a run.
func (s *Store) Path(id string) string { return filepath.Join(s.dir, id) }

func (s *Store) summaryFile(id string) string { return filepath.Join(s.dir, id, "summary.json") }
func (s *Store) rowsFile(id string) string    { return filepath.Join(s.dir, id, "results.jsonl") }

// idForm is the form of an id: it is the name of a directory, and comes from
// outside too.
var idForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{8}-[0-9]{9}-[A-Za-z0-9._+-]{1,120}$`) })

// newID names a run by its start in UTC, its set and its mode.
func newID(start time.Time, set, mode string) string {
	start = start.UTC()
	clean := strings.Map(func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-", r) {
			return r
		}
		return '-'
	}, set)
	return fmt.Sprintf("%s%03d-%.80s-%s", start.Format("20060102-150405"), start.Nanosecond()/1e6, clean, mode)
}

// Summaries returns the summaries of all runs, newest first. A run whose
// process is gone before its end is [StatusInterrupted]. What cannot be read is
// left out.
func (s *Store) Summaries() ([]Summary, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("listing the runs: %w", err)
	}
	var list []Summary
	for _, e := range slices.Backward(entries) { // ids begin with the time
		if summary, err := s.Summary(e.Name()); err == nil {
			list = append(list, summary)
		}
	}
	return list, nil
}

// Summary returns the summary of a run. The error wraps [ErrNoRun] when there
// is none.
func (s *Store) Summary(id string) (Summary, error) {
	var summary Summary
	if !idForm().MatchString(id) {
		return summary, fmt.Errorf("%w: %.80q", ErrNoRun, id)
	}
	f, err := os.Open(s.summaryFile(id))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return summary, fmt.Errorf("%w: %s", ErrNoRun, id)
	case err != nil:
		return summary, fmt.Errorf("reading the run %s: %w", id, err)
	}
	defer f.Close()
	if err := json.NewDecoder(io.LimitReader(f, maxSummaryBytes)).Decode(&summary); err != nil {
		return summary, fmt.Errorf("reading the summary of %s: %w", id, err)
	}
	if summary.Status == StatusRunning && !s.alive(id) {
		summary.Status = StatusInterrupted
	}
	return summary, nil
}

// alive reports whether a process records the run: it holds the lock of its
// rows.
func (s *Store) alive(id string) bool {
	f, err := os.Open(s.rowsFile(id))
	if err != nil {
		return false
	}
	defer f.Close()
	taken, err := filelock.TryLock(f)
	return err == nil && !taken
}

// Rows yields the rows of a run as they were written, in the order in which
// they finished. A line that the end of a process has torn is left out.
func (s *Store) Rows(id string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		if !idForm().MatchString(id) {
			yield(Row{}, fmt.Errorf("%w: %.80q", ErrNoRun, id))
			return
		}
		f, err := os.Open(s.rowsFile(id))
		if err != nil {
			yield(Row{}, fmt.Errorf("reading the rows of %s: %w", id, err))
			return
		}
		defer f.Close()
		readRows(f, yield)
	}
}

func readRows(r io.Reader, yield func(Row, error) bool) {
	lines := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF { // without its end a line is not whole
			return
		}
		var row Row
		if err == nil && len(line) > maxRowBytes {
			err = errors.New("too long")
		}
		if err == nil {
			err = json.Unmarshal(line, &row)
		}
		if err != nil {
			err = fmt.Errorf("line %d of the results: %w", n, err)
		}
		if !yield(row, err) || err != nil {
			return
		}
	}
}

// lockWait is how long a run waits for the lock: a look at the runs holds none,
// but a run that has just ended may.
const lockWait = 200 * time.Millisecond

// lock takes the right to record a run.
func (s *Store) lock() (*os.File, error) {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the directory of the runs: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(s.dir, ".lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the runs: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	if err := filelock.Lock(ctx, f); err != nil {
		_ = f.Close()
		if ctx.Err() != nil {
			return nil, ErrBusy
		}
		return nil, err
	}
	return f, nil
}

// writeSummary replaces the summary of a run.
func (s *Store) writeSummary(summary Summary) error {
	data, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the summary: %w", err)
	}
	return atomicfile.Write(s.summaryFile(summary.ID), append(data, '\n'), 0o600)
}
