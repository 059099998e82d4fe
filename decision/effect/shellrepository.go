package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// repository is a repository that git only looks at. Its settings may name
// programs that every command runs: core.fsmonitor, filters, diff.external. In
// the project they are the project's; those of a repository that git itself
// has just made are git's, and those that came out of an archive anybody's.
func (s *sight) repository(a *shell.Act, at spot) {
	if !a.Fixed || a.Do != command.List && a.Do != command.Read || !strings.HasPrefix(a.By, "git ") || at.Err != nil {
		return
	}
	if slices.Contains(s.scope.projects, at.Path) {
		return
	}
	s.wasFetched(at.Path) // learns what recent calls have made
	known := at.Zone == decision.ZoneProject || withinAny(s.bare, at.Path)
	if known && !withinAny(s.unpacked, at.Path) {
		return
	}
	s.emit(a, decision.Effect{Kind: decision.ExecutesUnseen, Target: at.Path, Zone: at.Zone, Concern: "a repository whose settings may run programs"})
	s.gap("obeys the settings of a repository that is not the project's", a.Segment)
}

// makesRepository reports an act by which git makes a repository whose settings
// nobody else has written, or a further tree of one that is obeyed anyway. What
// is there already may be somebody's; that of an earlier call is there now.
func (s *sight) makesRepository(a *shell.Act, tree string) bool {
	switch a.By {
	case "git clone", "git worktree add":
		return s.past || !s.locate(tree, "").exists
	case "git init":
		return !s.locate(tree, "").exists
	}
	return false
}
