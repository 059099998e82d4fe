package effect

import (
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// plainHidden are hidden files and directories of projects that nothing runs
// and nothing obeys but formatters and linters: their settings, lists of names
// to leave out, notes for people, and caches. What is not listed may be the
// settings of anything. The syntax is that of classes.
var plainHidden = newClassesOnce([]string{
	".*ignore", ".gitkeep", ".keep", ".mailmap", ".git-blame-ignore-revs", ".nojekyll", ".well-known/", ".editorconfig",
	".prettierrc*", ".eslintrc*", ".stylelintrc*", ".markdownlint*", ".yamllint*", ".htmlhintrc", ".jshintrc", ".jsbeautifyrc", ".sass-lint.yml", ".textlintrc*",
	".commitlintrc*", ".flake8", ".pylintrc", ".coveragerc", ".isort.cfg", ".style.yapf", ".rubocop*.y*ml", ".reek.yml", ".rspec", ".yardopts", ".golangci.y*ml", ".credo.exs", ".formatter.exs",
	".php-cs-fixer*.php", ".clang-format", ".clang-tidy", ".clangd", ".cmake-format*", ".rustfmt.toml", ".swiftlint.yml", ".swiftformat", ".scalafmt.conf", ".hadolint.yaml", ".vale.ini", ".codespellrc", ".cspell.json",
	".babelrc*", ".browserslistrc", ".swcrc", ".postcssrc*", ".mocharc*", ".nycrc*", ".c8rc*", ".jestrc*", ".size-limit*", ".npmignore", ".nvmrc", ".node-version", ".python-version", ".ruby-version",
	".java-version", ".go-version", ".terraform-version", ".tool-versions", ".env.example", ".env.sample", ".env.template",
	".changeset/", ".storybook/", ".github/*.md", ".github/issue_template/", ".github/pull_request_template/", ".github/labeler.yml", ".github/release.yml", ".claude/plans/", ".claude/agent-memory/",
	".cache/", ".tmp/", ".temp/", ".build/", ".next/", ".nuxt/", ".output/", ".svelte-kit/", ".astro/", ".docusaurus/", ".parcel-cache/", ".turbo/", ".vite/", ".angular/", ".nx/cache/", ".nyc_output/",
	".pytest_cache/", ".mypy_cache/", ".ruff_cache/", ".tox/", ".nox/", ".venv/", ".eggs/", ".hypothesis/", ".ipynb_checkpoints/", ".gradle/caches/", ".dart_tool/", ".stack-work/", ".bloop/", ".metals/",
	".ds_store", ".coverage*", ".eslintcache", ".stylelintcache", ".*.swp",
})

// instructions are files that agents take as orders of their user. The syntax
// is that of classes.
var instructions = newClassesOnce([]string{
	"agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "warp.md", "copilot-instructions.md", "skill.md", "llms.txt",
})

// writeConcern says what speaks against writing a file because of what it is.
func (a *analyzer) writeConcern(at Location) string {
	switch {
	case liveFiles().match(at.Path):
		return "settings of what is in production"
	case instructions().match(at.Path):
		return "what agents take as orders"
	case at.Zone == decision.ZoneProject && isHidden(a.scope.inProject(at.Path)) && !plainHidden().match(at.Path):
		return "a hidden file, which may be the settings of anything"
	}
	return hideout(at)
}

// hideout says what speaks against making a file or directory among those for
// temporary files whose name is dots alone: no program makes such a one, and
// people take it for the directory above. In shared memory, which is on no
// disk, no hidden name is usual.
func hideout(at Location) string {
	if at.Zone != decision.ZoneTemp {
		return ""
	}
	rest, shared := strings.CutPrefix(at.Path, "/dev/shm/")
	if strings.Contains(at.Path+"/", "/.../") || shared && isHidden(rest) {
		return "hidden among temporary files"
	}
	return ""
}

// isHidden reports a path with a name that begins with a dot, and is no dots
// alone: "./..." names all packages to go(1).
func isHidden(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		if strings.HasPrefix(name, ".") && strings.Trim(name, ".") != "" {
			return true
		}
	}
	return false
}
