package code_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules/code"
)

const gateConfig = `
pattern_rules: [{id: no-fetch, paths: ["ui/**"], deny_patterns: ["fetch\\("], message: "Do not call fetch.", note: Use a handler.}]
`

// gate is a gate on a fresh project.
type gate struct {
	*code.Gate
	t    testing.TB
	root string
	by   decision.Analyzer
}

func newGate(t testing.TB, config string, opts code.Options) gate {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	if config != "" {
		write(t, filepath.Join(root, code.DefaultDir, "config.yml"), config)
	}
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{root}, WorkingDir: root, Home: "/home/nobody"})
	require.NoError(t, err)
	by := effect.NewAnalyzer(scope)
	g, err := code.NewGate(code.GateOptions{Scope: scope, Analyzer: by, Rules: opts})
	require.NoError(t, err)
	return gate{g, t, root, by}
}

// call judges a call; ROOT in a text of its parameters is the project.
func (g gate) call(tool string, params map[string]any) (decision.Verdict, bool) {
	g.t.Helper()
	c, err := (&decision.Call{Tool: tool, Params: g.rooted(params).(map[string]any), WorkingDir: g.root}).Normalize()
	require.NoError(g.t, err)
	return g.Evaluate(g.t.Context(), c.WithAnalyzer(g.by))
}

func (g gate) rooted(v any) any {
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, "ROOT", g.root)
	case []any:
		out := []any{}
		for _, item := range v {
			out = append(out, g.rooted(item))
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, item := range v {
			out[key] = g.rooted(item)
		}
		return out
	}
	return v
}

// says is a verdict in short: pass, deny, or the cause of an escalate.
func says(v decision.Verdict, settled bool) string {
	switch {
	case !settled:
		return "pass"
	case v.Action == decision.Deny && v.Source != code.GateName:
		return v.Source
	case v.Action == decision.Escalate:
		return string(v.Cause)
	}
	return v.Action.String()
}

type params = map[string]any

func TestGateOnFileTools(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	for name, tt := range map[string]struct {
		tool   string
		params params
		want   string
	}{
		"write":                   {"write_file", params{"path": "ROOT/ui/a.ts", "content": "x\nfetch(y)"}, "deny"},
		"write, relative":         {"Write", params{"file_path": "ui/a.ts", "content": "fetch(y)"}, "deny"},
		"write, untidy":           {"Write", params{"file_path": "ROOT/lib/../ui//./a.ts", "content": "fetch(y)"}, "deny"},
		"write, clean":            {"Write", params{"file_path": "ROOT/ui/a.ts", "content": "x"}, "pass"},
		"write, elsewhere":        {"Write", params{"file_path": "ROOT/lib/a.ts", "content": "fetch(y)"}, "pass"},
		"write, through a link":   {"Write", params{"file_path": "ROOT/link/a.ts", "content": "fetch(y)"}, "deny"},
		"append":                  {"fs.append", params{"path": "ROOT/ui/has.ts", "content": "fetch(y)", "append": true}, "deny"},
		"odd parameter":           {"Write", params{"file_path": "ROOT/ui/a.ts", "content": "x", "mode": "w"}, "opaque"},
		"odd parameter elsewhere": {"Write", params{"file_path": "ROOT/lib/a.ts", "content": "x", "mode": "w"}, "pass"},
		"no path":                 {"Write", params{"content": "x"}, "opaque"},
		"edit":                    {"Edit", params{"file_path": "ROOT/ui/has.ts", "old_string": "f", "new_string": "fetch("}, "deny"},
		"edit, clean":             {"Edit", params{"file_path": "ROOT/ui/has.ts", "old_string": "f", "new_string": "g"}, "pass"},
		"edit, not there":         {"Edit", params{"file_path": "ROOT/ui/has.ts", "old_string": "zzz", "new_string": "fetch("}, "pass"},
		"edit, a sketch":          {"edit_file", params{"target_file": "ROOT/ui/has.ts", "code_edit": "x"}, "opaque"},
		"edit, together":          {"MultiEdit", params{"file_path": "ROOT/ui/has.ts", "edits": []any{params{"old_string": "f", "new_string": "fet"}, params{"old_string": "fet", "new_string": "fetch("}}}, "deny"},
		"edit of a large file":    {"Edit", params{"file_path": "ROOT/ui/large.ts", "old_string": "f", "new_string": "g"}, "opaque"},
		"edit of no file":         {"Edit", params{"file_path": "ROOT/ui/dir", "old_string": "f", "new_string": "g"}, "opaque"},
		"patch":                   {"apply_patch", params{"input": "*** Begin Patch\n*** Add File: ui/n.ts\n+fetch(y)\n*** End Patch"}, "deny"},
		"patch that changes":      {"apply_patch", params{"input": "*** Begin Patch\n*** Update File: ui/has.ts\n-f\n+fetch(y)\n*** End Patch"}, "deny"},
		"patch, no fit":           {"apply_patch", params{"input": "*** Begin Patch\n*** Update File: ui/has.ts\n-q\n+fetch(y)\n*** End Patch"}, "opaque"},
		"patch, clean":            {"apply_patch", params{"input": "*** Begin Patch\n*** Update File: ui/has.ts\n-f\n+g\n*** End Patch"}, "pass"},
		"a cell":                  {"NotebookEdit", params{"notebook_path": "ROOT/ui/n.ipynb", "new_source": "fetch(y)"}, "deny"},
		"move":                    {"move_file", params{"source": "ROOT/lib/bad.ts", "destination": "ROOT/ui/bad.ts"}, "deny"},
		"move into":               {"move_file", params{"source": "ROOT/lib/bad.ts", "destination": "ROOT/ui/dir"}, "deny"},
		"copy away":               {"copy_file", params{"source": "ROOT/lib/bad.ts", "destination": "ROOT/lib/b.ts"}, "pass"},
		"a read":                  {"Read", params{"file_path": "ROOT/ui/has.ts"}, "pass"},
		"out of the project":      {"Write", params{"file_path": outside + "/a.ts", "content": "fetch("}, "pass"},
		"a sibling":               {"Write", params{"file_path": "ROOT-evil/ui/a.ts", "content": "fetch("}, "pass"},
		"climbing out":            {"Write", params{"file_path": "ROOT/../x/a.ts", "content": "x"}, "rule"},
		"climbing, relative":      {"Write", params{"file_path": "../x/a.ts", "content": "x"}, "rule"},
		"out by a link":           {"Write", params{"file_path": "ROOT/out/a.ts", "content": "x"}, "rule"},
		"an odd path":             {"Write", params{"file_path": "ROOT/ui/a.ts ", "content": "x"}, "opaque"},
		"the rules":               {"Write", params{"file_path": "ROOT/.supervisor/config.yml", "content": "mode: off"}, "self-tamper"},
		"the rules, capitals":     {"Write", params{"file_path": "ROOT/.Supervisor/config.yml", "content": "mode: off"}, "self-tamper"},
		"the rules, by a link":    {"Write", params{"file_path": "ROOT/rulelink/config.yml", "content": "mode: off"}, "self-tamper"},
		"the rules, deleted":      {"delete_file", params{"path": "ROOT/.supervisor"}, "self-tamper"},
		"reading the rules":       {"Read", params{"file_path": "ROOT/.supervisor/config.yml"}, "pass"},
		"another tool":            {"mail.send", params{"to": "x", "body": "fetch("}, "pass"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate(t, gateConfig, code.Options{})
			write(t, filepath.Join(g.root, "ui/has.ts"), "f\n")
			write(t, filepath.Join(g.root, "ui/dir/x"), "")
			write(t, filepath.Join(g.root, "lib/bad.ts"), "fetch(y)")
			write(t, filepath.Join(g.root, "ui/large.ts"), strings.Repeat("f", code.MaxContentBytes+1))
			for link, to := range map[string]string{"link": "ui", "out": outside, "rulelink": ".supervisor"} {
				require.NoError(t, os.Symlink(to, filepath.Join(g.root, link)))
			}
			v, settled := g.call(tt.tool, tt.params)
			assert.Equal(t, tt.want, says(v, settled), v.Reasoning)
			assert.NotEqual(t, decision.Approve, v.Action)
		})
	}
}

func TestGateOnCommandLines(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ command, want string }{
		"a here-document":       {"cat > ui/x.tsx <<'EOF'\nconst a = fetch(b)\nEOF", "deny"},
		"clean":                 {"cat > ui/x.tsx <<'EOF'\nconst a = 1\nEOF", "pass"},
		"elsewhere":             {"cat > lib/x.tsx <<'EOF'\nconst a = fetch(b)\nEOF", "pass"},
		"echo":                  {"echo 'fetch(x)' >> ui/has.ts", "deny"},
		"tee":                   {"echo 'fetch(x)' | tee ui/y.ts", "deny"},
		"in another shell":      {"bash -c \"echo 'fetch(x)' > ui/y.ts\"", "deny"},
		"copied":                {"cp lib/bad.ts ui/y.ts", "deny"},
		"copied into":           {"cp lib/bad.ts ui/", "deny"},
		"moved":                 {"mv lib/bad.ts ui/y.ts", "deny"},
		"written, then moved":   {"echo 'fetch(x)' > lib/n.ts && mv lib/n.ts ui/n.ts", "deny"},
		"written twice":         {"echo a > lib/n.ts; echo 'fetch(x)' > lib/n.ts; cp lib/n.ts ui/n.ts", "deny"},
		"changed, then copied":  {"sed -i s/a/b/ lib/bad.ts; cp lib/bad.ts ui/n.ts", "opaque"},
		"unpacked, then copied": {"tar xf a.tar -C lib; cp lib/ok.ts ui/n.ts", "opaque"},
		"made, then copied":     {"make && cp lib/ok.ts ui/n.ts", "opaque"},
		"copied, clean":         {"cp lib/ok.ts ui/n.ts", "pass"},
		"to a new directory":    {"mkdir -p ui/new && cp lib/ok.ts ui/new", "pass"},
		"unpacked over it":      {"tar xf a.tar -C ui", "opaque"},
		"unpacked elsewhere":    {"tar xf a.tar -C lib", "pass"},
		"an interpreter":        {"python3 -c 'import pathlib; pathlib.Path(\"ui/t.ts\").write_text(\"fetch(x)\")'", "deny"},
		"a variable":            {"echo \"$X\" > ui/y.ts", "opaque"},
		"an unknown place":      {"echo x > $F", "opaque"},
		"a download":            {"curl -o ui/y.ts https://example.com/y.ts", "opaque"},
		"an unknown program":    {"sponge ui/y.ts", "opaque"},
		"an editor":             {"ed <<'E'\nw ui/y.ts\nE", "opaque"},
		"an editor, elsewhere":  {"ed lib/y.ts <<'E'\nw\nE", "pass"},
		"decompressed":          {"gunzip ui/y.ts.gz", "opaque"},
		"split":                 {"split --additional-suffix=.ts lib/bad.ts ui/p", "opaque"},
		"looks":                 {"grep -rn 'fetch(' ui", "pass"},
		"the rules":             {"echo 'mode: off' > .supervisor/config.yml", "self-tamper"},
		"the rules, removed":    {"rm -rf .supervisor", "self-tamper"},
		"a patch":               {"patch -p1 <<'EOF'\n--- a/ui/has.ts\n+++ b/ui/has.ts\n@@ -1 +1 @@\n-f\n+fetch(y)\nEOF", "deny"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGate(t, gateConfig, code.Options{})
			write(t, filepath.Join(g.root, "ui/has.ts"), "f\n")
			write(t, filepath.Join(g.root, "lib/bad.ts"), "fetch(y)")
			write(t, filepath.Join(g.root, "lib/ok.ts"), "x")
			v, settled := g.call("Bash", params{"command": tt.command})
			assert.Equal(t, tt.want, says(v, settled), v.Reasoning)
		})
	}
}

func TestGateTellsTheAgentWhatItToldBefore(t *testing.T) {
	t.Parallel()
	g := newGate(t, gateConfig, code.Options{})
	v, _ := g.call("Write", params{"file_path": "ROOT/ui/x.tsx", "content": "a\nfetch(b)\n"})
	assert.Equal(t, "Error: File write rejected by project rules.\n\nViolations in ui/x.tsx:\n\n  ✗ [no-fetch] Do not call fetch.\n    Line 2\n    → Use a handler.\n\nFix these violations and try again.", v.Reasoning)
	assert.Equal(t, code.GateName, v.Source)
	require.Len(t, v.Violations, 1)
	assert.Equal(t, "ui/x.tsx", v.Violations[0].Path)
	require.NotNil(t, v.Rule)
	assert.Equal(t, filepath.Join(g.root, ".supervisor", "config.yml"), v.Rule.File)
	assert.Equal(t, 2, v.Rule.Line)

	w, _ := g.call("Bash", params{"command": "cat > ui/x.tsx <<'EOF'\na\nfetch(b)\nEOF"})
	assert.Equal(t, v.Violations, w.Violations)
	assert.Equal(t, v.Reasoning, w.Reasoning)
}

func TestRefusedContentIsKnownAgain(t *testing.T) {
	t.Parallel()
	const bad = "const answer = await fetch(address)\nreturn answer.json()\n"
	g := newGate(t, gateConfig, code.Options{})
	hidden := params{"command": "x=$(mktemp); python3 -c \"import os; open(os.environ['F'], 'w').write('const answer = await fetch(address)\\nreturn answer.json()\\n')\""}
	v, settled := g.call("Bash", hidden)
	assert.NotEqual(t, "deny", says(v, settled), "nothing was refused yet")
	v, settled = g.call("Write", params{"file_path": "ROOT/ui/x.tsx", "content": bad})
	require.Equal(t, "deny", says(v, settled))

	v, settled = g.call("Bash", hidden)
	assert.Equal(t, "deny", says(v, settled))
	assert.Contains(t, v.Reasoning, "refused before")
	assert.Contains(t, v.Reasoning, "no-fetch")
	assert.Len(t, v.Violations, 1)

	v, settled = g.call("Write", params{"file_path": "ROOT/lib/x.tsx", "content": bad})
	assert.Equal(t, "pass", says(v, settled), "where the rule is not about it")
	v, settled = g.call("Bash", params{"command": "unheard-of-program --text 'something else'"})
	assert.Equal(t, "pass", says(v, settled))
}

func TestGateIsActiveWhenTheRulesAppear(t *testing.T) {
	t.Parallel()
	now := time.Unix(1, 0)
	g := newGate(t, "", code.Options{Now: func() time.Time { return now }})
	bad := params{"file_path": "ROOT/ui/x.tsx", "content": "fetch("}
	assert.Equal(t, "pass", says(g.call("Write", bad)))
	write(t, filepath.Join(g.root, ".supervisor", "config.yml"), gateConfig)
	now = now.Add(code.DefaultReloadInterval)
	assert.Equal(t, "deny", says(g.call("Write", bad)))

	write(t, filepath.Join(g.root, ".supervisor", "config.yml"), "mode: warn"+gateConfig)
	now = now.Add(code.DefaultReloadInterval)
	v, settled := g.call("Write", bad)
	assert.Equal(t, "pass", says(v, settled))
	require.Len(t, v.Notes, 1)
	assert.Contains(t, v.Notes[0], "[no-fetch] Do not call fetch.")

	require.NoError(t, os.RemoveAll(filepath.Join(g.root, ".supervisor")))
	now = now.Add(code.DefaultReloadInterval)
	v, settled = g.call("Write", bad)
	assert.Equal(t, "pass", says(v, settled))
	assert.NotEmpty(t, v.Notes, "the last good rules stay")
}

func TestGateExplainsItself(t *testing.T) {
	t.Parallel()
	explain := func(g gate, content string) []decision.Step {
		c, err := (&decision.Call{Tool: "Write", Params: params{"file_path": filepath.Join(g.root, "ui/x.tsx"), "content": content}}).Normalize()
		require.NoError(t, err)
		return g.Explain(t.Context(), c.WithAnalyzer(g.by))
	}
	assert.Empty(t, explain(newGate(t, "", code.Options{}), "fetch("), "without rules there is nothing to say")
	g := newGate(t, gateConfig, code.Options{})
	passed := explain(g, "x")
	require.Len(t, passed, 1)
	assert.False(t, passed[0].Matched)
	refused := explain(g, "fetch(")
	require.Len(t, refused, 1)
	assert.True(t, refused[0].Settled)
	assert.Equal(t, decision.Deny, *refused[0].Action)
	assert.Contains(t, refused[0].Detail, "[no-fetch]")
}

func TestBrokenRulesLeaveWritesToAPerson(t *testing.T) {
	t.Parallel()
	g := newGate(t, "pattern_rules: 1", code.Options{})
	v, settled := g.call("Write", params{"file_path": "ROOT/any.txt", "content": "x"})
	assert.Equal(t, "unavailable", says(v, settled))
	assert.Contains(t, v.Reasoning, "config.yml:1:")
	v, settled = g.call("Bash", params{"command": "echo x > any.txt"})
	assert.Equal(t, "unavailable", says(v, settled))
	assert.Equal(t, "pass", says(g.call("Read", params{"file_path": "ROOT/any.txt"})))
	g = newGate(t, "mode: off\npattern_rules: 1", code.Options{})
	assert.Equal(t, "pass", says(g.call("Write", params{"file_path": "ROOT/any.txt", "content": "x"})))
}

func TestAnEditOfTextThatChangedIsRefused(t *testing.T) {
	t.Parallel()
	var path string
	g := newGate(t, "semantic_rules: [{id: s, paths: ['ui/**'], description: d}]", code.Options{Judge: func(string) (code.Judge, error) {
		return code.JudgeFunc(func(_ context.Context, _ code.Review) ([]code.Finding, error) { // somebody writes meanwhile
			return []code.Finding{{Rule: "s"}}, os.WriteFile(path, []byte("f or something else"), 0o644)
		}), nil
	}})
	path = filepath.Join(g.root, "ui/a.ts")
	write(t, path, "f")
	edit := params{"file_path": "ROOT/ui/a.ts", "old_string": "f", "new_string": "g"}
	v, settled := g.call("Edit", edit)
	assert.Equal(t, "deny", says(v, settled))
	assert.Contains(t, v.Reasoning, "changed while")
	v, settled = g.call("Edit", edit)
	assert.Equal(t, "pass", says(v, settled))
	assert.Contains(t, fmt.Sprint(v.Notes), "sha256")
}

func TestEditsOfLegacyFiles(t *testing.T) {
	t.Parallel()
	for edits, want := range map[code.Edits]string{code.EditsAll: "deny", code.EditsNew: "pass"} {
		g := newGate(t, gateConfig, code.Options{Edits: edits})
		write(t, filepath.Join(g.root, "ui/a.ts"), "fetch(a)\nb\n")
		assert.Equal(t, want, says(g.call("Edit", params{"file_path": "ROOT/ui/a.ts", "old_string": "b", "new_string": "c"})))
		assert.Equal(t, want, says(g.call("Bash", params{"command": "echo x >> ui/a.ts"})))
	}
}

func TestNewGate(t *testing.T) {
	t.Parallel()
	_, err := code.NewGate(code.GateOptions{})
	require.ErrorContains(t, err, "Scope")
	scope, err := effect.NewScope(effect.ScopeOptions{})
	require.NoError(t, err)
	for _, dir := range []string{"/x", "..", "../x", "a//b", "."} {
		_, err = code.NewGate(code.GateOptions{Scope: scope, Dir: dir})
		require.ErrorContains(t, err, "Dir", dir)
	}
	_, err = code.NewGate(code.GateOptions{Scope: scope, Rules: code.Options{Budget: -1}})
	require.ErrorContains(t, err, "Budget")
	g, err := code.NewGate(code.GateOptions{Scope: scope})
	require.NoError(t, err)
	assert.Equal(t, decision.NeedNothing, decision.NeedsOf(g))
}

func BenchmarkGatePasses(b *testing.B) {
	g := newGate(b, gateConfig, code.Options{})
	c, err := (&decision.Call{Tool: "Write", Params: params{"file_path": g.root + "/lib/a.ts", "content": "x"}, WorkingDir: g.root}).Normalize()
	require.NoError(b, err)
	call := c.WithAnalyzer(g.by)
	call.Effects(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		g.Evaluate(b.Context(), call)
	}
}
