package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	driver "modernc.org/sqlite"

	"github.com/flux7-go/supervisor/decision"
)

// Store keeps everything in one file. It is safe for concurrent use; several
// processes may open the same file.
type Store struct {
	o Options

	// careful synchronises with the disk at every commit, quick does not.
	careful, quick writer
	read           *sql.DB
	// writing holds who writes. SQLite lets one write at a time and has the others
	// sleep; those of this process wait here instead.
	writing chan struct{}

	statements statements
	changes    changes
	saves      int // since decisions were last counted; belongs to who writes
}

var (
	_ decision.Store     = (*Store)(nil)
	_ decision.Words     = (*Store)(nil)
	_ decision.Standings = (*Store)(nil)
	_ decision.Approvals = (*Store)(nil)
)

// Open opens or makes the file, checks it, and brings it to the present schema.
// It is an error that it is damaged, of another program, or of a newer version.
// [Store.Close] closes it.
//
// All of the file is read up to [CheckedWhole], and when the last process that
// had it open did not close it. A larger one that was closed is checked where
// what is in force stands, the standing approvals and the calls that wait; damage
// elsewhere is an error of the query that meets it, and [Store.Check] finds it.
func Open(ctx context.Context, o Options) (*Store, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	for begun := time.Now(); ; {
		s, err := open(ctx, o)
		if !isBusy(err) || time.Since(begun) > busyTimeout {
			return s, err
		}
		select { // another process puts right what a killed one has left
		case <-time.After(busyPause):
		case <-ctx.Done():
			return nil, err
		}
	}
}

// isBusy reports that another process holds the file. While it is put right after
// a process was killed, SQLite says so at once, without its own waiting.
func isBusy(err error) bool {
	var failed *driver.Error
	const primary, busy = 0xff, 5 // SQLITE_BUSY and its kinds, https://www.sqlite.org/rescode.html
	return errors.As(err, &failed) && failed.Code()&primary == busy
}

func open(ctx context.Context, o Options) (*Store, error) {
	var err error
	if o.Path, err = filepath.Abs(o.Path); err != nil {
		return nil, fmt.Errorf("opening the memory: %w", err)
	}
	if err := restrict(o.Path); err != nil {
		return nil, fmt.Errorf("opening the memory: %w", err)
	}
	whole := mustBeReadWhole(o.Path) // before a connection makes a log
	s := &Store{o: o, writing: make(chan struct{}, 1), changes: changes{next: make(chan struct{})}}
	err = s.connect(ctx)
	if err == nil {
		err = s.prepare(ctx, whole)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening the memory %s: %w", o.Path, err), s.Close())
	}
	return s, nil
}

// restrict makes the file if need be, and keeps others from it. SQLite gives its
// log the same mode.
func restrict(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = f.Chmod(0o600)
	}
	return errors.Join(err, f.Close())
}

func (s *Store) connect(ctx context.Context) error {
	for _, pool := range []struct {
		db          **sql.DB
		size        int
		synchronous string
	}{{&s.careful.DB, 1, "FULL"}, {&s.quick.DB, 1, "NORMAL"}, {&s.read, readers, "NORMAL"}} {
		pragmas := []string{fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()), "synchronous(" + pool.synchronous + ")"}
		if pool.db == &s.careful.DB { // the file itself remembers it
			pragmas = append(pragmas, "journal_mode(WAL)")
		}
		address := url.URL{Scheme: "file", OmitHost: true, Path: s.o.Path, RawQuery: url.Values{
			"_pragma": pragmas, "_txlock": {"immediate"},
		}.Encode()}
		db, err := sql.Open("sqlite", address.String())
		if err != nil {
			return err
		}
		db.SetMaxOpenConns(pool.size)
		db.SetMaxIdleConns(pool.size)
		*pool.db = db
		if err := db.PingContext(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Path is the absolute path of the file.
func (s *Store) Path() string { return s.o.Path }

// Close closes the file. Calls that still run end with an error.
func (s *Store) Close() error {
	err := s.statements.close()
	for _, db := range []*sql.DB{s.careful.DB, s.quick.DB, s.read} {
		if db != nil {
			err = errors.Join(err, db.Close())
		}
	}
	return err
}

// statements are the prepared queries, by their text; there are a few dozen
// texts.
type statements struct {
	mu     sync.Mutex
	byText map[string]*sql.Stmt
}

// query runs a query that is prepared the first time.
func (s *Store) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	s.statements.mu.Lock()
	stmt, ok := s.statements.byText[text]
	if !ok {
		var err error
		if stmt, err = s.read.PrepareContext(ctx, text); err != nil {
			s.statements.mu.Unlock()
			return nil, err
		}
		if s.statements.byText == nil {
			s.statements.byText = map[string]*sql.Stmt{}
		}
		s.statements.byText[text] = stmt
	}
	s.statements.mu.Unlock()
	return stmt.QueryContext(ctx, args...)
}

func (s *statements) close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stmt := range s.byText {
		err = errors.Join(err, stmt.Close())
	}
	s.byText = nil
	return err
}

// micros is a time as it is kept.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromMicros(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
