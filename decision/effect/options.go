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
	// Commands are files of rows that tell what further programs do; see
	// docs/judgment.md. A later file holds instead of an earlier one. Programs
	// that the library knows are a fault, unless their row says so.
	Commands []CommandFile
	// Hosts may be sent data to, and are routine whatever kind of address they
	// are. "*." at the beginning stands for every host below.
	Hosts []string
	// Domains are the operator's own. Their hosts are not public, and mail to
	// them stays inside.
	Domains []string
}

// CommandFile is a file of rows in YAML.
type CommandFile struct {
	Name string // as faults call it
	Text []byte
}

// maxNames bounds each list of names in [Options].
const maxNames = 1000

// New makes an analyser. It reports all faults of the options at once.
//
// The analyser covers the command lines of shell tools, see package
// internal/shell, and the tools that [NewAnalyzer] names. It is safe for
// concurrent use.
func New(opts Options) (decision.Analyzer, error) {
	table := command.Core()
	errs := opts.faults()
	for _, file := range opts.Commands {
		rows, err := command.Parse(file.Name, file.Text)
		if err != nil {
			errs = append(errs, err)
		}
		table = table.With(rows)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return newAnalyzer(opts, table), nil
}

func (o Options) faults() []error {
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
	return errs
}
