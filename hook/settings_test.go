package hook_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/hook"
)

func entry() hook.Entry {
	return hook.Entry{
		Command: "/usr/local/bin/sup7d", Args: []string{"hook", "claude-code", "-c", "/etc/sup7/sup7.yaml"}, Longest: 32 * time.Second,
	}
}

const handler = `{"type": "command", "command": "/usr/local/bin/sup7d", "args": ["hook", "claude-code", "-c", "/etc/sup7/sup7.yaml"], "timeout": 42}`

// settingsCases are files before and after an installation. H is the entry.
var settingsCases = map[string]struct{ before, after string }{
	"nothing":        {`{}`, "{\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [\n    H\n  ]}]}\n}"},
	"a blank":        {"{ }\n", "{\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [\n    H\n  ]}]}\n }\n"},
	"one line":       {`{"model":"x"}`, `{"model":"x", "hooks": {"PreToolUse": [{"hooks": [H]}]}}`},
	"one line comma": {`{"model":"x",}`, `{"model":"x", "hooks": {"PreToolUse": [{"hooks": [H]}]},}`},
	"comments": {
		"// ours\n{\n\t// the model\n\t\"model\": \"x\" /* good */ // enough\n\t// \"old\": 1\n}\n",
		"// ours\n{\n\t// the model\n\t\"model\": \"x\", /* good */ // enough\n\t\"hooks\": {\"PreToolUse\": [{\"hooks\": [\n\t\tH\n\t]}]}\n\t// \"old\": 1\n}\n",
	},
	"trailing comma": {
		"{\n    \"model\": \"x\", // c\n}",
		"{\n    \"model\": \"x\", // c\n    \"hooks\": {\"PreToolUse\": [{\"hooks\": [\n        H\n    ]}]},\n}",
	},
	"windows": {
		"{\r\n  \"model\": \"x\" // c\r\n}\r\n",
		"{\r\n  \"model\": \"x\", // c\r\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [\r\n    H\r\n  ]}]}\r\n}\r\n",
	},
	"other hooks": {
		"{\n  \"hooks\": {\n    \"Stop\": []\n  },\n  \"model\": \"x\"\n}",
		"{\n  \"hooks\": {\n    \"Stop\": [],\n    \"PreToolUse\": [{\"hooks\": [\n      H\n    ]}]\n  },\n  \"model\": \"x\"\n}",
	},
	"other handlers": {
		"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]}\n    ]\n  }\n}",
		"{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"lint\"}]},\n      {\"hooks\": [\n        H\n      ]}\n    ]\n  }\n}",
	},
	"an empty list":     {`{"hooks":{"PreToolUse":[]}}`, "{\"hooks\":{\"PreToolUse\":[\n  {\"hooks\": [\n    H\n  ]}\n]}}"},
	"an empty object":   {`{"hooks":{}}`, "{\"hooks\":{\n  \"PreToolUse\": [{\"hooks\": [\n    H\n  ]}]\n}}"},
	"an empty comment":  {"{ // none\n}", "{ // none\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [\n    H\n  ]}]}\n\n}"},
	"a byte order mark": {"\ufeff{}", "\ufeff{\n  \"hooks\": {\"PreToolUse\": [{\"hooks\": [\n    H\n  ]}]}\n}"},
}

func TestInstallKeepsEverythingElse(t *testing.T) {
	t.Parallel()
	for name, tt := range settingsCases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.ReplaceAll(tt.after, "H", handler)
			installed, err := hook.Install([]byte(tt.before), entry())
			require.NoError(t, err)
			require.Equal(t, want, string(installed))
			again, err := hook.Install(installed, entry())
			require.NoError(t, err)
			assert.Equal(t, want, string(again), "installing twice is installing once")
			removed, err := hook.Uninstall(installed)
			require.NoError(t, err)
			assert.Equal(t, tt.before, string(removed))
		})
	}
}

func TestInstallReplacesAnOlderEntry(t *testing.T) {
	t.Parallel()
	before := []byte("{\n  \"model\": \"x\" // mine\n}\n")
	old, err := hook.Install(before, entry())
	require.NoError(t, err)
	e := entry()
	e.Args, e.Longest, e.BlockOnFailure = append(e.Args, "--wait", "5m0s"), 5*time.Minute, true
	fresh, err := hook.Install(old, e)
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(fresh), "claude-code"))
	assert.Contains(t, string(fresh), `"-c", "/etc/sup7/sup7.yaml", "--wait", "5m0s"], "timeout": 310, "onFailure": "block"}`)
	removed, err := hook.Uninstall(fresh)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(removed))
}

// TestInstallCoversEveryTool installs over entries that a matcher narrows, and
// over several.
func TestInstallCoversEveryTool(t *testing.T) {
	t.Parallel()
	narrow := `{"matcher": "Bash", "hooks": [` + handler + `, {"type": "command", "command": "lint"}]}`
	for name, list := range map[string]string{
		"narrow":  narrow,
		"several": `{"hooks": [` + handler + `]}, ` + narrow,
	} {
		got, err := hook.Install([]byte(`{"hooks": {"PreToolUse": [`+list+`]}}`), entry())
		require.NoError(t, err, name)
		var parsed struct {
			Hooks map[string][]struct {
				Matcher string
				Hooks   []struct{ Args []string }
			}
		}
		require.NoError(t, json.Unmarshal(got, &parsed), "%s: %s", name, got)
		groups := parsed.Hooks["PreToolUse"]
		require.Len(t, groups, 2, "%s: %s", name, got)
		assert.Empty(t, groups[0].Hooks[0].Args, "what is not ours stays where it was")
		assert.Empty(t, groups[1].Matcher)
		assert.Equal(t, entry().Args, groups[1].Hooks[0].Args)
	}
}

// TestEntriesOfOursInOtherForms are replaced by an installation, and found by an
// uninstallation.
func TestEntriesOfOursInOtherForms(t *testing.T) {
	t.Parallel()
	for form, ours := range map[string]bool{
		`"command": "/opt/sup7d", "args": ["-c", "/etc/x.yaml", "hook", "claude-code"]`: true,
		`"command": "/opt/sup7d", "args": ["-v", "hook", "claude-code", "--headless"]`:  true,
		`"command": "/opt/sup7d hook claude-code"`:                                      true,
		`"command": "sup7d -c /etc/x.yaml hook claude-code --wait 5m"`:                  true,
		`"command": "\"$HOME/my bin/sup7d\" hook claude-code"`:                          true,
		`"command": "SUP7=1 exec sup7d hook 'claude-code'"`:                             true,

		`"command": "/opt/sup7d", "args": ["hook", "-v", "claude-code"]`: false,
		`"command": "sup7d hook claude-code", "args": []`:                false,
		`"command": "lint && sup7d hook claude-code"`:                    false,
		`"command": "sup7d hook claude-code | tee log"`:                  false,
		`"command": "hook claude-code"`:                                  false,
		`"command": "lint --hook claude-code-style"`:                     false,
	} {
		before := `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", ` + form + `}]}]}}`
		installed, err := hook.Install([]byte(before), entry())
		require.NoError(t, err, form)
		assert.Equal(t, ours, !strings.Contains(string(installed), form), "%s", installed)
		assert.Equal(t, 1, strings.Count(string(installed), handler))
		removed, err := hook.Uninstall([]byte(before))
		require.NoError(t, err, form)
		assert.Equal(t, ours, string(removed) != before, "%s", removed)
	}
}

// TestUninstallTakesOnlyOurs removes entries from files that people have edited.
func TestUninstallTakesOnlyOurs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ before, after string }{
		"none":                   {`{"a": 1} // x`, `{"a": 1} // x`},
		"first of several":       {`{"hooks":{"PreToolUse":[{"hooks":[H]}, {"hooks":[]}]}}`, `{"hooks":{"PreToolUse":[ {"hooks":[]}]}}`},
		"in a group of others":   {`{"hooks":{"PreToolUse":[{"hooks":[{"type":"prompt"}, H]}]}}`, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"prompt"}]}]}}`},
		"twice":                  {`{"hooks":{"PreToolUse":[{"hooks":[H, H]}]},"a":1}`, `{"a":1}`},
		"behind a comment":       {"{\"hooks\":{\"PreToolUse\":[ // mine\n{\"hooks\":[H]} ]}}", "{\"hooks\":{\"PreToolUse\":[ // mine\n ]}}"},
		"same words in a prompt": {`{"hooks":{"PreToolUse":[{"hooks":[{"type":"prompt","args":["hook","claude-code"]}]}]}}`, `{"hooks":{"PreToolUse":[{"hooks":[{"type":"prompt","args":["hook","claude-code"]}]}]}}`},
		"of another event":       {`{"hooks":{"PostToolUse":[{"hooks":[H]}]}}`, `{"hooks":{"PostToolUse":[{"hooks":[H]}]}}`},
	}
	for name, tt := range tests {
		got, err := hook.Uninstall([]byte(strings.ReplaceAll(tt.before, "H", handler)))
		require.NoError(t, err, name)
		assert.Equal(t, strings.ReplaceAll(tt.after, "H", handler), string(got), name)
	}
}

func TestSettingsThatAreNotEdited(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		settings     string
		line, column int
		msg          string
	}{
		"empty":             {"", 1, 1, "a value is missing"},
		"a list":            {"[]", 1, 1, "not an object"},
		"cut off":           {"{\n  \"a\": [1,\n", 3, 1, "a value is missing"},
		"no comma":          {"{\n  \"a\": 1\n  \"b\": 2}", 3, 3, "a comma"},
		"no colon":          {`{"a" 1}`, 1, 6, "a colon"},
		"no key":            {`{a: 1}`, 1, 2, "a key"},
		"two commas":        {`{"a": 1,,}`, 1, 9, "a key"},
		"a lone comma":      {`{,}`, 1, 2, "a key"},
		"a bad string":      {"{\"ä\": \"s3cret\\x\"}", 1, 7, "the string is not valid"},
		"an open string":    {"{\"a\": \"s3cret\n\"}", 1, 7, "does not end"},
		"an open comment":   {"{} /* s3cret", 1, 4, "the comment does not end"},
		"a bad value":       {`{"a": s3cret}`, 1, 7, "not valid"},
		"more":              {`{} {}`, 1, 4, "follows the end"},
		"too deep":          {strings.Repeat(`{"a":`, 300), 1, 1006, "nested deeper"},
		"not utf-8":         {"{\"a\": \"\xff\"}", 1, 1, "utf-8"},
		"too large":         {strings.Repeat(" ", hook.MaxSettingsBytes) + "{}", 1, 1, "larger"},
		"hooks":             {`{"hooks": []}`, 1, 11, "hooks must be an object"},
		"hooks twice":       {"{\"hooks\": {},\n\"hooks\": {}}", 2, 1, "a second time"},
		"PreToolUse":        {`{"hooks": {"PreToolUse": {}}}`, 1, 26, "must be a list"},
		"a group":           {`{"hooks": {"PreToolUse": [7]}}`, 1, 27, "must be an object"},
		"a group's hooks":   {`{"hooks": {"PreToolUse": [{"hooks": {}}]}}`, 1, 37, "must be a list"},
		"a group of none":   {`{"hooks": {"PreToolUse": [{"matcher": "Bash"}]}}`, 1, 27, "must be an object with a list of hooks"},
		"a byte order mark": {"\ufeff\ufeff{}", 1, 2, "a value is missing"},
	}
	for name, tt := range tests {
		_, err := hook.Install([]byte(tt.settings), entry())
		var at *hook.SettingsError
		require.True(t, errors.As(err, &at), "%s: %v", name, err)
		assert.Equal(t, [2]int{tt.line, tt.column}, [2]int{at.Line, at.Column}, "%s: %s", name, at.Msg)
		assert.Contains(t, at.Msg, tt.msg, name)
		assert.NotContains(t, err.Error(), "s3cret", name)
		_, err = hook.Uninstall([]byte(tt.settings))
		assert.ErrorAs(t, err, &at, name)
	}
}

func TestEntriesThatWouldFailOpen(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(e *hook.Entry){
		"a relative command": func(e *hook.Entry) { e.Command = "sup7d" },
		"other arguments":    func(e *hook.Entry) { e.Args = []string{"status"} },
		"no time":            func(e *hook.Entry) { e.Longest = 0 },
		"too much time":      func(e *hook.Entry) { e.Longest = 24 * time.Hour },
	} {
		e := entry()
		spoil(&e)
		_, err := hook.Install([]byte("{}"), e)
		assert.Error(t, err, name)
	}
}

func TestKnowsOnFailure(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]bool{
		"2.1.295 (Claude Code)": true, "2.1.295": true, "v2.2.0\n": true, "3.0.0": true, "10.0.0": true,
		"2.1.294 (Claude Code)": false, "1.9.999": false, "2.0.300": false, "": false, "unknown": false, "2.1": false, "claude 3.0.0": false,
	} {
		assert.Equal(t, want, hook.KnowsOnFailure(version), version)
	}
}

func TestDisablesHooks(t *testing.T) {
	t.Parallel()
	assert.True(t, hook.DisablesHooks([]byte(`{"disableAllHooks": true, } // x`)))
	assert.False(t, hook.DisablesHooks([]byte(`{"disableAllHooks": false}`)))
	assert.False(t, hook.DisablesHooks([]byte(`{`)))
}

// FuzzSettings edits any file: it is refused, or an installation is undone to the
// byte, stands once however often it is made, and takes nothing away.
func FuzzSettings(f *testing.F) {
	for _, tt := range settingsCases {
		f.Add([]byte(tt.before))
		f.Add([]byte(strings.ReplaceAll(tt.after, "H", handler)))
	}
	f.Add([]byte(`{"hooks": {"PreToolUse": [{"hooks": []}]}, "a": [1, /* x */ 2 // y` + "\n]}"))
	f.Fuzz(func(t *testing.T, settings []byte) {
		clean, err := hook.Uninstall(settings)
		if err != nil {
			return
		}
		installed, err := hook.Install(clean, entry())
		require.NoError(t, err, "%q", clean)
		again, err := hook.Install(installed, entry())
		require.NoError(t, err)
		require.Equal(t, string(installed), string(again))
		removed, err := hook.Uninstall(installed)
		require.NoError(t, err)
		require.Equal(t, string(clean), string(removed), "%q", installed)
		over, err := hook.Install(settings, entry())
		require.NoError(t, err, "%q", settings)
		removed, err = hook.Uninstall(over)
		require.NoError(t, err, "%q", over)
		_, err = hook.Install(removed, entry())
		require.NoError(t, err)
	})
}
