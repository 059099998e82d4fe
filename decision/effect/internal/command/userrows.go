package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/internal/yamlpos"
)

// maxSubDepth bounds how deep subcommands may be nested in a file. Those of
// real programs are two deep.
const maxSubDepth = 4

// userRow is a row as a file writes it.
type userRow struct {
	Name   string    `yaml:"name" required:"yes"`
	Like   string    `yaml:"like"`
	Flags  string    `yaml:"flags"`
	Shared string    `yaml:"shared"`
	Args   string    `yaml:"args"`
	Does   string    `yaml:"does"`
	Out    string    `yaml:"out"`
	In     string    `yaml:"in"`
	Style  string    `yaml:"style"`
	Sub    []userRow `yaml:"sub"`
	Source string    `yaml:"source"`
	// Override says that the row holds instead of one of the library's.
	Override bool `yaml:"override"`
}

type userFile struct {
	Commands []userRow `yaml:"commands" required:"yes"`
}

// Parse reads rows from a YAML file of the operator:
//
//	commands:
//	  - name: deployctl
//	    flags: -v,--verbose -o,--output=write
//	    sub:
//	      - {name: status, does: network(api)}
//	      - {name: rollout, args: inert, does: external(deploy)}
//
// The texts are in the notation of the package comment. A program that the
// library knows is a fault, unless the row says "override: true". The error is a
// [*yamlpos.Faults] with every fault, its place and a caret.
func Parse(name string, text []byte) ([]Row, error) {
	doc, err := yamlpos.Parse(name, text)
	if err != nil {
		return nil, err
	}
	var file userFile
	if err := doc.Decode(&file); err != nil {
		return nil, err
	}
	p := userParser{doc: doc, seen: map[string]bool{}}
	rows := make([]Row, 0, len(file.Commands))
	for i, u := range file.Commands {
		at := fmt.Sprintf("commands[%d]", i)
		p.names(u, at)
		rows = append(rows, p.row(u, at, 0))
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return rows, nil
}

type userParser struct {
	doc  *yamlpos.Document
	seen map[string]bool
}

// names checks the names of a program.
func (p *userParser) names(u userRow, at string) {
	for name := range strings.FieldsSeq(u.Name) {
		switch {
		case strings.Contains(name, "/"):
			p.doc.Fault(at+".name", "is a path: give the name of the program alone")
		case p.seen[name]:
			p.doc.Fault(at+".name", "gives %q a second time in this file", name)
		case Core().find(name) != nil && !u.Override:
			p.doc.Fault(at+".name", "%q is known already: say override: true to replace what is known of it", name)
		}
		p.seen[name] = true
	}
}

// row checks a row and its subcommands.
func (p *userParser) row(u userRow, at string, depth int) Row {
	row := Row{
		Name: u.Name, Like: u.Like, Flags: u.Flags, Shared: u.Shared, Args: u.Args, Does: u.Does,
		Out: u.Out, In: u.In, Style: u.Style, Source: u.Source,
	}
	if depth > 0 && u.Override {
		p.doc.Fault(at+".override", "does not belong to a subcommand: say it of the program")
	}
	if u.Like != "" && Core().find(u.Like) == nil {
		p.doc.Fault(at+".like", "%q is not a program of the library", u.Like)
	}
	var faulty *fieldError
	if _, err := readRow(&row); errors.As(err, &faulty) {
		p.doc.Fault(at+"."+faulty.field, "%v", faulty.err)
	}
	if len(u.Sub) > 0 && depth == maxSubDepth {
		p.doc.Fault(at+".sub", "is nested deeper than %d", maxSubDepth)
		return row
	}
	for i, sub := range u.Sub {
		row.Sub = append(row.Sub, p.row(sub, fmt.Sprintf("%s.sub[%d]", at, i), depth+1))
	}
	return row
}
