package command

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Table is a set of rows to look programs up in. It is safe for concurrent use.
type Table struct {
	lists func() [][]Row // the last row of a name holds
	below *Table         // what holds where lists has nothing; may be nil

	index atomic.Pointer[map[string]*lazy]
	mu    sync.Mutex
	found map[string]*lazy // before there is an index; nil: there is no such row
}

// Core returns the table of the rows that come with the library. A row is read
// when its program is first looked up.
func Core() *Table { return core }

var core = &Table{lists: func() [][]Row { return slices.Concat(coreRows(), devRows(), opsRows()) }}

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
	return &Table{lists: func() [][]Row { return [][]Row{rows} }, below: t}
}

// find returns the row of a program, or nil.
func (t *Table) find(name string) *lazy {
	for ; t != nil; t = t.below {
		if l := t.own(name); l != nil {
			return l
		}
	}
	return nil
}

// fewPrograms are looked for row by row. A process that judges one call, and ends,
// does not pay for an index of thousands.
const fewPrograms = 16

// own returns the row of a program in the lists of this table.
func (t *Table) own(name string) *lazy {
	if index := t.index.Load(); index != nil {
		return (*index)[name]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l, known := t.found[name]
	switch {
	case known:
		return l
	case len(t.found) == fewPrograms:
		return t.programs()[name]
	case t.found == nil:
		t.found = make(map[string]*lazy, fewPrograms)
	}
	if row := lastRow(t.lists(), name); row != nil {
		l = &lazy{row: row, name: name}
	}
	t.found[name] = l
	return l
}

// programs makes the index, or returns it.
func (t *Table) programs() map[string]*lazy {
	if made := t.index.Load(); made != nil {
		return *made
	}
	made := index(t.lists()...)
	t.index.CompareAndSwap(nil, &made)
	return *t.index.Load()
}

// lastRow returns the last row that has a program of a name.
func lastRow(lists [][]Row, name string) *Row {
	for _, rows := range slices.Backward(lists) {
		for i := range slices.Backward(rows) {
			if !strings.Contains(rows[i].Name, name) {
				continue
			}
			for one := range strings.FieldsSeq(rows[i].Name) {
				if one == name {
					return &rows[i]
				}
			}
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
