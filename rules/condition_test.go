package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/rules"
)

func TestParseConditionNormalForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"tool equals x":                  "tool equals x",
		"  tool\n\t==  x  y ":            "tool == x y",
		"params path equals x":           "params.path equals x",
		"params.a b.c != d":              "params.a.b.c != d",
		"params.x contains equals in":    "params.x contains equals in",
		"params.x in a , b":              "params.x in a , b",
		"params.not.x starts_with ~/x":   "params.not.x starts_with ~/x",
		"params.ключ not_equals Значе":   "params.ключ not_equals Значе",
		"recent_traces contains fs.read": "recent_traces contains fs.read",
	} {
		c, err := rules.ParseCondition(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, c.String())
	}
}

func TestParseConditionFaults(t *testing.T) {
	t.Parallel()
	long := "tool equals " + strings.Repeat("x", rules.MaxConditionBytes)
	tests := map[string]struct {
		text string
		at   string // the part at fault
		msg  string
	}{
		"R9 no operator":         {" justaword ", "justaword", "has no operator: use one of equals, ==, not_equals, !=, starts_with, contains, in"},
		"R9 no field":            {"equals x", "equals", "write a field before it"},
		"R9 empty":               {"", "", "condition is empty"},
		"R9 blank":               {" \t", " \t", "condition is empty"},
		"R10 no value":           {"tool contains", "contains", "contains has no value"},
		"R10 no value, prefix":   {"tool starts_with  ", "starts_with", "starts_with has no value"},
		"no names":               {"tool in , ,", ",", "in has no names"},
		"misspelt operator":      {"tool startswith x", "startswith", "did you mean starts_with?"},
		"operator in capitals":   {"tool EQUALS x", "EQUALS", "did you mean equals?"},
		"misspelt field":         {"tol equals x", "tol", `unknown field "tol": did you mean tool?`},
		"misspelt root":          {"param.path equals x", "param", "did you mean params?"},
		"field in capitals":      {"Tool equals x", "Tool", "did you mean tool?"},
		"unknown field":          {"colour equals x", "colour", "use params.NAME or one of id, agent_id, tool"},
		"a field of a text":      {"tool.__class__ contains x", "tool", "has no fields of its own"},
		"a field of a list":      {"recent_traces.tool equals x", "recent_traces", "has no fields of its own"},
		"two dots":               {"params..path equals x", "params..path", "single dots"},
		"a dot at the end":       {"params. path equals x", "params.", "single dots"},
		"negation in two words":  {"params.mode not equals x", "not", "write not_equals or !="},
		"control character":      {"tool equals x\x00y", "\x00", "control or invalid character"},
		"zero-width character":   {"tool equals x\u200by", "\u200b", "control or invalid character"},
		"right-to-left override": {"tool equals \u202ex", "\u202e", "control or invalid character"},
		"invalid utf-8":          {"tool equals x\xffy", "\xff", "control or invalid character"},
		"too long":               {long, long[rules.MaxConditionBytes:], "longer than 4096 bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.ParseCondition(tt.text)
			var fault *rules.SyntaxError
			require.ErrorAs(t, err, &fault)
			assert.Contains(t, fault.Msg, tt.msg)
			assert.Equal(t, fault.Msg, fault.Error())
			assert.Equal(t, tt.at, tt.text[fault.Offset:fault.Offset+fault.Length])
		})
	}
}

func FuzzParseCondition(f *testing.F) {
	for _, seed := range []string{
		"tool equals x", "params path  in a , b", "equals", "", "tool contains", "tol == x", "params..x != y",
		"params.x starts_with project_dir", "tool equals \u200b", "\xff\xfe", "tool in ,", "params.x not equals y", "\u0085tool\u00a0==\u3000x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := rules.ParseCondition(text)
		if err != nil {
			var fault *rules.SyntaxError
			require.ErrorAs(t, err, &fault)
			require.NotEmpty(t, fault.Msg)
			require.GreaterOrEqual(t, fault.Offset, 0)
			require.GreaterOrEqual(t, fault.Length, 0)
			require.LessOrEqual(t, fault.Offset+fault.Length, len(text))
			return
		}
		again, err := rules.ParseCondition(c.String())
		require.NoError(t, err, "%q reads back", c.String())
		require.Equal(t, c, again)
	})
}
