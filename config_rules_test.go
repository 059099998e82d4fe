package supervisor_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRuleFaults(t *testing.T) {
	t.Parallel()
	checkFaults(t, map[string]faultCase{
		"no operator": {
			"rules:\n  - name: a\n    condition: justaword\n",
			"sup7.yaml:3:16: rules[0].condition: condition has no operator",
		},
		"misspelt operator, plain": {
			"rules:\n  - name: a\n    condition: tool containz x # y\n",
			"    3 |     condition: tool containz x # y\n      |                     ^~~~~~~~",
		},
		"misspelt operator, quoted": {
			"rules: [{name: a, condition: 'params.it''s containz x'}]\n",
			"    1 | rules: [{name: a, condition: 'params.it''s containz x'}]\n      |                                            ^~~~~~~~",
		},
		"misspelt operator, block": {
			"rules:\n  - name: a\n    condition: |\n      tool containz x\n",
			"sup7.yaml:4:12: rules[0].condition: unknown operator \"containz\"",
		},
		"misspelt operator, folded": {
			"rules:\n  - name: a\n    condition: >\n      tool containz x\n",
			"sup7.yaml:3:16: rules[0].condition: unknown operator \"containz\"",
		},
		"no value":              {"rules: [{name: a, condition: tool contains}]", "has no value"},
		"R9, operator first":    {"rules: [{name: a, condition: equals x}]", "sup7.yaml:1:30: rules[0].condition: condition starts with the operator"},
		"R9, empty":             {`rules: [{name: a, condition: ""}]`, "rules[0].condition: must not be empty"},
		"blank":                 {`rules: [{name: a, condition: "  "}]`, "rules[0].condition: must not be empty"},
		"empty when":            {`rules: [{name: a, when: ""}]`, "rules[0].when: must not be empty"},
		"both conditions":       {"rules: [{name: a, condition: tool == x, when: 'tool == \"y\"'}]", "rules[0].when: cannot stand beside condition"},
		"condition of a number": {"rules: [{name: a, condition: 5}]", "rules[0].condition: must be text, not a number"},
		"no name":               {"rules:\n  - condition: tool == x\n", "sup7.yaml:2:5: rules[0].name: is missing"},
		"blank name":            {"rules: [{name: ' '}]", "rules[0].name: must not be blank"},
		"name of two lines":     {`rules: [{name: "a\nb"}]`, "rules[0].name: must be one line"},
		"same name":             {"rules:\n- {name: a, condition: tool == x}\n- {name: a}\n", "sup7.yaml:3:10: rules[1].name: is also the name of the rule on line 2"},
		"action":                {"rules: [{name: a, action: aprove, condition: tool == x}]", `rules[0].action: must be one of approve, deny, escalate; did you mean "approve"?`},
		"action, capital":       {"rules: [{name: a, action: Approve, condition: tool == x}]", `did you mean "approve"?`},
		"confidence":            {"rules: [{name: a, confidence: 1.01}]", "rules[0].confidence: must be a number from 0 to 1"},
		"approves all":          {"rules: [{name: a, action: approve}]", "rules[0].action: approves every call: give the rule a condition, or allow_all: true"},
		"approves all, null":    {"rules: [{name: a, action: approve, condition: ~}]", "rules[0].action: approves every call"},
		"allow all for nothing": {"rules: [{name: a, allow_all: true}]", "rules[0].allow_all: belongs to a rule without a condition that approves"},
		"allow all beside one":  {"rules: [{name: a, allow_all: true, action: approve, condition: tool == x}]", "rules[0].allow_all: belongs to"},
		"grant too long":        {"rules: [{name: a, condition: tool == x, action: approve, grant: 25h}]", "rules[0].grant: must be a duration from 0s to 24h"},
		"grant of nothing":      {"rules: [{name: a, action: approve, allow_all: true, grant: 1h}]", "rules[0].grant: needs a condition that names one tool exactly"},
		"grant of a prefix":     {"rules: [{name: a, condition: tool starts_with datetime., action: approve, grant: 1h}]", "rules[0].grant: needs a condition that names one tool exactly"},
		"grant of two tools":    {"rules: [{name: a, condition: 'tool in datetime.now, fs.pwd', action: approve, grant: 1h}]", "rules[0].grant: needs a condition that names one tool exactly"},
		"grant of either":       {`rules: [{name: a, when: 'tool == "datetime.now" or agent_id == "b"', action: approve, grant: 1h}]`, "rules[0].grant: needs a condition that names one tool exactly"},
		"grant of an unknown":   {"rules: [{name: a, condition: tool equals kv_get, action: approve, grant: 1h}]", "rules[0].grant: is for a tool that the analyser knows"},
		"grant of a bad when":   {"rules: [{name: a, when: 'tool ==', action: approve, grant: 1h}]", "rules[0].when: "},
		"grant of a denial":     {"rules: [{name: a, condition: tool == x, action: deny, grant: 1h}]", "rules[0].grant: belongs to a rule that approves"},
		"long description":      {"rules: [{name: a, description: " + string(make1025()) + "}]", "rules[0].description: must not be longer than 1024 bytes"},
		"unknown key":           {"rules: [{name: a, conditon: tool == x}]", `rules[0].conditon: unknown key; did you mean "condition"?`},
	})
}

func make1025() []byte {
	text := make([]byte, 1025)
	for i := range text {
		text[i] = 'a'
	}
	return text
}

func TestRulesKnowWhereTheyStand(t *testing.T) {
	t.Parallel()
	cfg := parsed(t, "supervisor:\n  rules:\n    - name: a\n      condition: tool == x\n    -   {name: b, when: 'tool == \"y\"'}\n")
	require.Len(t, cfg.Rules, 3)
	assert.Equal(t, [2]int{3, 7}, [2]int{cfg.Rules[0].Line, cfg.Rules[0].Column})
	assert.Equal(t, [2]int{5, 9}, [2]int{cfg.Rules[1].Line, cfg.Rules[1].Column})
	assert.False(t, cfg.Rules[1].CatchAll(), "when is a condition too")
	assert.Equal(t, [2]int{}, [2]int{cfg.Rules[2].Line, cfg.Rules[2].Column}, "appended")
	assert.InDelta(t, 0.9, cfg.Rules[0].Confidence, 0)
}
