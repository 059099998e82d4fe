package effect

import (
	"errors"
	"fmt"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
)

// Options are what an analyser knows beside the calls themselves.
type Options struct {
	// Scope is where the operator's directories are. Nil: there is no project.
	Scope *Scope
	// DistrustProjectCode makes builds, tests and other programs that run the
	// project's own code something that nobody has looked at. By default they
	// are [decision.ExecutesProject] in a project directory. A tree that was
	// just fetched is never trusted.
	DistrustProjectCode bool
	// Wrappers are names of programs that run the command line behind their
	// name and do nothing else, such as a proxy that shortens output.
	Wrappers []string
	// Hosts may be sent data to, and are routine whatever kind of address they
	// are. "*." at the beginning stands for every host below.
	Hosts []string
	// Domains are the operator's own. Their hosts are not public, and mail to
	// them stays inside.
	Domains []string
	// Commands are files with what further programs do, in the form that
	// docs/judgment.md describes.
	Commands []CommandFile
}

// CommandFile is a file with rows of command knowledge.
type CommandFile struct {
	Name string // for faults
	Data []byte
}

// maxNames bounds each list of names in [Options].
const maxNames = 1000

// New makes an analyser. It reports all faults of the options at once.
//
// The analyser covers the command lines of shell tools, see package
// internal/shell, and the tools that [NewAnalyzer] names. It is safe for
// concurrent use.
func New(opts Options) (decision.Analyzer, error) {
	rows, err := opts.rows()
	if err := errors.Join(opts.validate(), err); err != nil {
		return nil, err
	}
	return newAnalyzer(opts, command.Core().With(rows)), nil
}

// rows reads the operator's rows of command knowledge.
func (o Options) rows() ([]command.Row, error) {
	var all []command.Row
	var errs []error
	for _, file := range o.Commands {
		rows, err := command.Parse(file.Name, file.Data)
		all, errs = append(all, rows...), append(errs, err)
	}
	return all, errors.Join(errs...)
}

func (o Options) validate() error {
	var errs []error
	for _, list := range []struct {
		name  string
		names []string
	}{{"wrappers", o.Wrappers}, {"hosts", o.Hosts}, {"domains", o.Domains}} {
		if len(list.names) > maxNames {
			errs = append(errs, fmt.Errorf("%s: more than %d names", list.name, maxNames))
			continue
		}
		for i, name := range list.names {
			if name == "" || strings.ContainsAny(name, " \t\n/\\:\"'$`") {
				errs = append(errs, fmt.Errorf("%s[%d] %.80q: not a plain name", list.name, i, name))
			}
		}
	}
	return errors.Join(errs...)
}
