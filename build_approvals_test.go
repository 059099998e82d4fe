package supervisor_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/journal"
	"github.com/flux7-go/supervisor/memory"
)

func TestTheConfigSaysWhetherPeopleAreAsked(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{
		"":                            0,
		"memory: {max_count: 10}":     0,
		"memory: {store: process}":    supervisor.DefaultApprovalTimeout,
		"approvals: {timeout: 90s}":   90 * time.Second,
		"approvals: {}":               supervisor.DefaultApprovalTimeout,
		"approvals: {timeout: 7d}":    supervisor.MaxApprovalTimeout,
		"memory: {people: [\"p:*\"]}": 0,
	} {
		s, _ := build(t, "evaluator: {provider: none}\n"+text+"\n", supervisor.Parts{})
		d := evaluate(t, s, mail)
		if want == 0 {
			assert.Nil(t, s.Approvals(), text)
			assert.Empty(t, d.Approval, text)
			continue
		}
		a, err := s.Approvals().Approval(t.Context(), d.Approval)
		require.NoError(t, err, text)
		assert.WithinDuration(t, a.CreatedAt.Add(want), a.Until, 30*time.Second, text)
	}
	for _, bad := range []string{"approvals: {timeout: 500ms}", "approvals: {timeout: 8d}", "approvals: {after: 1m}"} {
		_, err := supervisor.ParseConfig("sup7.yaml", []byte(bad))
		require.ErrorContains(t, err, "sup7.yaml:1:", bad)
	}
}

// TestAReloadSaysWhoIsAPerson has the people change while a call waits.
func TestAReloadSaysWhoIsAPerson(t *testing.T) {
	t.Parallel()
	const text = "evaluator: {provider: none}\napprovals: {timeout: 1m}\n"
	s, _ := build(t, text, supervisor.Parts{})
	d := evaluate(t, s, mail)
	cfg, err := supervisor.ParseConfig("test.yaml", []byte(text+"memory: {people: [\"person:bob\"]}\n"))
	require.NoError(t, err)
	_, err = s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	require.NoError(t, s.Approvals().Resolve(t.Context(), d.Approval, supervisor.Resolution{Status: supervisor.ApprovalApproved, By: "person:ann"}))
	assert.Equal(t, supervisor.Escalate, evaluate(t, s, mail).Action, "ann is nobody any more")
}

// bareStore keeps decisions and nothing else.
type bareStore struct{ supervisor.Store }

func TestAStoreThatKeepsNoApprovals(t *testing.T) {
	t.Parallel()
	bare := supervisor.Parts{Store: bareStore{memory.NewStore(memory.Options{})}}
	s, _ := build(t, "evaluator: {provider: none}\nmemory: {store: process}\n", bare)
	assert.Nil(t, s.Approvals(), "the config asks for a store, not for this")
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte("evaluator: {provider: none}\napprovals: {timeout: 1m}\n"))
	require.NoError(t, err)
	bare.Journal = &recorder{}
	_, err = supervisor.Build(cfg, bare)
	require.ErrorContains(t, err, "keeps no calls that wait")
}

func TestAReloadKeepsWhatWaits(t *testing.T) {
	t.Parallel()
	kept := &recorder{}
	s, _ := build(t, "evaluator: {provider: none}\napprovals: {timeout: 1m}\n", supervisor.Parts{Journal: kept})
	d := evaluate(t, s, supervisor.Call{Agent: "maple", Tool: "kv_set", Params: map[string]any{"key": "k"}})
	cfg, err := supervisor.ParseConfig("sup7.yaml", []byte("evaluator: {provider: none}\nagents: [{name: maple, auto_approve_tools: [kv_set]}]\n"))
	require.NoError(t, err)
	restart, err := s.Reload(t.Context(), cfg)
	require.NoError(t, err)
	assert.Contains(t, restart, "approvals")
	r, err := s.Wait(t.Context(), d.Approval)
	require.NoError(t, err, "what the new config covers is approved, and nobody's word")
	assert.Equal(t, "auto_approve", r.By)
	outcomes := kept.of(decision.EventOutcome)
	require.Len(t, outcomes, 1, "settled the same way, whoever does")
	assert.Equal(t, "auto_approve", outcomes[0].Outcome.By)
	assert.Equal(t, "standing:config", evaluate(t, s, supervisor.Call{Agent: "maple", Tool: "kv_set"}).RuleMatched)
}

// TestWhatTimedOutWhileNobodyRanIsRecorded has the time pass between two
// processes.
func TestWhatTimedOutWhileNobodyRanIsRecorded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "j.jsonl")
	began := time.Now()
	var later atomic.Int64
	now := func() time.Time { return began.Add(time.Duration(later.Load())) }
	store := memory.NewStore(memory.Options{Now: now})
	start := func() (*supervisor.Supervisor, *journal.Journal) {
		j, err := journal.Open(path, journal.Options{Now: now})
		require.NoError(t, err)
		s, err := supervisor.New(supervisor.Options{Journal: j, Approvals: store, Now: now})
		require.NoError(t, err)
		return s, j
	}
	first, j := start()
	d, err := first.Evaluate(t.Context(), mail)
	require.NoError(t, err)
	require.NoError(t, first.Close(t.Context()))
	require.NoError(t, j.Close())
	later.Store(int64(time.Hour))

	second, j := start()
	r, err := second.Wait(t.Context(), d.Approval)
	require.NoError(t, err)
	assert.Equal(t, supervisor.ApprovalTimeout, r.Status)
	recorded := func() (states []string) {
		records, err := journal.Find(context.Background(), path, d.ID)
		require.NoError(t, err)
		for _, r := range records[1:] {
			states = append(states, string(r.Outcome)+" "+r.Approval)
		}
		return states
	}
	require.Eventually(t, func() bool { return len(recorded()) > 0 }, time.Minute, 5*time.Millisecond)
	require.NoError(t, second.Close(t.Context()))
	assert.Equal(t, []string{"settled " + d.Approval}, recorded())
	require.NoError(t, j.Close())

	third, j := start()
	require.NoError(t, third.Close(t.Context()))
	require.NoError(t, j.Close())
	assert.Len(t, recorded(), 1, "once")
}
