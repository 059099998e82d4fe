package effect

// automaticPaths are files that something runs or obeys without being asked
// again: who writes them decides what happens later. The syntax is that of
// classes.
var automaticPaths = []string{
	// Version control: hooks, filters, aliases.
	".git", ".git/", ".gitmodules", ".gitattributes", ".gitconfig", ".config/git/", ".hg/", ".jj/",
	".husky/", ".githooks/", ".pre-commit-config.yaml", "lefthook.y*ml", ".lefthook.y*ml",
	// Continuous integration.
	".github/workflows/", ".github/actions/", ".gitlab-ci.yml", ".gitlab/", ".circleci/", ".travis.yml", ".drone.yml",
	".woodpecker.y*ml", ".woodpecker/", ".buildkite/", "azure-pipelines.y*ml", "bitbucket-pipelines.yml",
	"appveyor.yml", ".appveyor.yml", "jenkinsfile*", "buildspec.yml", "cloudbuild.yaml", ".tekton/",
	// Run when a project is entered, installed, built or tested.
	".envrc", ".mise.toml", "mise.toml", "package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "binding.gyp",
	"composer.json", "conftest.py", "sitecustomize.py", "usercustomize.py", "*.pth", "setup.py", "noxfile.py",
	"build.rs", ".cargo/config", ".cargo/config.toml", "extconf.rb", "*.gemspec", ".mvn/", "init.gradle*", ".bazelrc",
	// Programs and modules that a project's tools start by name.
	".venv/bin/", "venv/bin/", ".venv/scripts/", "venv/scripts/", "node_modules/.bin/", "vendor/bin/", ".direnv/", "git~1/",
	// Editors.
	".vscode/", "*.code-workspace", ".idea/", ".devcontainer/", ".devcontainer.json", ".dir-locals.el", ".exrc", ".vimrc", ".nvimrc",
	".config/nvim/", ".vim/", ".emacs", ".emacs.d/", ".config/emacs/", ".nvim.lua",
	// Agent harnesses and this guard.
	".claude/", ".claude.json", ".cursor/", ".codex/", ".gemini/", ".windsurf/", ".continue/", ".aider.conf.yml",
	".mcp.json", ".opencode/", "opencode.json", ".roo/", ".cline/", ".supervisor/",
	// Shells and what starts with a session.
	".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin",
	".zlogout", ".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", ".config/fish/", ".xinitrc", ".xprofile", ".xsession",
	".pam_environment", ".config/environment.d/", ".tmux.conf", ".gdbinit", ".lldbinit", ".pythonrc", ".irbrc", ".psqlrc", ".curlrc", ".wgetrc",
	".ssh/config", ".ssh/authorized_keys*", ".ssh/rc", ".ssh/environment",
	".config/autostart/", ".config/systemd/", ".local/share/systemd/", "library/launchagents/", "library/launchdaemons/",
	// The system's own.
	"crontab", "/etc/cron*", "/etc/cron.d/", "/etc/cron.hourly/", "/etc/cron.daily/", "/etc/cron.weekly/", "/etc/cron.monthly/",
	"/var/spool/cron/", "/var/spool/at/", "/etc/anacrontab",
	"/etc/systemd/", "/lib/systemd/", "/usr/lib/systemd/", "/etc/init.d/", "/etc/rc*", "/etc/profile", "/etc/profile.d/", "/etc/bash.bashrc",
	"/etc/zsh/", "/etc/environment", "/etc/ld.so.preload", "/etc/ld.so.conf*", "/etc/ld.so.conf.d/", "/etc/pam.d/", "/etc/udev/",
	"/etc/xdg/autostart/", "/etc/apt/apt.conf.d/", "/etc/sudoers", "/etc/sudoers.d/",
}

var automaticFiles = newClassesOnce(automaticPaths)
