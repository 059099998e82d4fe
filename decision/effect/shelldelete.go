package effect

import (
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// deletion is a file that is removed.
func (s *sight) deletion(a *shell.Act, at spot, e decision.Effect) decision.Effect {
	e.Kind = decision.Deletes
	switch {
	case at.Err != nil:
		e.Concern = "a path that is not known"
	case a.Fresh:
	case s.isVital(a, at):
		e.Irreversible, e.Concern = true, "what everything else lies in"
		if at.Zone == decision.ZoneTemp {
			e.Zone = decision.ZoneSystem
		}
	case at.Zone == decision.ZoneTemp:
		if at.pattern != "" && withinAny(tempDirs, at.Path) && isTempRoot(at.Path) {
			e.Concern = "files of others"
		}
	case at.Zone == decision.ZoneProject && (isRegenerable(at.name()) || !a.Deep && regenerableFiles().match(at.name()) || a.By == "rmdir"): // rmdir(1) takes empty ones only
	default:
		e.Concern = "may not be there again"
		if s.isBeside(a, at) {
			e.Zone, e.Concern = decision.ZoneHome, "lies beside the project, and may not be there again"
		}
	}
	return e
}

// atRoot are directories at the root of a machine that are no project, beside
// those that the system keeps for itself.
var atRoot = []string{"/data", "/home", "/media", "/mnt", "/opt", "/root", "/srv", "/Users", "/Volumes"}

// isBeside reports what is named from the project as its neighbour: work of the
// same person as in a home, wherever projects lie. Who spells the path out from
// the root does not speak of a neighbour.
func (s *sight) isBeside(a *shell.Act, at spot) bool {
	if at.Zone != decision.ZoneSystem || !strings.HasPrefix(a.Word.Text, "../") || at.pattern != "" || isSystemsOwn(at.Path) {
		return false
	}
	for _, project := range s.scope.projects {
		parent := path.Dir(project)
		others := (parent == "/" || parent == "/home" || parent == "/Users") && withinAny(atRoot, at.Path)
		if !others && within(parent, at.Path) && at.Path != parent {
			return true
		}
	}
	return false
}

// isVital reports directories whose loss is the loss of everything: the system,
// a home, a project, or all that is in one of them.
func (s *sight) isVital(a *shell.Act, at spot) bool {
	if isTempRoot(at.Path) && at.pattern == "" {
		return true
	}
	everything := at.pattern == "" || strings.HasPrefix(at.pattern, "*") && strings.Trim(at.pattern, "*/.") == ""
	if !everything || at.pattern != "" && !a.Deep {
		return false
	}
	for _, dir := range s.vitalDirs() {
		if within(at.Path, dir) {
			return true
		}
	}
	base := path.Base(at.Path)
	return base == ".git" || at.Zone == decision.ZoneHome && a.Deep && strings.HasPrefix(base, ".") && at.pattern == ""
}

func (s *sight) vitalDirs() []string {
	dirs := s.scope.projects
	if s.scope.homeReal != "" {
		dirs = append(dirs[:len(dirs):len(dirs)], s.scope.homeReal)
	}
	return append(dirs[:len(dirs):len(dirs)], "/etc", "/usr", "/var/lib", "/boot")
}

func isTempRoot(p string) bool {
	for _, dir := range tempDirs {
		if p == dir {
			return true
		}
	}
	return false
}
