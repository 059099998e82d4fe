package rules_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

// TestApproveByConditionNeedsTheWholeCallInTheProject: a rule that names no
// tool approves no more than what was seen to stay inside.
func TestApproveByConditionNeedsTheWholeCallInTheProject(t *testing.T) {
	t.Parallel()
	const in = "/home/dev/project/a"
	tests := map[string]struct {
		condition string
		tool      string
		params    params
		want      string
		note      string // the end of it
	}{
		"read":                        {"params.path starts_with project_dir", "fs.read", params{"path": in}, "approve", ""},
		"write":                       {"params.path starts_with project_dir", "fs.write", params{"path": in, "content": "x"}, "approve", ""},
		"create":                      {"params.path starts_with project_dir", "create_file", params{"path": in, "content": "x"}, "approve", ""},
		"by the text of a path":       {"params.path contains project", "fs.read", params{"path": in}, "approve", ""},
		"by what it is not":           {"tool != fs.delete", "fs.read", params{"path": in}, "approve", ""},
		"by the agent":                {"agent_id equals owl", "fs.read", params{"path": in}, "approve", ""},
		"by the agent, outside":       {"agent_id equals owl", "fs.read", params{"path": "/etc/hosts"}, "none", "the call reads outside the project"},
		"by what it is not, outside":  {"tool != fs.delete", "fs.write", params{"path": "/tmp/x", "content": ""}, "none", "the call overwrites outside the project"},
		"unknown tool":                {"params.path starts_with project_dir", "acme.delete", params{"path": in}, "none", "not seen whole: unknown tool"},
		"another path":                {"params.path starts_with project_dir", "fs.write", params{"path": in, "destination": "/etc/x"}, "none", "not seen whole: unknown parameter"},
		"secret":                      {"params.path starts_with project_dir", "fs.read", params{"path": in + "/.env"}, "none", "the call has the effect secrets"},
		"runs by itself":              {"params.path starts_with project_dir", "fs.write", params{"path": in + "/.git/hooks/x", "content": ""}, "none", "the call has the effect persistence"},
		"does not fit, so no reason":  {"params.path contains zzz", "fs.delete", params{"path": in}, "none", ""},
		"command":                     {"params.command starts_with git log", "own", params{"command": "git log; rm -rf /"}, "none", "not seen whole: .*"},
		"command, whole":              {"params.command equals git log", "Bash", params{"command": "git log"}, "none", "name the tool"},
		"query":                       {"params.db.sqlQuery starts_with select", "own", params{"db": params{"sqlQuery": "select 1"}}, "none", "not seen whole: .*"},
		"below args":                  {"params.args.first equals status", "git", params{"args": params{"first": "status"}}, "none", "name the tool"},
		"command that does not fit":   {"params.command starts_with git log", "Bash", params{"command": "rm"}, "none", ""},
		"the tool, though opaque":     {"tool equals Bash", "Bash", params{"command": "rm -rf /"}, "approve", ""},
		"the tool by its prefix":      {"tool starts_with mail.", "mail.send", params{}, "approve", ""},
		"the tool by a part":          {"tool contains send", "mail.send", params{}, "approve", ""},
		"the tool by a list":          {"tool in mail.read, mail.send", "mail.send", params{}, "approve", ""},
		"a list, all inside":          {"params.paths starts_with project_dir", "read_files", params{"paths": []any{in, in + "/b"}}, "approve", ""},
		"a list, one outside":         {"params.paths starts_with project_dir", "read_files", params{"paths": []any{in, "/etc/x"}}, "none", ""},
		"a list, one unclear":         {"params.paths starts_with project_dir", "read_files", params{"paths": []any{in, "~bob"}}, "none", "home of another user"},
		"a list, one that is no text": {"params.paths starts_with project_dir", "read_files", params{"paths": []any{in, params{}}}, "none", "no text"},
		"an empty list":               {"params.paths starts_with project_dir", "read_files", params{"paths": []any{}}, "none", ""},
		"a list, equal to all":        {"params.paths equals " + in, "read_files", params{"paths": []any{in, in}}, "approve", ""},
		"a list, unequal to one":      {"params.paths != " + in, "read_files", params{"paths": []any{in, in + "/b"}}, "none", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			call := decision.Call{Tool: tt.tool, Params: tt.params, Agent: "owl"}
			v, settled := evaluate(t, newSet(t, project(t), rule("r", tt.condition, decision.Approve)), project(t), call)
			assert.Equal(t, tt.want == "approve", settled)
			if tt.note == "" {
				assert.Empty(t, v.Notes)
				return
			}
			require.Len(t, v.Notes, 1)
			assert.Regexp(t, "^rule 'r': .*"+tt.note+"$", v.Notes[0])
		})
	}
}

func TestApproveByConditionHoldsAgainstEveryKindOfEffect(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t), rule("r", "params.x equals y", decision.Approve))
	approves := func(e decision.Effects) bool {
		call := (&decision.Call{Tool: "x", Params: params{"x": "y"}}).WithAnalyzer(
			decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects { return e }))
		_, settled := set.Evaluate(t.Context(), call)
		return settled
	}
	one := func(kind decision.EffectKind, zone decision.Zone) decision.Effects {
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject}, {Kind: kind, Zone: zone}}}
	}
	for _, kind := range []decision.EffectKind{decision.Reads, decision.Creates, decision.Overwrites} {
		assert.True(t, approves(one(kind, decision.ZoneProject)), kind)
		for _, zone := range []decision.Zone{decision.ZoneUnknown, decision.ZoneHome, decision.ZoneTemp, decision.ZoneSystem, decision.ZoneRemote, decision.ZoneNone} {
			assert.False(t, approves(one(kind, zone)), "%s in %s", kind, zone)
		}
	}
	for _, kind := range []decision.EffectKind{
		decision.Deletes, decision.ExecutesUnseen, decision.Network, decision.Secrets, decision.Disrupts, decision.Injection, decision.Privilege,
		decision.Persistence, decision.External, decision.SelfTamper, "something new",
	} {
		assert.False(t, approves(one(kind, decision.ZoneProject)), kind)
	}
	assert.False(t, approves(decision.Effects{Covered: true}), "no effect at all")
	assert.False(t, approves(decision.Effects{}), "nobody looked")
	uncovered := one(decision.Reads, decision.ZoneProject)
	uncovered.Covered = false
	assert.False(t, approves(uncovered))
	opaque := one(decision.Reads, decision.ZoneProject)
	opaque.Gaps = []decision.Gap{{Reason: "unseen"}}
	assert.False(t, approves(opaque))
}

func TestApproveWithoutAnAnalyserNamesTheTool(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t), rule("r", "params.path starts_with project_dir", decision.Approve))
	v, settled := set.Evaluate(t.Context(), &decision.Call{Tool: "fs.read", Params: params{"path": "/home/dev/project/a"}})
	assert.False(t, settled)
	assert.Len(t, v.Notes, 1)
}

// TestPrefixThatApproves is row R14: a boundary, and by where the path leads.
func TestPrefixThatApproves(t *testing.T) {
	t.Parallel()
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/srv"}, Home: "/srv/home", WorkingDir: "/srv/app"})
	tests := map[string]struct {
		condition, text string
		want            bool
	}{
		"inside":                    {"params.path starts_with /srv/app", "/srv/app/x", true},
		"itself":                    {"params.path starts_with /srv/app/", "/srv/app", true},
		"R14 no boundary":           {"params.path starts_with /srv/app", "/srv/app-evil/x", false},
		"out again":                 {"params.path starts_with /srv/app", "/srv/app/../x", false},
		"round about":               {"params.path starts_with /srv/app", "/srv/x/../app/y", true},
		"letter case":               {"params.path starts_with /srv/app", "/srv/APP/x", false},
		"home":                      {"params.path starts_with ~/notes", "~/notes/x", true},
		"home, no boundary":         {"params.path starts_with ~/notes", "/srv/home/notes2", false},
		"relative":                  {"params.path starts_with src/", "src/x", true},
		"relative, out again":       {"params.path starts_with src/", "src/../go.mod", false},
		"relative without a slash":  {"params.path starts_with src", "src-evil/x", false},
		"relative without, inside":  {"params.path starts_with src", "/srv/app/src/x", true},
		"does not resolve":          {"params.path starts_with /srv/app", "~bob/x", false},
		"a word that is no path":    {"params.encoding starts_with utf", "UTF-8", true},
		"a path in another's field": {"params.encoding starts_with utf/", "utf-8", false},
		"a path by its slash":       {"params.encoding starts_with utf/8", "utf/8-x", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, encoding := tt.text, "utf-8"
			if filepath.Base(tt.text) == "UTF-8" || strings.HasPrefix(tt.text, "utf") {
				path, encoding = "/srv/app/x", tt.text
			}
			call := decision.Call{Tool: "fs.read", Params: params{"path": path, "encoding": encoding}}
			assert.Equal(t, tt.want, outcome(t, scope, tt.condition, decision.Approve, call) == "approve")
		})
	}
}

func TestURLPrefixThatApproves(t *testing.T) {
	t.Parallel()
	seen := decision.AnalyzerFunc(func(context.Context, *decision.Call) decision.Effects {
		return decision.Effects{Covered: true, List: []decision.Effect{{Kind: decision.Reads, Zone: decision.ZoneProject}}}
	})
	tests := map[string]map[string]bool{
		"https://api.example.com/v1": {
			"https://api.example.com/v1":                true,
			"https://api.example.com/v1/users?q=..":     true,
			"HTTPS://API.example.com/v1/":               true,
			"https://api.example.com/v1?x":              true,
			"https://api.example.com/v10":               false,
			"https://api.example.com/V1":                false,
			"https://api.example.com/":                  false,
			"http://api.example.com/v1":                 false,
			"https://api.example.com.evil.example/v1":   false,
			"https://api.example.com:8443/v1":           false,
			"https://api.example.com@evil.example/v1":   false,
			"https://user:pw@api.example.com/v1":        false,
			"https://api.example.com/v1/../admin":       false,
			"https://api.example.com/v1/./x":            false,
			"https://api.example.com/v1/%2e%2e/admin":   false,
			"https://api.example.com/v1/%2E%2E/admin":   false,
			"https://api.example.com/v1/.%2e/admin":     false,
			"https://api.example.com/v1/%252e%252e/x":   false,
			"https://api.example.com/v1%2f..%2fadmin":   false,
			`https://api.example.com/v1/x\..\..\admin`:  false,
			"https://api.example.com/v1/..;/admin":      false,
			"https://api.example.com/v1/#x":             false,
			"https://api.example.com/v1/ x":             false,
			"//api.example.com/v1":                      false,
			"https:api.example.com/v1":                  false,
			"x https://api.example.com/v1":              false,
			"https://evil.example/https://api.example/": false,
		},
		"https://api.example.com":         {"https://api.example.com": true, "https://api.example.com/x": true, "https://api.example.community": false},
		"https://":                        {"https://api.example.com/v1": false},
		"https://user@api.example.com/v1": {"https://user@api.example.com/v1": false},
		"https://api.example.com/v1?a=":   {"https://api.example.com/v1?a=": false},
	}
	for prefix, texts := range tests {
		set := newSet(t, nil, rule("r", "params.url starts_with "+prefix, decision.Approve))
		for text, want := range texts {
			call := (&decision.Call{Tool: "http.get", Params: params{"url": text}}).WithAnalyzer(seen)
			_, settled := set.Evaluate(t.Context(), call)
			assert.Equal(t, want, settled, "%s on %s", prefix, text)
		}
	}
}

func TestProjectRuleAndLinks(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, dir := range []string{"/project/sub", "/project-evil", "/outside"} {
		require.NoError(t, os.MkdirAll(top+dir, 0o755))
	}
	require.NoError(t, os.Symlink(top+"/outside", top+"/project/out"))
	require.NoError(t, os.Symlink("sub", top+"/project/in"))
	require.NoError(t, os.Symlink(top+"/project", top+"/alias"))
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{top + "/project"}})
	for path, want := range map[string]string{
		"/project/a":                 "approve",
		"/project/in/a":              "approve",
		"/alias/a":                   "approve",
		"/project-evil/a":            "none",
		"/project/../../../etc/x":    "none",
		"/project/out/a":             "none",
		"/project/out":               "none",
		"/project/out/../project/a":  "none", // two readings
		"/project/in/../out/secrets": "none",
	} {
		call := decision.Call{Tool: "fs.write", Params: params{"path": top + path, "content": ""}}
		assert.Equal(t, want, outcome(t, scope, "params.path starts_with project_dir", decision.Approve, call), path)
	}
}

func TestApproveOfEverythingIsTheOperatorsWord(t *testing.T) {
	t.Parallel()
	set := newSet(t, project(t), rules.Spec{Name: "all", CatchAll: true, AllowAll: true, Action: decision.Approve, Confidence: 1})
	v, settled := evaluate(t, set, project(t), decision.Call{Tool: "anything"})
	assert.True(t, settled)
	assert.Equal(t, decision.Approve, v.Action)
	assert.Equal(t, decision.BasisOperator, v.Basis)
}
