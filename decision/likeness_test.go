package decision_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func likeness(t *testing.T, agent, tool string, params map[string]any, effects ...decision.Effect) []string {
	t.Helper()
	c, err := (&decision.Call{Agent: agent, Tool: tool, Params: params}).Normalize()
	require.NoError(t, err)
	return decision.Likeness(c, decision.Effects{Covered: len(effects) > 0, List: effects})
}

func share(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

func TestLikenessOfRewordedCalls(t *testing.T) {
	t.Parallel()
	gone := decision.Effect{Kind: decision.Deletes, Target: "/p/build", Zone: decision.ZoneProject}
	refused := likeness(t, "coder", "ops.exec", map[string]any{"command": "rm -rf build", "n": 1}, gone)
	tests := map[string]struct {
		list []string
		want bool
	}{
		"blanks and quotes":       {likeness(t, "coder", "ops.exec", map[string]any{"command": `rm   -rf  "build"`, "n": 1}), true},
		"flags apart":             {likeness(t, "coder", "ops.exec", map[string]any{"command": "rm -f -r build", "n": 1}), true},
		"another order":           {likeness(t, "coder", "ops.exec", map[string]any{"command": "rm build -rf", "n": 1}), true},
		"a description":           {likeness(t, "coder", "ops.exec", map[string]any{"command": "rm -rf build", "n": 1, "Description": "clean", "timeout": 9}), true},
		"the same effect":         {likeness(t, "coder", "fs.delete", map[string]any{"path": "build"}, gone), true},
		"another target":          {likeness(t, "coder", "ops.exec", map[string]any{"command": "rm -rf dist", "n": 1}), false},
		"another number":          {likeness(t, "coder", "ops.exec", map[string]any{"command": "rm -rf build", "n": 2}), false},
		"another agent":           {likeness(t, "other", "ops.exec", map[string]any{"command": "rm -rf build", "n": 1}, gone), false},
		"words in another member": {likeness(t, "coder", "ops.exec", map[string]any{"input": "rm -rf build", "n": 1}), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, share(refused, tt.list))
		})
	}
}

func TestLikenessTakesNoEffectsThatWereNotSeen(t *testing.T) {
	t.Parallel()
	list := []decision.Effect{{Kind: decision.Reads, Target: "/p"}}
	assert.Empty(t, decision.LikeEffects("a", decision.Effects{List: list}))
	assert.Empty(t, decision.LikeEffects("a", decision.Effects{Covered: true}), "no effects are no likeness")
	assert.Empty(t, decision.LikeEffects("a", decision.Effects{Covered: true, List: list, Gaps: []decision.Gap{{}}}))
	assert.Empty(t, decision.LikeEffects("a", decision.Effects{Covered: true, List: append(list, decision.Effect{Kind: decision.ExecutesProject})}))
	assert.Len(t, decision.LikeEffects("a", decision.Effects{Covered: true, List: list}), 1)
}

func TestLikenessOfWhatIsDoneByAnotherProgram(t *testing.T) {
	t.Parallel()
	program := func(name string) decision.Effect {
		return decision.Effect{Kind: decision.Executes, Target: name, Zone: decision.ZoneNone}
	}
	like := func(list ...decision.Effect) []string {
		return decision.LikeEffects("a", decision.Effects{Covered: true, List: list})
	}
	gone := decision.Effect{Kind: decision.Deletes, Target: "/p/build", Zone: decision.ZoneProject}
	seen := decision.Effect{Kind: decision.Reads, Target: "/p", Zone: decision.ZoneProject}
	assert.Equal(t, like(program("rm"), gone), like(program("true"), program("unlink"), gone))
	assert.NotEqual(t, like(program("rm"), gone), like(program("rm"), gone, seen))
	looked := gone
	looked.Kind = decision.Reads
	assert.Equal(t, like(program("rm"), gone), like(program("find"), looked, gone))
	assert.NotEqual(t, like(program("ls"), seen), like(program("grep"), seen), "many programs read the same, and to different ends")
}

func TestLikenessTakesAnAssumedWorkingDirectoryForTheOne(t *testing.T) {
	t.Parallel()
	list := []decision.Effect{{Kind: decision.Deletes, Target: "/p/build"}}
	assumed := decision.Effects{Covered: true, List: list, Gaps: []decision.Gap{{Reason: decision.AssumedDir}}}
	assert.Equal(t, decision.LikeEffects("a", decision.Effects{Covered: true, List: list}), decision.LikeEffects("a", assumed))
	assumed.Gaps = append(assumed.Gaps, decision.Gap{Reason: "unknown flag"})
	assert.Empty(t, decision.LikeEffects("a", assumed))
}
