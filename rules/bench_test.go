package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

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

// BenchmarkEvaluate is the full judgment of a typical set, effects and look at
// the file system included.
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

// BenchmarkMixed compares the set with a loop of functions and with a loop of
// expr programs, on the same rules and calls, in one run.
func BenchmarkMixed(b *testing.B) {
	for _, n := range []int{10, 1_000, 10_000} {
		first := swapped(mixed(n), 0, n-2)
		for _, bench := range []struct {
			name  string
			specs []rules.Spec
			calls []*decision.Call
		}{
			{"first", first, []*decision.Call{aimed(n-2, false)}},
			{"last", mixed(n - 1), []*decision.Call{aimed(n-2, false)}},
			{"miss", mixed(n), []*decision.Call{{Tool: "other.tool", Agent: "claude", Params: params{"command": "git status"}}}},
			{"path", mixed(n), []*decision.Call{aimed(n-2, true)}},
			{"stream", mixed(n), stream(n, false)},
			{"stream-path", mixed(n), stream(n, true)},
		} {
			b.Run(fmt.Sprintf("%s/%d/set", bench.name, n), func(b *testing.B) {
				set := newSet(b, nil, bench.specs...)
				run(b, bench.calls, func(c *decision.Call) { set.Evaluate(b.Context(), c) })
			})
			b.Run(fmt.Sprintf("%s/%d/functions", bench.name, n), func(b *testing.B) {
				loop := functions(bench.specs)
				run(b, bench.calls, func(c *decision.Call) { loop(c) })
			})
			b.Run(fmt.Sprintf("%s/%d/expr", bench.name, n), func(b *testing.B) {
				loop := programs(b, bench.specs)
				run(b, bench.calls, func(c *decision.Call) { loop(c) })
			})
		}
	}
}

func run(b *testing.B, calls []*decision.Call, judge func(*decision.Call)) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		judge(calls[i%len(calls)])
		i++
	}
}

// BenchmarkNew compares building a set with compiling the same conditions.
func BenchmarkNew(b *testing.B) {
	for _, n := range []int{10, 10_000} {
		specs := mixed(n)
		b.Run(fmt.Sprintf("%d/set", n), func(b *testing.B) {
			for b.Loop() {
				newSet(b, nil, specs...)
			}
		})
		b.Run(fmt.Sprintf("%d/expr", n), func(b *testing.B) {
			for b.Loop() {
				programs(b, specs)
			}
		})
	}
}

// answer is what both loops say when a rule matches.
func answer(spec *rules.Spec) (decision.Verdict, bool) {
	return decision.Verdict{Action: spec.Action, Confidence: spec.Confidence, Source: spec.Name}, true
}

// functions is the plain loop: one function a rule, letter case folded once a
// call. It does not look at where paths lead, which the set does.
func functions(specs []rules.Spec) func(*decision.Call) (decision.Verdict, bool) {
	type fields struct{ tool, agent, path, command string }
	tests := make([]func(*fields) bool, len(specs))
	for i, spec := range specs {
		words := strings.Fields(spec.Condition)
		of := map[string]func(*fields) string{
			"tool": func(f *fields) string { return f.tool }, "agent_id": func(f *fields) string { return f.agent },
			"params.path": func(f *fields) string { return f.path }, "params.command": func(f *fields) string { return f.command },
		}[words[0]]
		test := map[string]func(string, string) bool{
			"equals": func(a, b string) bool { return a == b }, "starts_with": strings.HasPrefix, "contains": strings.Contains,
		}[words[1]]
		tests[i] = func(f *fields) bool { return test(of(f), words[2]) }
	}
	return func(c *decision.Call) (decision.Verdict, bool) {
		path, _ := c.Params["path"].(string)
		command, _ := c.Params["command"].(string)
		f := fields{strings.ToLower(c.Tool), strings.ToLower(c.Agent), strings.ToLower(path), strings.ToLower(command)}
		for i, test := range tests {
			if test(&f) {
				return answer(&specs[i])
			}
		}
		return decision.Verdict{}, false
	}
}

// programs is a loop of one expr program a rule on one machine, in the form
// that is fastest for it: a map of variables.
func programs(b *testing.B, specs []rules.Spec) func(*decision.Call) (decision.Verdict, bool) {
	env := map[string]any{"tool": "", "agent_id": "", "path": "", "command": ""}
	list := make([]*vm.Program, len(specs))
	for i, spec := range specs {
		words := strings.Fields(strings.TrimPrefix(spec.Condition, "params."))
		op := map[string]string{"equals": "==", "starts_with": "startsWith", "contains": "contains"}[words[1]]
		program, err := expr.Compile(fmt.Sprintf("%s %s %q", words[0], op, words[2]), expr.Env(env), expr.AsBool())
		if err != nil {
			b.Fatal(err)
		}
		list[i] = program
	}
	machine := &vm.VM{}
	return func(c *decision.Call) (decision.Verdict, bool) {
		path, _ := c.Params["path"].(string)
		command, _ := c.Params["command"].(string)
		env["tool"], env["agent_id"] = strings.ToLower(c.Tool), strings.ToLower(c.Agent)
		env["path"], env["command"] = strings.ToLower(path), strings.ToLower(command)
		for i, program := range list {
			if out, err := machine.Run(program, env); err == nil && out == true {
				return answer(&specs[i])
			}
		}
		return decision.Verdict{}, false
	}
}
