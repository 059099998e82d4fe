package command

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Table is a set of rows to look programs up in. It is safe for concurrent use.
type Table struct {
	programs func() map[string]*lazy
	below    *Table // what holds where programs has nothing; may be nil
}

// Core returns the table of the rows that come with the library. A row is read
// when its program is first looked up.
func Core() *Table { return core }

var core = &Table{programs: sync.OnceValue(func() map[string]*lazy {
	return index(slices.Concat(coreRows(), devRows(), opsRows())...)
})}

// index finds rows by the names of their programs; the last one of a name holds.
func index(lists ...[]Row) map[string]*lazy {
	names := 0
	for _, rows := range lists {
		for i := range rows {
			names += strings.Count(rows[i].Name, " ") + 1
		}
	}
	programs, room := make(map[string]*lazy, names), make([]lazy, 0, names)
	for _, rows := range lists {
		for i := range rows {
			for name := range strings.FieldsSeq(rows[i].Name) {
				room = append(room, lazy{row: &rows[i], name: name})
				programs[name] = &room[len(room)-1]
			}
		}
	}
	return programs
}

// With returns a table that knows these rows as well; they hold instead of those
// of the same name.
func (t *Table) With(rows []Row) *Table {
	own := index(rows)
	return &Table{programs: func() map[string]*lazy { return own }, below: t}
}

// find returns the row of a program, or nil.
func (t *Table) find(name string) *lazy {
	for ; t != nil; t = t.below {
		if l := t.programs()[name]; l != nil {
			return l
		}
	}
	return nil
}

// Names returns the names of all programs that the table knows, sorted.
func (t *Table) Names() []string {
	var names []string
	for ; t != nil; t = t.below {
		names = slices.AppendSeq(names, maps.Keys(t.programs()))
	}
	slices.Sort(names)
	return slices.Compact(names)
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
	return ours && t.find(base) != nil
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
		if l = t.find(like); l == nil {
			return nil
		}
	}
	return nil
}
