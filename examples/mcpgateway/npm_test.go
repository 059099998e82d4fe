package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// npm returns where a file of a package from npm is. Without it the test is
// skipped, or fails where SUP7_REQUIRE names mcp-client. SUP7_NODE_MODULES says
// where npm has installed to.
func npm(t *testing.T, file string) (node, path string) {
	t.Helper()
	node, err := exec.LookPath("node")
	path = filepath.Join(os.Getenv("SUP7_NODE_MODULES"), "@modelcontextprotocol", filepath.FromSlash(file))
	if _, missing := os.Stat(path); err != nil || missing != nil {
		require.NotContains(t, os.Getenv("SUP7_REQUIRE"), "mcp-client", "SUP7_NODE_MODULES must hold @modelcontextprotocol/%s", file)
		t.Skip("there is no node with @modelcontextprotocol/", file, " in SUP7_NODE_MODULES")
	}
	return node, path
}

const (
	filesystemServer = "server-filesystem/dist/index.js"
	npmClient        = "sdk/package.json"
)

// beforeFilesystem is a gateway with the rules of sup7.yaml in front of npm's
// filesystem server, which itself may touch the project and a directory beside it.
func beforeFilesystem(t *testing.T, era string) (s setup, beside string) {
	t.Helper()
	node, server := npm(t, filesystemServer)
	example, err := os.ReadFile("sup7.yaml")
	require.NoError(t, err)
	_, rules, found := strings.Cut(string(example), "\nrules:\n")
	require.True(t, found)
	beside = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(beside, "b.txt"), []byte("text of b"), 0o600))
	return setup{era: era, rules: "rules:\n" + rules, server: []string{node, server, ".", beside}}, beside
}

// TestInFrontOfTheFilesystemServer: what the server itself would do in a directory
// beside the project, the gateway does not let it do.
func TestInFrontOfTheFilesystemServer(t *testing.T) {
	t.Parallel()
	for _, era := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(era, func(t *testing.T) {
			t.Parallel()
			s, beside := beforeFilesystem(t, era)
			g := start(t, s)
			in := func(name string) string { return filepath.Join(g.dir, name) }
			require.NoError(t, os.WriteFile(in("a.txt"), []byte("text of a"), 0o600))

			res, text := g.call(t, "read_text_file", map[string]any{"path": in("a.txt")})
			assert.False(t, res.IsError, text)
			assert.Equal(t, "text of a", text)
			assert.Equal(t, map[string]any{"content": "text of a"}, res.StructuredContent)
			for _, call := range []mcp.CallToolParams{
				{Name: "read_multiple_files", Arguments: map[string]any{"paths": []string{in("a.txt")}}},
				{Name: "list_directory", Arguments: map[string]any{"path": g.dir}},
				{Name: "directory_tree", Arguments: map[string]any{"path": g.dir}},
				{Name: "search_files", Arguments: map[string]any{"path": g.dir, "pattern": "a*"}},
				{Name: "get_file_info", Arguments: map[string]any{"path": in("a.txt")}},
				{Name: "list_allowed_directories"},
				{Name: "create_directory", Arguments: map[string]any{"path": in("d")}},
				{Name: "write_file", Arguments: map[string]any{"path": in("new.txt"), "content": "new"}},
				{Name: "edit_file", Arguments: map[string]any{"path": in("new.txt"), "edits": []map[string]any{{"oldText": "new", "newText": "old"}}}},
				{Name: "move_file", Arguments: map[string]any{"source": in("new.txt"), "destination": in("d/old.txt")}},
			} {
				res, err := g.CallTool(t.Context(), &call)
				require.NoError(t, err)
				assert.False(t, res.IsError, "%s: %v", call.Name, res.Content)
			}
			moved, err := os.ReadFile(in("d/old.txt"))
			require.NoError(t, err)
			assert.Equal(t, "old", string(moved))

			outside := filepath.Join(beside, "new.txt")
			res, text = g.call(t, "write_file", map[string]any{"path": outside, "content": "x"})
			assert.True(t, res.IsError)
			assert.Regexp(t, "^DENIED: write_file did not run.\nWhy: rule 'no-writes-elsewhere' matched; files outside of the project are not written\n"+
				"Without a person you may do what is routine in "+g.dir+" and breaks no rule.\nDo not try to reach the same in another way; .*\nDecision eval-[0-9a-f]+.$", text)
			assert.NoFileExists(t, outside)
			res, text = g.call(t, "move_file", map[string]any{"source": filepath.Join(beside, "b.txt"), "destination": in("b.txt")})
			assert.True(t, res.IsError, text)
			assert.FileExists(t, filepath.Join(beside, "b.txt"))
			res, text = g.call(t, "read_text_file", map[string]any{"path": in(".env")})
			assert.True(t, res.IsError)
			assert.Contains(t, text, "secrets and git's own files are for people")
		})
	}
}

// TestTheClientOfNPM drives the gateway with the client that most hosts have.
func TestTheClientOfNPM(t *testing.T) {
	t.Parallel()
	node, sdk := npm(t, npmClient)
	s, beside := beforeFilesystem(t, "")
	g := prepare(t, s, 0)
	file, outside := filepath.Join(g.dir, "a.txt"), filepath.Join(beside, "new.txt")
	require.NoError(t, os.WriteFile(file, []byte("text of a"), 0o600))
	calls, err := json.Marshal([]mcp.CallToolParams{
		{Name: "read_text_file", Arguments: map[string]any{"path": file}},
		{Name: "write_file", Arguments: map[string]any{"path": outside, "content": "x"}},
	})
	require.NoError(t, err)
	script, err := filepath.Abs("testdata/client.mjs")
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	modules := strings.TrimSuffix(sdk, filepath.FromSlash("@modelcontextprotocol/"+npmClient))
	agent := exec.CommandContext(ctx, node, append([]string{script, modules, string(calls)}, g.cmd.Args...)...)
	agent.Dir, agent.Stderr = g.dir, g.log
	out, err := agent.Output()
	require.NoError(t, err, "%s", g.log)
	var got struct {
		Tools   []string
		Results []struct {
			IsError bool
			Content []struct{ Type, Text string }
		}
	}
	require.NoError(t, json.Unmarshal(out, &got), string(out))
	assert.Contains(t, got.Tools, "read_text_file")
	require.Len(t, got.Results, 2)
	assert.False(t, got.Results[0].IsError)
	assert.Equal(t, "text of a", got.Results[0].Content[0].Text)
	assert.True(t, got.Results[1].IsError)
	require.Len(t, got.Results[1].Content, 1)
	assert.Contains(t, got.Results[1].Content[0].Text, "files outside of the project are not written")
	assert.NoFileExists(t, outside)
}
