package code

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// maxTreeFiles bounds the files that are looked at of a directory that is moved
// or copied as a whole. What has more counts as one with unknown names.
const maxTreeFiles = 500

var errManyFiles = errors.New("too many files")

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// treeWrites are the files that a copy of a directory makes, at the place that it
// gets. What cannot be read whole is a write below that place.
func treeWrites(at effect.Location, from string) []write {
	var made []write
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(from, path)
		switch {
		case err != nil || relErr != nil:
			return errors.Join(err, relErr)
		case entry.IsDir():
			return nil
		case len(made) == maxTreeFiles:
			return errManyFiles
		}
		w := write{at: effect.Location{Path: filepath.Join(at.Path, rel), Zone: at.Zone}, results: unknown}
		if entry.Type().IsRegular() {
			w.from, w.results = path, func(current string) ([]string, error) { return []string{current}, nil }
		}
		made = append(made, w)
		return nil
	})
	if err != nil {
		return []write{{at: at, below: true, results: unknown}}
	}
	return made
}

// writesBelow reports whether a command line writes below a directory, which is
// then another one than on the disk.
func writesBelow(list []effect.Write, dir string) bool {
	return slices.ContainsFunc(list, func(s effect.Write) bool {
		_, in := below(dir, s.Path, false)
		return in && s.Path != dir
	})
}

// aliased leaves a write to a person that goes by another name than the one that
// rules are about: through a link that the call has made before, or to a file
// that has several names on the disk.
func (l *gateLook) aliased(w write) bool {
	linked := slices.ContainsFunc(l.links, func(link string) bool { _, in := below(link, w.at.Path, false); return in })
	if !linked && !hasOtherNames(w.at.Path) {
		return false
	}
	for _, p := range l.projects {
		if p.project.Load() != nil && p.enforcingBelow(".") {
			l.unknown = true
			l.doubt(decision.CauseOpaque, "the call writes to a file that may have another name, which rules are about")
			return true
		}
	}
	return false
}

// hasOtherNames reports whether a regular file has hard links.
func hasOtherNames(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1
}
