package effect

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// maxLinks is how many symbolic links a path may lead through, as in Linux.
const maxLinks = 40

var (
	errLinks  = fmt.Errorf("path leads through more than %d symbolic links", maxLinks)
	errLookup = errors.New("path leads through what cannot be looked at")
	errProc   = errors.New("path leads through a link of /proc, which differs for every process")
)

type resolved struct {
	path   string
	exists bool
}

// resolver walks a path as the kernel does: element by element, each link
// replaced by its target before the next element counts.
type resolver struct {
	seen    *sightings
	text    string   // the path as it was given
	done    string   // resolved so far; empty means the root directory
	pending []string // elements still to walk, the next one last
	links   int
	missing bool // done does not exist
}

// resolve returns where an absolute path leads. Elements that do not exist are
// taken as they are written.
func resolve(absolute string) (resolved, error) { return (*sightings)(nil).resolve(absolute) }

func (s *sightings) resolve(absolute string) (resolved, error) {
	if isTidy(absolute) {
		exists, ok := s.of(absolute)
		if !ok {
			if exists, ok = lookWhole(absolute); ok {
				s.keep(absolute, exists)
			}
		}
		if ok { // no link on the way: it leads where it says
			return resolved{path: absolute, exists: exists}, nil
		}
	}
	return s.walk(absolute)
}

// isTidy reports an absolute path, other than that of the root directory, in
// which every element is a name.
func isTidy(absolute string) bool {
	return len(absolute) > 1 && absolute[0] == '/' && path.Clean(absolute) == absolute
}

// walk is resolve element by element.
func (s *sightings) walk(absolute string) (resolved, error) {
	r := resolver{seen: s, text: absolute, pending: make([]string, 0, strings.Count(absolute, "/")+1)}
	r.push(absolute)
	for len(r.pending) > 0 {
		last := len(r.pending) - 1
		element := r.pending[last]
		r.pending = r.pending[:last]
		if err := r.step(element); err != nil {
			return resolved{}, err
		}
	}
	if r.done == "" {
		return resolved{path: "/", exists: true}, nil
	}
	return resolved{path: r.done, exists: !r.missing}, nil
}

func (r *resolver) push(text string) {
	for text != "" {
		slash := strings.LastIndexByte(text, '/')
		r.pending = append(r.pending, text[slash+1:])
		text = text[:max(slash, 0)]
	}
}

func (r *resolver) step(element string) error {
	switch element {
	case "", ".":
		return nil
	case "..":
		r.done = r.done[:max(strings.LastIndexByte(r.done, '/'), 0)]
		r.missing = false // at most a directory that is taken to exist
		return nil
	}
	next := r.below(element)
	if r.missing {
		r.done = next // nothing is below what does not exist
		return nil
	}
	if exists, ok := r.seen.of(next); ok {
		r.done, r.missing = next, !exists
		return nil
	}
	info, err := os.Lstat(next)
	r.missing = errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	switch {
	case r.missing:
		r.found(next, false)
		return nil
	case err != nil:
		return errLookup
	case info.Mode()&fs.ModeSymlink == 0:
		r.found(next, true)
		return nil
	}
	return r.follow(next)
}

// below is an element of what is resolved so far. A path without links and dots
// is its own text up to there.
func (r *resolver) below(element string) string {
	end := len(r.done) + 1 + len(element)
	if end <= len(r.text) && r.text[len(r.done)] == '/' && r.text[len(r.done)+1:end] == element && r.text[:len(r.done)] == r.done {
		return r.text[:end]
	}
	return r.done + "/" + element
}

func (r *resolver) found(next string, exists bool) {
	r.done = next
	r.seen.keep(next, exists)
}

func (r *resolver) follow(link string) error {
	if within("/proc", link) {
		return errProc
	}
	if r.links++; r.links > maxLinks {
		return errLinks
	}
	target, err := os.Readlink(link)
	if err != nil {
		return errLookup
	}
	if path.IsAbs(target) {
		r.done = ""
	}
	r.push(target)
	return nil
}
