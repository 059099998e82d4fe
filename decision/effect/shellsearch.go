package effect

import (
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect/internal/command"
	"github.com/flux7-go/supervisor/decision/effect/internal/shell"
)

// everything is the pattern of all files below a directory, hidden ones as
// well, as find(1) names them.
const everything = "**"

// usualSecrets are where projects keep secrets that are in no repository. What
// is searched without a look at names is searched there as well. Each is one
// of secretPaths.
var usualSecrets = []string{
	".env", ".env.local", ".env.development", ".env.production", ".env.staging", ".env.test", ".envrc", ".netrc", ".git-credentials", ".pypirc",
	"credentials.json", "service-account.json", "auth.json", "secrets.json", "secrets.yml", "secrets.yaml", "secrets.toml",
	"config/master.key", "config/secrets.yml", "terraform.tfstate", "id_rsa", "id_ed25519", "server.key", "key.pem",
	"backend/.env", "frontend/.env", "server/.env", "api/.env", "app/.env", "web/.env",
}

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
	for _, name := range usualSecrets {
		if secret := s.locate(strings.TrimSuffix(at.Path, "/")+"/"+name, ""); secret.Err == nil && secret.exists && s.secrets.match(secret.Path) {
			s.emit(a, decision.Effect{Kind: decision.Secrets, Target: secret.Path, Zone: secret.Zone, Concern: "is among all files"})
		}
	}
}
