package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// stampFormat is a time in a file's name.
const stampFormat = "20060102T150405Z"

// rotatedSuffix follows the journal's name in that of a rotated file.
var rotatedSuffix = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\.([0-9]{1,20})-[0-9]{8}T[0-9]{6}Z(-[0-9]{1,3})?$`)
})

// Files returns the paths of the files that were rotated away from the journal
// at path, the oldest first. The journal itself is not among them.
func Files(path string) ([]string, error) {
	files, err := rotatedFiles(realPath(path))
	if err != nil {
		return nil, fmt.Errorf("find the rotated files of %s: %w", path, err)
	}
	return files, nil
}

// rotatedFiles puts them in the order of their first records.
func rotatedFiles(path string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	type rotated struct {
		path  string
		first uint64
	}
	var found []rotated
	for _, e := range entries {
		suffix, ok := strings.CutPrefix(e.Name(), filepath.Base(path))
		if !ok || e.IsDir() {
			continue
		}
		if m := rotatedSuffix().FindStringSubmatch(suffix); m != nil {
			if first, err := strconv.ParseUint(m[1], 10, 64); err == nil {
				found = append(found, rotated{filepath.Join(filepath.Dir(path), e.Name()), first})
			}
		}
	}
	slices.SortFunc(found, func(a, b rotated) int {
		return cmp.Or(cmp.Compare(a.first, b.first), strings.Compare(a.path, b.path))
	})
	paths := make([]string, len(found))
	for i, f := range found {
		paths[i] = f.path
	}
	return paths, nil
}

// set is a journal with its rotated files, as they are between two writes.
type set struct {
	rotated []string
	current *os.File // nil: there is none, as in the middle of a rotation
	size    int64    // of current
}

// maxOpens bounds how often the file is opened anew because it was rotated
// before its lock was taken.
const maxOpens = 100

// openSet also calls also while nobody writes.
func openSet(ctx context.Context, path string, also func()) (*set, error) {
	for range maxOpens {
		s, err := tryOpenSet(ctx, path, also)
		if s != nil || err != nil {
			return s, err
		}
	}
	return nil, errReplaced
}

// tryOpenSet returns nil when the file was rotated meanwhile.
func tryOpenSet(ctx context.Context, path string, also func()) (*set, error) {
	s := &set{}
	f, err := openToRead(path)
	if errors.Is(err, fs.ErrNotExist) {
		also()
		var listErr error
		if s.rotated, listErr = rotatedFiles(realPath(path)); listErr != nil || len(s.rotated) == 0 {
			return nil, err
		}
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	same := false
	s.current = f
	s.size, err = settledSize(ctx, f, func() {
		also()
		s.rotated, err = rotatedFiles(realPath(path))
		same = err == nil && isAt(f, path)
	})
	if err == nil && same {
		return s, nil
	}
	return nil, errors.Join(err, s.close())
}

// isAt reports whether path still names f.
func isAt(f *os.File, path string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(path)
	return err == nil && os.SameFile(open, named)
}

func (s *set) close() error {
	if s.current == nil {
		return nil
	}
	return s.current.Close()
}

// each calls fn for every file, the oldest first.
func (s *set) each(fn func(name string, r io.Reader) error) error {
	for _, path := range s.rotated {
		f, err := openToRead(path)
		if err != nil {
			return err
		}
		err = fn(filepath.Base(path), f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	if s.current == nil {
		return nil
	}
	return fn(filepath.Base(s.current.Name()), io.NewSectionReader(s.current, 0, s.size))
}
