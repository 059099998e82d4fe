//go:build !race

// The race detector makes memory of its own and drops what is pooled.

package rules_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

// TestMatchAndVerdictTakeNoMemory is not parallel, as it counts.
func TestMatchAndVerdictTakeNoMemory(t *testing.T) {
	for _, n := range []int{10, 1_000, 10_000} {
		specs := append(mixed(n), rules.Spec{Name: "rest", CatchAll: true})
		set := newSet(t, nil, specs...)
		calls := map[string]*decision.Call{
			"a tool's name":     aimed(n-2, false),
			"how a name starts": aimed(n-5, false),
			"an agent":          aimed(n-3, false),
			"a part":            aimed(n-1, false),
			"the first":         aimed(0, false),
			"nothing":           {Tool: "Other.Tool", Agent: "claude"},
			"with parameters":   {Tool: "Other.Tool", Params: params{"command": "git status --short", "n": 5, "list": []any{"a"}}},
		}
		for name, call := range calls {
			allocs := testing.AllocsPerRun(200, func() { set.Evaluate(t.Context(), call) })
			assert.Zero(t, allocs, "%s, %d rules", name, n)
		}
	}
}

// TestQuotingTakesLittleMemory bounds a verdict that quotes a path: its text,
// and the list of what it quotes.
func TestQuotingTakesLittleMemory(t *testing.T) {
	set := newSet(t, nil, rule("r", "params.path contains /etc", decision.Deny))
	call := &decision.Call{Tool: "x", Params: params{"path": "/etc/passwd"}}
	assert.LessOrEqual(t, testing.AllocsPerRun(200, func() { set.Evaluate(t.Context(), call) }), 2.0)
}

// TestPathsAreLocatedOnce shows that more rules about a path do not ask the
// file system more often.
func TestPathsAreLocatedOnce(t *testing.T) {
	allocs := func(n int) float64 {
		set, call := newSet(t, nil, mixed(n)...), aimed(n-2, true)
		return testing.AllocsPerRun(200, func() { set.Evaluate(t.Context(), call) })
	}
	assert.InDelta(t, allocs(10), allocs(10_000), 0.5)
}

// TestCostDoesNotGrowWithTheRules has a wide margin, since the machine may be
// busy: the plain loop takes several hundred times as long.
func TestCostDoesNotGrowWithTheRules(t *testing.T) {
	const rounds, margin = 5, 10
	best := map[int]time.Duration{}
	for range rounds {
		for _, n := range []int{10, 10_000} {
			set, calls := newSet(t, nil, mixed(n)...), stream(n, true)
			start := time.Now()
			for range 3 {
				for _, c := range calls {
					set.Evaluate(t.Context(), c)
				}
			}
			if took := time.Since(start); best[n] == 0 || took < best[n] {
				best[n] = took
			}
		}
	}
	assert.Less(t, best[10_000], margin*best[10], fmt.Sprint(best))
}
