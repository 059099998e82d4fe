package effect

import (
	"os"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// everything is the pattern of all files below a directory, hidden ones as
// well, as find(1) names them.
const everything = "**"

// maxSearched bounds the directories below the root of a search in which an
// environment file is looked for.
const maxSearched = 64

// searches looks at a read of whole trees in which no name was told: what it
// shows of the secrets in them, and what it looks for in the whole project.
func (s *sight) searches(a *shell.Act, at spot) {
	all := a.Search&command.SearchesAll != 0 || at.pattern == everything || strings.HasSuffix(at.pattern, "/"+everything)
	if a.Do != command.Read || !all || at.Err != nil || a.Search&command.ShowsNames != 0 {
		return
	}
	if a.Search&command.SearchesSecrets != 0 && slices.Contains(s.scope.projects, at.Path) {
		s.emit(a, decision.Effect{Kind: decision.Reads, Target: at.name(), Zone: at.Zone, Concern: "looks for secrets in all files"})
	}
	if !at.exists {
		return
	}
	if secret := s.secretIn(at.Path); secret != "" {
		s.emit(a, decision.Effect{Kind: decision.Secrets, Target: secret, Zone: at.Zone, Concern: "is among all files"})
	}
}

// secretIn finds a secret that lies in a directory, or an environment file in
// one of those below.
func (s *sight) secretIn(dir string) string {
	f, err := os.Open(dir)
	if err != nil {
		return "" // the search will fail as well
	}
	defer func() { _ = f.Close() }()
	entries, _ := f.ReadDir(maxListed)
	below := 0
	for _, e := range entries {
		found := strings.TrimSuffix(dir, "/") + "/" + e.Name()
		if e.IsDir() {
			found += "/.env"
			if below++; below > maxSearched || !isThere(found) {
				continue
			}
		}
		if secretFiles().match(found) {
			return found
		}
	}
	return ""
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
