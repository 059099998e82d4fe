package effect_test

import (
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// FuzzAnalyzeTool holds that no tool and no parameters make the analyser
// panic, that it says something of every call, and that a parameter which
// nobody knows never passes.
func FuzzAnalyzeTool(f *testing.F) {
	for _, tool := range []string{"fs.write", "apply_patch", "http_request", "postgres.query", "gmail.send_email", "notes.create", "git.commit", "browser_click", "x", "mcp__a__b", "..", "__"} {
		f.Add(tool, `{"path":"a","content":"b","url":"https://x.example","sql":"select 1","to":["a@b.example"],"input":"*** Begin Patch","message":"m"}`)
		f.Add(tool, `{"files":{"a":["b",{"c":null}]},"headers":{"x":1},"edits":[{"old_string":1}],"params":{"a":{"b":[]}}}`)
	}
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev", WorkingDir: "/home/dev/project"})
	if err != nil {
		f.Fatal(err)
	}
	analyzer := effect.NewAnalyzer(scope)
	f.Fuzz(func(t *testing.T, tool, json string) {
		params, err := decision.ParseParams([]byte(json))
		if err != nil || tool == "" {
			return
		}
		got := analyzer.Analyze(t.Context(), &decision.Call{Tool: tool, Params: params})
		if !got.Opaque() && len(got.List) == 0 {
			t.Fatalf("%q %s: nothing is said", tool, json)
		}
		if _, known := params["zz frob"]; known {
			return
		}
		params["zz frob"] = "x"
		if again := analyzer.Analyze(t.Context(), &decision.Call{Tool: tool, Params: params}); harmless(again) && harmless(got) {
			t.Fatalf("%q %s: an unknown parameter passes", tool, json)
		}
	})
}

func BenchmarkAnalyzeTool(b *testing.B) {
	analyzer := effect.NewAnalyzer(projectScope(b))
	for name, call := range map[string]decision.Call{
		"service": {Tool: "mcp__github__list_issues", Params: params{"owner": "a", "repo": "b", "state": "open"}},
		"request": {Tool: "fetch", Params: params{"url": "https://pkg.go.dev/net/http"}},
		"sql":     {Tool: "postgres.query", Params: params{"sql": "SELECT id, status FROM orders WHERE id = 7"}},
		"write":   {Tool: "Write", Params: params{"file_path": "/home/dev/project/a.go", "content": "package a\n\nfunc F() int { return 1 }\n"}},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if analyzer.Analyze(b.Context(), &call).Opaque() {
					b.Fatal("opaque")
				}
			}
		})
	}
}
