package effect_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

type params = map[string]any

func projectScope(t testing.TB) *effect.Scope {
	return newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev", WorkingDir: "/home/dev/project"})
}

func analyze(t testing.TB, scope *effect.Scope, tool string, p params) decision.Effects {
	t.Helper()
	call, err := (&decision.Call{Tool: tool, Params: p}).Normalize()
	require.NoError(t, err)
	return effect.NewAnalyzer(scope).Analyze(t.Context(), call)
}

// kinds lists the kinds of effect, and "opaque" when the call is.
func kinds(e decision.Effects) []string {
	var list []string
	for _, one := range e.List {
		list = append(list, string(one.Kind))
	}
	if e.Opaque() {
		list = append(list, "opaque")
	}
	return list
}

func TestAnalyzerKnowsFileToolsByName(t *testing.T) {
	t.Parallel()
	content := params{"path": "/home/dev/project/new", "content": "x"}
	path := params{"path": "/home/dev/project/new"}
	tests := map[string]struct {
		params params
		tools  []string
	}{
		"reads": {path, []string{
			"Read", "read_file", "fs.read", "file.read", "files.get", "filesystem.read_file", "mcp__filesystem__read_text_file",
			"READ_FILE", "NotebookRead", "LS", "list_dir", "fs.list", "mcp__filesystem__list_directory", "mcp__fs__list",
		}},
		"overwrites": {content, []string{"Write", "write_file", "fs.write", "filesystem.write_file", "mcp__filesystem__write_file"}},
		"creates":    {content, []string{"create_file", "fs.create"}},
		"deletes":    {path, []string{"fs.delete", "delete_file", "filesystem.delete_directory", "mcp__filesystem__remove"}},
		"opaque": {path, []string{
			"acme.read", "mcp__acme__read", "mcp__filesystem", "acme.fs.read", "mcp__filesystem__x__read", "list", "get", "Bash", "Read ", "ｒead",
			"fs.", ".read", "fs/read", "reads", "readfiler",
		}},
	}
	for want, tt := range tests {
		for _, tool := range tt.tools {
			t.Run(tool, func(t *testing.T) {
				t.Parallel()
				assert.Equal(t, []string{want}, kinds(analyze(t, projectScope(t), tool, tt.params)))
			})
		}
	}
}

func TestAnalyzerSaysWhyItDoesNotKnow(t *testing.T) {
	t.Parallel()
	got := analyze(t, projectScope(t), "acme.read", params{"path": "/home/dev/project/x"})
	assert.False(t, got.Covered)
	assert.Equal(t, []decision.Gap{{Reason: "unknown tool", Segment: "acme.read"}}, got.Gaps)
}

func TestAnalyzerParameters(t *testing.T) {
	t.Parallel()
	const file = "/home/dev/project/x"
	tests := map[string]struct {
		tool   string
		params params
		gap    string // empty: covered
	}{
		"read with a range":        {"Read", params{"file_path": file, "offset": 1, "limit": 20}, ""},
		"edit":                     {"Edit", params{"file_path": file, "old_string": "a", "new_string": "b", "replace_all": true}, ""},
		"several edits":            {"MultiEdit", params{"file_path": file, "edits": []any{params{"old_string": "a", "new_string": "b"}}}, ""},
		"notebook":                 {"NotebookEdit", params{"notebook_path": file, "new_source": "1", "edit_mode": "replace"}, ""},
		"list with patterns":       {"LS", params{"path": file, "ignore": []any{"*.o"}}, ""},
		"many files":               {"read_multiple_files", params{"paths": []any{file, "y"}}, ""},
		"directory":                {"create_directory", params{"path": file + "/new"}, ""},
		"unknown parameter":        {"Read", params{"file_path": file, "then": "rm"}, "unknown parameter"},
		"path in another case":     {"Read", params{"Path": file}, "unknown parameter"},
		"destination":              {"fs.write", params{"path": file, "content": "", "destination": "/etc/x"}, "unknown parameter"},
		"mode of a write":          {"fs.write", params{"path": file, "content": "", "mode": "a"}, "unknown parameter"},
		"unknown key in an edit":   {"MultiEdit", params{"file_path": file, "edits": []any{params{"path": "/etc/x"}}}, "parameter is not of the expected type"},
		"edit that is no object":   {"MultiEdit", params{"file_path": file, "edits": []any{"x"}}, "parameter is not of the expected type"},
		"number as a text":         {"Read", params{"file_path": file, "limit": "20"}, "parameter is not of the expected type"},
		"flag as a text":           {"fs.write", params{"path": file, "content": "", "append": "true"}, "parameter is not of the expected type"},
		"content as an object":     {"fs.write", params{"path": file, "content": params{}}, "parameter is not of the expected type"},
		"path as a list":           {"Read", params{"path": []any{file}}, "parameter is not of the expected type"},
		"path as a number":         {"Read", params{"path": 5}, "parameter is not of the expected type"},
		"path as null":             {"Read", params{"path": nil}, "parameter is not of the expected type"},
		"no path":                  {"Read", params{}, "no parameter names a path"},
		"no path in the list":      {"read_multiple_files", params{"paths": []any{}}, "no parameter names a path"},
		"two paths":                {"Read", params{"path": file, "file_path": "/etc/passwd"}, "more than one parameter names the path"},
		"path that does not exist": {"Read", params{"path": "~bob/x"}, "path starts in the home of another user"},
		"one bad path of many":     {"read_multiple_files", params{"paths": []any{file, ""}}, "path is empty"},
		"too many paths":           {"read_multiple_files", params{"paths": make2000(file)}, "more paths than are looked at"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := analyze(t, projectScope(t), tt.tool, tt.params)
			if tt.gap == "" {
				assert.Empty(t, got.Gaps)
				assert.False(t, got.Opaque())
				assert.NotEmpty(t, got.List)
				return
			}
			require.True(t, got.Opaque())
			var reasons []string
			for _, gap := range got.Gaps {
				reasons = append(reasons, gap.Reason)
			}
			assert.Contains(t, reasons, tt.gap)
		})
	}
}

func make2000(path string) []any {
	list := make([]any, 2000)
	for i := range list {
		list[i] = path
	}
	return list
}

func TestAnalyzerShowsTargetZoneAndSegment(t *testing.T) {
	t.Parallel()
	got := analyze(t, projectScope(t), "fs.write", params{"path": "/home/dev/project/../other/x", "content": ""})
	assert.Equal(t, []decision.Effect{{
		Kind: decision.Overwrites, Target: "/home/dev/other/x", Zone: decision.ZoneHome, Segment: "path=/home/dev/project/../other/x",
	}}, got.List)

	got = analyze(t, projectScope(t), "fs.read", params{"path": "/" + strings.Repeat("ä", 4000)})
	require.Len(t, got.Gaps, 1)
	assert.LessOrEqual(t, len(got.Gaps[0].Segment), 200)
	assert.LessOrEqual(t, len(got.List[0].Target), 200)
	assert.True(t, json.Valid([]byte(`"`+got.Gaps[0].Segment+`"`)))
}

func TestAnalyzerCreatesOnlyWhereNothingIs(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	require.NoError(t, os.WriteFile(dir+"/old", nil, 0o600))
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{dir}})
	for path, want := range map[string]string{"/old": "overwrites", "/new": "creates", "/old/../new": "creates", "": "overwrites"} {
		got := analyze(t, scope, "create_file", params{"path": dir + path, "content": ""})
		assert.Equal(t, []string{want}, kinds(got), path)
	}
}

func TestAnalyzerDoesNotTrustAnAssumedWorkingDirForWrites(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", AssumedWorkingDir: true})
	assert.Equal(t, []string{"overwrites", "opaque"}, kinds(analyze(t, scope, "Write", params{"path": "x", "content": ""})))
	assert.Equal(t, []string{"overwrites", "opaque"}, kinds(analyze(t, scope, "create_file", params{"path": "x", "content": ""})))
	assert.Equal(t, []string{"overwrites"}, kinds(analyze(t, scope, "Write", params{"path": "/srv/app/x", "content": ""})))
	assert.Equal(t, []string{"reads"}, kinds(analyze(t, scope, "Read", params{"path": "x"})))

	stated := effect.NewAnalyzer(scope).Analyze(t.Context(),
		&decision.Call{Tool: "Write", Params: params{"path": "x", "content": ""}, WorkingDir: "/srv/app/sub"})
	assert.Equal(t, []string{"overwrites"}, kinds(stated))
}

func TestNamingAnAssumedWorkingDirDoesNotMakeItCertain(t *testing.T) {
	t.Parallel()
	for _, assumed := range []bool{true, false} {
		scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, WorkingDir: "/srv/app", AssumedWorkingDir: assumed})
		for _, line := range []string{"rm -rf \"$PWD/node_modules\"", "rm -rf $(pwd)/node_modules", "cd \"$PWD\" && rm -rf node_modules"} {
			assert.Equal(t, assumed, analyze(t, scope, "Bash", params{"command": line}).Opaque(), line)
		}
		for _, line := range []string{"cat \"$PWD/go.mod\"", "rm -rf /srv/app/node_modules"} {
			assert.False(t, analyze(t, scope, "Bash", params{"command": line}).Opaque(), line)
		}
	}
}

func TestAnalyzerFollowsLinksToSecrets(t *testing.T) {
	t.Parallel()
	dir := tempDir(t)
	mkdir(t, dir+"/.ssh", dir+"/app")
	link(t, dir+"/.ssh", dir+"/app/notes")
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{dir}})
	assert.Equal(t, []string{"reads", "secrets"}, kinds(analyze(t, scope, "Read", params{"path": dir + "/app/notes/a"})))
}

func TestAnalyzerWithoutAScope(t *testing.T) {
	t.Parallel()
	got := analyze(t, nil, "Read", params{"path": "/srv/app/x"})
	require.Len(t, got.List, 1)
	assert.Equal(t, decision.ZoneSystem, got.List[0].Zone)
}
