package supervisor_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/rules"
)

// mixedRules are rules of the kinds that operators write, each as a spec and as
// an expr program. No two hold for the same call.
func mixedRules(b *testing.B, n int) ([]rules.Spec, []*vm.Program) {
	b.Helper()
	specs, programs := make([]rules.Spec, n), make([]*vm.Program, n)
	for i := range specs {
		condition, source := fmt.Sprintf("tool equals tool%06d.run", i), fmt.Sprintf(`tool == "tool%06d.run"`, i)
		switch i % 10 {
		case 1, 5:
			condition, source = fmt.Sprintf("tool starts_with ns%06d.", i), fmt.Sprintf(`tool startsWith "ns%06d."`, i)
		case 3:
			condition, source = fmt.Sprintf("params.path starts_with /data/area%06d/", i), fmt.Sprintf(`path startsWith "/data/area%06d/"`, i)
		case 7:
			condition, source = fmt.Sprintf("agent_id equals agent%06d", i), fmt.Sprintf(`agent == "agent%06d"`, i)
		case 9:
			condition, source = fmt.Sprintf("params.command contains verb%06d", i), fmt.Sprintf(`command contains "verb%06d"`, i)
		}
		specs[i] = rules.Spec{Name: fmt.Sprint("rule ", i), Condition: condition, Action: supervisor.Deny, Confidence: 1}
		program, err := expr.Compile(source, expr.Env(map[string]any{"tool": "", "path": "", "agent": "", "command": ""}), expr.AsBool())
		require.NoError(b, err)
		programs[i] = program
	}
	return specs, programs
}

// aimedAt is a call for which the i-th rule decides. -1: none does.
func aimedAt(i int) supervisor.Call {
	c := supervisor.Call{ID: "x", Tool: "other.tool", Agent: "claude", Params: map[string]any{"command": "git status", "n": 7}}
	switch {
	case i < 0:
	case i%10 == 1 || i%10 == 5:
		c.Tool = fmt.Sprintf("ns%06d.read", i)
	case i%10 == 3:
		c.Params["path"] = fmt.Sprintf("/data/area%06d/x/main.go", i)
	case i%10 == 7:
		c.Agent = fmt.Sprintf("agent%06d", i)
	case i%10 == 9:
		c.Params["command"] = fmt.Sprintf("do verb%06d now", i)
	default:
		c.Tool = fmt.Sprintf("tool%06d.run", i)
	}
	return c
}

// BenchmarkDecision is a whole decision without a journal: the call is checked
// and copied, guarded, matched and fingerprinted, and its evidence put together.
// expr/decision is how much longer a loop of expr programs takes to find the
// rule alone; both take turns in the same run.
func BenchmarkDecision(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		specs, programs := mixedRules(b, n)
		set, err := rules.New(specs, rules.Options{})
		require.NoError(b, err)
		s, err := supervisor.New(supervisor.Options{Rules: []supervisor.Rule{set}})
		require.NoError(b, err)
		for kind, calls := range map[string][]supervisor.Call{
			"first": {aimedAt(0)}, "last": {aimedAt(n - 2)}, "miss": {aimedAt(-1)}, "stream": streamOf(n),
		} {
			b.Run(fmt.Sprintf("%d/%s", n, kind), func(b *testing.B) {
				decide := func(i int) { _, _ = s.Evaluate(context.Background(), calls[i%len(calls)]) }
				find := exprLoop(programs, calls)
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					decide(i)
				}
				b.ReportMetric(sideBySide(find, decide), "expr/decision")
			})
		}
	}
}

func streamOf(n int) []supervisor.Call {
	random := rand.New(rand.NewPCG(1, 2))
	calls := make([]supervisor.Call, 1024)
	for i := range calls {
		calls[i] = aimedAt(random.IntN(n))
	}
	return calls
}

func exprLoop(programs []*vm.Program, calls []supervisor.Call) func(i int) {
	machine := vm.VM{}
	envs := make([]map[string]any, len(calls))
	for i, c := range calls {
		text := func(name string) string {
			s, _ := c.Params[name].(string)
			return strings.ToLower(s)
		}
		envs[i] = map[string]any{"tool": c.Tool, "agent": c.Agent, "path": text("path"), "command": text("command")}
	}
	return func(i int) {
		for _, p := range programs {
			if holds, err := machine.Run(p, envs[i%len(envs)]); err != nil || holds == true {
				return
			}
		}
	}
}

// sideBySide is the median over turns of how much longer a takes than b.
func sideBySide(a, b func(i int)) float64 {
	const turns, slice = 21, 2 * time.Millisecond
	perCall := func(f func(int)) float64 {
		start, n := time.Now(), 0
		for time.Since(start) < slice {
			f(n)
			n++
		}
		return float64(time.Since(start)) / float64(n)
	}
	ratios := make([]float64, turns)
	for i := range ratios {
		ratios[i] = perCall(a) / perCall(b)
	}
	slices.Sort(ratios)
	return ratios[turns/2]
}
