package rules_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
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

// generator makes rules and calls of few words, so that many of them meet.
type generator struct {
	*rand.Rand
	words []string
	paths []string
}

func (g generator) of(list ...string) string { return list[g.IntN(len(list))] }
func (g generator) word() string             { return g.of(g.words...) }

func (g generator) value() string {
	if g.IntN(3) == 0 {
		return g.of(g.paths...)
	}
	return g.word()
}

func (g generator) field() string {
	return g.of("tool", "tool", "agent_id", "session_id", "working_dir", "recent_traces", "injection_risk",
		"params.path", "params.path", "params.command", "params.a", "params.a.b", "params.list", "params.url")
}

func (g generator) classic() string {
	return g.field() + " " + g.of("equals", "==", "!=", "starts_with", "starts_with", "contains", "in") + " " + g.value()
}

func (g generator) expression(depth int) string {
	if depth > 0 && g.IntN(2) == 0 {
		left, right := g.expression(depth-1), g.expression(depth-1)
		return g.of("not ("+left+")", "("+left+") and ("+right+")", "("+left+") or ("+right+")")
	}
	field, value := g.field(), fmt.Sprintf("%q", g.value())
	for field == "injection_risk" {
		field = g.field()
	}
	if field == "recent_traces" {
		return value + " in " + field
	}
	return g.of(
		field+g.of(" == ", " != ", " contains ", " starts_with ", " ends_with ")+value, field+" in ["+value+", \"b\"]",
		"params.n > 3", "not agent_known", "agent_rate > 1", "inside("+field+", project_dir)", "inside("+field+", \"/srv/x\")",
		field+" starts_with project_dir", "effects.reads", "not effects.opaque", "effects.deletes == false", `effects.zone == "project"`,
		`not (effects.zone in ["home", "temp"])`, `"remote" in effects.zone`, "params.command starts_with "+value, `params.command matches "^a"`, `"b" in params.list`, "params.a == params.path", "len(params.list) > 1", `tool matches "^a.*b"`)
}

func (g generator) rule(i int) rules.Spec {
	spec := rules.Spec{Name: fmt.Sprint(i), Action: decision.Action(g.IntN(3)), Confidence: 0.5}
	switch g.IntN(40) {
	case 0:
		spec.CatchAll, spec.AllowAll = true, spec.Action == decision.Approve
	case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10:
		spec.When = g.expression(3)
	default:
		spec.Condition = g.classic()
	}
	return spec
}

func (g generator) param() any {
	switch g.IntN(12) {
	case 0:
		return nil
	case 1:
		return json.Number("5")
	case 2:
		return params{"b": g.value()}
	case 3:
		return []any{}
	case 4:
		return []any{g.value(), params{}}
	case 5:
		return []any{g.value(), []any{g.value()}}
	case 6, 7:
		return []any{g.value(), g.value()}
	}
	return g.value() + g.of("", "", "/x", g.word())
}

func (g generator) call() decision.Call {
	c := decision.Call{
		Tool: g.word() + g.of("", g.word()), Agent: g.of("", g.word()), Session: g.of("", g.word()), WorkingDir: g.of("", "", "/srv", "rel"),
		InjectionRisk: g.IntN(2) == 0, Params: params{},
	}
	for _, name := range []string{"path", "command", "a", "list", "url", "n"} {
		if g.IntN(2) == 0 {
			c.Params[name] = g.param()
		}
	}
	if g.IntN(2) == 0 {
		c.RecentTraces = []decision.Trace{{Tool: g.word()}}
	}
	return c
}

// seeing is an analyser for which every second tool does nothing but read in
// the project, and a command line is commands between signs.
var seeing = decision.AnalyzerFunc(func(_ context.Context, c *decision.Call) decision.Effects {
	e := decision.Effects{Covered: len(c.Tool)%2 != 0}
	if line, ok := c.Params["command"].(string); ok {
		e.Segments = strings.FieldsFunc(line+";"+c.Agent, func(r rune) bool { return r == ';' || r == '/' })
	}
	for i, kind := range []decision.EffectKind{decision.Reads, decision.Executes, decision.Deletes} {
		if len(c.Tool+c.Agent)>>i%2 != 0 {
			e.List = append(e.List, decision.Effect{Kind: kind, Zone: []decision.Zone{decision.ZoneProject, decision.ZoneNone, decision.ZoneHome}[i]})
		}
	}
	return e
})

func newGenerator(seed uint64, odd string) generator {
	g := generator{rand.New(rand.NewPCG(seed, 1)), []string{"a", "b", "ab", "aB", "abc", "bc", "É", "é", "K", "k"}, []string{
		"/srv/x", "/srv", "/SRV/x", "/srv/x/../y", "~/a", "~bob/a", "rel/a", "project_dir", "/home/dev/project", "/etc",
		"http://a/b", "file:///srv/x", "/", "/etc/../srv/xx", "/etc/../srv/É",
	}}
	if odd = strings.Join(strings.Fields(odd), " "); odd != "" && len(odd) < 100 {
		g.words = append(g.words, odd)
	}
	return g
}

// rules returns so many, or fewer: some are refused.
func (g generator) rules(n int, scope *effect.Scope) []rules.Spec {
	var specs []rules.Spec
	for i := range n {
		spec := g.rule(i)
		if _, err := rules.New([]rules.Spec{spec}, rules.Options{Scope: scope}); err == nil {
			specs = append(specs, spec)
		}
	}
	return specs
}

// requireIndexEqualsLoop judges calls by sets of so many rules in both ways.
func requireIndexEqualsLoop(t *testing.T, scope *effect.Scope, seed uint64, size, sets int, odd string) {
	g := newGenerator(seed, odd)
	for range sets {
		specs := append(fillers(), g.rules(size, scope)...)
		set, err := rules.New(specs, rules.Options{Scope: scope})
		require.NoError(t, err)
		for range 10 {
			call := g.call()
			normal, err := call.Normalize()
			if err != nil {
				continue // the odd word is no name
			}
			c := normal.WithAnalyzer(seeing)
			want, wantSettled := set.EvaluateInOrder(t.Context(), c)
			got, settled := set.Evaluate(t.Context(), c)
			require.Equal(t, want, got, "%+v\n%+v", call, specs)
			require.Equal(t, wantSettled, settled)
		}
	}
}

func FuzzIndexEqualsLoop(f *testing.F) {
	for i := range uint64(12) {
		f.Add(i, uint8(1+i), "")
	}
	f.Add(uint64(1), uint8(5), "ſtraße")
	f.Add(uint64(2), uint8(5), "İ")
	f.Add(uint64(3), uint8(5), "a\u0301,b")
	scope := newScope(f, effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}, Home: "/home/dev"})
	f.Fuzz(func(t *testing.T, seed uint64, size uint8, odd string) {
		requireIndexEqualsLoop(t, scope, seed, 1+int(size%16), 10, odd)
	})
}

func TestIndexEqualsLoop(t *testing.T) {
	t.Parallel()
	for size := range 12 {
		t.Run(fmt.Sprint(1+size), func(t *testing.T) {
			t.Parallel()
			requireIndexEqualsLoop(t, project(t), 1, 1+size, 150, "")
		})
	}
	requireIndexEqualsLoop(t, project(t), 1, 1000, 2, "")
}

// fillers are rules that keep those after them to the index.
func fillers() []rules.Spec {
	var specs []rules.Spec
	for i := range 10 {
		specs = append(specs, rule(fmt.Sprint("filler", i), fmt.Sprintf("tool equals filler%d", i), decision.Deny))
	}
	return specs
}

// behind puts a rule where only the index finds it.
func behind(spec ...rules.Spec) []rules.Spec { return append(fillers(), spec...) }

func TestIndexFollowsLinks(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(top+"/real/x", 0o755))
	require.NoError(t, os.Symlink(top+"/real", top+"/link"))
	set := newSet(t, nil, behind(rule("r", "params.path starts_with "+top+"/link", decision.Deny))...)
	for path, want := range map[string]decision.Action{
		"/link/x": decision.Deny, "/real/x": decision.Deny, "/real/../real/x": decision.Deny, "/other/../link/x": decision.Deny, "/other": decision.Escalate,
	} {
		v, _ := set.Evaluate(t.Context(), &decision.Call{Tool: "x", Params: params{"path": top + path}})
		assert.Equal(t, want, v.Action, path)
	}
}

func TestIndexCountsAWordOnce(t *testing.T) {
	t.Parallel()
	specs := behind(rule("b", "params.text contains b", decision.Approve))
	for i := range 50 {
		specs = append(specs, rule(fmt.Sprint("r", i), "params.text contains "+strings.Repeat("a", i+1), decision.Approve))
	}
	set := newSet(t, nil, specs...)
	call := &decision.Call{Tool: "x", Params: params{"text": strings.Repeat("a", 100_000)}}
	want, _ := set.EvaluateInOrder(t.Context(), call)
	got, _ := set.Evaluate(t.Context(), call)
	assert.Equal(t, want, got)
	assert.Len(t, got.Notes, 20)
}

func TestUnindexed(t *testing.T) {
	t.Parallel()
	for spec, want := range map[rules.Spec]int{
		rule("r", "tool equals x", decision.Deny):                                            0,
		rule("r", "params.path starts_with /etc", decision.Deny):                             0,
		rule("r", "params.path starts_with /etc", decision.Approve):                          0,
		rule("r", "params.path starts_with project_dir", decision.Approve):                   0,
		rule("r", "params.path starts_with src/", decision.Approve):                          1,
		rule("r", "tool != x", decision.Deny):                                                1,
		rule("r", "params.path contains /.env", decision.Deny):                               0,
		rule("r", "injection_risk == true", decision.Deny):                                   1,
		rule("r", "params contains x", decision.Deny):                                        1,
		when("r", `tool == "x" and agent_rate > 5`, decision.Deny):                           0,
		when("r", `tool == "x" or params.path starts_with project_dir`, decision.Deny):       0,
		when("r", `tool == "x" or agent_rate > 5`, decision.Deny):                            1,
		when("r", `not agent_known`, decision.Deny):                                          1,
		when("r", `not (tool == "x")`, decision.Deny):                                        1,
		when("r", `not (not (tool == "x"))`, decision.Deny):                                  0,
		{Name: "r", CatchAll: true}:                                                          0,
		when("r", `not (tool != "x" or agent_rate > 5) and tool in ["y"]`, decision.Approve): 0,
	} {
		assert.Equal(t, want, newSet(t, nil, spec).Unindexed(), "%s%s", spec.Condition, spec.When)
	}
}
