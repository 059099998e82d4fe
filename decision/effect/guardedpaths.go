package effect

import (
	"slices"
	"sync"
)

// supervisorFile is the config that the supervisor reads by name in the
// directory where it is started.
const supervisorFile = "sup7.yaml"

// guardedPaths hold what keeps an agent in check: the settings and hooks of
// its harness, and the guard's own files. Who writes them can switch it off.
// Each entry is where its program's manual says that it looks. The syntax is
// that of classes.
var guardedPaths = []string{
	".claude/settings*.json", ".claude/hooks/", ".claude.json", "/etc/claude-code/", "library/application support/claudecode/managed-settings*.json",
	".cursor/hooks.json", ".cursor/hooks/", ".cursor/permissions.json", ".cursor/mcp.json", ".cursor/sandbox.json",
	".codex/config.toml", ".codex/hooks.json", ".codex/rules/", ".codex/requirements.toml", "/etc/codex/",
	".gemini/settings.json", ".gemini/policies/", ".gemini/hooks/", "/etc/gemini-cli/",
	".config/opencode/", "opencode.json", "opencode.jsonc", ".opencode/plugin/", ".opencode/plugins/",
	".windsurf/hooks.json", ".codeium/windsurf/hooks.json", ".config/goose/config.yaml", ".config/goose/permission.yaml",
	".copilot/config.json", ".github/hooks/", ".qwen/settings.json", ".factory/settings.json", ".roo/mcp.json", ".mcp.json",
	".supervisor/", "sup7.yml", "sup7-decisions.jsonl", ".config/supervisor/",
}

// harnessDirs are where agent harnesses keep their settings, in a project and
// in the home, and harnessFiles what they call the part that decides what an
// agent may do. Together they name more than there is: what one harness has,
// another gets.
var (
	harnessDirs = []string{
		".agents", ".aider", ".amazonq", ".amp", ".antigravity", ".augment", ".claude", ".cline", ".clinerules", ".codebuddy", ".codex", ".continue", ".copilot", ".crush",
		".cursor", ".devin", ".droid", ".factory", ".forge", ".gemini", ".goose", ".iflow", ".junie", ".kilocode", ".kimi", ".kiro", ".opencode", ".openhands", ".pi", ".qoder",
		".qwen", ".roo", ".rovodev", ".tabnine", ".trae", ".warp", ".windsurf", ".zencoder",
	}
	harnessFiles = []string{
		"hooks*", "hooks/", "*hooks.json", "settings*", "settings/", "permissions*", "permissions/", "policies/", "policy*", "config*", "mcp*", "plugins/", "extensions/", "sandbox*",
		"allowlist*", "denylist*", "rules.json", "approvals*", "trusted*",
	}
)

// harnessPaths are all files of harnessFiles in all harnessDirs.
func harnessPaths() []string {
	list := make([]string, 0, len(harnessDirs)*len(harnessFiles))
	for _, dir := range harnessDirs {
		for _, file := range harnessFiles {
			list = append(list, dir+"/"+file)
		}
	}
	return list
}

// livePaths are settings of what is in production.
var livePaths = []string{
	"prod.y*ml", "production.y*ml", "prod.json", "production.json", "prod.toml", "production.toml", "prod.conf", "production.conf", "production.rb",
	"*-prod.y*ml", "*-production.y*ml", "*.prod.y*ml", "*.production.y*ml", "*_prod.y*ml", "*_production.y*ml", "values-prod*.y*ml", "*.prod.json", "*.production.json",
	"environments/prod/", "environments/production/", "overlays/prod/", "overlays/production/", "envs/prod/", "envs/production/",
}

var (
	guardedFiles = sync.OnceValue(func() *classes { return newClasses(slices.Concat(guardedPaths, harnessPaths()), nil) })
	liveFiles    = newClassesOnce(livePaths)
)
