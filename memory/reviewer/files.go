package reviewer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
	"unicode"
)

// Limits of the file-based [Skills] and [Persona].
const (
	// MaxFileBytes bounds a file that is read, and the memory. A larger file is
	// refused; a memory that would grow beyond it takes no entry until somebody
	// shortens it.
	MaxFileBytes = 64 << 10
	// MaxEntries bounds what of a directory is looked at.
	MaxEntries = 1000
	// maxPathBytes and maxDepth bound a path inside a root.
	maxPathBytes = 512
	maxDepth     = 8
)

// checkPath refuses whatever is no plain path below a root. Hidden names are
// nobody's skill: .git, .env.
func checkPath(name string) error {
	parts := strings.Split(name, "/")
	switch {
	case !fs.ValidPath(name), name == ".", strings.ContainsAny(name, `\:`), strings.ContainsFunc(name, unicode.IsControl):
		return refusedf("the path must lie below its root, without .. and with /")
	case len(name) > maxPathBytes, len(parts) > maxDepth:
		return refusedf("the path is too long")
	case slices.ContainsFunc(parts, func(part string) bool { return part[0] == '.' }):
		return refusedf("hidden files are not read")
	}
	return nil
}

// lstat looks at a path in a root, none of whose parts may be a link: also
// inside the root, a link gives a file a name that nobody chose.
func lstat(root *os.Root, name string) (info fs.FileInfo, err error) {
	for at := 0; at < len(name); at++ {
		next := strings.IndexByte(name[at:], '/')
		if next < 0 {
			next = len(name) - at
		}
		at += next
		if info, err = root.Lstat(name[:at]); err != nil {
			return nil, told(err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return nil, refusedf("links are not followed")
		}
	}
	return info, nil
}

// told is an error of the file system without the path, which is the model's or
// the operator's.
func told(err error) error {
	if inner, ok := errors.AsType[*fs.PathError](err); ok {
		return cmp.Or(inner.Err, err)
	}
	return err
}

// openFile opens a regular file in a root. What was looked at is what is open,
// or nothing is.
func openFile(root *os.Root, name string, flag int) (*os.File, error) {
	before, err := lstat(root, name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, refusedf("it is no regular file")
	}
	file, err := root.OpenFile(name, flag|syscall.O_NONBLOCK, 0) // a pipe in its place must not hang us
	if err != nil {
		return nil, told(err)
	}
	now, err := file.Stat()
	if err != nil || !os.SameFile(before, now) {
		return nil, errors.Join(refusedf("the file was exchanged while it was opened"), file.Close())
	}
	return file, nil
}

// readFile reads a regular file in a root.
func readFile(root *os.Root, name string) (string, error) {
	file, err := openFile(root, name, os.O_RDONLY)
	if err != nil {
		return "", err
	}
	defer file.Close()
	return readOpen(file)
}

func readOpen(file *os.File) (string, error) {
	data, err := io.ReadAll(io.LimitReader(file, MaxFileBytes+1))
	if err != nil {
		return "", told(err)
	}
	if len(data) > MaxFileBytes {
		return "", refusedf("the file has more than %d bytes", MaxFileBytes)
	}
	return strings.ToValidUTF8(string(data), "\uFFFD"), nil
}

// entries are those of a directory in a root that are not hidden, by name.
func entries(root *os.Root, dir string) ([]fs.DirEntry, error) {
	if dir != "." {
		if _, err := lstat(root, dir); err != nil {
			return nil, err
		}
	}
	file, err := root.Open(dir)
	if err != nil {
		return nil, told(err)
	}
	defer file.Close()
	list, err := file.ReadDir(MaxEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, told(err)
	}
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return checkPath(e.Name()) != nil })
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list, nil
}

// openRoot opens a directory that the operator named.
func openRoot(dir, what string) (*os.Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the directory of the %s cannot be opened: %w", what, told(err))
	}
	return root, nil
}

// files are the regular files below a directory in a root, at most limit.
func files(root *os.Root, dir string, limit int) (list []string) {
	waiting := []string{dir}
	for looked := 0; len(waiting) > 0 && len(list) < limit && looked < limit; looked++ {
		at := waiting[0]
		waiting = waiting[1:]
		found, err := entries(root, at)
		if err != nil {
			continue // a directory that cannot be read has no files to offer
		}
		for _, e := range found {
			name := path.Join(at, e.Name())
			switch {
			case e.IsDir() && checkPath(name) == nil:
				waiting = append(waiting, name)
			case e.Type().IsRegular() && len(list) < limit:
				list = append(list, strings.TrimPrefix(name, dir+"/"))
			}
		}
	}
	return list
}
