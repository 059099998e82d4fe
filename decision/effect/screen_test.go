package effect_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// guardedText is a path that nothing may write, and a patch that does.
const guardedText = ".claude/settings.json"

var guardedPatch = "*** Begin Patch\n*** Add File: " + guardedText + "\n+{}\n*** End Patch"

// holdScreen holds what the analyser says without analysing against what it finds.
func holdScreen(t *testing.T, analyzer decision.Analyzer, c decision.Call) (screened bool) {
	t.Helper()
	screener, ok := analyzer.(decision.Screener)
	require.True(t, ok)
	tampers := slices.ContainsFunc(analyzer.Analyze(t.Context(), &c).List, func(e decision.Effect) bool { return e.Kind == decision.SelfTamper })
	screened = !screener.MayTamper(&c)
	assert.False(t, screened && tampers, "%s %v tampers, and nobody looks", c.Tool, c.Params)
	return screened
}

// TestWhatIsNotLookedAtDoesNotTamper gives a path that nothing may write to every
// parameter of every kind of tool, alone and two at a time.
func TestWhatIsNotLookedAtDoesNotTamper(t *testing.T) {
	t.Parallel()
	analyzer := effect.NewAnalyzer(projectScope(t))
	names := []string{
		"path", "paths", "file_path", "file", "files", "source", "from", "old_path", "destination", "to", "new_path", "target", "dir", "directory",
		"pattern", "glob", "include", "content", "new_string", "input", "patch", "diff", "command", "sql", "url", "data", "anything",
	}
	reads := map[string]bool{
		"Read": true, "fs.read": true, "fs.list": true, "mcp__filesystem__read_text_file": true, "LS": true, "Grep": true, "Glob": true, "fs.search": true,
		"read_multiple_files": true, "NotebookRead": true, "fs.pwd": true,
		"fs.copy": false, "CopyFile": false, "Write": false, "Edit": false, "fs.create": false, "fs.mkdir": false, "fs.delete": false, "fs.move": false,
		"apply_patch": false, "Bash": false, "fs.exec": false, "files.run": false, "fetch": false, "postgres.query": false, "git.commit": false, "notes.save": false, "frobnicate": false,
	}
	for tool, want := range reads {
		for _, one := range names {
			for _, other := range names {
				for _, value := range []any{guardedText, []any{guardedText}, guardedPatch, "echo {} > " + guardedText} {
					c := decision.Call{Tool: tool, Params: params{one: value, other: value}}
					require.Equal(t, want, holdScreen(t, analyzer, c), tool)
				}
			}
		}
	}
}

// FuzzScreen is the same for tools and parameters of any kind.
func FuzzScreen(f *testing.F) {
	for _, tool := range []string{"fs.read", "Read", "fs.copy", "apply_patch", "Bash", "mcp__files__get", "mcp__a__read", "fs.write", ".", "file.list"} {
		f.Add(tool, `{"path":".claude/settings.json","destination":".mcp.json","patch":"*** Begin Patch\n*** Delete File: sup7.yaml\n*** End Patch","command":"rm sup7.yaml"}`)
		f.Add(tool, `{"source":"a","to":".supervisor/x","paths":[".codex/rules/a"],"edits":[{"new_text":"x"}]}`)
	}
	analyzer := effect.NewAnalyzer(projectScope(f))
	f.Fuzz(func(t *testing.T, tool, json string) {
		params, err := decision.ParseParams([]byte(json))
		if err != nil || tool == "" {
			return
		}
		holdScreen(t, analyzer, decision.Call{Tool: tool, Params: params})
	})
}
