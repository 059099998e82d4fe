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
	"syscall"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of what is compared before a call runs that waited for a person. A
// command line with more code than that is unusual enough to be judged again.
const (
	maxCodeFiles = 32
	// maxCodeBytes is how much of a file is compared, beside its length: more than
	// a script has, and about what a program has.
	maxCodeBytes = 64 << 20
)

// codeFiles are digests of the files, by path, that a command line runs and that
// nobody looks into while judging: a person says yes to what they are then.
type codeFiles map[string]string

// code reads the files that the call runs unseen. A file that is not there, or
// that cannot be read, has a digest too.
func (g *guarded) code(ctx context.Context) codeFiles {
	var effects []Effect
	_ = safely(func() error { // what panics has escalated the call
		effects = g.judged.WithAnalyzer(g.sup.snapshot.Load().Analyzer).Effects(ctx).List
		return nil
	})
	segments := map[string]bool{}
	for _, e := range effects {
		if e.Kind == decision.ExecutesUnseen {
			segments[e.Segment] = true
		}
	}
	files := codeFiles{}
	for _, e := range effects {
		runs := e.Kind == decision.ExecutesUnseen || e.Kind == decision.Reads && segments[e.Segment]
		if runs && filepath.IsAbs(e.Target) && len(files) <= maxCodeFiles {
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
		return fmt.Errorf("%w: it runs more than %d files", decision.ErrChanged, maxCodeFiles)
	}
	for _, path := range slices.Sorted(maps.Keys(f)) {
		if digest(path) != f[path] {
			return fmt.Errorf("%w: %s is not what it was", decision.ErrChanged, filepath.Base(path))
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
