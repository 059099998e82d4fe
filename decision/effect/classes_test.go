package effect_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSecretPaths(t *testing.T) {
	t.Parallel()
	secret := []string{
		".env", ".env.local", ".ENV", "deploy/.env.production", "prod.env", ".envrc", "certs/server.pem", "tls/Server.KEY", "id_rsa", "keys/id_ed25519.old",
		"~/.ssh/config", "~/.ssh", "~/.aws/credentials", "~/.netrc", "~/.netrc.bak", "~/.netrc~", "id_rsa.old.gz", "~/.npmrc", "~/.git-credentials", "~/.pgpass", "~/.kube/config",
		"~/.bash_history", "~/.gnupg/pubring.kbx", "~/.mozilla/firefox/a.default/logins.json", "~/.config/google-chrome/Default/Login Data",
		"~/Library/Keychains/login.keychain-db", "~/.docker/config.json", "~/.config/gh/hosts.yml", "~/.claude/.credentials.json",
		"/etc/shadow", "/etc/shadow-", "/proc/1/environ", "/run/secrets/db", "infra/terraform.tfstate", "config/master.key",
	}
	harmless := []string{
		".env.example", ".env.sample", "app/.env.template", "environment.md", "src/env.go", "docs/ssh.md", "keyboard.go", "monkey", "src/ssh/x.go",
		"aws/credentials.md", "notes/etc/shadow", "x.pem.md", "dotenv", "src/credentials/form.go",
	}
	for want, paths := range map[bool][]string{true: secret, false: harmless} {
		for _, path := range paths {
			got := kinds(analyze(t, projectScope(t), "Read", params{"path": path}))
			assert.Equal(t, want, len(got) > 1 && got[1] == "secrets", "%s: %v", path, got)
			assert.Equal(t, "reads", got[0], path)
		}
	}
}

func TestSecretPathThatDoesNotResolve(t *testing.T) {
	t.Parallel()
	assert.Equal(t, []string{"reads", "secrets", "opaque"}, kinds(analyze(t, projectScope(t), "Read", params{"path": "/proc/self/environ"})))
}

func TestWritesToWhatRunsByItself(t *testing.T) {
	t.Parallel()
	automatic := []string{
		".git/hooks/pre-commit", ".git/config", "sub/.git/HEAD", ".github/workflows/ci.yml", ".GitHub/Workflows/ci.yml", ".gitlab-ci.yml",
		"tests/conftest.py", "build.rs", "crates/a/build.rs", "package.json", ".vscode/tasks.json", ".claude/settings.json", ".cursor/rules/a.mdc",
		".mcp.json", "Jenkinsfile", ".husky/pre-push", "setup.py", ".devcontainer/devcontainer.json", ".supervisor/rules.yaml",
		"~/.bashrc", "~/.zshenv", "~/.config/fish/config.fish", "~/.config/autostart/x.desktop", "~/.config/systemd/user/x.service",
		"/etc/crontab", "/etc/cron.d/x", "/var/spool/cron/crontabs/dev", "/etc/profile.d/x.sh", "/etc/systemd/system/x.service",
	}
	harmless := []string{"src/main.go", "README.md", ".gitignore", ".github/CODEOWNERS", "git/hooks.md", "build.rs.md", "package-lock.json", "Makefile", "etc/cron.d/x"}
	for want, paths := range map[bool][]string{true: automatic, false: harmless} {
		for _, path := range paths {
			got := kinds(analyze(t, projectScope(t), "Write", params{"path": path, "content": ""}))
			assert.Equal(t, want, slices.Contains(got, "persistence"), "%s: %v", path, got)
			assert.Equal(t, "overwrites", got[0], path)
			assert.NotContains(t, kinds(analyze(t, projectScope(t), "Read", params{"path": path})), "persistence", "reading runs nothing")
		}
	}
}
