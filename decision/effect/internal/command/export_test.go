package command

import (
	"fmt"
	"slices"
	"strings"
)

// NewCore builds the table of the library anew.
func NewCore() *Table {
	t := &Table{lists: Core().lists}
	t.programs()
	return t
}

// Faults reads every row of a table, whatever is looked up, and tells what is
// wrong with them.
func Faults(t *Table) []string {
	var faults []string
	for _, name := range t.Names() {
		l := t.find(name)
		if holds := t.resolve(l); holds == nil {
			faults = append(faults, fmt.Sprintf("%s: is like a program that is unknown", name))
			continue
		}
		faults = append(faults, rowFaults(t, name, l.row)...)
	}
	return faults
}

func rowFaults(t *Table, name string, row *Row) []string {
	var faults []string
	note := func(format string, a ...any) { faults = append(faults, name+": "+fmt.Sprintf(format, a...)) }
	s, err := readRow(row)
	if err != nil {
		note("%v", err)
		return faults
	}
	if row.Like != "" && (row.Flags+row.Shared+row.Args+row.Does+row.Out+row.In+row.Style != "" || row.Sub != nil) {
		note("is like another and has something of its own")
	}
	if row.Like == "" && row.Source == "" && len(row.Sub) == 0 && !strings.Contains(name, " ") {
		note("has no source")
	}
	for _, found := range s.flags {
		for _, f := range found {
			if len(found) > 1 && f != found[len(found)-1] && f.role.do != oneOf {
				note("lists %s twice", f.names[0])
			}
			for _, a := range f.acts {
				faults = append(faults, argsFaults(name, row, a.roles)...)
			}
		}
	}
	faults = append(faults, argsFaults(name, row, s.args)...)
	seen := map[string]bool{}
	for i := range row.Sub {
		sub := &row.Sub[i]
		for n := range strings.FieldsSeq(sub.Name) {
			if seen[n] {
				note("has %s twice", n)
			}
			seen[n] = true
			if t.resolve(&lazy{row: sub, name: n}) == nil {
				note("%s is like a program that is unknown", n)
			}
		}
		faults = append(faults, rowFaults(t, name+" "+sub.Name, sub)...)
	}
	return faults
}

// argsFaults tells where a command line would be read as flags of the program
// that runs it.
func argsFaults(name string, row *Row, roles []role) []string {
	if len(roles) == 0 || row.Style == "first" || row.Style == "bare" {
		return nil
	}
	if roles[len(roles)-1].takesRest() {
		return []string{name + ": takes a command line, so its style must be first or bare"}
	}
	return nil
}

// Line is the beginning of a command line: a program, and a subcommand.
type Line struct {
	Text string
	// Open says that more words may mean nothing, or are those of another
	// command line.
	Open bool
}

// Lines returns a line for every row of a table and its subcommands.
func Lines(t *Table) []Line {
	var lines []Line
	for _, name := range t.Names() {
		lines = append(lines, linesOf(t, name, &lazy{row: t.find(name).row, name: name})...)
	}
	return lines
}

func linesOf(t *Table, text string, l *lazy) []Line {
	l = t.resolve(l)
	if l == nil {
		return nil
	}
	s, err := l.read()
	if err != nil {
		return nil
	}
	row := l.row
	open := row.Style == "bare"
	if n := len(s.args); n > 0 {
		open = open || s.args[n-1].takesRest()
	}
	lines := []Line{{Text: text, Open: open}}
	for name, sub := range s.subs {
		lines = append(lines, linesOf(t, text+" "+strings.NewReplacer("/", " ", "*", "x").Replace(name), sub)...)
	}
	return lines
}

// RowNames returns the names of the programs of every row.
func RowNames() [][]string {
	var names [][]string
	for _, rows := range slices.Concat(coreRows(), devRows(), opsRows()) {
		for _, row := range rows {
			names = append(names, strings.Fields(row.Name))
		}
	}
	return names
}

// Twice returns the names of programs that have several rows.
func Twice() []string {
	seen, twice := map[string]bool{}, []string{}
	for _, rows := range slices.Concat(coreRows(), devRows(), opsRows()) {
		for _, row := range rows {
			for name := range strings.FieldsSeq(row.Name) {
				if seen[name] {
					twice = append(twice, name)
				}
				seen[name] = true
			}
		}
	}
	return twice
}

// Theme is a part of the table, with the sorted names of its programs.
type Theme struct {
	Title string
	Names []string
}

// Themes returns the parts of the table of the library.
func Themes() []Theme {
	themes := []Theme{{Title: "What comes with an operating system"}, {Title: "Developers' tools"}, {Title: "Services, clouds, databases"}}
	for i, lists := range [][][]Row{coreRows(), devRows(), opsRows()} {
		for _, rows := range lists {
			for _, row := range rows {
				themes[i].Names = append(themes[i].Names, strings.Fields(row.Name)...)
			}
		}
		slices.Sort(themes[i].Names)
	}
	return themes
}
