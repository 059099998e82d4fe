package bench

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/atomicfile"
	"github.com/flux7-go/supervisor/internal/filelock"
)

// Recording is a run that is being written. It is not safe for concurrent use.
type Recording struct {
	store *Store
	info  RunInfo
	rows  []Row // by line of their set when the run has finished
	lock  *os.File
	file  *os.File
	buf   *bufio.Writer
}

// flushRows is after how many rows they are handed to the system: what a killed
// process has not handed over is measured again.
const flushRows = 16

// Begin starts the record of a run. It fills in the id, the status and, where
// it is not given, the start of info. The error is [ErrBusy] while another run
// is recorded.
func (s *Store) Begin(info RunInfo) (*Recording, error) {
	lock, err := s.lock()
	if err != nil {
		return nil, err
	}
	if info.StartedAt.IsZero() {
		info.StartedAt = time.Now().UTC()
	}
	info.ID, info.Status = newID(info.StartedAt, info.Set, info.Mode), StatusRunning
	r := &Recording{store: s, info: info, lock: lock}
	if err := os.Mkdir(s.Path(info.ID), 0o700); err != nil {
		return nil, errors.Join(fmt.Errorf("making the directory of the run: %w", err), r.Close())
	}
	return r.open()
}

// Resume goes on with a run that was interrupted. Rows of errors are dropped, so
// that their cases are measured again; Rows returns the others.
func (s *Store) Resume(id string) (*Recording, error) {
	lock, err := s.lock()
	if err != nil {
		return nil, err
	}
	r := &Recording{store: s, lock: lock}
	summary, err := s.Summary(id)
	if err == nil && summary.Status == StatusDone && summary.Errors == 0 {
		err = fmt.Errorf("the run %s has ended: there is nothing to resume", id)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	r.info = summary.RunInfo
	r.info.Status, r.info.Error, r.info.FinishedAt = StatusRunning, "", time.Time{}
	for row, err := range s.Rows(id) {
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		if row.Final != FinalError {
			r.rows = append(r.rows, row)
		}
	}
	if err := atomicfile.WriteFrom(s.rowsFile(id), 0o600, func(w io.Writer) error { return writeRows(w, r.rows) }); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r.open()
}

func writeRows(w io.Writer, rows []Row) error {
	enc := json.NewEncoder(w)
	for _, row := range rows {
		if err := enc.Encode(row); err != nil {
			return err
		}
	}
	return nil
}

// open opens the file of the rows, whose lock says that the run is alive.
func (r *Recording) open() (*Recording, error) {
	f, err := os.OpenFile(r.store.rowsFile(r.info.ID), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the results: %w", err), r.Close())
	}
	r.file, r.buf = f, bufio.NewWriterSize(f, 256<<10)
	taken, err := filelock.TryLock(f)
	if err == nil && !taken {
		err = ErrBusy
	}
	if err == nil {
		err = r.store.writeSummary(Summary{RunInfo: r.info})
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Info is what is recorded of the run itself.
func (r *Recording) Info() RunInfo { return r.info }

// Rows are those that are recorded so far. They must not be changed.
func (r *Recording) Rows() []Row { return r.rows }

// Add records a row.
func (r *Recording) Add(row Row) error {
	data, err := json.Marshal(row)
	if err != nil {
		return fmt.Errorf("recording %s: %w", row.ID, err)
	}
	_, err = r.buf.Write(append(data, '\n'))
	r.rows = append(r.rows, row)
	if err == nil && len(r.rows)%flushRows == 0 {
		err = r.buf.Flush()
	}
	if err != nil {
		return fmt.Errorf("recording %s: %w", row.ID, err)
	}
	return nil
}

// Finish ends the run: its rows are put into the order of their sets, summed up
// and compared with the latest earlier run of the same sets that has ended.
func (r *Recording) Finish(now time.Time) (Summary, error) {
	r.sort()
	r.info.Status, r.info.FinishedAt, r.info.Decisions = StatusDone, now.UTC(), digest(r.rows)
	summary := Summary{RunInfo: r.info, Totals: Summarize(r.rows)}
	summary.Questions = asked(r.rows)
	if r.info.Mode == ModeReplay {
		e := NewEstimate(paid(r.rows), 0)
		summary.Tokens, summary.CostUSD = e.Tokens, e.CostUSD
	}
	if err := errors.Join(r.buf.Flush(), r.file.Sync()); err != nil {
		return summary, fmt.Errorf("writing the results: %w", err)
	}
	if earlier, ok := r.earlier(); ok {
		summary.CompareTo(earlier)
	}
	return summary, r.store.writeSummary(summary)
}

// earlier is the latest run before this one of the same sets that has ended.
func (r *Recording) earlier() (Summary, bool) {
	list, err := r.store.Summaries()
	if err != nil {
		return Summary{}, false
	}
	for _, s := range list {
		if s.ID < r.info.ID && s.Status == StatusDone && sameSets(s.Sets, r.info.Sets) {
			return s, true
		}
	}
	return Summary{}, false
}

// sameSets reports whether two runs measured the same cases.
func sameSets(a, b []SetInfo) bool {
	return slices.EqualFunc(a, b, func(x, y SetInfo) bool { return x.SHA256 == y.SHA256 && x.Cases == y.Cases })
}

// sort puts rows into the order of their cases.
func (r *Recording) sort() {
	place := map[string]int{}
	for i, set := range r.info.Sets {
		place[set.Name] = i
	}
	slices.SortStableFunc(r.rows, func(a, b Row) int {
		return cmp.Or(place[a.Set]-place[b.Set], a.Line-b.Line, cmp.Compare(a.ID, b.ID))
	})
}

// Fail ends the run with the reason why it could not go on. What was measured
// stays, and can be resumed.
func (r *Recording) Fail(reason error, now time.Time) error {
	r.info.Status, r.info.Error, r.info.FinishedAt = StatusFailed, reason.Error(), now.UTC()
	return errors.Join(r.buf.Flush(), r.store.writeSummary(Summary{RunInfo: r.info}))
}

// Close gives back what the recording holds. A run that was neither finished
// nor failed counts as interrupted.
func (r *Recording) Close() error {
	var errs []error
	if r.file != nil {
		errs = append(errs, r.buf.Flush(), r.file.Close())
	}
	if r.lock != nil {
		errs = append(errs, r.lock.Close())
	}
	r.file, r.lock = nil, nil
	return errors.Join(errs...)
}

// asked lists the fingerprints of the question sets that rows were asked.
func asked(rows []Row) []string {
	list := []string{}
	for _, row := range rows {
		for _, said := range row.Said {
			if said.Questions != "" && !slices.Contains(list, said.Questions) {
				list = append(list, said.Questions)
			}
		}
	}
	slices.Sort(list)
	return list
}

// paid counts how often links were asked that cost something.
func paid(rows []Row) (n int) {
	for _, row := range rows {
		for _, said := range row.Said {
			if !said.Free && (said.State == decision.LinkAnswered || said.State == decision.LinkFailed) {
				n += max(1, row.Attempts)
			}
		}
	}
	return n
}
