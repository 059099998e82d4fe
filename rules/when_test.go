package rules_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

func when(name, condition string, action decision.Action) rules.Spec {
	return rules.Spec{Name: name, When: condition, Action: action, Confidence: 0.9}
}

// noon is when the calls of these tests are judged.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// outcomeWhen is the action of one rule on a call; "none" when it does not
// hold.
func outcomeWhen(t testing.TB, scope *effect.Scope, condition string, action decision.Action, call decision.Call) (string, decision.Verdict) {
	t.Helper()
	set, err := rules.New([]rules.Spec{when("r", condition, action)}, rules.Options{Scope: scope, Now: func() time.Time { return noon }})
	require.NoError(t, err)
	v, settled := evaluate(t, set, scope, call)
	if !settled {
		return "none", v
	}
	return v.Action.String(), v
}

func TestWhenNormalForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`tool == "x"`:            `tool == "x"`,
		`"x" == tool`:            `tool == "x"`,
		`tool equals 'x'`:        `tool == "x"`,
		`tool not_equals "x"`:    `tool != "x"`,
		"tool starts_with `fs.`": `tool starts_with "fs."`,
		`tool startsWith "fs." && tool ends_with "y"`:   `tool starts_with "fs." and tool ends_with "y"`,
		`tool not contains "x"`:                         `not (tool contains "x")`,
		`tool not starts_with "x"`:                      `not (tool starts_with "x")`,
		`!granted`:                                      `not (granted == true)`,
		`tool in ["A", "b"]`:                            `tool in ["a", "b"]`,
		`params.n in [1, -2]`:                           `params.n == 1 or params.n == -2`,
		`params.port in [80]`:                           `params.port == 80`,
		`params.path starts_with project_dir`:           `params.path starts_with project_dir`,
		`inside(params.path, project_dir)`:              `inside(params.path, project_dir)`,
		`inside(params.path, "/srv")`:                   `inside(params.path, "/srv")`,
		`params.starts_with starts_with "x"`:            `params.starts_with starts_with "x"`,
		`params["a b"].c == "x"`:                        `params["a b"].c == "x"`,
		`lower(params.a) == params.b`:                   `params.a == params.b`,
		`len(params.to) * 2 + 1 >= -params.n`:           `len(params.to) * 2 + 1 >= -params.n`,
		`params.a - (params.b - params.c) - 1 > 0`:      `params.a - (params.b - params.c) - 1 > 0`,
		`params.a * (params.b * -params.c) * 2 > 0`:     `params.a * (params.b * -params.c) * 2 > 0`,
		`-(params.a + 1) * -(-params.b) - -1 > 0`:       `-(params.a + 1) * params.b - -1 > 0`,
		`(params.a + 1) * 2 - params.b * 3 > 0`:         `(params.a + 1) * 2 - params.b * 3 > 0`,
		`-(params.a * params.b) + 0 - params.c > 0`:     `-(params.a * params.b) + 0 - params.c > 0`,
		`granted or agent_known and tool == "a"`:        `granted == true or agent_known == true and tool == "a"`,
		`0 - (0 - params.a) > 0 - -5`:                   `params.a > 5`,
		`1 < params.n < 5`:                              `1 < params.n and params.n < 5`,
		`tool == "a" or tool == "b" or granted`:         `tool == "a" or tool == "b" or granted == true`,
		`tool == "a" and (granted or agent_known)`:      `tool == "a" and (granted == true or agent_known == true)`,
		`"force" in params and "x" in params.to`:        `"force" in params and "x" in params.to`,
		`params.text matches "^a.*\\d$"`:                `params.text matches "^a.*\\d$"`,
		"tool == \"x\" // why\n or tool == /* b */ 'y'": `tool == "x" or tool == "y"`,
		`params.ключ == "Значе"`:                        `params["ключ"] == "Значе"`,
	} {
		w, err := rules.ParseWhen(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, w.String(), text)
		again, err := rules.ParseWhen(w.String())
		require.NoError(t, err, w.String())
		assert.Equal(t, want, again.String())
	}
}

// TestWhenLongChainsReadBack shows that the normal form nests no deeper than
// what was written.
func TestWhenLongChainsReadBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("params.a + ", 200) + "1 > 0",
		strings.Repeat("params.a * -", 150) + "params.a > 0",
		strings.Repeat("params.a - ", 100) + strings.Repeat("2 * ", 100) + "params.b > 0",
		strings.Repeat("granted or agent_known and (", 30) + "granted" + strings.Repeat(")", 30),
	} {
		w, err := rules.ParseWhen(text)
		require.NoError(t, err, text)
		again, err := rules.ParseWhen(w.String())
		require.NoError(t, err, w.String())
		assert.Equal(t, w.String(), again.String())
	}
}

func TestParseWhenFaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		at   string // the part at fault
		msg  string
	}{
		"empty":                {"", "", "condition is empty"},
		"misspelt field":       {`granted and tol == "x"`, "tol", `unknown field "tol": did you mean tool?`},
		"misspelt signal":      {`agent_rates > 5`, "agent_rates", "did you mean agent_rate?"},
		"after other letters":  {`params.a == "ключ" and tol == "x"`, "tol", "did you mean tool?"},
		"after a classic word": {`tool starts_with "a" and tol == "x"`, "tol", "did you mean tool?"},
		"unknown field":        {`colour == "x"`, "colour", "use params.NAME"},
		"misspelt operator":    {`tool startswith "x"`, "startswith", "did you mean starts_with?"},
		"one sign":             {`tool = "x"`, "=", "a comparison is written =="},
		"no quotes":            {`tool == read`, "read", `text stands in quotes: write "read"`},
		"no quotes, contains":  {`tool contains read`, "read", `write "read"`},
		"wrong type":           {`agent_rate == "x"`, "==", "mismatched types"},
		"text as number":       {`tool > 5`, ">", "mismatched types"},
		"number in quotes":     {`params.n > "5"`, `"5"`, "remove the quotes"},
		"not true or false":    {`tool`, "tool", "stands alone"},
		"parameter alone":      {`params.force`, "force", "stands alone"},
		"constant":             {`true`, "true", "a constant is no condition"},
		"two constants":        {`1 == 1`, "==", "two constants"},
		"constant first":       {`"a" starts_with tool`, `"a"`, "a constant stands where a field must"},
		"large number":         {`params.id == 9007199254740993`, "9007199254740993", "write it in quotes"},
		"large number, signed": {`params.id > -9007199254740993`, "9007199254740993", "write it in quotes"},
		"large number, first":  {`9223372036854775807 != params.id`, "9223372036854775807", "write it in quotes"},
		"large number, in":     {`params.id in [9007199254740993]`, "9007199254740993", "write it in quotes"},
		"large number, later":  {`params.id in [1, -9007199254740993]`, "9007199254740993", "write it in quotes"},
		"number out of range":  {`params.id == 99999999999999999999 and granted`, "99999999999999999999", "write it in quotes"},
		"number out of it, .":  {`params.id > 1e999`, "1e999", "write it in quotes"},
		"half a number":        {`params.id > 0x`, "0x", "the number is none"},
		"nil":                  {`params.a == nil`, "nil", `"name" in params`},
		"field of a text":      {`tool.name == "x"`, "name", "has no fields of its own"},
		"element of a list":    {`params.to[0] == "x"`, "[", "a list is compared as a whole"},
		"optional":             {`params?.a == "x"`, "", "?. is not part of a condition"},
		"project_dir left":     {`project_dir == tool`, "project_dir", "stands on the right"},
		"project_dir equals":   {`params.path == project_dir`, "project_dir", "project_dir goes with starts_with"},
		"project_dir contains": {`params.path contains project_dir`, "project_dir", "project_dir goes with starts_with"},
		"relative directory":   {`inside(params.path, "src")`, `"src"`, "not absolute"},
		"inside of one":        {`inside(params.path)`, "inside", "takes a field and a directory"},
		"empty prefix":         {`tool starts_with ""`, `""`, "always holds"},
		"empty list":           {`tool in []`, "in", "empty list"},
		"list of fields":       {`tool in [agent_id]`, "agent_id", "a list holds constants"},
		"mixed list":           {`params.n in [1, "x"]`, `"x"`, "all texts, or all numbers"},
		"bad pattern":          {`tool matches "("`, `"("`, "no regular expression"},
		"pattern that is long": {`tool matches "(a?){450}b"`, `"(a?){450}b"`, "more than 1000: repeat less"},
		"repeats in repeats":   {`tool matches "([a-z]{0,30}){30}1"`, `"([a-z]{0,30}){30}1"`, "more than 1000: repeat less"},
		"pattern of a field":   {`tool matches params.p`, "p", "compare with a constant text"},
		"predicate":            {`any(params.to, # == "x")`, "any", "any() is not part of a condition"},
		"repeat":               {`repeat("x", 99) == tool`, "repeat", "repeat() is not part"},
		"range":                {`params.n in 1..99`, "n", "compare with a constant text"},
		"choice":               {`granted ? true : false`, "", "a choice by ? or if is not part"},
		"variable":             {`let x = 1; x == 1`, "", "a variable or a list of steps is not part"},
		"pipe":                 {`tool | lower() == "x"`, "", ""},
		"division":             {`params.n / 2 > 1`, "/", "/ is not part"},
		"coalescing":           {`(params.a ?? "x") == "x"`, "??", "?? is not part"},
		"control character":    {"tool == \"x\x00\"", "\x00", "control or invalid character"},
		"invisible character":  {"tool == \"x\u200b\"", "\u200b", "control or invalid character"},
		"deep brackets":        {strings.Repeat("(", 33) + "granted" + strings.Repeat(")", 33), "(", "nest deeper than 32"},
		"many signs":           {"!!!!!granted", "!", "more than 4 signs in a row"},
		"many words":           {strings.Repeat("granted or ", 400) + "granted or tol", "", ""},
		"too many words":       {strings.Repeat("1<2<", 700), "", "more than 1000 words"},
		"too long":             {`tool == "` + strings.Repeat("x", rules.MaxConditionBytes) + `"`, "", "longer than 4096 bytes"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.ParseWhen(tt.text)
			if tt.msg == "" {
				return // need only not harm
			}
			var fault *rules.SyntaxError
			require.ErrorAs(t, err, &fault)
			assert.Contains(t, fault.Msg, tt.msg)
			assert.NotContains(t, fault.Msg, "\n")
			assert.NotContains(t, fault.Msg, "strconv.")
			if tt.at != "" {
				assert.Equal(t, tt.at, tt.text[fault.Offset:fault.Offset+fault.Length])
			}
		})
	}
}

func TestAWhenThatEndsTooEarly(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`tool == "x" and`, `tool == "ключ" and `, `tool ==`, `not`, `(tool == "x"`, `tool in ["x"`, `params.n > 5 +`, `inside(params.path,`, `params[`, `params.`,
		`tool == "x`, "tool == `x", `tool == "x" /* why`, `tool == "x" and (`,
	} {
		_, err := rules.ParseWhen(text)
		var fault *rules.SyntaxError
		require.ErrorAs(t, err, &fault, text)
		assert.Contains(t, fault.Msg, "the condition ends too early", text)
		assert.Equal(t, len(text), fault.Offset, text)
		assert.Zero(t, fault.Length, text)
	}
}

func TestWhenMatches(t *testing.T) {
	t.Parallel()
	call := decision.Call{
		ID: "a1", Tool: "Mail.Send", Agent: "owl", PolicyRule: "fin", Session: "s1", WorkingDir: "/tmp/../etc", InjectionRisk: true,
		RecentTraces: []decision.Trace{{Tool: "mail.read"}}, ActiveGrants: []decision.Grant{{Tools: "mail.*"}},
		Params: params{
			"to": []any{"a@x.org", "b@x.org"}, "n": json.Number("5.0"), "text": "Hello World", "force": "TRUE", "size": "12",
			"a b": params{"c": "d"}, "same": "hello world", "none": nil, "meta": params{"k": true}, "mixed": []any{"a", params{}}, "empty": []any{},
			"last": json.Number("9007199254740992"), "next": "9007199254740993",
			"roles": []any{"dev", []any{[]any{"Admin"}}},
			"path":  "/home/dev/project/../project/a", "out": "/etc/passwd", "odd": "~bob/x", "big": json.Number("1e999"), "huge": json.Number("1e308"),
		},
	}
	tests := map[string]string{
		`tool == "mail.send"`:                                    "deny",
		`tool == "mail" or tool ends_with ".SEND"`:               "deny",
		`tool starts_with "mail." and agent_id == "bat"`:         "none",
		`tool in ["x", "mail.send"]`:                             "deny",
		`not (tool in ["x"])`:                                    "deny",
		`tool not in ["x"]`:                                      "deny",
		`tool not matches "^mail\\..*d$"`:                        "none",
		`tool matches "^mail\\..*d$"`:                            "deny",
		`id == "a1" and policy_rule == "fin"`:                    "deny",
		`session_id == "s1" and injection_risk`:                  "deny",
		`working_dir starts_with "/etc"`:                         "deny",
		`params.n == 5`:                                          "deny",
		`params.n > 5`:                                           "none",
		`params.size > 5`:                                        "deny",
		`params.n in [4, 5]`:                                     "deny",
		`params.n * 2 - 1 == 9`:                                  "deny",
		`params.n == "5.0"`:                                      "deny",
		`params.text > 5`:                                        "escalate",
		`params.to > 5`:                                          "escalate",
		`params.big > 5`:                                         "escalate",
		`params.next == 9007199254740992`:                        "escalate",
		`params.next != 9007199254740992`:                        "escalate",
		`params.next in [1, 9007199254740992]`:                   "escalate",
		`params.next - 9007199254740992 == 0`:                    "escalate",
		`params.last + 1 == 9007199254740992`:                    "escalate",
		`params.next > 9007199254740990`:                         "deny",
		`params.next == "9007199254740993"`:                      "deny",
		`params.last == 9007199254740992`:                        "deny",
		`params.last - 1 == 9007199254740991`:                    "deny",
		`params.last != 5`:                                       "deny",
		`params.n != 9007199254740992`:                           "deny",
		`params.huge * 10 - params.huge * 10 >= 0`:               "escalate",
		`len(params.to) == 2 and len(params.text) == 11`:         "deny",
		`len(params.meta) == 1`:                                  "deny",
		`len(agent_rate) == 1`:                                   "refused",
		`params.force == true`:                                   "deny",
		`params["a b"].c == "d"`:                                 "deny",
		`params.text == params.same`:                             "deny",
		`params.text != params.same`:                             "none",
		`not (params.text == params.same)`:                       "none",
		`params.text == params.to`:                               "escalate",
		`"b@X.org" in params.to`:                                 "deny",
		`not ("c@x.org" in params.to)`:                           "deny",
		`"k" in params.meta and not ("z" in params)`:             "deny",
		`"x" in params.text`:                                     "escalate",
		`"admin" in params.roles`:                                "deny",
		`"root" in params.roles`:                                 "none",
		`not ("root" in params.roles)`:                           "escalate",
		`"z" in params.mixed`:                                    "escalate",
		`params.to contains "b@x.org"`:                           "deny",
		`not (params.to contains "c@x.org")`:                     "deny",
		`recent_traces contains "mail.read"`:                     "deny",
		`"mail.read" in recent_traces`:                           "deny",
		`active_grants contains "mail.*"`:                        "deny",
		`params.path starts_with project_dir`:                    "deny",
		`inside(params.path, project_dir)`:                       "deny",
		`not inside(params.path, project_dir)`:                   "none",
		`not inside(params.out, project_dir)`:                    "deny",
		`inside(params.out, "/etc")`:                             "deny",
		`inside(params.out, "/et")`:                              "none",
		`inside(params.odd, project_dir)`:                        "escalate",
		`not inside(params.odd, project_dir)`:                    "escalate",
		`tool == "x" and inside(params.odd, project_dir)`:        "none",
		`tool == "mail.send" or inside(params.odd, project_dir)`: "deny",
		`tool == "x" or inside(params.odd, project_dir)`:         "escalate",
		`params.out starts_with "/ETC"`:                          "deny",
		`not (params.meta == "x")`:                               "escalate",
		`not (params.mixed == "x")`:                              "escalate",

		// What is missing makes neither a comparison nor its negation hold.
		`params.zip == "x"`:                           "none",
		`params.zip != "x"`:                           "none",
		`not (params.zip == "x")`:                     "none",
		`not (params.none == "x")`:                    "none",
		`not (params.empty == "x")`:                   "none",
		`params.zip > 1 or params.zip <= 1`:           "none",
		`not (params.zip > 1)`:                        "none",
		`params.zip == params.text`:                   "none",
		`not (params.zip == params.text)`:             "none",
		`not ("x" in params.zip)`:                     "none",
		`len(params.zip) == 0`:                        "none",
		`params.zip + 1 > 0`:                          "none",
		`params.text.deep == "x"`:                     "none",
		`not inside(params.zip, project_dir)`:         "none",
		`remaining < 60`:                              "none",
		`not (remaining < 60)`:                        "none",
		`params.zip > 1 or tool == "mail.send"`:       "deny",
		`not (params.zip > 1 and tool == "x")`:        "deny",
		`not (params.zip > 1 or tool == "mail.send")`: "none",
	}
	for condition, want := range tests {
		t.Run(condition, func(t *testing.T) {
			t.Parallel()
			if want == "refused" {
				_, err := rules.ParseWhen(condition)
				assert.Error(t, err)
				return
			}
			got, v := outcomeWhen(t, project(t), condition, decision.Deny, call)
			assert.Equal(t, want, got)
			if want == "escalate" {
				assert.Equal(t, decision.CauseRule, v.Cause)
				assert.Len(t, v.Notes, 1)
				assert.NotContains(t, v.Notes[0], "bob")
			}
		})
	}
}

func TestWhenPatternIsNotTriedOnLongTexts(t *testing.T) {
	t.Parallel()
	call := decision.Call{Tool: "x", Params: params{"text": strings.Repeat("a", 1<<16+1)}}
	got, _ := outcomeWhen(t, nil, `params.text matches "b"`, decision.Deny, call)
	assert.Equal(t, "escalate", got)
}

// TestWhenApproves tells which approve of an expression is the operator's word,
// and which is inferred.
func TestWhenApproves(t *testing.T) {
	t.Parallel()
	const in = "/home/dev/project/a"
	tests := map[string]struct {
		condition string
		tool      string
		params    params
		want      string
		note      string // the end of it
	}{
		"names the tool":                 {`tool == "x"`, "x", nil, "approve", ""},
		"names it beside another":        {`tool == "x" and params.a == "b"`, "x", params{"a": "b"}, "approve", ""},
		"names tools on every way":       {`tool == "x" or (tool starts_with "y" and params.a == "b")`, "x", nil, "approve", ""},
		"not on every way":               {`tool == "x" or agent_id == "owl"`, "x", nil, "none", "not seen whole: unknown tool"},
		"by what it is not":              {`tool != "y"`, "x", nil, "none", "not seen whole: unknown tool"},
		"by what it is not, twice":       {`not (tool != "x")`, "x", nil, "approve", ""},
		"below a not":                    {`not (tool != "x" or agent_id == "bat")`, "x", nil, "approve", ""},
		"below a not, all":               {`not (tool == "y" and agent_id == "owl")`, "x", nil, "none", "unknown tool"},
		"by a pattern":                   {`tool matches "^x$"`, "x", nil, "none", "unknown tool"},
		"path of the project":            {`inside(params.path, project_dir)`, "fs.read", params{"path": in}, "approve", ""},
		"path elsewhere":                 {`params.path starts_with "/etc"`, "fs.read", params{"path": "/etc/hosts"}, "none", "reads outside the project"},
		"tool and path":                  {`tool == "fs.delete" and inside(params.path, project_dir)`, "fs.delete", params{"path": in}, "approve", ""},
		"tool and path, outside":         {`tool == "fs.delete" and inside(params.path, project_dir)`, "fs.delete", params{"path": "/etc/x"}, "none", ""},
		"prefix has a boundary":          {`tool == "fs.read" and params.path starts_with "/srv/app"`, "fs.read", params{"path": "/srv/app-evil/x"}, "none", ""},
		"prefix leads away":              {`tool == "fs.read" and params.path starts_with "/srv/app"`, "fs.read", params{"path": "/srv/app/../x"}, "none", ""},
		"prefix":                         {`tool == "fs.read" and params.path starts_with "/srv/app"`, "fs.read", params{"path": "/srv/app/x"}, "approve", ""},
		"text of a path":                 {`tool == "fs.read" and params.path contains "/srv/app"`, "fs.read", params{"path": "/etc/x/srv/app"}, "none", "reads outside the project"},
		"end of a path":                  {`tool == "fs.read" and params.path ends_with ".go"`, "fs.read", params{"path": in + ".go"}, "approve", ""},
		"not below, other spelling":      {`tool == "fs.read" and not (params.path starts_with "/etc")`, "fs.read", params{"path": "/srv/../etc/x"}, "none", ""},
		"not below, part of a name":      {`tool == "fs.read" and not (params.path starts_with "/etc")`, "fs.read", params{"path": "/etcetera"}, "none", ""},
		"not below":                      {`tool == "fs.read" and not (params.path starts_with "/etc")`, "fs.read", params{"path": "/srv/x"}, "approve", ""},
		"not below, unclear":             {`tool == "fs.read" and not (params.path starts_with "/etc")`, "fs.read", params{"path": "~bob/x"}, "none", "home of another user"},
		"not below, object":              {`tool == "fs.read" and not (params.path starts_with "/etc")`, "fs.read", params{"path": params{"p": "/etc"}}, "none", "no text"},
		"not below, one of a list":       {`tool == "fs.read" and not (params.paths starts_with "/etc")`, "fs.read", params{"paths": []any{"/srv", "/etc/x"}}, "none", ""},
		"not below, object in a list":    {`tool == "fs.read" and not (params.paths starts_with "/etc")`, "fs.read", params{"paths": []any{"/srv", params{}}}, "none", "no text"},
		"not to, part of the one":        {`tool == "mail" and not (params.to contains "@rival.com")`, "mail", params{"to": []any{"ceo@rival.com"}}, "none", ""},
		"not to, part of a deep one":     {`tool == "mail" and not (params.to contains "@rival.com")`, "mail", params{"to": []any{"a@x.org", []any{"ceo@rival.com"}}}, "none", ""},
		"not to":                         {`tool == "mail" and not (params.to contains "@rival.com")`, "mail", params{"to": []any{"a@x.org"}}, "approve", ""},
		"to, part of the one":            {`tool == "mail" and params.to contains "x.org"`, "mail", params{"to": []any{"a@x.org"}}, "none", ""},
		"not in":                         {`tool == "x" and not ("admin" in params.roles)`, "x", params{"roles": []any{[]any{"dev"}}}, "approve", ""},
		"not in, deep":                   {`tool == "x" and not ("admin" in params.roles)`, "x", params{"roles": []any{[]any{"admin"}}}, "none", ""},
		"in, deep":                       {`tool == "x" and "admin" in params.roles`, "x", params{"roles": []any{[]any{"admin"}}}, "none", "no text"},
		"in, beside a list":              {`tool == "x" and "dev" in params.roles`, "x", params{"roles": []any{"dev", []any{"admin"}}}, "none", "no text"},
		"list, all inside":               {`inside(params.paths, project_dir)`, "read_files", params{"paths": []any{in, in}}, "approve", ""},
		"list, one outside":              {`tool == "read_files" and inside(params.paths, project_dir)`, "read_files", params{"paths": []any{in, "/etc/x"}}, "none", ""},
		"command":                        {`params.command == "ls"`, "Bash", params{"command": "ls"}, "none", "name the tool"},
		"length of a command":            {`len(params.command) < 9`, "Bash", params{"command": "ls"}, "none", "name the tool"},
		"tool and length of a command":   {`tool == "Bash" and len(params.command) < 9`, "Bash", params{"command": "rm -rf ~"}, "none", "whole command with =="},
		"tool and part of an argument":   {`tool == "own" and params.cmdline starts_with "ls"`, "own", params{"cmdline": "ls; rm -rf ~"}, "none", "not seen whole: .*"},
		"tool and part of arguments":     {`tool == "own" and params.arguments contains "log"`, "own", params{"arguments": "log; rm -rf ~"}, "none", "not seen whole: .*"},
		"tool and part of one argument":  {`tool == "own" and params.arg contains "log"`, "own", params{"arg": "log; rm -rf ~"}, "none", "not seen whole: .*"},
		"tool and whole command":         {`tool == "Bash" and params.command == "ls"`, "Bash", params{"command": "ls"}, "approve", ""},
		"tool and one of commands":       {`tool == "Bash" and params.command in ["ls", "pwd"]`, "Bash", params{"command": "pwd"}, "approve", ""},
		"tool and start of a command":    {`tool == "own" and params.command starts_with "git log"`, "own", params{"command": "git log; rm -rf /"}, "none", "not seen whole: .*"},
		"tool and pattern":               {`tool == "own" and params.command matches "^ls$"`, "own", params{"command": "ls"}, "none", "not seen whole: .*"},
		"tool, not this in the command":  {`tool == "Bash" and not (params.command contains "rm")`, "Bash", params{"command": "ls"}, "approve", ""},
		"tool, not this command":         {`tool == "Bash" and params.command != "rm"`, "Bash", params{"command": "ls"}, "none", "whole command with =="},
		"error in an approve is no word": {`tool == "x" and params.n > 5`, "x", params{"n": "many"}, "none", "a value that is compared with a number is none"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev"})
			got, v := outcomeWhen(t, scope, tt.condition, decision.Approve, decision.Call{Tool: tt.tool, Params: tt.params, Agent: "owl"})
			assert.Equal(t, tt.want, got)
			if tt.note == "" {
				assert.Empty(t, v.Notes)
				return
			}
			require.Len(t, v.Notes, 1)
			assert.Regexp(t, "^rule 'r': .*"+tt.note+"$", v.Notes[0])
		})
	}
}

// TestWhenNotInsideDenies shows that a list is outside if one of it is.
func TestWhenNotInsideDenies(t *testing.T) {
	t.Parallel()
	paths := func(list ...any) decision.Call {
		return decision.Call{Tool: "x", Params: params{"paths": list}}
	}
	for want, call := range map[string]decision.Call{
		"none": paths("/home/dev/project/a", "/home/dev/project/b"),
		"deny": paths("/home/dev/project/a", "/etc/x"),
	} {
		got, _ := outcomeWhen(t, project(t), `not inside(params.paths, project_dir)`, decision.Deny, call)
		assert.Equal(t, want, got)
	}
}

func FuzzParseWhen(f *testing.F) {
	for _, seed := range []string{
		`tool == "x"`, `not (tool in ["a", 'b']) or params.n > 5`, `params["a b"].c starts_with project_dir`, "((((granted))))", `!!!granted`,
		`inside(params.path, "/x") && len(params.to) * 2 >= 3`, `any(x, # > 1)`, `let x = 1; x`, `1 < params.n < 5`, `tool matches "a{2,3}"`,
		`params.in in ["x"]`, `tool == "\x00\xff"`, "tool starts_with `x` // c", `"k" in params`, `a ? b : c`, `tool?.x`, `ключ == "x"`, "\xff", `{"a": 1}`, `1..2`,
		`effects.deletes and not effects.opaque`, `effects.zone in ["home", "temp"] or "x" in effects.host`, `effects.delets`, `effects == effects.zone`,
		`effects.opaque == false`, `not (effects.zone contains "o") and params.command starts_with "git "`, `effects["zone"].x matches "a"`, `len(effects) > 1`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, err := rules.ParseWhen(text)
		if err != nil {
			var fault *rules.SyntaxError
			require.ErrorAs(t, err, &fault)
			require.NotEmpty(t, fault.Msg)
			require.GreaterOrEqual(t, fault.Offset, 0)
			require.GreaterOrEqual(t, fault.Length, 0)
			require.LessOrEqual(t, fault.Offset+fault.Length, len(text))
			return
		}
		if len(w.String()) > rules.MaxConditionBytes/2 {
			return // the normal form is longer than what was written
		}
		again, err := rules.ParseWhen(w.String())
		require.NoError(t, err, "%q reads back", w.String())
		require.Equal(t, w.String(), again.String())
		set, err := rules.New([]rules.Spec{when("deny", text, decision.Deny), when("approve", text, decision.Approve)}, rules.Options{})
		require.NoError(t, err)
		for _, p := range []params{nil, {"n": json.Number("5"), "to": []any{"a", nil}, "path": "/x", "command": "git log"}} {
			set.Explain(t.Context(), &decision.Call{Tool: "x", Params: p})
			set.Explain(t.Context(), (&decision.Call{Tool: "x", Params: p}).WithAnalyzer(does(running("git log", "ls"))))
		}
	})
}
