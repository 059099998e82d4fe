package command

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// spec is a row whose notation has been read.
type spec struct {
	row    *Row
	flags  map[string][]*flag
	starts []*flag // flags whose name ends with "*"
	signs  string  // letters beside the dash with which flags begin
	risk   risk
	shared map[string][]*flag
	args   []role
	acts   []act
	subs   map[string]*lazy
	alike  []*lazy // subcommands whose name is a pattern, the most exact first
	longer int     // words of the longest name of a subcommand
	forced bool    // the first operand must be a subcommand
}

// lazy is a row that is read when it is first needed.
type lazy struct {
	row  *Row
	name string // the name under which it was found
	once sync.Once
	spec *spec
	err  error
}

func (l *lazy) read() (*spec, error) {
	l.once.Do(func() { l.spec, l.err = readRow(l.row) })
	return l.spec, l.err
}

// fieldError is a fault of the notation in one field of a row.
type fieldError struct {
	field string // as a file of rows calls it
	err   error
}

func (e *fieldError) Error() string { return e.field + " " + e.err.Error() }
func (e *fieldError) Unwrap() error { return e.err }

var styles = []string{"", "gnu", "first", "single", "cc", "dashless", "key", "bare", "find"}

// readRow reads the notation of a row, not that of its subcommands.
func readRow(row *Row) (*spec, error) {
	s := &spec{row: row, subs: map[string]*lazy{}}
	var err error
	check := func(field string, failed error) {
		if failed != nil && err == nil {
			err = &fieldError{field: field, err: failed}
		}
	}
	if !slices.Contains(styles, row.Style) {
		check("style", fmt.Errorf("is not a style: %q", row.Style))
	}
	own, failed := parseFlags(row.Flags)
	check("flags", failed)
	shared, failed := parseFlags(row.Shared)
	check("shared", failed)
	s.args, failed = parseRoles(row.Args)
	check("args", failed)
	s.acts, failed = parseActs(row.Does)
	check("does", failed)
	check("out", checkFlow(row.Out, outFlows))
	check("in", checkFlow(strings.TrimSuffix(row.In, "?"), inFlows))
	s.flags, s.shared = byName(own), byName(shared)
	s.noteFlags(slices.Concat(own, shared))
	s.addSubs()
	return s, err
}

func byName(flags []*flag) map[string][]*flag {
	names := make(map[string][]*flag, 2*len(flags))
	for _, f := range flags {
		for _, name := range f.names {
			names[name] = append(names[name], f)
		}
	}
	return names
}

func (s *spec) noteFlags(flags []*flag) {
	for _, f := range flags {
		if strings.HasSuffix(f.names[0], "*") {
			s.starts = append(s.starts, f)
		}
		if sign := f.names[0][:1]; strings.Contains("+@/", sign) && !strings.Contains(s.signs, sign) {
			s.signs += sign
		}
		s.risk = max(s.risk, f.risk())
	}
}

// risk is what a file whose name is taken for a flag could bring.
type risk byte

const (
	noRisk   risk = iota
	programs      // a value that is the name of a program, which can hold no slash
	anything      // a value that is code, or that cannot be told
)

// risk tells what a file could bring that is named like the flag, and so like
// "--to-command=text". What sed(1) and awk(1) would run is left out of account:
// too much ordinary work hands them all files of a kind.
func (f *flag) risk() risk {
	switch {
	case f.takes == noValue:
	case slices.Contains([]Do{Exec, tool, env}, f.role.do):
		return programs
	case slices.Contains([]Do{Join, Shell, Code, Script, Upload}, f.role.do),
		slices.ContainsFunc(f.acts, func(a act) bool { return a.do == opaque || a.do == Unseen }):
		return anything
	}
	return noRisk
}

func (s *spec) addSubs() {
	for i := range s.row.Sub {
		sub := &s.row.Sub[i]
		for name := range strings.FieldsSeq(sub.Name) {
			s.subs[name] = &lazy{row: sub, name: name}
			s.longer = max(s.longer, 1+strings.Count(name, "/"))
			s.forced = s.forced || name[0] != '-' && s.row.Args == ""
			if strings.Contains(name, "*") {
				s.alike = append(s.alike, s.subs[name])
			}
		}
	}
	slices.SortStableFunc(s.alike, func(a, b *lazy) int { return letters(b.name) - letters(a.name) })
}

// letters counts what a pattern says for sure.
func letters(pattern string) int { return len(pattern) - strings.Count(pattern, "*") }

// likeSub finds the subcommand whose pattern of names fits best.
func (s *spec) likeSub(name string) *lazy {
	for _, l := range s.alike {
		if alike(l.name, name) {
			return l
		}
	}
	return nil
}

// alike compares a name with a pattern, word by word.
func alike(pattern, name string) bool {
	for {
		head, rest, more := strings.Cut(pattern, "/")
		word, after, longer := strings.Cut(name, "/")
		if more != longer || word == "" || word[0] == '-' || !fits(head, word) {
			return false
		}
		if !more {
			return true
		}
		pattern, name = rest, after
	}
}
