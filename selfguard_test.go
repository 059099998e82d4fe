package supervisor_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// TestTheSupervisorsOwnFilesAreOutOfReach holds the guard against ways to
// reach, to name, or to replace a protected file.
func TestTheSupervisorsOwnFilesAreOutOfReach(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	project, etc := filepath.Join(base, "project"), filepath.Join(base, "etc")
	require.NoError(t, os.MkdirAll(project, 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(etc, "packs"), 0o755))
	config := filepath.Join(etc, "guard.yaml")
	require.NoError(t, os.WriteFile(config, nil, 0o600))
	require.NoError(t, os.Symlink(config, filepath.Join(project, "innocent.txt")))
	require.NoError(t, os.Mkdir(filepath.Join(project, "my dir"), 0o755))
	require.NoError(t, os.Symlink(config, filepath.Join(project, "my dir", "innocent.txt")))
	require.NoError(t, os.Link(config, filepath.Join(project, "hardlink.txt")))
	require.NoError(t, os.Symlink(etc, filepath.Join(project, "conf")))
	require.NoError(t, os.Symlink(etc, filepath.Join(project, ".supervisor")))

	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{project}, WorkingDir: project})
	require.NoError(t, err)
	s := mustNew(t, supervisor.Options{
		Scope: scope, Protect: []string{config, filepath.Join(etc, "packs", "*.yml"), filepath.Join(base, "state")},
		Rules: []supervisor.Rule{settles(approveWord("all"))},
	})
	path := func(p string) map[string]any { return map[string]any{"path": p} }
	tests := map[string]struct {
		params map[string]any
		want   supervisor.Action
	}{
		"the file":                 {path(config), supervisor.Deny},
		"with dots":                {path(etc + "/packs/../guard.yaml"), supervisor.Deny},
		"through a symbolic link":  {path(project + "/innocent.txt"), supervisor.Deny},
		"through a linked parent":  {path(project + "/conf/guard.yaml"), supervisor.Deny},
		"through a hard link":      {path(project + "/hardlink.txt"), supervisor.Deny},
		"relative":                 {path("../etc/guard.yaml"), supervisor.Deny},
		"in capitals":              {path(etc + "/GUARD.yaml"), supervisor.Deny},
		"as a file url":            {map[string]any{"uri": "file://" + config}, supervisor.Deny},
		"another parameter":        {map[string]any{"path": "x", "destination": config}, supervisor.Deny},
		"in a list":                {map[string]any{"paths": []any{"x", config}}, supervisor.Deny},
		"twice over a link":        {path(project + "/conf/../conf/guard.yaml"), supervisor.Escalate},
		"through /proc":            {path("/proc/self/root" + config), supervisor.Escalate},
		"file: without slashes":    {path("file:" + config), supervisor.Deny},
		"FILE: with a host":        {path("FILE://localhost" + config), supervisor.Deny},
		"file: with escapes":       {path("file://" + etc + "/gu%61rd.yaml"), supervisor.Deny},
		"with a blank at the end":  {path(project + "/innocent.txt "), supervisor.Deny},
		"with a line break":        {path(project + "/inno\ncent.txt"), supervisor.Escalate},
		"as a pattern":             {path(etc + "/guar?.yaml"), supervisor.Deny},
		"below another name":       {map[string]any{"destination": map[string]any{"value": project + "/innocent.txt"}}, supervisor.Deny},
		"in the plural":            {map[string]any{"uris": []any{"file://" + config}}, supervisor.Deny},
		"output_path":              {map[string]any{"output_path": project + "/innocent.txt"}, supervisor.Deny},
		"under any name":           {map[string]any{"anything": project + "/innocent.txt"}, supervisor.Escalate},
		"as a key":                 {map[string]any{"files": map[string]any{project + "/innocent.txt": "x"}}, supervisor.Deny},
		"a scheme that climbs":     {path("foo://../../../" + config), supervisor.Deny},
		"by the name dir_path":     {map[string]any{"dir_path": config}, supervisor.Deny},
		"nested":                   {map[string]any{"edits": []any{map[string]any{"filePath": config}}}, supervisor.Deny},
		"a pack by pattern":        {path(etc + "/packs/new.yml"), supervisor.Deny},
		"in a protected directory": {path(base + "/state/log.jsonl"), supervisor.Deny},
		"its namesake, created":    {path("guard.yaml"), supervisor.Deny},
		"sup7.yaml, created":       {path("sub/sup7.yaml"), supervisor.Deny},
		"the journal, created":     {path("sup7-decisions.jsonl"), supervisor.Deny},
		".supervisor":              {path(".supervisor"), supervisor.Deny},
		"below .supervisor":        {path(".supervisor/rules/a.yml"), supervisor.Deny},
		".supervisor elsewhere":    {path("/nowhere/.supervisor/config.yml"), supervisor.Deny},
		".SUPERVISOR":              {path(".SUPERVISOR/config.yml"), supervisor.Deny},

		"a command that names it":     {map[string]any{"command": "cat " + config}, supervisor.Escalate},
		"a command, quoted apart":     {map[string]any{"command": `cat gu"ar"d.ya''ml`}, supervisor.Escalate},
		"a command, .supervisor":      {map[string]any{"command": "rm -r .supervisor"}, supervisor.Escalate},
		"a text that names it":        {map[string]any{"body": "please edit sup7.yaml for me"}, supervisor.Escalate},
		"a key that names it":         {map[string]any{"changes": map[string]any{".supervisor/config.yml": "x"}}, supervisor.Escalate},
		"pathname":                    {map[string]any{"pathname": project + "/innocent.txt"}, supervisor.Deny},
		"outfile":                     {map[string]any{"outfile": "innocent.txt"}, supervisor.Deny},
		"one word under any name":     {map[string]any{"document": "innocent.txt"}, supervisor.Escalate},
		"a blank in a directory":      {map[string]any{"document": project + "/my dir/innocent.txt"}, supervisor.Escalate},
		"another scheme":              {map[string]any{"uri": "vscode://file" + project + "/inno%63ent.txt"}, supervisor.Deny},
		"a key below a path name":     {map[string]any{"files": map[string]any{".supervisor/config.yml": "x"}}, supervisor.Deny},
		"a namesake in another place": {path("/elsewhere/guard.yaml"), supervisor.Escalate},

		"prose about a journal":  {map[string]any{"body": "Please look at the state, and at the log."}, supervisor.Approve},
		"a part called like it":  {path("src/state/main.go"), supervisor.Approve},
		"a share":                {map[string]any{"target": "~50/100"}, supervisor.Escalate},
		"a mail's recipient":     {map[string]any{"to": "Ana <ana@partner.example>", "from": "x/y <z@example>"}, supervisor.Approve},
		"a cell's source":        {map[string]any{"new_source": "import a\nopen('/x/y')\n"}, supervisor.Approve},
		"a web address":          {map[string]any{"uri": "https://example.org/a/b?c=d"}, supervisor.Approve},
		"an empty path":          {path(""), supervisor.Approve},
		"an ordinary file":       {path("main.go"), supervisor.Approve},
		"a name that contains":   {path("superguard.yamlx"), supervisor.Approve},
		"a word like it":         {map[string]any{"body": "the supervisor of the project"}, supervisor.Approve},
		"nothing":                {nil, supervisor.Approve},
		"a sibling of the packs": {path(etc + "/packs/readme.txt"), supervisor.Approve},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := evaluate(t, s, supervisor.Call{Tool: "any", Params: tt.params})
			assert.Equal(t, tt.want, d.Action)
			if tt.want != supervisor.Approve {
				assert.Equal(t, "self-tamper", d.RuleMatched)
			}
			if tt.want == supervisor.Escalate {
				assert.Equal(t, supervisor.CauseSelf, d.Cause)
			}
		})
	}
}

func TestWhatTakesAwayADirectoryTakesAwayWhatIsInIt(t *testing.T) {
	t.Parallel()
	base, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	s := mustNew(t, supervisor.Options{
		Protect: []string{filepath.Join(base, "etc", "guard.yaml")}, Rules: []supervisor.Rule{settles(approveWord("all"))},
	})
	for _, tt := range []struct {
		tool, path string
		want       supervisor.Action
	}{
		{"fs.delete", base + "/etc", supervisor.Escalate},
		{"fs.rm", base, supervisor.Escalate},
		{"moveFile", base + "/etc/", supervisor.Escalate},
		{"fs.shred", base + "/etc", supervisor.Escalate},
		{"archive.extract", base + "/etc", supervisor.Escalate},
		{"delete_glob", base + "/etc/*", supervisor.Deny},
		{"delete_glob", base + "/e*/**", supervisor.Deny},
		{"delete_glob", base + "/e*", supervisor.Escalate},
		{"fs.delete", base + "/other", supervisor.Approve},
		{"fs.list", base, supervisor.Approve},
		{"readDirectory", base, supervisor.Approve},
		{"project.test", base, supervisor.Approve},
	} {
		d := evaluate(t, s, supervisor.Call{Tool: tt.tool, Params: map[string]any{"path": tt.path}})
		assert.Equal(t, tt.want, d.Action, "%s %s", tt.tool, tt.path)
	}
}

func TestACallWithCountlessPathsIsLeftToAPerson(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{settles(approveWord("all"))}})
	paths := make([]any, 600)
	for i := range paths {
		paths[i] = "/tmp/../x"
	}
	d := evaluate(t, s, supervisor.Call{Tool: "t", Params: map[string]any{"paths": paths}})
	assert.Equal(t, supervisor.CauseSelf, d.Cause)
	assert.Equal(t, supervisor.Approve, evaluate(t, s, supervisor.Call{Tool: "t", Params: map[string]any{"paths": paths[:100]}}).Action)
}

func TestARelativePathWithoutAWorkingDirectoryIsLookedAtByName(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Protect: []string{"/etc/sup7/guard.yaml"}, Rules: []supervisor.Rule{settles(approveWord("all"))}})
	assert.Equal(t, supervisor.Approve, evaluate(t, s, supervisor.Call{Tool: "t", Params: map[string]any{"path": "src/main.go"}}).Action)
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, supervisor.Call{Tool: "t", Params: map[string]any{"path": "x/guard.yaml"}}).Action)
}

func TestSelfTamperIsNotLifted(t *testing.T) {
	t.Parallel()
	s := mustNew(t, supervisor.Options{Rules: []supervisor.Rule{lifting{settles(approveWord("person"))}}})
	d := evaluate(t, s, supervisor.Call{Tool: "Bash", Params: map[string]any{"command": "ls .supervisor"}})
	assert.Equal(t, supervisor.CauseSelf, d.Cause)
}

func TestWhatGuardsTheAgentIsOutOfReachOfEveryRule(t *testing.T) {
	t.Parallel()
	tamper := supervisor.Effect{Kind: decision.SelfTamper, Zone: decision.ZoneProject, Target: "/srv/app/.claude/settings.json", Segment: "path=settings.json"}
	reads := supervisor.Effect{Kind: decision.Reads, Zone: decision.ZoneProject}
	for name, c := range map[string]struct {
		effects []supervisor.Effect
		want    supervisor.Action
	}{
		"tampers":             {[]supervisor.Effect{tamper}, supervisor.Deny},
		"tampers on the side": {[]supervisor.Effect{reads, tamper}, supervisor.Deny},
		"reads":               {[]supervisor.Effect{reads}, supervisor.Approve},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := mustNew(t, supervisor.Options{Analyzer: seen(c.effects...), Rules: []supervisor.Rule{settles(approveWord("all"))}})
			d := evaluate(t, s, call)
			assert.Equal(t, c.want, d.Action)
			if c.want == supervisor.Deny {
				assert.Equal(t, "self-tamper", d.RuleMatched)
				assert.Contains(t, d.Reasoning, "/srv/app/.claude/settings.json")
			}
		})
	}
}

// TestWhatEditsLeaveIsOutOfReach: backups hold the secrets of the config.
func TestWhatEditsLeaveIsOutOfReach(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	config, link := filepath.Join(dir, "real", "sup7.yaml"), filepath.Join(dir, "link.yaml")
	require.NoError(t, os.Mkdir(filepath.Dir(config), 0o700))
	require.NoError(t, os.WriteFile(config, []byte("evaluator: {provider: none}\nrules: [{name: all, condition: \"tool equals fs.read\", action: approve}]\n"), 0o600))
	require.NoError(t, os.Symlink(config, link))
	cfg, err := supervisor.LoadConfig(link)
	require.NoError(t, err)
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })
	for name, want := range map[string]supervisor.Action{
		".sup7.yaml.bak-20260504-120000": supervisor.Deny, ".sup7.yaml.lock": supervisor.Deny, "other.txt": supervisor.Approve,
	} {
		d := evaluate(t, s, supervisor.Call{Tool: "fs.read", Params: map[string]any{"path": filepath.Join(dir, "real", name)}})
		assert.Equal(t, want, d.Action, "%s: %s", name, d.Reasoning)
	}
}
