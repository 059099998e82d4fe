package reviewer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/flux7-go/supervisor/internal/filelock"
)

const (
	// MemoryFile is the file that entries are appended to.
	MemoryFile = "MEMORY.md"
	// MaxPersonaFiles is how many files of a persona are read, by name.
	MaxPersonaFiles = 20
	// newMemoryMode is the mode of a memory that was not there.
	newMemoryMode = 0o600
	// exchangeTries is how often an entry is appended anew because the file was
	// replaced under it.
	exchangeTries = 3
)

// PersonaDir is a directory with the texts of a persona, its *.md files, of
// which [MemoryFile] is the memory. The zero PersonaDir has none.
//
// An entry is one line, "- " and its text, in one write at the end of the file
// (O_APPEND) under a lock: what others append at that time is not lost, as it
// would be if the file were replaced, and the file keeps its mode and owner. It
// is on the disk when Append returns. Links, also hard ones to the memory, are
// refused. Nothing is kept open or cached. It is safe for concurrent use.
type PersonaDir struct{ dir string }

var _ Persona = PersonaDir{}

// NewPersonaDir returns the persona of a directory. It need not exist yet.
func NewPersonaDir(dir string) PersonaDir { return PersonaDir{dir} }

// Get implements [Persona]. A file that is a link, or too large, is an error: a
// persona with a part missing is another.
func (d PersonaDir) Get(ctx context.Context) ([]PersonaFile, error) {
	root, err := openRoot(d.dir, "persona")
	if err != nil {
		return nil, err
	}
	defer root.Close()
	found, err := entries(root, ".")
	if err != nil {
		return nil, err
	}
	list := []PersonaFile{}
	for _, e := range found {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.IsDir() || path.Ext(e.Name()) != ".md" || len(list) == MaxPersonaFiles {
			continue
		}
		text, err := readFile(root, e.Name())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		list = append(list, PersonaFile{e.Name(), text})
	}
	return list, nil
}

// Append implements [Persona]. An entry that the memory has already, and one for
// which it has no room, is refused.
func (d PersonaDir) Append(ctx context.Context, text string) error {
	line, err := entry(text)
	if err != nil {
		return err
	}
	root, err := openRoot(d.dir, "persona")
	if err != nil {
		return err
	}
	defer root.Close()
	for range exchangeTries {
		if exchanged, err := appendEntry(ctx, root, line); err != nil || !exchanged {
			return err
		}
	}
	return errors.New("the memory was replaced again and again while it was written")
}

// appendEntry appends to the file that is there now. It reports whether somebody
// put another in its place meanwhile, which does not have the entry.
func appendEntry(ctx context.Context, root *os.Root, line string) (exchanged bool, err error) {
	file, err := openMemory(root)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, told(file.Close())) }() // which ends the lock, too
	if err := filelock.Lock(ctx, file); err != nil {
		return false, told(err)
	}
	old, err := readOpen(file)
	if err != nil {
		return false, err
	}
	if err := room(old, line); err != nil {
		return false, err
	}
	data := "- " + line + "\n"
	if old != "" && !strings.HasSuffix(old, "\n") { // a line of somebody else that is not ended
		data = "\n" + data
	}
	if _, err := file.WriteString(data); err != nil {
		return false, told(err)
	}
	if err := file.Sync(); err != nil {
		return false, told(err)
	}
	own, err := file.Stat()
	if err != nil {
		return false, told(err)
	}
	now, err := root.Lstat(MemoryFile)
	return err != nil || !os.SameFile(own, now), nil
}

// room reports whether a memory takes another line.
func room(old, line string) error {
	if len(old)+len(line)+4 > MaxFileBytes {
		return refusedf("the memory is full, at %d bytes: somebody has to shorten it", MaxFileBytes)
	}
	for known := range strings.Lines(old) {
		if strings.TrimSpace(known) == "- "+line {
			return refusedf("the memory has this entry already")
		}
	}
	return nil
}

// openMemory opens the memory to be read and appended to, and makes it where
// there is none.
func openMemory(root *os.Root) (*os.File, error) {
	const flag = os.O_RDWR | os.O_APPEND
	file, err := openFile(root, MemoryFile, flag)
	if errors.Is(err, fs.ErrNotExist) {
		// Somebody else may make it first: then that one counts.
		fresh, made := root.OpenFile(MemoryFile, flag|os.O_CREATE|os.O_EXCL, newMemoryMode)
		if made == nil {
			return fresh, nil
		}
		file, err = openFile(root, MemoryFile, flag)
	}
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && hardLinks(info) > 1 {
		err = refusedf("the memory is a hard link of another file")
	}
	if err != nil {
		return nil, errors.Join(told(err), file.Close())
	}
	return file, nil
}
