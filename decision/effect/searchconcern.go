package effect

import (
	"path"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// sought are words in names of files that somebody looks for who is after
// credentials.
var sought = []string{"passw", "passwd", "credential", "secret", "token", "apikey", "api_key", "private", "wallet", "shadow", "keychain", "login", "cookie", "vault", "backup"}

// searchConcern says what speaks against looking for files of a name outside
// of the project.
func searchConcern(at spot) string {
	if at.pattern == "" || at.Zone == decision.ZoneProject || at.Zone == decision.ZoneTemp {
		return ""
	}
	name := strings.ToLower(path.Base(at.pattern))
	for _, word := range sought {
		if strings.Contains(name, word) {
			return "looks for what may hold secrets"
		}
	}
	return ""
}
