package supervisor_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

const remembers = `evaluator: {provider: none}
project_dirs: [/p]
memory: {precedents: {enabled: true, min: 2}}
agents: [{name: coder, auto_approve_tools: [kv_get]}, {name: "c*", auto_approve_tools: [all]}]
rules: [{name: ask, condition: tool equals ops.do, action: escalate}]
`

func TestBuildAddsWhatPeopleSaid(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	s, _ := build(t, remembers, supervisor.Parts{Store: store})
	kv := supervisor.Call{Agent: "coder", Tool: "kv_get", Params: map[string]any{"key": "k"}}
	assert.Equal(t, "standing:config", evaluate(t, s, kv).RuleMatched)
	kv.Agent = "cook"
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, kv).Action)

	read := func(path string) supervisor.Call {
		return supervisor.Call{Agent: "coder", Tool: "fs.read", Params: map[string]any{"path": path}}
	}
	people, err := memory.NewPeople(nil, false)
	require.NoError(t, err)
	sink := memory.Observe(store, people) // what the supervisor's own sink does with outcomes of a queue
	for _, path := range []string{"/p/a", "/p/b"} {
		d := evaluate(t, s, read(path))
		require.Equal(t, supervisor.Escalate, d.Action)
		require.NoError(t, sink.Record(t.Context(), supervisor.Event{
			Type: decision.EventOutcome, Time: time.Now(), Decision: &d,
			Outcome: &supervisor.Outcome{State: decision.OutcomeSettled, By: "person:ann", Status: "approved"},
		}))
	}
	d := evaluate(t, s, read("/p/c"))
	assert.Equal(t, memory.PrecedentSource, d.RuleMatched, d.Reasoning)
	assert.Len(t, d.Evidence.Precedents, 2)
}

func TestAReloadSettlesWhatItCovers(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	s, _ := build(t, remembers, supervisor.Parts{Store: store})
	held := supervisor.Call{Agent: "coder", Tool: "kv_set", Params: map[string]any{"key": "k"}}
	id, err := store.Open(t.Context(), held, decision.Decision{Cause: decision.CauseRule}, time.Now().Add(time.Hour))
	require.NoError(t, err)
	list, err := s.StandingApprovals().List(t.Context(), "coder")
	require.NoError(t, err)
	require.Len(t, list, 1)

	cfg, err := supervisor.ParseConfig("test.yaml", []byte("evaluator: {provider: none}\nagents: [{name: coder, auto_approve_tools: [kv_set]}]\n"))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	a, err := store.Approval(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, decision.ApprovalApproved, a.Status, "case 11: a new pair of the config settles what waits")
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, supervisor.Call{Agent: "coder", Tool: "kv_get", Params: map[string]any{"key": "k"}}).Action, "case 5")
}
