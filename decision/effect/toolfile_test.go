package effect_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// harmless reports whether nothing speaks against a call: it was seen whole, and
// it only reads, or makes and changes what is in the project or the agent's own.
func harmless(e decision.Effects) bool {
	return !e.Opaque() && !slices.ContainsFunc(e.List, func(one decision.Effect) bool {
		switch one.Kind {
		case decision.Reads, decision.Network, decision.ExecutesProject:
			return one.Concern != ""
		case decision.Creates, decision.Overwrites, decision.Deletes:
			return one.Concern != "" || one.Irreversible || one.Zone != decision.ZoneProject && one.Zone != decision.ZoneNone
		}
		return true
	})
}

const home, project = "/home/dev/", "/home/dev/project/"

// testCall is a call and what it has to show: "routine", or kinds of effect
// and "opaque", each of which must be there.
type testCall struct {
	tool   string
	params params
	want   string
}

func checkCalls(t *testing.T, calls []testCall) {
	t.Helper()
	for _, call := range calls {
		got := analyze(t, projectScope(t), call.tool, call.params)
		if call.want == "routine" {
			assert.True(t, harmless(got), "%s %v: %+v", call.tool, call.params, got)
			continue
		}
		assert.False(t, harmless(got), "%s %v: %+v", call.tool, call.params, got)
		for want := range strings.FieldsSeq(call.want) {
			if want != "person" {
				assert.Contains(t, kinds(got), want, "%s %v", call.tool, call.params)
			}
		}
	}
}

func TestFileTools(t *testing.T) {
	t.Parallel()
	checkCalls(t, []testCall{
		{"Read", params{"file_path": project + "main.go"}, "routine"},
		{"Grep", params{"pattern": "TODO"}, "routine"},
		{"Read", params{"file_path": project + "app/[slug]/[...rest]/page.tsx"}, "routine"},
		{"Read", params{"file_path": project + "secrets/store.go"}, "routine"},
		{"Read", params{"file_path": project + ".en[v]"}, "secrets"},
		{"Read", params{"file_path": project + ".*"}, "opaque"},
		{"Read", params{"file_path": project + "{.env,a}"}, "opaque"},
		{"Read", params{"file_path": project + ".envs/prod"}, "secrets"},
		{"Read", params{"file_path": project + "secrets/db.txt"}, "secrets"},
		{"Read", params{"file_path": project + "client_secret_1.json"}, "secrets"},
		{"Write", params{"file_path": project + ".venv/bin/python", "content": "x"}, "persistence"},
		{"Grep", params{"pattern": "x", "path": "/home/dev"}, "secrets"},
		{"Grep", params{"pattern": "x", "path": "/"}, "secrets"},
		{"apply_patch", params{"patch": "diff --git a/.env b/a\ncopy from .env\ncopy to a\n"}, "secrets"},
		{"Grep", params{"pattern": "TODO", "path": project + "src", "glob": "*.go", "output_mode": "content", "-n": true}, "routine"},
		{"Glob", params{"pattern": "**/*.go"}, "routine"},
		{"filesystem.search_files", params{"path": project, "pattern": "*.md"}, "routine"},
		{"delete_file", params{"path": project + "build/app"}, "routine"},
		{"delete_file", params{"path": project + "x/__pycache__/a.pyc"}, "routine"},
		{"move_file", params{"source": project + "a.go", "destination": project + "b.go"}, "routine"},
		{"copy_file", params{"source": project + "a.go", "destination": project + "b.go"}, "routine"},
		{"mkdir", params{"path": project + "docs"}, "routine"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Update File: main.go\n@@\n-a\n+b\n*** End Patch"}, "routine"},
		{"apply_patch", params{"patch": "--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n"}, "routine"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-a\n+b\n*** End Patch"}, "routine"},

		{"delete_file", params{"path": project + "main.go"}, "deletes"},
		{"filesystem.delete", params{"path": home, "recursive": true}, "deletes"},
		{"move_file", params{"source": project + "a.go", "destination": "/etc/cron.d/a"}, "persistence"},
		{"move_file", params{"source": home + ".ssh/id_rsa", "destination": project + "k"}, "secrets"},
		{"copy_file", params{"source": home + ".ssh/id_rsa", "destination": project + "k"}, "reads secrets"},
		{"move_file", params{"source": project + "a.go"}, "opaque"},
		{"Glob", params{"pattern": "/home/eve/**/*.conf"}, "person"},
		{"Glob", params{"pattern": "../*.key"}, "secrets"},
		{"Grep", params{"pattern": "x", "glob": "**/.env"}, "secrets"},
		{"Grep", params{"pattern": "x", "path": home + ".aws"}, "secrets"},
		{"Read", params{"file_path": "/etc/passwd"}, "reads"},
		{"Read", params{"file_path": home + ".config/unknown/state"}, "reads"},
		{"Read", params{"file_path": home + "Documents/letter.odt"}, "reads"},
		{"Read", params{"file_path": "/home/eve/x"}, "reads"},
		{"Read", params{"file_path": home + ".bash_history"}, "secrets"},
		{"Write", params{"file_path": project + "config/production.yaml", "content": "a: 1"}, "overwrites"},
		{"Write", params{"file_path": project + "keys.go", "content": `const k = "ghp_` + strings.Repeat("a1B2", 10) + `"`}, "secrets"},
		{"MultiEdit", params{"file_path": project + "a", "edits": []any{params{"old_string": "a", "new_string": "token: ghp_" + strings.Repeat("a1B2", 10)}}}, "secrets"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Add File: k\n+ghp_" + strings.Repeat("a1B2", 10) + "\n*** End Patch"}, "secrets"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Delete File: main.go\n*** End Patch"}, "deletes"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Add File: ../../x\n+a\n*** End Patch"}, "person"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Add File: .git/hooks/pre-commit\n+a\n*** End Patch"}, "persistence"},
		{"apply_patch", params{"input": "rm everything"}, "opaque"},
		{"apply_patch", params{}, "opaque"},
		{"apply_patch", params{"input": "*** Begin Patch\n*** Delete File: big.md\n*** Add File: big.md\n+a\n*** End Patch"}, "overwrites"},
	})
}

func TestSamplesAreToldFromLiveSecrets(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]bool{
		"key = AKIAIOSFODNN7EXAMPLE":                            false,
		"sk_test_" + strings.Repeat("4eC39Hq", 4):               false,
		"export TOKEN=<your token>":                             false,
		"password: ${DB_PASSWORD}":                              false,
		"API_KEY = os.environ['API_KEY']":                       false,
		`password = "placeholder-prod-db-pass"`:                 true,
		"aws = AKIA1B4DRIK4AQQZ5XYZ":                            true,
		`herokuKey := "01234567-89ab-4cde-8f01-23456789abcd"`:   true,
		`requestID := "01234567-89ab-4cde-8f01-23456789abcd"`:   false,
		"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0=": true,
	} {
		got := analyze(t, projectScope(t), "Write", params{"file_path": project + "a.txt", "content": content})
		assert.Equal(t, want, slices.Contains(kinds(got), "secrets"), content)
		for _, e := range got.List {
			assert.NotContains(t, e.Segment, "AKIA1B4", "a secret is not quoted")
		}
	}
}

func TestAReplacementTellsBothSizes(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	require.NoError(t, os.WriteFile(dir+"/big.md", make([]byte, 3000), 0o600))
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{dir}, WorkingDir: dir})
	got := analyze(t, scope, "apply_patch", params{"input": "*** Begin Patch\n*** Delete File: big.md\n*** Add File: big.md\n+" + strings.Repeat("a", 999) + "\n*** End Patch"})
	require.Len(t, got.List, 1)
	assert.Equal(t, decision.Overwrites, got.List[0].Kind)
	assert.Contains(t, got.List[0].Concern, "3000 bytes become 1000")
	assert.True(t, got.List[0].Irreversible)
}

// TestWhatKeepsTheAgentInCheck tells a write to the harness's settings from a
// read of them, and from files that are only called like it.
func TestWhatKeepsTheAgentInCheck(t *testing.T) {
	t.Parallel()
	guarded := []string{
		".claude/settings.json", ".claude/settings.local.json", ".claude/hooks/guard.sh", "~/.claude/settings.json", ".cursor/hooks.json", "~/.codex/config.toml",
		".gemini/settings.json", "sup7.yaml", "sub/sup7.yaml", ".supervisor/rules/a.yml", ".github/hooks/pre.json", ".mcp.json",
	}
	for _, path := range guarded {
		assert.Contains(t, kinds(analyze(t, projectScope(t), "Write", params{"path": path, "content": "{}"})), "self_tamper", path)
		assert.Contains(t, kinds(analyze(t, projectScope(t), "Edit", params{"path": path, "old_string": "a", "new_string": "b"})), "self_tamper", path)
		assert.NotContains(t, kinds(analyze(t, projectScope(t), "Read", params{"path": path})), "self_tamper", path)
	}
	backup := analyze(t, projectScope(t), "copy_file", params{"source": "~/.claude/settings.json", "destination": "~/backup/settings.json"})
	assert.NotContains(t, kinds(backup), "self_tamper", "it is the source, not the target")
	for _, path := range []string{"/tmp/.plan-review-bypass", "docs/settings.json", "src/hooks/useState.ts", "claude/settings.json"} {
		assert.NotContains(t, kinds(analyze(t, projectScope(t), "Write", params{"path": path, "content": ""})), "self_tamper", path)
	}
}
