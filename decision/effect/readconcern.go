package effect

import (
	"github.com/flux7-go/supervisor/decision"
)

// readConcern says what speaks against reading a path outside of the project:
// it tells about accounts, it is somebody else's, or it is the user's own and
// no file that tools keep for everybody.
func (a *analyzer) readConcern(at Location) string {
	switch {
	case at.Zone == decision.ZoneHome && at.Path != a.scope.homeReal && !shared().match(at.Path) && !harmlessFiles().match(at.Path):
		return "a file of the user, outside the project"
	case at.Zone == decision.ZoneSystem && personal().match(at.Path):
		return "accounts, logs or another user's file"
	case at.Zone == decision.ZoneSystem && !isSystemsOwn(at.Path):
		return "a file outside the project that is not the system's"
	}
	return ""
}

// holdsSecrets reports a directory outside of the project in which secrets lie,
// or what is nobody else's business, at whatever depth.
func (a *analyzer) holdsSecrets(dir string) bool {
	return a.scope.homeReal != "" && within(dir, a.scope.homeReal) || dir == "/" || secretFiles().below(dir) || personal().below(dir)
}
