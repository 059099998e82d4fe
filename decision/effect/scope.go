package effect

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// ScopeOptions says which directories are the operator's. The zero value is a
// scope without a project, in which no path is in [decision.ZoneProject].
type ScopeOptions struct {
	// ProjectDirs are absolute, or start with "~/". They need not exist. The
	// root directory, an empty and a relative path are faults.
	ProjectDirs []string
	// Home is what "~" stands for. Empty: unknown, and "~" does not resolve.
	Home string
	// WorkingDir is where relative paths start when the call does not say.
	// Empty: unknown, and relative paths do not resolve.
	WorkingDir string
	// AssumedWorkingDir says that WorkingDir is a default that nobody stated
	// for the agent. See [Location.Assumed].
	AssumedWorkingDir bool
}

// Scope is where the operator's directories are. It is immutable and safe for
// concurrent use.
type Scope struct {
	projects   []string // resolved
	home       string   // as given, clean; empty: unknown
	homeReal   string   // resolved; empty: unknown, or the root directory
	workingDir string
	assumed    bool
}

// NewScope checks and resolves the directories. It reports all faults at once.
func NewScope(opts ScopeOptions) (*Scope, error) {
	s := &Scope{assumed: opts.AssumedWorkingDir}
	var errs []error
	if err := s.setHome(opts.Home); err != nil {
		errs = append(errs, err)
	}
	for i, dir := range opts.ProjectDirs {
		real, err := s.projectDir(dir)
		if err != nil {
			errs = append(errs, fmt.Errorf("project_dirs[%d] %.80q: %w", i, dir, err))
			continue
		}
		s.projects = append(s.projects, real)
	}
	if opts.WorkingDir != "" {
		dir, err := s.absolute(opts.WorkingDir)
		if err != nil {
			errs = append(errs, fmt.Errorf("working_dir %.80q: %w", opts.WorkingDir, err))
		}
		s.workingDir = dir
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s, nil
}

// inProject is the path below the project it is in; of the innermost, if
// projects lie in one another. Of others it is empty.
func (s *Scope) inProject(real string) string {
	below, found := real, false
	for _, dir := range s.projects {
		if within(dir, real) && (!found || len(real)-len(dir) < len(below)) {
			below, found = strings.TrimPrefix(real[len(dir):], "/"), true
		}
	}
	if !found {
		return ""
	}
	return below
}

func (s *Scope) setHome(home string) error {
	if home == "" {
		return nil
	}
	if !path.IsAbs(home) {
		return fmt.Errorf("home %.80q: not an absolute path", home)
	}
	real, err := resolve(home)
	if err != nil {
		return fmt.Errorf("home %.80q: %w", home, err)
	}
	s.home = path.Clean(home)
	if real.path != "/" {
		s.homeReal = real.path
	}
	return nil
}

func (s *Scope) projectDir(dir string) (string, error) {
	absolute, err := s.absolute(dir)
	if err != nil {
		return "", err
	}
	real, err := resolve(absolute)
	if err != nil {
		return "", err
	}
	if real.path == "/" {
		return "", errors.New("the root directory holds everything: name the project's own directory")
	}
	return real.path, nil
}

// absolute expands "~" and refuses what is still relative.
func (s *Scope) absolute(dir string) (string, error) {
	if err := checkText(dir); err != nil {
		return "", err
	}
	expanded, err := s.expandHome(dir)
	if err != nil {
		return "", err
	}
	if !path.IsAbs(expanded) {
		return "", errors.New("not an absolute path: start it with / or ~/")
	}
	return expanded, nil
}

func (s *Scope) expandHome(text string) (string, error) {
	switch {
	case !strings.HasPrefix(text, "~"):
		return text, nil
	case text != "~" && !strings.HasPrefix(text, "~/"):
		return "", errForeignHome
	case s.home == "":
		return "", errNoHome
	}
	return s.home + text[1:], nil
}

// tempDirs are where systems keep temporary files. The list is fixed, and
// does not follow TMPDIR, which an agent may set: Linux, then macOS behind its
// links.
var tempDirs = []string{
	"/tmp", "/var/tmp", "/dev/shm",
	"/private/tmp", "/private/var/tmp", "/private/var/folders",
}

// zone names the innermost of the operator's directories that holds a
// resolved path. A project wins over the home or temporary directory that it
// lies in.
func (s *Scope) zone(real string) decision.Zone {
	switch {
	case withinAny(s.projects, real):
		return decision.ZoneProject
	case s.homeReal != "" && within(s.homeReal, real):
		return decision.ZoneHome
	case withinAny(tempDirs, real):
		return decision.ZoneTemp
	}
	return decision.ZoneSystem
}

func withinAny(dirs []string, real string) bool {
	for _, dir := range dirs {
		if within(dir, real) {
			return true
		}
	}
	return false
}

// within compares clean paths on a path boundary: /srv/app holds /srv/app/x
// and itself, not /srv/app2.
func within(dir, real string) bool {
	if dir == "/" {
		return true
	}
	return strings.HasPrefix(real, dir) && (len(real) == len(dir) || real[len(dir)] == '/')
}

// ProjectDirs returns the project directories, resolved.
func (s *Scope) ProjectDirs() []string { return slices.Clone(s.projects) }
