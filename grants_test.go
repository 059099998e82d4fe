package supervisor_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/mesh"
	"github.com/flux7-go/supervisor/mesh/meshtest"
	"github.com/flux7-go/supervisor/rules"
	"github.com/flux7-go/supervisor/rules/standing"
)

// granting are the options of a config with grants. Its store is an own one.
func granting(t *testing.T) (supervisor.Options, *memory.Store) {
	t.Helper()
	store := memory.NewStore(memory.Options{})
	set := standingSet(t, store)
	return supervisor.Options{
		Analyzer: analyzerOf(t), Store: store, Rules: []supervisor.Rule{ruleSet(t), set},
		Grants: map[string]time.Duration{"clock": time.Hour, "notes": 30 * time.Minute},
	}, store
}

// grants are those in force in the mesh of a loop.
func (l *loop) grants() []decision.Grant {
	client, err := mesh.New(mesh.Options{URL: "http://mesh.test", HTTPClient: &http.Client{Transport: l.mesh.Transport()}})
	require.NoError(l.t, err)
	list, err := client.Grants(l.t.Context())
	require.NoError(l.t, err)
	return list
}

func (l *loop) call(agent, tool string, params map[string]any) string {
	return l.mesh.Submit(meshtest.Call{Agent: agent, Tool: tool, Params: params})
}

// told are the states of the grants that were recorded.
func told(journal *recorder) (states []any) {
	for _, e := range journal.of(decision.EventGrant) {
		states = append(states, e.Fields["state"])
	}
	return states
}

func TestARuleOpensAGrantInTheMesh(t *testing.T) {
	t.Parallel()
	o, _ := granting(t)
	inLoop(t, loopOptions{supervisor: o, mesh: meshtest.Options{TraceIDs: true}}, func(t *testing.T, l *loop) {
		id := l.call("maple-bot", "datetime.now", map[string]any{})
		l.after(5 * time.Second)
		list := l.grants()
		require.Len(t, list, 1)
		assert.Equal(t, [2]string{"maple-bot", "datetime.now"}, [2]string{list[0].Agent, list[0].Tools})
		assert.WithinDuration(t, time.Now().Add(time.Hour), list[0].ExpiresAt, 10*time.Second)
		var body string
		var posts []string
		for _, r := range l.mesh.Requests() {
			if r.Method == http.MethodPost {
				posts = append(posts, r.Path)
			}
			if r.Method == http.MethodPost && r.Path == "/grants" {
				body = r.Body
			}
		}
		assert.Equal(t, []string{"/approvals/" + id + "/approve", "/grants"}, posts, "not before the approve was sent")
		a, _ := l.mesh.Approval(id)
		assert.Contains(t, body, `"approval_id":"`+id+`"`)
		assert.Contains(t, body, `"trace_id":"`+a.TraceID+`"`)
		event := l.journal.of(decision.EventGrant)[0].Fields
		assert.Equal(t, "mesh", event["kind"])
		assert.Equal(t, id, event["approval_id"])
		assert.Equal(t, list[0].ID, event["grant_id"])

		l.call("maple-bot", "datetime.now", map[string]any{})
		l.after(5 * time.Second)
		assert.Len(t, l.grants(), 1, "there is one already")

		l.after(time.Hour)
		l.call("maple-bot", "datetime.now", map[string]any{})
		l.after(5 * time.Second)
		assert.Len(t, l.grants(), 1, "another after its time")
		assert.Equal(t, []any{"opened", "opened"}, told(l.journal))
	})
}

func TestAGrantEndsWithARefusal(t *testing.T) {
	t.Parallel()
	for name, refuse := range map[string]func(l *loop, waiting string){
		"by a rule":    func(l *loop, _ string) { l.call("maple-bot", "datetime.now", map[string]any{"zone": "bad"}) },
		"by a person":  func(l *loop, waiting string) { require.NoError(l.t, l.mesh.ResolveAs(waiting, "deny", "person:ann")) },
		"by the pause": func(l *loop, _ string) { l.sup.Pause(l.t.Context(), "ann") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, _ := granting(t)
			inLoop(t, loopOptions{supervisor: o}, func(t *testing.T, l *loop) {
				waiting := l.call("maple-bot", "datetime.now", map[string]any{"zone": "ask"})
				l.after(5 * time.Second)
				l.call("maple-bot", "datetime.now", map[string]any{})
				l.call("other", "datetime.now", map[string]any{})
				l.after(5 * time.Second)
				require.Len(t, l.grants(), 2)
				refuse(l, waiting)
				l.after(time.Minute)
				if list := l.grants(); name == "by the pause" {
					assert.Empty(t, list, "the mesh asks about every call again, and people decide")
				} else if assert.Len(t, list, 1, "of this agent and tool only") {
					assert.Equal(t, "other", list[0].Agent)
				}
				assert.Contains(t, told(l.journal), "revoked")
			})
		})
	}
}

// TestWhatDependsOnParametersIsGrantedByTheCall makes a standing approval.
func TestWhatDependsOnParametersIsGrantedByTheCall(t *testing.T) {
	t.Parallel()
	o, store := granting(t)
	inLoop(t, loopOptions{supervisor: o}, func(t *testing.T, l *loop) {
		l.call("maple-bot", "fs.write", map[string]any{"path": "/p/notes.md", "content": "x"})
		l.after(5 * time.Second)
		assert.Empty(t, l.grants(), "a mesh compares no parameters")
		list, err := store.FindStandings(t.Context(), "maple-bot", "fs.write", time.Now())
		require.NoError(t, err)
		require.Len(t, list, 1)
		assert.NotEmpty(t, list[0].Fingerprint, "exactly this call")
		assert.Equal(t, "rule:notes", list[0].CreatedBy)
		assert.WithinDuration(t, time.Now().Add(30*time.Minute), list[0].ExpiresAt, 10*time.Second)
		assert.Equal(t, "standing", l.journal.of(decision.EventGrant)[0].Fields["kind"])
	})
}

// TestWithoutAMeshAGrantIsAStandingApproval is what Evaluate gives.
func TestWithoutAMeshAGrantIsAStandingApproval(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	journal := &recorder{}
	s := assemble(t, `
project_dirs: [/p]
working_dir: /p
evaluator: {provider: none}
rules:
  - {name: notes, when: 'tool == "fs.write" && params.content == "x"', action: approve, grant: 1h}
  - {name: clock, condition: tool equals datetime.now, action: approve, grant: 1h}
  - {name: later, condition: agent_id equals late, action: deny}
`, supervisor.Parts{Journal: journal, Store: store})
	granted := func(tool string) []decision.Standing {
		list, err := store.FindStandings(t.Context(), "coder", tool, time.Now())
		require.NoError(t, err)
		return list
	}
	for _, call := range []supervisor.Call{
		{Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/p/a", "content": "x"}}, {Agent: "coder", Tool: "datetime.now"},
	} {
		require.Equal(t, supervisor.Approve, evaluate(t, s, call).Action)
		require.Eventually(t, func() bool { return len(granted(call.Tool)) == 1 }, time.Minute, time.Millisecond)
	}
	_, err := s.Trial().Evaluate(t.Context(), supervisor.Call{Agent: "tried", Tool: "datetime.now"})
	require.NoError(t, err)

	// The rule goes, what it granted stays, and compares parameters.
	cfg, err := supervisor.ParseConfig("test.yaml", []byte("project_dirs: [/p]\nworking_dir: /p\nevaluator: {provider: none}\nrules: [{name: no, when: 'tool == \"fs.write\" && params.content == \"no\"', action: deny}]\n"))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	write := func(content string) supervisor.Call {
		return supervisor.Call{Agent: "coder", Tool: "fs.write", Params: map[string]any{"path": "/p/a", "content": content}}
	}
	assert.Equal(t, "standing:permanent", evaluate(t, s, write("x")).RuleMatched)
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, write("y")).Action)
	assert.Equal(t, supervisor.Deny, evaluate(t, s, write("no")).Action)
	require.Eventually(t, func() bool { return len(granted("fs.write")) == 0 }, time.Minute, time.Millisecond, "a refusal ends it")
	assert.Len(t, granted("datetime.now"), 1)
}

func analyzerOf(t *testing.T) supervisor.Analyzer {
	t.Helper()
	scope, err := effect.NewScope(effect.ScopeOptions{ProjectDirs: []string{"/p"}, WorkingDir: "/p"})
	require.NoError(t, err)
	return effect.NewAnalyzer(scope)
}

func standingSet(t *testing.T, store *memory.Store) supervisor.Rule {
	t.Helper()
	set, err := standing.New(standing.Options{Store: store, Analyzer: analyzerOf(t)})
	require.NoError(t, err)
	return set
}

// ruleSet approves a clock and notes, and says otherwise by a parameter.
func ruleSet(t *testing.T) supervisor.Rule {
	t.Helper()
	set, err := rules.New([]rules.Spec{
		{Name: "no", When: `params.zone == "bad"`, Action: supervisor.Deny, Confidence: 1},
		{Name: "ask", When: `params.zone == "ask"`, Action: supervisor.Escalate, Confidence: 1},
		{Name: "clock", Condition: "tool equals datetime.now", Action: supervisor.Approve, Confidence: 1},
		{Name: "notes", Condition: "tool equals fs.write", Action: supervisor.Approve, Confidence: 1},
	}, rules.Options{})
	require.NoError(t, err)
	return set
}
