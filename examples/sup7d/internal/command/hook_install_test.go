package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// installed is the one hook of a settings file.
type installed struct {
	Type, Command, OnFailure string
	Args                     []string
	Timeout                  float64
}

func readInstalled(t *testing.T, path string) installed {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var settings struct {
		Hooks struct {
			PreToolUse []struct {
				Matcher *string
				Hooks   []installed
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &settings), "%s", data)
	require.Len(t, settings.Hooks.PreToolUse, 1, "%s", data)
	require.Len(t, settings.Hooks.PreToolUse[0].Hooks, 1, "%s", data)
	assert.Nil(t, settings.Hooks.PreToolUse[0].Matcher, "for every tool")
	return settings.Hooks.PreToolUse[0].Hooks[0]
}

// TestWhatIsInstalledIsWhatTheHostRuns installs, and runs the entry as a host
// does: without a shell, from a directory of the agent.
func TestWhatIsInstalledIsWhatTheHostRuns(t *testing.T) {
	t.Parallel()
	config, settings := config(t, hookRules), filepath.Join(t.TempDir(), ".claude", "settings.json")
	self, err := os.Executable()
	require.NoError(t, err)
	args := []string{"-c", config, "hook", "install", "--executable", self, "--file", settings, "--host-version"}
	r := run(t, "", append(args, "2.1.295 (Claude Code)")...)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.out, settings)
	assert.Empty(t, r.err)
	entry := readInstalled(t, settings)
	assert.Equal(t, "command", entry.Type)
	assert.True(t, filepath.IsAbs(entry.Command))
	assert.Equal(t, "block", entry.OnFailure)
	assert.Greater(t, entry.Timeout, 30.0, "the host waits longer than the hook judges")
	require.Equal(t, []string{"hook", "claude-code", "-c", config}, entry.Args[:4])
	for command, want := range map[string]string{"ls": "allow", "forbidden": "deny"} {
		decided, _ := process{dir: t.TempDir()}.start(t, hookEvent("auto", "Bash", `{"command":"`+command+`"}`), entry.Args...).permission(t)
		assert.Equal(t, want, decided)
	}

	before, err := os.ReadFile(settings)
	require.NoError(t, err)
	r = run(t, "", append(args, "2.1.295")...)
	assert.Contains(t, r.out, "installed already")
	after, err := os.ReadFile(settings)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))

	r = run(t, "", append(args, "2.1.240", "--wait", "5m", "--agent", "coder", "--headless")...)
	require.Equal(t, 0, r.code, r.err)
	assert.Contains(t, r.err, "older than 2.1.295")
	entry = readInstalled(t, settings)
	assert.Empty(t, entry.OnFailure, "an older host would not know the key")
	assert.Greater(t, entry.Timeout, 330.0)
	assert.Contains(t, entry.Args, "--headless=true")
	assert.Contains(t, entry.Args, "coder")

	r = run(t, "", "hook", "uninstall", "--file", settings)
	require.Equal(t, 0, r.code, r.err)
	left, err := os.ReadFile(settings)
	require.NoError(t, err)
	assert.Equal(t, "{}\n", string(left))
	r = run(t, "", "hook", "uninstall", "--file", settings)
	assert.Equal(t, 0, r.code)
	assert.Contains(t, r.out, "is not in")
}

func TestWhereAHookIsInstalled(t *testing.T) {
	t.Parallel()
	home, project := t.TempDir(), t.TempDir()
	p := process{dir: project, env: []string{"HOME=" + home}}
	for scope, file := range map[string]string{
		"":        filepath.Join(project, ".claude", "settings.local.json"),
		"local":   filepath.Join(project, ".claude", "settings.local.json"),
		"project": filepath.Join(project, ".claude", "settings.json"),
		"user":    filepath.Join(home, ".claude", "settings.json"),
	} {
		args := []string{"hook", "install", "--host-version", "2.1.300"}
		if scope != "" {
			args = append(args, "--scope", scope)
		}
		r := p.start(t, "", args...)
		require.Equal(t, 0, r.code, r.err)
		assert.NotContains(t, readInstalled(t, file).Args, "-c", "the built-in config counts")
	}
	elsewhere := t.TempDir()
	r := process{dir: project, env: []string{"HOME=" + home, "CLAUDE_CONFIG_DIR=" + elsewhere}}.start(t, "", "hook", "install", "--scope", "user", "--host-version", "x")
	require.Equal(t, 0, r.code, r.err)
	readInstalled(t, filepath.Join(elsewhere, "settings.json"))
	assert.Contains(t, r.err, "unknown")
}

// TestInstallAsksTheHostForItsVersion and is content with a host that is not there.
func TestInstallAsksTheHostForItsVersion(t *testing.T) {
	t.Parallel()
	settings := filepath.Join(t.TempDir(), "settings.json")
	r := process{env: []string{"PATH=" + t.TempDir()}}.start(t, "", "hook", "install", "--file", settings)
	require.Equal(t, 0, r.code, r.err)
	assert.Empty(t, readInstalled(t, settings).OnFailure)
}

func TestHooksThatAreNotInstalled(t *testing.T) {
	t.Parallel()
	settings := filepath.Join(t.TempDir(), "settings.json")
	broken := filepath.Join(t.TempDir(), "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{\n  \"a\": 1\n  \"b\": 2\n}"), 0o600))
	faulty := config(t, "evaluator: {provider: none}\nrulez: []")
	for name, tt := range map[string]struct {
		args []string
		says string
	}{
		"a broken file":     {[]string{"hook", "install", "--file", broken}, "broken.json:3:3: a comma"},
		"a faulty config":   {[]string{"-c", faulty, "hook", "install", "--file", settings}, "rulez"},
		"no config":         {[]string{"-c", "/nowhere/sup7.yaml", "hook", "install", "--file", settings}, "no such file"},
		"two judges":        {[]string{"-c", faulty, "hook", "install", "--file", settings, "--server", "http://127.0.0.1:1"}, "not both"},
		"a far peer":        {[]string{"hook", "install", "--file", settings, "--server", "http://10.0.0.7"}, "https"},
		"an unknown scope":  {[]string{"hook", "install", "--scope", "world"}, "--scope"},
		"no time":           {[]string{"hook", "install", "--file", settings, "--timeout", "0s"}, "--timeout"},
		"too much time":     {[]string{"hook", "install", "--file", settings, "--wait", "48h"}, "within"},
		"a broken one left": {[]string{"hook", "uninstall", "--file", broken}, "broken.json:3:3"},
	} {
		r := run(t, "", append(tt.args, "--help=false")...)
		assert.Equal(t, 1, r.code, name)
		assert.Contains(t, r.err, tt.says, name)
	}
	assert.NoFileExists(t, settings)
	data, err := os.ReadFile(broken)
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"a\": 1\n  \"b\": 2\n}", string(data))
}

func TestInstallSaysThatHooksAreOff(t *testing.T) {
	t.Parallel()
	settings := filepath.Join(t.TempDir(), "settings.json")
	require.NoError(t, os.WriteFile(settings, []byte(`{"disableAllHooks": true}`), 0o600))
	r := run(t, "", "hook", "install", "--file", settings, "--host-version", "2.2.0")
	require.Equal(t, 0, r.code)
	assert.Contains(t, r.err, "disableAllHooks")
	assert.Contains(t, r.err, "deleted after this", "a program of go test")
	assert.FileExists(t, settings+".sup7-backup")
}
