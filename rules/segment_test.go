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

// does is an analyser that says the same of every call.
func does(e decision.Effects) decision.Analyzer {
	return decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects { return e })
}

// running is a call of a shell that is seen whole.
func running(segments ...string) decision.Effects {
	return decision.Effects{Covered: true, Segments: segments, List: []decision.Effect{
		{Kind: decision.Executes, Zone: decision.ZoneNone}, {Kind: decision.Reads, Zone: decision.ZoneProject},
	}}
}

func also(e decision.Effects, more ...decision.Effect) decision.Effects {
	e.List = append(append([]decision.Effect(nil), e.List...), more...)
	return e
}

// judged is the action of one rule on a call that does this; "none" when it
// does not hold. The index must say the same.
func judged(t *testing.T, condition string, action decision.Action, p params, e decision.Effects) (string, decision.Verdict) {
	t.Helper()
	call := (&decision.Call{Tool: "Bash", Agent: "owl", Params: p}).WithAnalyzer(does(e))
	v, settled := newSet(t, project(t), when("r", condition, action)).Evaluate(t.Context(), call)
	indexed, also := newSet(t, project(t), behind(when("r", condition, action))...).Evaluate(t.Context(), call)
	require.Equal(t, v, indexed, "behind the index")
	require.Equal(t, settled, also, "behind the index")
	if !settled {
		return "none", v
	}
	return v.Action.String(), v
}

// TestAnApproveOnACommandHoldsForEachOfThem: a condition on the text of a line
// approves no command that does not meet it.
func TestAnApproveOnACommandHoldsForEachOfThem(t *testing.T) {
	t.Parallel()
	const log = `params.command starts_with "git log"`
	opaque := running("git log")
	opaque.Gaps = []decision.Gap{{Reason: "odd flag"}}
	uncovered := running("git log")
	uncovered.Covered = false
	tests := map[string]struct {
		condition string
		params    params
		effects   decision.Effects
		want      string
		note      string
	}{
		"one":                     {log, params{"command": "git log -3"}, running("git log -3"), "approve", ""},
		"itself":                  {log, params{"command": "git log"}, running("git log"), "approve", ""},
		"each":                    {log, params{"command": "git log; git log -p"}, running("git log", "git log -p"), "approve", ""},
		"in quotes":               {log, params{"command": `"git" 'log'`}, running("git log"), "approve", ""},
		"words":                   {log, params{"command": []any{"git", "log"}}, running("git log"), "approve", ""},
		"not one of two":          {log, params{"command": "git log; rm x"}, running("git log", "rm x"), "none", ""},
		"not the first":           {log, params{"command": "cd x && git log"}, running("cd x", "git log"), "none", ""},
		"not a redirection":       {log, params{"command": "git log > x"}, running("git log", "> x"), "none", ""},
		"longer word":             {log, params{"command": "git logx"}, running("git logx"), "none", ""},
		"word with a sign":        {log, params{"command": "git log-x"}, running("git log-x"), "none", ""},
		"word that is not known":  {log, params{"command": "git log$x"}, running("git log\x00"), "none", ""},
		"blank that is none":      {log, params{"command": "git log\u00a0x"}, running("git log\u00a0x"), "none", ""},
		"letter case":             {log, params{"command": "GIT log É"}, running("GIT log É"), "approve", ""},
		"end of a word":           {`params.command starts_with "git "`, params{"command": "git status"}, running("git status"), "approve", ""},
		"contains":                {`params.command contains "--dry-run"`, params{"command": "a --dry-run; b"}, running("a --dry-run", "b"), "none", ""},
		"contains, each":          {`params.command contains "--dry-run"`, params{"command": "a --dry-run; b"}, running("a --dry-run", "b --dry-run x"), "approve", ""},
		"ends_with":               {`params.command ends_with "--dry-run"`, params{"command": "a"}, running("a --dry-run"), "approve", ""},
		"matches":                 {`params.command matches "^go (test|vet)$"`, params{"command": "go vet && go test"}, running("go vet", "go test"), "approve", ""},
		"matches, not one":        {`params.command matches "^go (test|vet)$"`, params{"command": "go vet && go run"}, running("go vet", "go run"), "none", ""},
		"a pattern on a long one": {`params.command matches "^go"`, params{"command": "go"}, running("go" + strings.Repeat(" x", 40_000)), "none", "not tried on"},
		"absolute":                {`params.command starts_with "/bin/ls"`, params{"command": "/bin/ls x"}, running("/bin/ls x"), "approve", ""},
		"absolute, no directory":  {`params.command starts_with "/bin"`, params{"command": "/bin/ls x"}, running("/bin/ls x"), "none", ""},
		"with a url":              {`params.command starts_with "curl https://x.org/a"`, params{"command": "curl https://x.org/a"}, running("curl https://x.org/a"), "approve", ""},
		"opaque":                  {log, params{"command": "git log"}, opaque, "none", "not seen whole: odd flag"},
		"not covered":             {log, params{"command": "git log"}, uncovered, "none", "not seen whole"},
		"no commands are seen":    {log, params{"command": "git log"}, decision.Effects{Covered: true}, "none", "no single commands are seen"},
		"nobody looked":           {log, params{"command": "git log; rm x"}, decision.Effects{}, "none", "not seen whole"},
		"nobody looked, no fit":   {log, params{"command": "rm x"}, decision.Effects{}, "none", ""},
		"missing":                 {log, params{"cmd": "git log"}, running("git log"), "none", ""},
		"object":                  {log, params{"command": params{"a": "git log"}}, running("git log"), "none", ""},
		"two commands":            {log, params{"command": "git log", "stdin": "rm x"}, running("git log"), "none", "another parameter may hold the command"},
		"two commands, deep":      {log, params{"command": "git log", "a": []any{params{"script": "rm x"}}}, running("git log"), "none", "another parameter"},
		"a flag of that name":     {log, params{"command": "git log", "run_in_background": true}, running("git log"), "approve", ""},
		"a second that is null":   {log, params{"command": "git log", "stdin": nil, "note": "x"}, running("git log"), "approve", ""},
		"too long":                {log, params{"command": "git log"}, running("git log " + strings.Repeat("x", 200_000)), "none", "longer than"},
		"in the project":          {`inside(params.command, project_dir)`, params{"command": "/home/dev/project/x"}, running("/home/dev/project/x"), "none", "or the whole command with =="},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, v := judged(t, `tool == "Bash" and `+tt.condition, decision.Approve, tt.params, tt.effects)
			assert.Equal(t, tt.want, got)
			if tt.note == "" {
				assert.Empty(t, v.Notes)
			} else {
				require.Len(t, v.Notes, 1)
				assert.Contains(t, v.Notes[0], tt.note)
			}
			if got == "approve" {
				assert.Equal(t, decision.BasisCondition, v.Basis, "the root checks that it is not opaque")
			}
		})
	}
}

// TestWhatAnApproveOnACommandMayDo holds each effect against a rule that names
// the tool, and one that does not.
func TestWhatAnApproveOnACommandMayDo(t *testing.T) {
	t.Parallel()
	const anywhere = decision.Zone("anywhere")
	all := []decision.Zone{
		decision.ZoneUnknown, decision.ZoneProject, decision.ZoneHome, decision.ZoneTemp, decision.ZoneSystem, decision.ZoneRemote, decision.ZoneNone,
	}
	notRemote := []decision.Zone{
		decision.ZoneUnknown, decision.ZoneProject, decision.ZoneHome, decision.ZoneTemp, decision.ZoneSystem, decision.ZoneNone,
	}
	project, none := []decision.Zone{decision.ZoneProject}, []decision.Zone{decision.ZoneNone}
	for kind, zones := range map[decision.EffectKind]struct{ named, unnamed []decision.Zone }{
		decision.Reads: {all, project}, decision.Creates: {project, project}, decision.Overwrites: {project, project}, decision.Deletes: {project, nil},
		decision.Executes: {all, notRemote}, decision.ExecutesProject: {all, project}, decision.ExecutesUnseen: {}, decision.Network: {all, none},
		decision.Secrets: {all, nil}, decision.External: {all, nil}, decision.Disrupts: {all, nil}, decision.Privilege: {}, decision.Persistence: {},
		decision.SelfTamper: {}, decision.Injection: {}, "something new": {},
	} {
		for _, zone := range append(all, anywhere) {
			e := also(running("git log"), decision.Effect{Kind: kind, Zone: zone})
			for condition, where := range map[string][]decision.Zone{
				`tool == "Bash" and params.command starts_with "git log"`: zones.named,
				`params.command starts_with "git log"`:                    zones.unnamed,
			} {
				if zone == anywhere && (len(where) > 1 || len(where) == 0) {
					continue
				}
				want := "none"
				for _, allowed := range where {
					if allowed == zone {
						want = "approve"
					}
				}
				got, v := judged(t, condition, decision.Approve, params{"command": "git log"}, e)
				assert.Equal(t, want, got, "%s in %q: %s", kind, zone, condition)
				assert.Equal(t, want == "none", len(v.Notes) == 1)
			}
		}
	}
}

func TestWhatSpeaksAgainstAnEffect(t *testing.T) {
	t.Parallel()
	secret := decision.Effect{Kind: decision.Secrets, Zone: decision.ZoneHome}
	sending := decision.Effect{Kind: decision.Network, Zone: decision.ZoneNone, Sends: []string{"input"}}
	worrying := decision.Effect{Kind: decision.Reads, Zone: decision.ZoneProject, Concern: "name of a backup"}
	for name, tt := range map[string]struct {
		effects        decision.Effects
		named, unnamed string
	}{
		"nothing":                  {running("x y"), "approve", "approve"},
		"a concern":                {also(running("x y"), worrying), "approve", "none"},
		"data leaves":              {also(running("x y"), sending), "approve", "none"},
		"a secret and data leaves": {also(running("x y"), sending, secret), "none", "none"},
		"a secret":                 {also(running("x y"), secret), "approve", "none"},
		"no effect":                {decision.Effects{Covered: true, Segments: []string{"x y"}}, "approve", "none"},
	} {
		got, _ := judged(t, `tool == "Bash" and params.command starts_with "x"`, decision.Approve, params{"command": "x y"}, tt.effects)
		assert.Equal(t, tt.named, got, name)
		got, _ = judged(t, `params.command starts_with "x"`, decision.Approve, params{"command": "x y"}, tt.effects)
		assert.Equal(t, tt.unnamed, got, name+", no tool is named")
	}
}

// TestAWholeCommandIsTheOperatorsWord shows that segments change nothing there.
func TestAWholeCommandIsTheOperatorsWord(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{`params.command == "ls | sh"`, `params.command in ["ls | sh"]`} {
		got, v := judged(t, `tool == "Bash" and `+condition, decision.Approve, params{"command": "ls | sh"}, decision.Effects{Segments: []string{"ls", "sh"}})
		assert.Equal(t, "approve", got, condition)
		assert.Equal(t, decision.BasisOperator, v.Basis)
		got, _ = judged(t, `tool == "Bash" and `+condition, decision.Approve, params{"command": "x"}, running("ls | sh"))
		assert.Equal(t, "none", got, "the whole text, not a part: %s", condition)
		_, v = judged(t, condition, decision.Approve, params{"command": "ls | sh"}, running("ls", "sh"))
		assert.Equal(t, []string{"rule 'r': a rule on a command that names no tool does not approve: name the tool"}, v.Notes)
	}
}

// TestADenyOnACommandLooksAtEachOfThem is the wide reading.
func TestADenyOnACommandLooksAtEachOfThem(t *testing.T) {
	t.Parallel()
	long := running("x", strings.Repeat("y", 200_000))
	tests := map[string]struct {
		condition string
		params    params
		effects   decision.Effects
		want      string
	}{
		"as it is written":         {`params.command starts_with "rm"`, params{"command": "rmdir x"}, decision.Effects{}, "deny"},
		"a later one":              {`params.command starts_with "rm"`, params{"command": "cd x && rm y"}, running("cd x", "rm y"), "deny"},
		"in quotes":                {`params.command contains "rm -rf"`, params{"command": `r'm' "-rf" x`}, running("rm -rf x"), "deny"},
		"an opaque one":            {`params.command starts_with "rm"`, params{"command": "cd x && rm y"}, decision.Effects{Segments: []string{"rm y"}}, "deny"},
		"words":                    {`params.command starts_with "rm -r"`, params{"command": []any{"rm", "-r"}}, running("rm -r"), "deny"},
		"in an object":             {`params.command starts_with "rm"`, params{"command": params{"a": "x"}}, running("rm y"), "deny"},
		"whole, as a part":         {`params.command == "reboot"`, params{"command": "sync; reboot"}, running("sync", "reboot"), "deny"},
		"whole, in a list":         {`params.command in ["reboot", "halt"]`, params{"command": "sync; halt"}, running("sync", "halt"), "deny"},
		"a pattern":                {`params.command matches "^rm "`, params{"command": "cd x; rm y"}, running("cd x", "rm y"), "deny"},
		"not there":                {`params.command starts_with "rm"`, params{"command": "ls"}, decision.Effects{}, "none"},
		"missing":                  {`params.command starts_with "rm"`, params{"x": "rm"}, running("rm"), "none"},
		"a path is no command":     {`params.args.path starts_with "rm"`, params{"args": params{"path": "/x"}}, running("rm"), "none"},
		"too long":                 {`params.command starts_with "rm"`, params{"command": "x"}, long, "escalate"},
		"too long, but it is seen": {`params.command starts_with "rm"`, params{"command": "rm"}, long, "deny"},
		"other than the whole":     {`params.command != "ls; pwd"`, params{"command": "ls; pwd"}, running("ls", "pwd"), "none"},
		"not the whole":            {`not (params.command in ["ls; pwd"])`, params{"command": "ls; pwd"}, running("ls", "pwd"), "none"},
		"not only these":           {`not (params.command starts_with "git ")`, params{"command": "git log; rm x"}, running("git log", "rm x"), "deny"},
		"only these":               {`not (params.command starts_with "git ")`, params{"command": "git log; git diff"}, running("git log", "git diff"), "none"},
		"not these, a longer word": {`not (params.command starts_with "git")`, params{"command": "gitk"}, decision.Effects{}, "deny"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, _ := judged(t, tt.condition, decision.Deny, tt.params, tt.effects)
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestAnApproveWithoutAWordLooksAtEachCommand(t *testing.T) {
	t.Parallel()
	const condition = `tool == "Bash" and not (params.command contains "rm")`
	for want, e := range map[string]decision.Effects{"approve": running("ls x"), "none": running("ls x", "rm y")} {
		got, v := judged(t, condition, decision.Approve, params{"command": "ls x; r''m y"}, e)
		assert.Equal(t, want, got)
		if want == "approve" {
			assert.Equal(t, decision.BasisOperator, v.Basis)
		}
	}
}

// TestClassicConditionsOnCommands shows that the other language is read alike.
func TestClassicConditionsOnCommands(t *testing.T) {
	t.Parallel()
	call := (&decision.Call{Tool: "Bash", Params: params{"command": "cd x && rm y"}}).WithAnalyzer(does(running("cd x", "rm y")))
	for _, specs := range [][]rules.Spec{{rule("r", "params.command starts_with rm", decision.Deny)}, behind(rule("r", "params.command starts_with rm", decision.Deny))} {
		v, settled := newSet(t, nil, specs...).Evaluate(t.Context(), call)
		assert.True(t, settled)
		assert.Equal(t, decision.Deny, v.Action)
	}
	call = (&decision.Call{Tool: "Bash", Params: params{"command": "git log"}}).WithAnalyzer(does(running("git log")))
	v, settled := newSet(t, nil, rule("r", "params.command starts_with git log", decision.Approve)).Evaluate(t.Context(), call)
	assert.True(t, settled)
	assert.Equal(t, decision.BasisCondition, v.Basis)
}

func TestExplainNamesTheCommandThatDecides(t *testing.T) {
	t.Parallel()
	set, err := rules.New([]rules.Spec{
		rule("log", "params.command starts_with git log", decision.Approve),
		when("rm", `tool == "Bash" and params.command starts_with "rm"`, decision.Deny),
	}, rules.Options{Redact: func(text string) string { return strings.ReplaceAll(text, "sesame", "[secret]") }})
	require.NoError(t, err)
	call := (&decision.Call{Tool: "Bash", Params: params{"command": "git log; rm sesame"}}).WithAnalyzer(does(running("git log", "rm sesame")))
	steps := set.Explain(t.Context(), call)
	assert.Equal(t, `params.command starts_with git log; params.command is "git log; rm [secret]", by its command "rm [secret]"`, steps[0].Detail)
	assert.Contains(t, steps[1].Detail, `is true (params.command is "git log; rm [secret]", by its command "rm [secret]")`)
	assert.False(t, steps[0].Matched)
	assert.True(t, steps[1].Settled)

	steps = set.Explain(t.Context(), (&decision.Call{Tool: "Bash", Params: params{"command": "rm x"}}).WithAnalyzer(does(decision.Effects{Segments: []string{"rm x"}})))
	assert.True(t, steps[1].Settled, "what is opaque is denied too")
	opaque := newSet(t, nil, when("r", `tool == "Bash" and params.command starts_with "rm"`, decision.Approve))
	steps = opaque.Explain(t.Context(), (&decision.Call{Tool: "Bash", Params: params{"command": "rm x"}}).WithAnalyzer(does(decision.Effects{Segments: []string{"rm x"}})))
	assert.Contains(t, steps[0].Detail, `is not to be told (params.command is "rm x"); what the call does is not seen whole`)
}
