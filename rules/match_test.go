package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

// TestMatch is the part of the contract's table R, by row, that a deny rule
// shows, and our own rows about values.
func TestMatch(t *testing.T) {
	t.Parallel()
	call := func(tool string, p params) decision.Call { return decision.Call{Tool: tool, Params: p} }
	tests := map[string]struct {
		condition string
		call      decision.Call
		want      bool
	}{
		"R1 in, letter case and blanks":      {"tool in vault.peek , vault.index", call("Vault.Index", nil), true},
		"R2 in is exact":                     {"tool in vault.peek , vault.index", call("vault.index_all", nil), false},
		"R3 contains is a substring":         {"tool contains peek", call("crm.speek_easy", nil), true},
		"R4 != of a missing field":           {"params.mode != dry", call("x", nil), false},
		"R5 !=":                              {"params.mode != dry", call("x", params{"mode": "wet"}), true},
		"R5 != of the same":                  {"params.mode != dry", call("x", params{"mode": "DRY"}), false},
		"R6 truth value":                     {"params.force == true", call("x", params{"force": true}), true},
		"R6 text":                            {"params.force == true", call("x", params{"force": "TRUE"}), true},
		"R6 number":                          {"params.force == true", call("x", params{"force": 1}), false},
		"R7 words joined with dots":          {"params meta owner equals Zoe", call("x", params{"meta": params{"owner": "zoe"}}), true},
		"R8 contains on a list, quotes":      {"params.tags contains 'b'", call("x", params{"tags": []any{"a", "b"}}), false},
		"R8 contains on a list, an element":  {"params.tags contains B", call("x", params{"tags": []any{"a", "b"}}), true},
		"R8 contains on a list, a part":      {"params.tags contains b", call("x", params{"tags": []any{"abc"}}), true},
		"contains on a list, a deep part":    {"params.tags contains b", call("x", params{"tags": []any{"x", []any{"abc"}}}), true},
		"contains on a list, no part":        {"params.tags contains b", call("x", params{"tags": []any{"x", []any{"acd"}}}), false},
		"not_equals of null":                 {"params.mode not_equals dry", call("x", params{"mode": nil}), false},
		"== of null":                         {"params.mode == null", call("x", params{"mode": nil}), false},
		"through a list":                     {"params.list.0 != x", call("x", params{"list": []any{"y"}}), false},
		"through a text":                     {"params.a.b != x", call("x", params{"a": "y"}), false},
		"all params have no text":            {"params contains c", call("x", params{"a": "c"}), false},
		"number as it was written":           {"params.n == 5.0", call("x", params{"n": json.Number("5.0")}), true},
		"number written another way":         {"params.n == 5", call("x", params{"n": json.Number("5.0")}), false},
		"false":                              {"params.force == FALSE", call("x", params{"force": false}), true},
		"equals on a list, any element":      {"params.to equals b", call("x", params{"to": []any{"a", "b"}}), true},
		"starts_with on a list, any element": {"params.to starts_with b", call("x", params{"to": []any{"a", "bc"}}), true},
		"!= on a list, any element":          {"params.to != a", call("x", params{"to": []any{"a", "b"}}), true},
		"in on a list, any element":          {"params.to in b,c", call("x", params{"to": []any{"a", "c"}}), true},
		"a list in a list":                   {"params.to equals b", call("x", params{"to": []any{[]any{"b"}}}), true},
		"nothing in a list":                  {"params.to != b", call("x", params{"to": []any{nil}}), false},
		"an empty list":                      {"params.to != b", call("x", params{"to": []any{}}), false},
		"blanks collapse":                    {"params.q   equals \t a   b", call("x", params{"q": "a b"}), true},
		"the text's own blanks stay":         {"params.q equals a b", call("x", params{"q": "a  b"}), false},
		"an operator in the value":           {"params.q equals in x", call("x", params{"q": "in x"}), true},
		"agent":                              {"agent_id equals owl", decision.Call{Tool: "x", Agent: "Owl"}, true},
		"agent unknown":                      {"agent_id != owl", decision.Call{Tool: "x"}, false},
		"policy rule":                        {"policy_rule starts_with fin", decision.Call{Tool: "x", PolicyRule: "finance"}, true},
		"session":                            {"session_id == s1", decision.Call{Tool: "x", Session: "s1"}, true},
		"id":                                 {"id == a1", decision.Call{Tool: "x", ID: "a1"}, true},
		"working directory":                  {"working_dir starts_with /etc", decision.Call{Tool: "x", WorkingDir: "/tmp/../etc"}, true},
		"injection flag":                     {"injection_risk == true", decision.Call{Tool: "x", InjectionRisk: true}, true},
		"no injection flag":                  {"injection_risk == false", decision.Call{Tool: "x"}, true},
		"recent tool":                        {"recent_traces contains mail.send", decision.Call{Tool: "x", RecentTraces: []decision.Trace{{Tool: "Mail.Send"}}}, true},
		"recent tool, no history":            {"recent_traces != mail.send", decision.Call{Tool: "x"}, false},
		"granted tools":                      {"active_grants contains fs.*", decision.Call{Tool: "x", ActiveGrants: []decision.Grant{{Tools: "fs.*"}}}, true},
		"project dirs":                       {"project_dirs contains /home/dev/project", decision.Call{Tool: "x"}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := "none"
			if tt.want {
				want = "deny"
			}
			assert.Equal(t, want, outcome(t, project(t), tt.condition, decision.Deny, tt.call))
		})
	}
}

// TestProjectDir is rows R11 to R13, for a rule that approves and one that
// denies. A path that does not resolve approves nothing, and holds the call
// where it might have to be denied.
func TestProjectDir(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app/", "~/app"}, Home: "/home/zed"})
	tests := map[string]struct{ approve, deny string }{
		"/srv/app":                 {"approve", "deny"}, // R11
		"/srv/app/x.go":            {"approve", "deny"},
		"/srv//app/x":              {"approve", "deny"},
		"/srv/app/a/../../app/b":   {"approve", "deny"},
		"~/app/x":                  {"approve", "deny"},
		"/srv/app2/x":              {"none", "none"}, // R12
		"/srv/app/..":              {"none", "none"},
		"/srv/app/../etc/x":        {"none", "none"},
		"/SRV/app/x":               {"none", "none"},
		"srv/app/x":                {"none", "escalate"},
		"":                         {"none", "escalate"},
		"~bob/app/x":               {"none", "escalate"},
		"/srv/app/\x00":            {"none", "escalate"},
		"file:///srv/app/x":        {"none", "escalate"},
		"/srv/app/../../home/zed/": {"none", "none"},
	}
	for path, want := range tests {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			call := decision.Call{Tool: "fs.read", Params: params{"path": path}}
			assert.Equal(t, want.approve, outcome(t, scope, "params.path starts_with project_dir", decision.Approve, call))
			assert.Equal(t, want.deny, outcome(t, scope, "params.path starts_with project_dir", decision.Deny, call))
			for _, op := range []string{"equals", "==", "!=", "not_equals", "contains", "in"} { // R13
				assert.Equal(t, "none", outcome(t, scope, "params.path "+op+" project_dir", decision.Approve, call), op)
				assert.Equal(t, "none", outcome(t, scope, "params.path "+op+" project_dir", decision.Deny, call), op)
			}
		})
	}
}

// TestWhatNeverHoldsLeavesNoNotes shows that such a condition can be told, be
// the value an object or a path that does not resolve.
func TestWhatNeverHoldsLeavesNoNotes(t *testing.T) {
	t.Parallel()
	for _, path := range []any{"~bob", params{}, []any{params{}}, []any{"~bob", []any{}}} {
		call := decision.Call{Tool: "fs.read", Params: params{"path": path}}
		for _, condition := range []string{"params.path contains project_dir", "params.path != project_dir", "params.path in project_dir", "params contains x"} {
			for _, action := range []decision.Action{decision.Approve, decision.Deny, decision.Escalate} {
				r := rule("r", condition, action)
				for _, specs := range [][]rules.Spec{{r}, behind(r)} {
					v, settled := evaluate(t, newSet(t, project(t), specs...), project(t), call)
					assert.False(t, settled, "%s on %v", condition, path)
					assert.Empty(t, v.Notes, "%s on %v", condition, path)
				}
			}
		}
	}
}

func TestProjectDirIsCaseSensitive(t *testing.T) {
	t.Parallel()
	call := decision.Call{Tool: "fs.read", Params: params{"path": "/home/dev/project/a"}}
	assert.Equal(t, "none", outcome(t, project(t), "params.path starts_with PROJECT_DIR", decision.Deny, call))
}

func TestWithoutAScopeNothingIsInTheProject(t *testing.T) {
	t.Parallel()
	call := decision.Call{Tool: "fs.read", Params: params{"path": "/srv/app/x"}}
	assert.Equal(t, "none", outcome(t, nil, "params.path starts_with project_dir", decision.Deny, call))
	assert.Equal(t, "none", outcome(t, nil, "project_dirs != x", decision.Deny, call))
}

// TestPrefixThatDenies shows that a path prefix is raw text (R14) and also
// where the path leads.
func TestPrefixThatDenies(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, Home: "/home/dev", WorkingDir: "/srv/app"})
	tests := map[string]struct{ value, text, want string }{
		"raw prefix, R14":         {"/srv/app", "/srv/app-evil/x", "deny"},
		"raw prefix, letter case": {"/etc", "/ETC/x", "deny"},
		"round about":             {"/etc", "/tmp/../etc/x", "deny"},
		"two slashes":             {"/etc", "//etc/x", "deny"},
		"relative":                {"/etc", "../../etc/x", "deny"},
		"part of a name":          {"/etc/ss", "/tmp/../etc/ssh/x", "deny"},
		"home":                    {"~/.ssh", "/home/dev/.ssh/id", "deny"},
		"home, other spelling":    {"/home/dev/.ssh", "~/.ssh/id", "deny"},
		"elsewhere":               {"/etc", "/srv/app/etc/x", "none"},
		"away again":              {"/opt", "/srv/../tmp/x", "none"},
		"a url is no path":        {"/etc", "https://example.com/etc", "none"},
		"a file url may be one":   {"/etc", "file:///etc/passwd", "escalate"},
		"another's home":          {"/root", "~root/x", "escalate"},
		"the root alone is text":  {"/", "deploy now", "none"},
		"the root alone, path":    {"/", "/deploy", "deny"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			call := decision.Call{Tool: "x", Params: params{"path": tt.text, "command": tt.text}}
			assert.Equal(t, tt.want, outcome(t, scope, "params.path starts_with "+tt.value, decision.Deny, call))
			if tt.want == "escalate" {
				assert.Equal(t, "none", outcome(t, scope, "params.command starts_with "+tt.value, decision.Deny, call), "a command is no path")
			}
		})
	}
}

// TestPathTextThatDenies shows that a text about a path is looked for in the
// path as it is written, and also in where it leads.
func TestPathTextThatDenies(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv/app"}, Home: "/home/dev", WorkingDir: "/srv/app"})
	conditions := []string{`params.path contains "/.env"`, `params.path ends_with "/.env"`, `params.path matches "/\\.env$"`}
	tests := map[string]struct {
		path any
		deny string // what each makes of it
		not  string // what an approve of all others makes of it
	}{
		"as it is written":         {"/opt/.env", "deny", "none"},
		"relative":                 {".env", "deny", "none"},
		"relative, letter case":    {".ENV", "deny", "none"},
		"round about":              {"x/../.env", "deny", "none"},
		"home":                     {"~/.env", "deny", "none"},
		"in a list":                {[]any{"a", ".env"}, "deny", "none"},
		"in a list in a list":      {[]any{"a", []any{".env"}}, "deny", "none"},
		"another file":             {"env", "none", "approve"},
		"other files":              {[]any{"env", "a/b"}, "none", "approve"},
		"away again":               {".env/../a", "none", "approve"},
		"a url is no path":         {"https://example.com/env", "none", "approve"},
		"a url that climbs is one": {"https://example.com/x/..", "escalate", "none"},
		"does not resolve":         {"~bob/x", "escalate", "none"},
		"one that does not":        {[]any{"a", "~bob/x"}, "escalate", "none"},
		"one that does not, a fit": {[]any{"~bob/x", ".env"}, "deny", "none"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			call := decision.Call{Tool: "x", Params: params{"path": tt.path}}
			for _, condition := range conditions {
				got, _ := outcomeWhen(t, scope, condition, decision.Deny, call)
				assert.Equal(t, tt.deny, got, condition)
				v, _ := evaluate(t, newSet(t, scope, behind(when("r", condition, decision.Deny))...), scope, call)
				assert.Equal(t, tt.deny != "none", v.Source == "r", "behind the index: %s", condition)
				got, _ = outcomeWhen(t, scope, `tool == "x" and not (`+condition+`)`, decision.Approve, call)
				assert.Equal(t, tt.not, got, "not %s", condition)
			}
		})
	}
}

// TestAnObjectCannotBeDenied shows that a rule which denies is not blind to a
// text in an object: it cannot be told. An approve does not hold.
func TestAnObjectCannotBeDenied(t *testing.T) {
	t.Parallel()
	object := params{"value": "/etc/passwd"}
	for name, tt := range map[string]struct {
		path any
		want string
	}{
		"object":                       {object, "escalate"},
		"in a list":                    {[]any{"/srv", object}, "escalate"},
		"in a list in a list":          {[]any{"/srv", []any{object}}, "escalate"},
		"beside a text that fits":      {[]any{object, "/etc/x"}, "deny"},
		"nothing":                      {nil, "none"},
		"nothing, in a list":           {[]any{"/srv", nil}, "none"},
		"a list of nothing that is so": {[]any{}, "none"},
	} {
		call := decision.Call{Tool: "x", Params: params{"path": tt.path, "a": tt.path}}
		for _, condition := range []string{"params.path starts_with /etc", "params.a starts_with /etc", "params.a contains /etc/", "params.a in /etc/x,/etc/y"} {
			assert.Equal(t, tt.want, outcome(t, project(t), condition, decision.Deny, call), "%s: %s", name, condition)
			v, _ := evaluate(t, newSet(t, project(t), behind(rule("r", condition, decision.Deny))...), project(t), call)
			assert.Equal(t, tt.want != "none", v.Source == "r", "behind the index: %s: %s", name, condition)
			assert.Equal(t, "none", outcome(t, project(t), condition, decision.Approve, call), "%s: %s", name, condition)
		}
	}
}

func TestRuleThatCannotBeEvaluatedHolds(t *testing.T) {
	t.Parallel()
	for _, action := range []decision.Action{decision.Deny, decision.Escalate} {
		set := newSet(t, project(t), rule("outside", "params.path starts_with project_dir", action), rule("yes", "tool equals fs.read", decision.Approve))
		v, settled := evaluate(t, set, project(t), decision.Call{Tool: "fs.read", Params: params{"path": "~bob/x"}})
		assert.True(t, settled)
		assert.Equal(t, decision.Escalate, v.Action)
		assert.Equal(t, decision.CauseRule, v.Cause)
		assert.Equal(t, "outside", v.Source)
		assert.Equal(t, "rule 'outside' could not be evaluated: the path cannot be resolved: path starts in the home of another user", v.Reasoning)
		assert.Equal(t, []string{"rule 'outside': the path cannot be resolved: path starts in the home of another user"}, v.Notes)
		assert.NotContains(t, v.Reasoning, "bob")
	}
}

func TestOneFittingElementDeniesBesideAnUnclearOne(t *testing.T) {
	t.Parallel()
	call := decision.Call{Tool: "x", Params: params{"paths": []any{"~bob/x", "/home/dev/project/a"}}}
	assert.Equal(t, "deny", outcome(t, project(t), "params.paths starts_with project_dir", decision.Deny, call))
	call.Params["paths"] = []any{"~bob/x", "/opt/a"}
	assert.Equal(t, "escalate", outcome(t, project(t), "params.paths starts_with project_dir", decision.Deny, call))
}

func TestNotesAreBounded(t *testing.T) {
	t.Parallel()
	var specs []rules.Spec
	for i := range 30 {
		specs = append(specs, rule(string(rune('A'+i)), "params.path starts_with project_dir", decision.Approve))
	}
	specs = append(specs, rule("last", "tool equals fs.read", decision.Deny))
	v, settled := evaluate(t, newSet(t, project(t), specs...), project(t), decision.Call{Tool: "fs.read", Params: params{"path": ""}})
	assert.True(t, settled)
	assert.Equal(t, "last", v.Source)
	assert.Len(t, v.Notes, 20)
	assert.Equal(t, "more rules left notes", v.Notes[19])
}
