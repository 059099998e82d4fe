package decision_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

func deletes(targets ...string) (list []decision.Effect) {
	for _, target := range targets {
		list = append(list, decision.Effect{Kind: decision.Deletes, Target: target, Zone: decision.ZoneProject})
	}
	return list
}

// like is the likeness of a call with these effects and commands. The text of the
// call is another one each time, so that only its parts can be alike.
func like(t *testing.T, text string, covered bool, effects []decision.Effect, commands ...string) []string {
	t.Helper()
	c, err := (&decision.Call{Agent: "coder", Tool: "Bash", Params: map[string]any{"command": text}}).Normalize()
	require.NoError(t, err)
	return decision.Likeness(c, decision.Effects{Covered: covered, List: effects, Segments: commands})
}

func TestAlike(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 100 {
		many = append(many, "rm "+strconv.Itoa(i))
	}
	tests := map[string]struct {
		refused, call []string
		want          bool
	}{
		"more is deleted":            {like(t, "1", true, deletes("a")), like(t, "2", true, deletes("a", "b")), true},
		"less is deleted":            {like(t, "1", true, deletes("a", "b")), like(t, "2", true, deletes("a")), false},
		"something else":             {like(t, "1", true, deletes("a")), like(t, "2", true, deletes("b")), false},
		"more, and not seen whole":   {like(t, "1", true, deletes("a")), like(t, "2", false, deletes("a")), true},
		"not seen whole":             {like(t, "1", false, deletes("a")), like(t, "2", true, deletes("a")), false},
		"only reads":                 {like(t, "1", true, []decision.Effect{{Kind: decision.Reads, Target: "a"}}), like(t, "2", true, deletes("a")), false},
		"dressed up":                 {like(t, "1", false, nil, "git push origin main"), like(t, "2", false, nil, "true", "cd .", "git push origin main"), true},
		"in another order":           {like(t, "1", false, nil, "make x", "git push"), like(t, "2", false, nil, "git push", "ls", "make x"), true},
		"one of two":                 {like(t, "1", false, nil, "make x", "git push"), like(t, "2", false, nil, "make x"), false},
		"other words":                {like(t, "1", false, nil, "git push origin main"), like(t, "2", false, nil, "git push origin dev"), false},
		"what does nothing":          {like(t, "1", false, nil, "cd src", "true"), like(t, "2", false, nil, "cd src", "true", "ls"), false},
		"more commands than counted": {like(t, "1", false, nil, many...), like(t, "2", false, nil, many...), false},
		"nothing":                    {nil, nil, false},
		"an empty part":              {[]string{""}, []string{""}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, decision.Alike(tt.refused, tt.call))
		})
	}
}
