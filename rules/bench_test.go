package rules_test

import (
	"fmt"
	"testing"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

// twenty is a set like those that operators write: tools by name, prefix and
// part, parameters, a path, and a catch-all.
func twenty(b *testing.B) *rules.Set {
	specs := []rules.Spec{
		rule("etc", "params.path starts_with /etc", decision.Deny),
		rule("own files", "params.path starts_with project_dir", decision.Approve),
	}
	for i := range 17 {
		condition := []string{"tool equals tool.%d", "tool starts_with ns%d.", "tool contains verb%d", "params.mode equals m%d"}[i%4]
		specs = append(specs, rule(fmt.Sprint("r", i), fmt.Sprintf(condition, i), decision.Approve))
	}
	return newSet(b, project(b), append(specs, rules.Spec{Name: "rest", CatchAll: true})...)
}

func BenchmarkEvaluate(b *testing.B) {
	for name, call := range map[string]decision.Call{
		"first":     {Tool: "fs.read", Params: params{"path": "/etc/passwd"}},
		"path":      {Tool: "fs.read", Params: params{"path": "/home/dev/project/a.go"}},
		"last tool": {Tool: "tool.16", Params: params{"command": "ls"}},
		"miss":      {Tool: "mail.send", Params: params{"to": "x"}},
	} {
		b.Run(name, func(b *testing.B) {
			set, analyzer := twenty(b), effect.NewAnalyzer(project(b))
			b.ReportAllocs()
			for b.Loop() {
				if v, _ := set.Evaluate(b.Context(), call.WithAnalyzer(analyzer)); v.Source == "" {
					b.Fatal("no rule matched")
				}
			}
		})
	}
}
