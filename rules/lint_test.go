package rules_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/rules"
)

const (
	approve  = decision.Approve
	deny     = decision.Deny
	escalate = decision.Escalate
)

// seenTools is what a journal told.
var seenTools = map[string][]string{"datetime.now": {"zone"}, "fs.read": {"path"}, "fs.write": {"path", "content"}, "ops.do": {"command"}, "mail.send": {"to"}}

// TestLint has, for each finding, the rules, what is pointed at, and rules that
// mean the same and are clean.
func TestLint(t *testing.T) {
	t.Parallel()
	granted := func(spec rules.Spec) rules.Spec {
		spec.Grant = time.Hour
		return spec
	}
	all := rules.Spec{Name: "all", CatchAll: true}
	tests := map[string]struct {
		kind   rules.FindingKind
		rules  []rules.Spec
		at     string // what is pointed at
		msg    string
		mended []rules.Spec
	}{
		"never: != project_dir": {
			rules.FindingNever, []rules.Spec{rule("r", "params.path != project_dir", deny)}, "project_dir", "!= project_dir never holds",
			[]rules.Spec{when("r", `not (params.path starts_with project_dir)`, deny)},
		},
		"never: equals project_dir": {
			rules.FindingNever, []rules.Spec{rule("r", "params.path equals project_dir", deny)}, "project_dir", "never holds",
			[]rules.Spec{rule("r", "params.path starts_with project_dir", deny)},
		},
		"never: all parameters": {
			rules.FindingNever, []rules.Spec{rule("r", "params contains secret", deny)}, "params", "have no text",
			[]rules.Spec{rule("r", "params.text contains secret", deny)},
		},
		"never: no truth value": {
			rules.FindingNever, []rules.Spec{rule("r", "injection_risk equals yes", deny)}, "yes", "is true or false",
			[]rules.Spec{rule("r", "injection_risk equals true", deny)},
		},
		"never: a flagged call": {
			rules.FindingNever, []rules.Spec{rule("r", "injection_risk equals true", escalate)}, "injection_risk", "escalated whatever",
			[]rules.Spec{rule("r", "injection_risk equals true", deny)},
		},
		"never: a glob": {
			rules.FindingNever, []rules.Spec{rule("r", "tool equals fs.*", deny)}, "fs.*", "a glob matches none",
			[]rules.Spec{rule("r", "tool starts_with fs.", deny)},
		},
		"never: two names at once": {
			rules.FindingNever, []rules.Spec{when("r", `tool == "fs.read" and tool == "fs.write"`, deny)}, `tool == "fs.read" and tool == "fs.write"`, "two texts at once",
			[]rules.Spec{when("r", `tool == "fs.read" or tool == "fs.write"`, deny)},
		},
		"never: an address without a host": {
			rules.FindingNever, []rules.Spec{rule("r", "params.url starts_with https://", approve)}, "https://", "none that could be told",
			[]rules.Spec{when("r", `tool == "fs.read" and params.url starts_with "https://api.example.com/v1/"`, approve)},
		},
		"never: no home": {
			rules.FindingNever, []rules.Spec{rule("r", "params.path starts_with ~/x/", approve)}, "~/x/", "does not resolve",
			[]rules.Spec{when("r", `tool == "fs.read" and inside(params.path, "/home/dev/x")`, approve)},
		},
		"shadowed by the same": {
			rules.FindingShadowed, []rules.Spec{rule("first", "tool equals fs.read", deny), rule("r", "tool equals FS.read", approve)}, "tool equals FS.read", "rule 'first' decides",
			[]rules.Spec{rule("first", "tool equals fs.read", deny), rule("r", "tool equals fs.write", approve)},
		},
		"shadowed by a longer list": {
			rules.FindingShadowed, []rules.Spec{rule("first", "tool in fs.read, fs.write", deny), rule("r", "tool equals fs.write", deny)}, "tool equals fs.write", "first",
			[]rules.Spec{rule("first", "tool in fs.read", deny), rule("r", "tool equals fs.write", deny)},
		},
		"shadowed by a shorter start": {
			rules.FindingShadowed, []rules.Spec{rule("first", "params.path starts_with /etc", deny), rule("r", "params.path starts_with /etc/ssh", escalate)}, "params.path starts_with /etc/ssh", "first",
			[]rules.Spec{rule("r", "params.path starts_with /etc/ssh", escalate), rule("first", "params.path starts_with /etc", deny)},
		},
		"shadowed by a part": {
			rules.FindingShadowed, []rules.Spec{rule("first", "tool contains read", deny), rule("r", "tool starts_with fs.read", deny)}, "tool starts_with fs.read", "first",
			[]rules.Spec{rule("first", "tool contains read", deny), rule("r", "tool starts_with fs.w", deny)},
		},
		"shadowed below not": {
			rules.FindingShadowed, []rules.Spec{when("first", `tool == "mail.send" and not (params.to contains "x")`, deny), when("r", `tool == "mail.send" and not (params.to contains "x")`, approve)}, "", "first",
			[]rules.Spec{when("first", `tool == "mail.send" and not (params.to contains "x")`, approve), when("r", `tool == "mail.send" and not (params.to contains "x")`, deny)},
		},
		"shadowed by one of two": {
			rules.FindingShadowed, []rules.Spec{when("first", `tool == "fs.read" or agent_id == "owl"`, deny), when("r", `agent_rate > 5 and tool == "fs.read"`, approve)},
			`agent_rate > 5 and tool == "fs.read"`, "first",
			[]rules.Spec{when("first", `tool == "fs.read" and agent_id == "owl"`, deny), when("r", `agent_rate > 5 and tool == "fs.read"`, approve)},
		},
		"catch-all not last": {
			rules.FindingCatchAllNotLast, []rules.Spec{all, rule("r", "tool equals fs.read", deny), rule("s", "tool equals fs.read", deny)}, "", "rule 'r' and those after it are never reached",
			[]rules.Spec{rule("r", "tool equals fs.read", deny), all},
		},
		"loose start of a name": {
			rules.FindingLoosePrefix, []rules.Spec{rule("r", "tool starts_with fs", approve)}, "fs", "within the word",
			[]rules.Spec{rule("r", "tool starts_with fs.", approve)},
		},
		"loose start of a path": {
			rules.FindingLoosePrefix, []rules.Spec{when("r", `tool == "fs.read" and params.path starts_with "/srv/app"`, approve)}, "/srv/app", "read as one directory",
			[]rules.Spec{when("r", `tool == "fs.read" and params.path starts_with "/srv/app/"`, approve)},
		},
		"part of a name": {
			rules.FindingPartOfName, []rules.Spec{rule("r", "tool contains read", approve)}, "read", "something else",
			[]rules.Spec{rule("r", "tool in fs.read", approve)},
		},
		"names no tool": {
			rules.FindingNamesNoTool, []rules.Spec{rule("r", "params.path starts_with project_dir", approve)}, "params.path starts_with project_dir", "names no tool",
			[]rules.Spec{when("r", `tool in ["fs.read"] and params.path starts_with project_dir`, approve)},
		},
		"takes commands, by its name": {
			rules.FindingTakesCommands, []rules.Spec{rule("r", "tool in fs.read, Bash", approve)}, "", "whatever it is told to",
			[]rules.Spec{when("r", `tool == "ops.do" and params.command in ["ls"]`, approve)},
		},
		"takes commands, by the start of its name": {
			rules.FindingTakesCommands, []rules.Spec{rule("r", "tool starts_with ops.shell_", approve)}, "ops.shell_", "whatever it is told to",
			[]rules.Spec{rule("r", "tool starts_with fs.", approve)},
		},
		"takes commands, as was seen": {
			rules.FindingTakesCommands, []rules.Spec{rule("r", "tool equals ops.do", approve)}, "ops.do", "whatever it is told to",
			[]rules.Spec{rule("r", "tool equals ops.do", escalate)},
		},
		"part of a command": {
			rules.FindingCommandText, []rules.Spec{when("r", `tool == "ops.do" and len(params.command) < 9`, approve)}, "params.command", "approves nothing",
			[]rules.Spec{when("r", `tool == "ops.do" and params.command starts_with "git log"`, approve)},
		},
		"whole command, no tool": {
			rules.FindingCommandText, []rules.Spec{rule("r", "params.command equals git log", approve)}, "params.command", "names no tool approves nothing",
			[]rules.Spec{when("r", `tool == "ops.do" and params.command in ["git log"]`, approve)},
		},
		"part of a text that is no command line": {
			rules.FindingCommandText, []rules.Spec{when("r", `tool == "ops.do" and params.sql starts_with "select"`, approve)}, "params.sql", "the commands of a shell, and there are none",
			[]rules.Spec{when("r", `tool == "ops.do" and params.sql in ["select 1"]`, approve)},
		},
		"part of a command of a tool that is no shell": {
			rules.FindingCommandText, []rules.Spec{when("r", `tool in ["mail.send"] and params.command starts_with "git log"`, approve)}, "params.command", "approves nothing",
			[]rules.Spec{when("r", `tool in ["mail.send", "ops.do"] and params.command starts_with "git log"`, approve)},
		},
		"start of a command within a word": {
			rules.FindingCommandText, []rules.Spec{when("r", `tool == "ops.do" and params.command starts_with "make test-"`, approve)}, "make test-", "read as whole words",
			[]rules.Spec{when("r", `tool == "ops.do" and params.command starts_with "make test"`, approve)},
		},
		"more than one command": {
			rules.FindingCommandText, []rules.Spec{when("r", `tool == "ops.do" and params.command contains "cd x && ls"`, approve)}, "cd x && ls", "one command at a time",
			[]rules.Spec{when("r", `tool == "ops.do" and params.command == "cd x && ls"`, approve)},
		},
		"effects without a tool": {
			rules.FindingNamesNoTool, []rules.Spec{when("r", `effects.zone == "project"`, approve)}, "", "names no tool",
			[]rules.Spec{when("r", `tool == "ops.do" and effects.zone == "project"`, approve)},
		},
		"takes commands, one effect": {
			rules.FindingTakesCommands, []rules.Spec{when("r", `tool == "ops.do" and effects.reads and not effects.opaque`, approve)}, "ops.do", "whatever it is told to",
			[]rules.Spec{when("r", `tool == "ops.do" and not effects.deletes`, approve)},
		},
		"never: an approve of what is not seen": {
			rules.FindingNever, []rules.Spec{when("r", `tool == "ops.do" and effects.opaque`, approve)}, "effects.opaque", "not seen whole",
			[]rules.Spec{when("r", `tool == "ops.do" and effects.opaque`, escalate)},
		},
		"unseen name": {
			rules.FindingUnseenTool, []rules.Spec{rule("r", "tool equals fs.raed", deny)}, "fs.raed", "no tool that agents called fits",
			[]rules.Spec{rule("r", "tool equals fs.read", deny)},
		},
		"unseen start": {
			rules.FindingUnseenTool, []rules.Spec{rule("r", "tool starts_with file.", deny)}, "file.", "no tool",
			[]rules.Spec{rule("r", "tool starts_with fs.", deny)},
		},
		"unseen pattern": {
			rules.FindingUnseenTool, []rules.Spec{when("r", `tool matches "^file"`, deny)}, "^file", "no tool",
			[]rules.Spec{when("r", `tool matches "^fs"`, deny)},
		},
		"wide grant": {
			rules.FindingWideGrant, []rules.Spec{granted(when("r", `tool == "datetime.now" and params.zone == "UTC"`, approve))}, "", "whatever params.zone is",
			[]rules.Spec{granted(when("r", `tool == "datetime.now" and agent_id == "owl"`, approve))},
		},
		"grant of the very call": {
			rules.FindingWideGrant, []rules.Spec{granted(when("r", `tool == "datetime.now" and params.zone startsWith "U"`, approve))}, "", "whatever params.zone is",
			[]rules.Spec{granted(when("r", `tool == "fs.write" and inside(params.path, project_dir)`, approve))},
		},
		"unindexed": {
			rules.FindingUnindexed, []rules.Spec{rule("a", "tool equals fs.read", deny), rule("r", "tool != fs.read", deny)}, "", "1 of 2 rules are tried one by one, the first is 'r'",
			[]rules.Spec{rule("a", "tool equals fs.read", deny), rule("r", "tool starts_with fs.", deny)},
		},
	}
	scope := newScope(t, effect.ScopeOptions{ProjectDirs: []string{"/home/dev/project"}})
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opts := rules.LintOptions{Scope: scope, SeenTools: seenTools}
			finding := find(rules.Lint(tt.rules, opts), tt.kind)
			require.NotNil(t, finding, "%v", rules.Lint(tt.rules, opts))
			assert.Contains(t, finding.Msg, tt.msg)
			assert.NotEmpty(t, finding.Instead)
			if tt.at != "" {
				spec := tt.rules[finding.Index]
				text := map[string]string{"condition": spec.Condition, "when": spec.When}[finding.Key]
				assert.Equal(t, tt.at, text[finding.Offset:finding.Offset+finding.Length])
			}
			_, err := rules.New(tt.mended, rules.Options{Scope: scope})
			require.NoError(t, err)
			for _, f := range rules.Lint(tt.mended, opts) {
				assert.True(t, f.Info && f.Kind != tt.kind, "the mended rule is clean: %s", f)
			}
		})
	}
}

func find(list []rules.Finding, kind rules.FindingKind) *rules.Finding {
	for _, f := range list {
		if f.Kind == kind {
			return &f
		}
	}
	return nil
}

// TestLintDoesNotCallAShadowWhatIsNone has rules of which the later one may
// decide calls.
func TestLintDoesNotCallAShadowWhatIsNone(t *testing.T) {
	t.Parallel()
	for name, specs := range map[string][]rules.Spec{
		"an inferred approve may not hold":         {rule("a", "params.path starts_with project_dir", approve), rule("b", "params.path starts_with project_dir", deny)},
		"a start of an element of a list":          {rule("a", "params.to contains x", deny), rule("b", "params.to starts_with x", deny)},
		"an inferred approve of any tool":          {rule("a", "agent_id equals x", approve), when("b", `tool == "fs.read" and agent_id == "x"`, approve)},
		"neither of two":                           {when("a", `not (tool == "fs.read" or agent_id == "x")`, deny), when("b", `not (tool == "fs.read")`, deny)},
		"a part of one of a list of tools":         {rule("a", "recent_traces contains x", deny), rule("b", "recent_traces equals xy", deny)},
		"an approve is read more narrowly":         {when("a", `tool == "fs.read" and params.path starts_with "/srv/"`, approve), when("b", `tool == "fs.read" and params.path starts_with "/srv/"`, deny)},
		"a part of an element of a list":           {rule("a", "params.to contains x", deny), rule("b", "params.to equals xy", deny)},
		"a longer start":                           {rule("a", "tool starts_with fs.read", deny), rule("b", "tool starts_with fs.", deny)},
		"another field":                            {rule("a", "agent_id equals x", deny), rule("b", "session_id equals x", deny)},
		"one of two":                               {when("a", `tool == "fs.read"`, deny), when("b", `tool == "fs.read" or tool == "fs.write"`, deny)},
		"both of two":                              {when("a", `tool == "fs.read" and agent_id == "x"`, deny), when("b", `tool == "fs.read"`, deny)},
		"not":                                      {when("a", `tool == "fs.read"`, deny), when("b", `not (tool == "fs.read")`, deny)},
		"what it is not":                           {rule("a", "tool != fs.read", deny), rule("b", "tool equals fs.read", deny)},
		"a start, and in the project":              {rule("a", "params.path starts_with project_dir", deny), rule("b", "params.path starts_with /srv", deny)},
		"nothing, since a catch-all in the middle": {rule("a", "tool equals fs.read", deny), {Name: "all", CatchAll: true}, rule("b", "tool equals fs.read", deny)},
	} {
		assert.Nil(t, find(rules.Lint(specs, rules.LintOptions{}), rules.FindingShadowed), name)
	}
}

// TestShadowedRulesNeverDecide holds the linter against the set.
func TestShadowedRulesNeverDecide(t *testing.T) {
	t.Parallel()
	g := newGenerator(7, "")
	scope, shadowed := project(t), 0
	for range 400 {
		specs := g.rules(6, scope)
		hidden := map[string]bool{}
		for _, f := range rules.Lint(specs, rules.LintOptions{Scope: scope}) {
			if f.Kind == rules.FindingShadowed || f.Kind == rules.FindingNever {
				hidden[f.Rule] = true
				shadowed++
			}
		}
		set := newSet(t, scope, specs...)
		for range 20 {
			call := g.call()
			call.InjectionRisk = false // the flag never reaches an approve or escalate
			normal, err := call.Normalize()
			require.NoError(t, err)
			v, settled := set.Evaluate(t.Context(), normal.WithAnalyzer(seeing))
			isClear := v.Cause != decision.CauseRule || len(v.Notes) == 0
			require.False(t, settled && isClear && hidden[v.Source], "%s of %+v on %+v", v.Source, specs, call)
		}
	}
	assert.Greater(t, shadowed, 50)
}

func TestLintDoesNotCallNeverWhatMayHold(t *testing.T) {
	t.Parallel()
	for _, condition := range []string{
		`tool == "fs.*" or agent_id == "owl"`, `params.to == "a" and params.to == "b"`, `"a" in recent_traces and "b" in recent_traces`,
		`tool == "a" and not (tool == "b")`, `tool in ["a", "b"] and tool in ["b", "c"]`, `not (params.path starts_with project_dir)`,
	} {
		assert.Nil(t, find(rules.Lint([]rules.Spec{when("r", condition, deny)}, rules.LintOptions{}), rules.FindingNever), condition)
	}
}

func TestLintPassesFaultyRulesBy(t *testing.T) {
	t.Parallel()
	assert.Empty(t, rules.Lint([]rules.Spec{{Name: "a", Condition: "tol equals x"}, {Name: "b", When: "("}}, rules.LintOptions{}))
}

func TestLintOfALargeSet(t *testing.T) {
	t.Parallel()
	specs := mixed(3 * rules.MaxShadowRules)
	specs = append(specs, rule("again", specs[0].Condition, deny))
	found := find(rules.Lint(specs, rules.LintOptions{}), rules.FindingShadowed)
	require.NotNil(t, found)
	assert.Equal(t, "again", found.Rule)
}

func TestFindingNamesItsPlace(t *testing.T) {
	t.Parallel()
	spec := rule("r", "tool contains read", approve)
	spec.File, spec.Line, spec.Column = "sup7.yaml", 7, 5
	found := rules.Lint([]rules.Spec{spec}, rules.LintOptions{})
	require.Len(t, found, 1)
	assert.Equal(t, "sup7.yaml:7:5: rule 'r': the text may be in the name of a tool that does something else: tool in NAME, NAME", found[0].String())
}

func ExampleLint() {
	for _, f := range rules.Lint([]rules.Spec{
		{Name: "reads", Condition: "tool contains read", Action: decision.Approve},
		{Name: "shell", Condition: "tool equals Bash", Action: decision.Approve},
		{Name: "outside", Condition: "params.path != project_dir", Action: decision.Deny},
	}, rules.LintOptions{}) {
		fmt.Println(f.Kind, f.Rule)
	}
	// Output:
	// part_of_name reads
	// takes_commands shell
	// never outside
	// unindexed
}

// TestLintOfRulesInTheReferencesStyle is a set as people write it first.
func TestLintOfRulesInTheReferencesStyle(t *testing.T) {
	t.Parallel()
	specs := []rules.Spec{
		rule("reads", "tool contains read", approve),
		rule("lists", "tool starts_with list", approve),
		rule("project", "params.path starts_with project_dir", approve),
		rule("home", "params.path starts_with /home/dev", approve),
		rule("git", "params.command starts_with git ", approve),
		rule("shell", "tool equals Bash", approve),
		rule("outside", "params.path != project_dir", deny),
		rule("flagged", "injection_risk equals true", escalate),
		rule("no-purge", "tool contains purge", deny),
		{Name: "rest", CatchAll: true},
		rule("mail", "tool starts_with mail.", deny),
	}
	var got []string
	for _, f := range rules.Lint(specs, rules.LintOptions{}) {
		got = append(got, fmt.Sprint(f.Rule, " ", f.Kind))
	}
	assert.Equal(t, []string{
		"reads part_of_name", "lists loose_prefix", "project names_no_tool", "home loose_prefix", "home names_no_tool",
		"git names_no_tool", "shell takes_commands", "outside never", "flagged never", "rest catch_all_not_last", " unindexed",
	}, got)
}
