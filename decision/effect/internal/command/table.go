package command

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Table is a set of rows to look programs up in. It is safe for concurrent use.
type Table struct {
	programs map[string]*lazy
}

// Core returns the table of the rows that come with the library. It is built
// when first asked for; a row is read when its program is first looked up.
func Core() *Table { return core() }

var core = sync.OnceValue(newCore)

func newCore() *Table {
	t := &Table{programs: make(map[string]*lazy, 2048)}
	for _, rows := range slices.Concat(coreRows(), devRows(), opsRows()) {
		t.add(rows)
	}
	return t
}

// add adds rows; one of the same name holds instead of an earlier one.
func (t *Table) add(rows []Row) {
	for i := range rows {
		for name := range strings.FieldsSeq(rows[i].Name) {
			t.programs[name] = &lazy{row: &rows[i], name: name}
		}
	}
}

// Names returns the names of all programs that the table knows, sorted.
func (t *Table) Names() []string {
	names := make([]string, 0, len(t.programs))
	for name := range t.programs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// binDirs are the directories whose files are the programs that their names
// say. A file elsewhere is a script that nobody has looked at.
var binDirs = []string{
	"/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin",
	"/opt/homebrew/bin", "/opt/local/bin", "/snap/bin", "/run/current-system/sw/bin",
}

// program returns the name of a program given by name or by path, and whether
// it is a program of the system at all.
func program(name string) (string, bool) {
	if !strings.Contains(name, "/") {
		return name, true
	}
	dir, base := path.Split(name)
	return base, slices.Contains(binDirs, strings.TrimSuffix(dir, "/"))
}

// Lookup reports whether a row knows the program of this name: a plain name, or
// a path into one of the system's directories of programs.
func (t *Table) Lookup(name string) bool {
	base, ours := program(name)
	return ours && t.programs[base] != nil
}

// maxLike bounds how many rows may refer to each other by Like.
const maxLike = 4

// resolve follows Like to the row that holds.
func (t *Table) resolve(l *lazy) *lazy {
	for range maxLike {
		like := l.row.Like
		switch like {
		case "":
			return l
		case "*":
			like = l.name[strings.LastIndex(l.name, "/")+1:]
		}
		if l = t.programs[like]; l == nil {
			return nil
		}
	}
	return nil
}
