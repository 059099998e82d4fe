package effect

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

// livePaths are settings of what is in production.
var livePaths = []string{
	"prod.y*ml", "production.y*ml", "prod.json", "production.json", "prod.toml", "production.toml", "prod.conf", "production.conf", "production.rb",
	"*-prod.y*ml", "*-production.y*ml", "*.prod.y*ml", "*.production.y*ml", "*_prod.y*ml", "*_production.y*ml", "values-prod*.y*ml", "*.prod.json", "*.production.json",
	"environments/prod/", "environments/production/", "overlays/prod/", "overlays/production/", "envs/prod/", "envs/production/",
}
