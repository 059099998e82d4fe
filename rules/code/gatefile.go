package code

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/flux7-go/supervisor/decision/effect"
)

// file is a file as a call finds it.
type file struct {
	text   string
	base   string // digest of the text on disk; empty if there is no file
	edited bool   // what the call makes of it depends on the text on disk
	// unknown says that the call leaves something in it that cannot be told.
	unknown bool
}

// read returns what a file holds, after what the call did to it so far. A file
// that is not there is empty. The path has no links in it: one that has become a
// link since is not read.
func (l *gateLook) read(path string) (file, error) {
	f, known := l.disk[path]
	switch {
	case f.unknown, slices.ContainsFunc(l.spoilt, func(dir string) bool { _, in := below(dir, path, false); return in }):
		return file{}, effect.ErrUnknownContent
	case known:
		return f, nil
	}
	text, there, err := readText(path)
	if err != nil {
		return file{}, err
	}
	f = file{text: text}
	if there {
		f.base = digest(text)
	}
	return f, nil
}

// readText reads a regular file of bounded size.
func readText(path string) (text string, there bool, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("the file there cannot be read: %s", reason(err))
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", false, fmt.Errorf("the file there cannot be read: %s", reason(err))
	case !info.Mode().IsRegular():
		return "", false, errors.New("what is there is no regular file")
	case info.Size() > MaxContentBytes:
		return "", false, fmt.Errorf("the file there is larger than %d bytes", MaxContentBytes)
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxContentBytes+1))
	switch {
	case err != nil:
		return "", false, fmt.Errorf("the file there cannot be read: %s", reason(err))
	case len(data) > MaxContentBytes:
		return "", false, fmt.Errorf("the file there is larger than %d bytes", MaxContentBytes)
	}
	return string(data), true, nil
}

// changed reports whether a file that is edited is another one by now than the
// one that was looked at.
func (l *gateLook) changed() bool {
	for path, f := range l.disk {
		if !f.edited {
			continue
		}
		text, there, err := readText(path)
		if err != nil || there != (f.base != "") || there && digest(text) != f.base {
			return true
		}
	}
	return false
}
