package supervisor

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of what is compared before a call runs that a person said yes to.
const (
	// maxCodeFiles is how many files of a call are compared. A command line with
	// more is unusual enough to be asked about again.
	maxCodeFiles = 32
	// maxCodeBytes is how much of a file is compared, beside its length: more than
	// a script has, and about what a program has.
	maxCodeBytes = 64 << 20
	// maxCodeKept is how many calls are remembered, the last ones that waited.
	maxCodeKept = 4096
)

// codeFiles are digests of local files, by path, that a call runs or reads when
// it runs what nobody looks into while judging: a person says yes to what they
// are then. Nil: it runs nothing of the kind, or nothing is known of it.
type codeFiles map[string]string

// codeOf reads the files of a call. A file that is not there, or that cannot be
// read, has a digest too. Which files they are the analyser tells; it is not
// asked what a build or a test of the project runs, which is trusted by choice.
func (s *Supervisor) codeOf(ctx context.Context, c *Call) codeFiles {
	var effects decision.Effects
	_ = safely(func() error { // what panics has escalated the call
		if effects, _ = c.Analyzed(); effects.List == nil {
			effects = c.WithAnalyzer(s.snapshot.Load().Analyzer).Effects(ctx)
		}
		return nil
	})
	if !slices.ContainsFunc(effects.List, func(e Effect) bool { return e.Kind == decision.ExecutesUnseen }) {
		return nil // a log that grows while a person looks is no other call
	}
	files := codeFiles{}
	for _, e := range effects.List {
		local := (e.Kind == decision.ExecutesUnseen || e.Kind == decision.Reads) && filepath.IsAbs(e.Target)
		if local && len(files) <= maxCodeFiles {
			files[e.Target] = ""
		}
	}
	if len(files) <= maxCodeFiles {
		for path := range files {
			files[path] = digest(path)
		}
	}
	return files
}

// unchanged returns nil if all files are as they were.
func (f codeFiles) unchanged() error {
	if len(f) > maxCodeFiles {
		return fmt.Errorf("%w: it runs more than %d files", ErrChanged, maxCodeFiles)
	}
	for _, path := range slices.Sorted(maps.Keys(f)) {
		if digest(path) != f[path] {
			return fmt.Errorf("%w: %s is not what it was", ErrChanged, filepath.Base(path))
		}
	}
	return nil
}

// digest tells the content of a file, or why there is none.
func digest(path string) string {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not hang it
	if err != nil {
		return "unreadable"
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "no file"
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, maxCodeBytes)); err != nil {
		return "unreadable"
	}
	return fmt.Sprintf("%x %d", sum.Sum(nil), info.Size())
}

// shownCode remembers what the files of calls were when a person was first asked.
// It lasts as long as the process.
type shownCode struct {
	mu    sync.Mutex
	files map[string]codeFiles // by the id of the approval
	asked map[askedCall]string // to the last such id
	order []shownTo            // oldest first
}

// askedCall is whose word a person's yes is: that of an agent on a call.
type askedCall struct{ agent, fingerprint string }

type shownTo struct {
	id   string
	call askedCall
}

func (s *shownCode) keep(id string, call askedCall, files codeFiles) {
	if len(files) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		s.files, s.asked = map[string]codeFiles{}, map[askedCall]string{}
	}
	s.files[id], s.asked[call] = files, id
	if s.order = append(s.order, shownTo{id, call}); len(s.order) <= maxCodeKept {
		return
	}
	old := s.order[0]
	s.order = s.order[1:]
	delete(s.files, old.id)
	if s.asked[old.call] == old.id {
		delete(s.asked, old.call)
	}
}

// of is what a person was shown under an approval.
func (s *shownCode) of(id string) codeFiles {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[id]
}

// last is what a person was shown when last asked about a call.
func (s *shownCode) last(call askedCall) codeFiles {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.files[s.asked[call]]
}

// holdsWord returns the verdict of a person's word, unless what the call runs has
// changed since that person was asked: then a person is asked again.
func (s *Supervisor) holdsWord(c *Call, v Verdict) Verdict {
	if s.desk == nil || v.Action != Approve || v.Basis != BasisPerson {
		return v
	}
	fingerprint, err := decision.Fingerprint(c)
	if err == nil {
		err = s.desk.shown.last(askedCall{c.Agent, fingerprint}).unchanged()
	}
	if err == nil {
		return v
	}
	v.Reasoning = "a person approved it, but what it runs has changed since: " + err.Error()
	return demote(v, CauseOpaque)
}
