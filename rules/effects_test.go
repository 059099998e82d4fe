package rules_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules"
)

func TestEffectFieldsParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`effects.deletes`:     `effects.deletes == true`,
		`not effects.deletes`: `not (effects.deletes == true)`,
		`effects.opaque != true or true == effects.concern`:    `effects.opaque == false or effects.concern == true`,
		`effects["reads"] == false && !effects.opaque`:         `effects.reads == false and not (effects.opaque == true)`,
		`effects.zone in ["Home", "temp"]`:                     `effects.zone in ["home", "temp"]`,
		`"home" in effects.zone`:                               `"home" in effects.zone`,
		`effects.zone equals "unknown"`:                        `effects.zone == "unknown"`,
		`effects.host ends_with ".internal"`:                   `effects.host ends_with ".internal"`,
		`lower(effects.host) matches "x"`:                      `effects.host matches "x"`,
		`effects.zone contains "o" and effects.zone != "home"`: `effects.zone contains "o" and effects.zone != "home"`,
	} {
		w, err := rules.ParseWhen(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, w.String())
		again, err := rules.ParseWhen(want)
		require.NoError(t, err, want)
		assert.Equal(t, want, again.String())
	}
}

func TestEveryKindOfEffectIsAField(t *testing.T) {
	t.Parallel()
	for _, kind := range []decision.EffectKind{
		decision.Reads, decision.Creates, decision.Overwrites, decision.Deletes, decision.Executes, decision.ExecutesProject,
		decision.ExecutesUnseen, decision.Network, decision.Secrets, decision.Privilege, decision.Persistence, decision.External,
		decision.Disrupts, decision.SelfTamper, decision.Injection,
	} {
		condition := "effects." + string(kind)
		got, _ := judged(t, condition, decision.Deny, nil, decision.Effects{List: []decision.Effect{{Kind: kind}}})
		assert.Equal(t, "deny", got, condition)
		got, _ = judged(t, condition, decision.Deny, nil, running("x"))
		assert.Equal(t, kind == decision.Reads || kind == decision.Executes, got == "deny", condition)
	}
}

func TestEffectFieldFaults(t *testing.T) {
	t.Parallel()
	for text, tt := range map[string]struct{ at, msg string }{
		`effects.delets`: {"delets", `there is no effect "delets": did you mean effects.deletes?`},
		`tool == "x" and effects.zones == "home"`: {"zones", "did you mean effects.zone?"},
		`effects.colour == "x"`:                   {"colour", "use one of opaque, irreversible"},
		`effect.deletes`:                          {"", ""},
		`effect.deletes == true`:                  {"effect", "did you mean effects?"},
		`effects == "x"`:                          {"==", "effects is no value"},
		`"deletes" in effects`:                    {"in", "effects is no value"},
		`effects`:                                 {"effects", "stands alone"},
		`effects.zone`:                            {"", "effects.zone stands alone"},
		`effects.deletes.x`:                       {"x", "effects.deletes has no fields of its own"},
		`effects.deletes == "true"`:               {"==", "effects.deletes is true or false: write it alone"},
		`effects.deletes contains "x"`:            {"contains", "is true or false"},
		`effects.deletes > 1`:                     {">", "is true or false"},
		`len(effects.zone) > 1`:                   {">", "is a list of texts"},
		`effects.zone == true`:                    {"==", "is a list of texts"},
		`effects.zone == params.zone`:             {"==", "is a list of texts"},
		`effects.host in [1, 2]`:                  {"in", "is a list of texts"},
		`inside(effects.zone, "/x")`:              {"", "is a list of texts"},
		`effects.host starts_with project_dir`:    {"starts_with", "is a list of texts"},
		`effects.zone == "projct"`:                {"==", `there is no zone "projct": did you mean project?`},
		`effects.zone in ["home", "elsewhere"]`:   {"in", `there is no zone "elsewhere": use one of project, home`},
		`"tmp" in effects.zone`:                   {"in", "did you mean temp?"},
	} {
		_, err := rules.ParseWhen(text)
		var fault *rules.SyntaxError
		require.ErrorAs(t, err, &fault, text)
		assert.Contains(t, fault.Msg, tt.msg, text)
		if tt.at != "" {
			assert.Equal(t, tt.at, text[fault.Offset:fault.Offset+fault.Length], text)
		}
	}
	_, err := rules.ParseCondition("effects.deletes equals true")
	assert.ErrorContains(t, err, "write the rule with when")
}

// TestEffectsThatDeny shows that what is seen counts in an opaque call too, and
// that what is not seen cannot be told there.
func TestEffectsThatDeny(t *testing.T) {
	t.Parallel()
	whole := decision.Effects{Covered: true, List: []decision.Effect{
		{Kind: decision.Deletes, Zone: decision.ZoneHome, Irreversible: true}, {Kind: decision.Network, Zone: decision.ZoneRemote, Target: "x.org"},
		{Kind: decision.Executes, Zone: decision.ZoneNone}, {Kind: decision.Reads},
	}}
	opaque := whole
	opaque.Gaps = []decision.Gap{{Reason: "odd flag"}}
	for condition, want := range map[string]struct{ whole, opaque string }{
		`effects.deletes`:                                     {"deny", "deny"},
		`effects.deletes == false`:                            {"none", "none"},
		`not effects.deletes`:                                 {"none", "none"},
		`effects.external`:                                    {"none", "escalate"},
		`not effects.external`:                                {"deny", "escalate"},
		`effects.external == false`:                           {"deny", "escalate"},
		`effects.irreversible`:                                {"deny", "deny"},
		`effects.concern`:                                     {"none", "escalate"},
		`effects.opaque`:                                      {"none", "deny"},
		`not effects.opaque`:                                  {"deny", "none"},
		`effects.opaque and effects.deletes`:                  {"none", "deny"},
		`effects.opaque and effects.external`:                 {"none", "escalate"},
		`effects.opaque or effects.external`:                  {"none", "deny"},
		`not effects.opaque and effects.external`:             {"none", "none"},
		`tool == "x" and effects.external`:                    {"none", "none"},
		`effects.zone == "home"`:                              {"deny", "deny"},
		`effects.zone == "unknown"`:                           {"deny", "deny"},
		`effects.zone == "temp"`:                              {"none", "escalate"},
		`effects.zone == "none"`:                              {"none", "escalate"},
		`effects.zone in ["temp", "remote"]`:                  {"deny", "deny"},
		`"home" in effects.zone`:                              {"deny", "deny"},
		`"temp" in effects.zone`:                              {"none", "escalate"},
		`not ("home" in effects.zone)`:                        {"none", "none"},
		`effects.zone contains "om"`:                          {"deny", "deny"},
		`effects.zone != "home"`:                              {"deny", "deny"},
		`not (effects.zone == "project")`:                     {"deny", "deny"},
		`not (effects.zone in ["home", "remote", "unknown"])`: {"none", "escalate"},
		`effects.host == "X.org"`:                             {"deny", "deny"},
		`effects.host ends_with ".org"`:                       {"deny", "deny"},
		`effects.host matches "^x"`:                           {"deny", "deny"},
		`not (effects.host == "x.org")`:                       {"none", "escalate"},
	} {
		got, _ := judged(t, condition, decision.Deny, nil, whole)
		assert.Equal(t, want.whole, got, condition)
		got, v := judged(t, condition, decision.Deny, nil, opaque)
		assert.Equal(t, want.opaque, got, "opaque: %s", condition)
		if want.opaque == "escalate" {
			require.Len(t, v.Notes, 1)
			assert.Regexp(t, `effects\.\w+ cannot be told: what the call does is not seen whole: odd flag$`, v.Notes[0])
		}
		got, _ = judged(t, condition, decision.Escalate, nil, decision.Effects{})
		assert.Equal(t, condition == `not effects.opaque` || strings.HasPrefix(condition, "not effects.opaque and") || strings.HasPrefix(condition, `tool == "x"`),
			got == "none", "nobody looked: %s", condition)
	}
}

// TestEffectsThatApprove shows what an approve needs, with the tool named.
func TestEffectsThatApprove(t *testing.T) {
	t.Parallel()
	opaque := running("x")
	opaque.Gaps = []decision.Gap{{Reason: "odd flag"}}
	home := also(running("x"), decision.Effect{Kind: decision.Overwrites, Zone: decision.ZoneHome})
	hosts := also(running("x"), decision.Effect{Kind: decision.Network, Target: "a.org"}, decision.Effect{Kind: decision.Network, Target: "b.org"})
	nowhere := decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Executes, Zone: decision.ZoneNone}}}
	for name, tt := range map[string]struct {
		condition string
		effects   decision.Effects
		want      string
		note      string
	}{
		"all zones":            {`effects.zone == "project"`, running("x"), "approve", ""},
		"not all zones":        {`effects.zone == "project"`, home, "none", ""},
		"all of two zones":     {`effects.zone in ["project", "home"]`, home, "approve", ""},
		"one zone":             {`"project" in effects.zone`, home, "approve", ""},
		"a part of a zone":     {`effects.zone contains "proj"`, running("x"), "none", ""},
		"nowhere":              {`effects.zone == "none"`, nowhere, "approve", ""},
		"nowhere, no project":  {`effects.zone == "project"`, nowhere, "none", ""},
		"no effect":            {`effects.zone == "project"`, decision.Effects{Covered: true}, "none", ""},
		"all zones, opaque":    {`effects.zone == "project"`, opaque, "none", "effects.zone cannot be told: what the call does is not seen whole: odd flag"},
		"not one zone":         {`not (effects.zone == "home")`, running("x"), "approve", ""},
		"not one zone, is":     {`not (effects.zone == "home")`, home, "none", ""},
		"not one zone, opaque": {`not (effects.zone == "home")`, opaque, "none", "cannot be told"},
		"seen, opaque":         {`effects.reads`, opaque, "none", "not seen whole: odd flag"},
		"seen":                 {`effects.reads`, home, "approve", ""},
		"absent":               {`not effects.deletes`, home, "approve", ""},
		"absent, false":        {`effects.deletes == false`, home, "approve", ""},
		"absent, opaque":       {`not effects.deletes`, opaque, "none", "effects.deletes cannot be told"},
		"absent, nobody looks": {`effects.deletes == false`, decision.Effects{}, "none", "effects.deletes cannot be told"},
		"opaque":               {`effects.opaque`, opaque, "none", "not seen whole"},
		"not opaque":           {`not effects.opaque`, home, "approve", ""},
		"all hosts":            {`effects.host in ["a.org", "b.org"]`, hosts, "approve", ""},
		"not all hosts":        {`effects.host in ["a.org", "c.org"]`, hosts, "none", ""},
		"no host":              {`effects.host in ["a.org"]`, home, "none", ""},
		"not that host":        {`not (effects.host == "c.org")`, home, "approve", ""},
		"and a command":        {`effects.reads and params.command starts_with "x"`, running("x"), "approve", ""},
		"and a command, home":  {`effects.reads and params.command starts_with "x"`, home, "none", "overwrites outside the project"},
		"or the whole command": {`(effects.deletes or params.command == "x")`, opaque, "none", "not seen whole"},
	} {
		got, v := judged(t, `tool == "Bash" and `+tt.condition, decision.Approve, params{"command": "x"}, tt.effects)
		assert.Equal(t, tt.want, got, name)
		if tt.note == "" {
			assert.Empty(t, v.Notes, name)
		} else if assert.Len(t, v.Notes, 1, name) {
			assert.Contains(t, v.Notes[0], tt.note, name)
		}
		if got == "approve" {
			assert.Equal(t, decision.BasisCondition, v.Basis, name)
		}
	}
}

// TestEffectsThatApproveWithoutATool shows that the condition widens nothing.
func TestEffectsThatApproveWithoutATool(t *testing.T) {
	t.Parallel()
	for condition, want := range map[string]struct{ project, home string }{
		`effects.reads`:                       {"approve", "none"},
		`not effects.deletes`:                 {"approve", "none"},
		`effects.zone in ["project", "home"]`: {"approve", "none"},
	} {
		got, _ := judged(t, condition, decision.Approve, nil, running("x"))
		assert.Equal(t, want.project, got, condition)
		got, v := judged(t, condition, decision.Approve, nil, also(running("x"), decision.Effect{Kind: decision.Reads, Zone: decision.ZoneHome}))
		assert.Equal(t, want.home, got, condition)
		require.Len(t, v.Notes, 1)
	}
}

// TestEffectsAreAskedForLast shows that a comparison on something else, written
// behind, saves the analysis.
func TestEffectsAreAskedForLast(t *testing.T) {
	t.Parallel()
	set := newSet(t, nil,
		when("a", `effects.deletes and tool == "other"`, decision.Deny),
		when("b", `params.command starts_with "rm" and agent_id == "bat"`, decision.Deny),
		when("c", `tool == "Bash" or not effects.opaque`, decision.Deny))
	call := (&decision.Call{Tool: "Bash", Agent: "owl", Params: params{"command": "ls"}}).WithAnalyzer(
		decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
			t.Error("analysed")
			return decision.Effects{}
		}))
	v, settled := set.Evaluate(t.Context(), call)
	assert.True(t, settled)
	assert.Equal(t, "c", v.Source)

	set = newSet(t, nil, behind(when("whole", `params.command == "pwd" and tool == "Bash"`, decision.Approve), rule("yes", "agent_id equals owl", decision.Deny),
		when("later", `params.command contains "x"`, decision.Deny))...)
	v, _ = set.Evaluate(t.Context(), call)
	assert.Equal(t, "yes", v.Source)
}

func TestExplainShowsWhatShowsAnEffect(t *testing.T) {
	t.Parallel()
	set, err := rules.New([]rules.Spec{
		when("deletes", `effects.deletes`, decision.Escalate),
		when("zones", `tool == "x" or effects.zone == "system" or effects.opaque or effects.secrets or not effects.network`, decision.Escalate),
		when("hosts", `effects.host == "h0"`, decision.Deny),
	}, rules.Options{Redact: func(text string) string { return strings.ReplaceAll(text, "sesame", "[secret]") }})
	require.NoError(t, err)
	e := decision.Effects{Covered: true, List: []decision.Effect{
		{Kind: decision.Deletes, Zone: decision.ZoneHome, Segment: "rm sesame " + strings.Repeat("x", 200)}, {Kind: decision.Reads, Zone: decision.ZoneTemp, Segment: "cat\nx"},
	}}
	explain := func(e decision.Effects) []decision.Step {
		return set.Explain(t.Context(), (&decision.Call{Tool: "Bash"}).WithAnalyzer(does(e)))
	}
	steps := explain(e)
	assert.True(t, steps[0].Settled)
	assert.True(t, strings.HasPrefix(steps[0].Detail, `effects.deletes == true; true (effects.deletes is true by "rm [secret] xxx`), steps[0].Detail)
	assert.Less(t, len(steps[0].Detail), 200)
	assert.NotContains(t, steps[1].Detail, "sesame")
	assert.Contains(t, steps[1].Detail, `"temp" by "cat x"`)
	assert.Contains(t, steps[1].Detail, `effects.opaque == true is false (effects.opaque is false)`)
	assert.Contains(t, steps[1].Detail, `effects.network == true is false (effects.network is false)`)
	assert.Contains(t, steps[2].Detail, `false (effects.host is empty)`)

	e.Gaps = []decision.Gap{{Reason: "odd flag", Segment: "dd sesame"}}
	for i := range 5 {
		e.List = append(e.List, decision.Effect{Kind: decision.Network, Zone: decision.ZoneTemp, Target: "h" + string(rune('0'+i))})
	}
	steps = explain(e)
	assert.Contains(t, steps[1].Detail, `effects.opaque == true is true (effects.opaque is true: odd flag by "dd [secret]")`)
	assert.Contains(t, steps[1].Detail, `effects.secrets == true is not to be told (effects.secrets is not seen)`)
	assert.Contains(t, steps[2].Detail, `true (effects.host is "h0", "h1", "h2", 2 more, what is not seen)`)
	assert.Contains(t, explain(decision.Effects{})[1].Detail, `effects.opaque is true)`)
}
