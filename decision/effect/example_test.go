package effect_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

func ExampleNewScope() {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"~/project"}, Home: "/home/dev"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, path := range []string{"~/project/a", "/home/dev/project-evil/a", "~/project/../../../etc/x"} {
		at := scope.Locate(path, "")
		fmt.Println(at.Path, at.Zone)
	}
	// Output:
	// /home/dev/project/a project
	// /home/dev/project-evil/a home
	// /etc/x system
}

func ExampleNew() {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, WorkingDir: "/home/dev/project"})
	if err != nil {
		fmt.Println(err)
		return
	}
	analyzer, err := effect.New(effect.Options{
		Scope:    scope,
		Wrappers: []string{"brief"},
		Commands: []effect.CommandFile{{Name: "commands.yaml", Text: []byte("commands:\n  - {name: shipit, does: external(deploy), source: our handbook}\n")}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	call := decision.Call{Tool: "Bash", Params: map[string]any{"command": "brief make test && shipit"}}
	effects := analyzer.Analyze(context.Background(), &call)
	for _, e := range effects.List {
		fmt.Println(e.Segment+":", e.Kind, e.Zone, e.Target)
	}
	fmt.Println("opaque:", effects.Opaque())
	// Output:
	// brief make test: executes none make
	// brief make test: executes_project project /home/dev/project
	// shipit: executes none shipit
	// shipit: external remote deploy
	// opaque: false
}

func ExampleNewAnalyzer() {
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"~/project"}, Home: "/home/dev"})
	if err != nil {
		fmt.Println(err)
		return
	}
	analyzer := effect.NewAnalyzer(scope)
	for _, call := range []decision.Call{
		{Tool: "fs.read", Params: map[string]any{"path": "/home/dev/project/.env"}},
		{Tool: "shell.run", Params: map[string]any{"command": "git status && rm -rf ~/data"}, WorkingDir: "/home/dev/project"},
	} {
		effects := analyzer.Analyze(context.Background(), &call)
		for _, e := range effects.List {
			fmt.Println(call.Tool, e.Kind, e.Zone, e.Target)
		}
		for _, gap := range effects.Gaps {
			fmt.Println(call.Tool, "opaque:", gap.Reason)
		}
	}
	// Output:
	// fs.read reads project /home/dev/project/.env
	// fs.read secrets project /home/dev/project/.env
	// shell.run executes none git
	// shell.run reads project /home/dev/project
	// shell.run executes none rm
	// shell.run deletes home /home/dev/data
}

func BenchmarkLocate(b *testing.B) {
	scope := projectScope(b)
	for b.Loop() {
		if at := scope.Locate("/home/dev/project/internal/server/handler.go", ""); at.Err != nil {
			b.Fatal(at.Err)
		}
	}
}

func BenchmarkAnalyze(b *testing.B) {
	analyzer := effect.NewAnalyzer(projectScope(b))
	call := &decision.Call{Tool: "fs.write", Params: params{"path": "/home/dev/project/internal/server/handler.go", "content": "x"}}
	for b.Loop() {
		if analyzer.Analyze(b.Context(), call).Opaque() {
			b.Fatal("opaque")
		}
	}
}
