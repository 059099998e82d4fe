package question

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// Loader reads packs. The zero value reads what is on the disk.
type Loader struct {
	// Edits are contents that count instead of what is in the files, by clean
	// absolute path: an edit that is not saved yet. A file that is not there is
	// read where a path names it or a glob matches it.
	Edits map[string][]byte
}

// Load reads packs from files. A path that holds one of * ? [ is a glob: its
// files are read in the order of their names, without those that begin with a
// dot; ** is no more than *. A leading ~ is the user's home directory. A file
// that several paths name is read once.
//
// A glob may match nothing as long as any path yields a file. The error is an
// [*Error] with the faults of all files at once. Without paths there is nothing
// to read and no error. At most [MaxPacks] files are read.
func Load(paths ...string) ([]Pack, error) { return Loader{}.Load(paths...) }

// Load is [Load] with the edits in place.
func (l Loader) Load(paths ...string) ([]Pack, error) {
	packs, found := l.load(paths)
	if err := found.err(); err != nil {
		return nil, err
	}
	return packs, nil
}

// Files returns the files that one path names, as Load reads them: a path
// without * ? [ names itself, whether it is there or not.
func (l Loader) Files(path string) ([]string, error) { return l.expand(path) }

// load returns what could be read, and all faults.
func (l Loader) load(paths []string) (packs []Pack, found findings) {
	files := l.expandAll(paths, &found)
	if len(paths) > 0 && len(files) == 0 && len(found.Faults) == 0 {
		found.add(Fault{File: strings.Join(paths, ", "), Msg: "no pack of questions is there: correct the path, or write the file"})
	}
	if len(files) > MaxPacks {
		found.add(Fault{File: files[MaxPacks], Msg: fmt.Sprintf("is one file more than the %d that are read", MaxPacks)})
		return nil, found
	}
	for _, file := range files {
		data, err := l.read(file)
		if err != nil {
			found.add(Fault{File: file, Msg: "cannot be read: " + reason(err)})
			continue
		}
		p, err := Parse(file, data)
		found.addError(file, err)
		if err == nil {
			packs = append(packs, p)
		}
	}
	return packs, found
}

// expandAll returns the files that paths name, in order.
func (l Loader) expandAll(paths []string, found *findings) []string {
	var files []string
	for _, path := range paths {
		matches, err := l.expand(path)
		if err != nil {
			found.add(Fault{File: path, Msg: reason(err)})
		}
		for _, file := range matches {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// expand returns the files that one path names. A plain path names itself.
func (l Loader) expand(path string) ([]string, error) {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == filepath.Separator) {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, fmt.Errorf("cannot tell the home directory for ~: %w", err)
		}
		path = home + rest
	}
	path = filepath.Clean(path)
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}, nil
	}
	glob := strings.ReplaceAll(path, "[!", "[^") // the shell's form of it
	matches, err := filepath.Glob(glob)
	if err != nil {
		return nil, errors.New("is a malformed glob: close every [ with a ]")
	}
	for file := range l.Edits {
		if file, ok := l.named(glob, file); ok && !slices.Contains(matches, file) {
			matches = append(matches, file)
		}
	}
	slices.Sort(matches)
	return slices.DeleteFunc(matches, func(match string) bool { return hides(path, match) }), nil
}

// named returns an edited file as a glob would name it, and whether it does: a
// relative one names it from the working directory.
func (l Loader) named(glob, file string) (string, bool) {
	if !filepath.IsAbs(glob) {
		here, err := filepath.Abs(".")
		if err == nil {
			file, err = filepath.Rel(here, file)
		}
		if err != nil {
			return "", false
		}
	}
	ok, err := filepath.Match(glob, file)
	return file, ok && err == nil
}

// unmatched warns of every glob that matches no file: a pack that lies elsewhere
// is not asked, and nobody would notice.
func (l Loader) unmatched(paths []string) []Fault {
	var list []Fault
	for _, path := range paths {
		if matches, err := l.expand(path); err == nil && len(matches) == 0 {
			list = append(list, Fault{File: path, Msg: "matches no file: correct the path, or leave it out"})
		}
	}
	return list
}

// hides reports whether a match has a part that begins with a dot where the
// glob has not written that dot.
func hides(glob, match string) bool {
	written := strings.Split(glob, string(filepath.Separator))
	for i, part := range strings.Split(match, string(filepath.Separator)) {
		if strings.HasPrefix(part, ".") && i < len(written) && !strings.HasPrefix(written[i], ".") {
			return true
		}
	}
	return false
}

// read is the content of a file, as edited.
func (l Loader) read(file string) ([]byte, error) {
	if len(l.Edits) > 0 {
		absolute, err := filepath.Abs(file)
		if err != nil {
			return nil, err
		}
		if data, edited := l.Edits[absolute]; edited {
			return data, nil
		}
	}
	return readFile(file)
}

// readFile reads one byte more than is allowed at most, so that the parser can
// say that the file is too large.
func readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	// A pipe that nobody writes to must not hang the program.
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, yamlpos.MaxBytes+1))
}

// reason is an error without the path, which the fault names already.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err.Error()
}
