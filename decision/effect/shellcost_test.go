//go:build !race

// The race detector makes memory of its own.

package effect_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// TestShellTakesLittleMemory bounds the allocations of an analysis, the parse
// among them, with a margin of a tenth over those that docs/performance.md
// tells. It is not parallel, as it counts.
func TestShellTakesLittleMemory(t *testing.T) {
	analyzer := effect.NewAnalyzer(projectScope(t))
	most := map[string]float64{"20B": 56, "60B": 110, "2KB": 1200}
	for _, line := range benchLines {
		call := &decision.Call{Tool: "Bash", Params: params{"command": line.text}}
		allocs := testing.AllocsPerRun(50, func() { analyzer.Analyze(t.Context(), call) })
		assert.LessOrEqual(t, allocs, most[line.name], line.name)
		t.Logf("%s: %.0f", line.name, allocs)
	}
}
