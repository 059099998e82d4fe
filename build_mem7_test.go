package supervisor_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/mem7"
	"github.com/flux7-go/supervisor/memory/mem7/mem7test"
	"github.com/flux7-go/supervisor/mesh/meshtest"
)

const deniesLedger = `evaluator: {provider: none}
rules: [{name: ledger, condition: tool equals ledger.post, action: deny}]
`

// withMem7 builds a supervisor whose config has these keys of memory beside the
// spool.
func withMem7(t *testing.T, keys, spool string, parts supervisor.Parts) *supervisor.Supervisor {
	t.Helper()
	cfg, err := supervisor.ParseConfig("test.yaml", fmt.Appendf(nil, "%smemory: {%s, spool: '%s'}\n", deniesLedger, keys, spool))
	require.NoError(t, err)
	parts.Journal = &recorder{}
	s, err := supervisor.Build(cfg, parts)
	require.NoError(t, err)
	return s
}

// reaching are parts whose HTTP client reaches a memory without a network.
func reaching(m *mem7test.Memory) supervisor.Parts {
	return supervisor.Parts{HTTPClient: &http.Client{Transport: m.Transport()}}
}

func posted(n int) supervisor.Call {
	return supervisor.Call{ID: fmt.Sprintf("c%04d", n), Agent: "coder", Tool: "ledger.post", Params: map[string]any{"n": n}}
}

func TestN7DecisionStored(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keys  string
		store supervisor.Store // of the parts
	}{
		"the key of the reference": {keys: "enabled: yes"},
		"the store":                {keys: "store: mem7"},
		"beside another store":     {keys: "enabled: yes", store: memory.NewStore(memory.Options{})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mem7test.New(mem7test.Options{})
			parts := reaching(m)
			parts.Store = tt.store
			s := withMem7(t, tt.keys, t.TempDir(), parts)
			id := runUntilStored(t, s, m, meshtest.Call{Agent: "coder", Tool: "ledger.post"})
			e := m.Entries()[0]
			assert.Equal(t, "supervisor:decision:"+id, e.Key)
			assert.Equal(t, []string{"supervisor", "decision", "denied", "ledger"}, e.Tags)
			assert.Equal(t, "supervisor", e.Agent)
		})
	}
}

// runUntilStored has a supervisor judge a call of a mesh, until the memory has
// the decision, and returns the id of the approval.
func runUntilStored(t *testing.T, s *supervisor.Supervisor, m *mem7test.Memory, c meshtest.Call) (id string) {
	t.Helper()
	server, err := meshtest.NewServer(meshtest.Options{})
	require.NoError(t, err)
	defer server.Close()
	id = server.Submit(c)
	cfg, err := supervisor.ParseConfig("mesh.yaml", []byte("mesh: {url: '"+server.URL+"'}\npoll: {interval: 10ms}"))
	require.NoError(t, err)
	queue, client, err := supervisor.MeshQueue(cfg, supervisor.Parts{})
	require.NoError(t, err)
	defer client.CloseIdleConnections()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	ran := make(chan error, 1)
	go func() { ran <- s.Run(ctx, queue) }()
	require.NoError(t, m.Wait(ctx, 1))
	stop()
	<-ran
	require.NoError(t, s.Close(t.Context()))
	return id
}

func TestAThousandDecisionsOutliveAMemoryThatIsDown(t *testing.T) {
	t.Parallel()
	const calls = 1000
	m := mem7test.New(mem7test.Options{})
	m.SetFault(mem7test.Fault{})
	spool := t.TempDir()
	want := []string{}
	evaluateAll := func(from, to int) {
		s := withMem7(t, "store: mem7", spool, reaching(m))
		for n := from; n < to; n++ {
			d := evaluate(t, s, posted(n))
			require.Equal(t, supervisor.Deny, d.Action)
			want = append(want, "supervisor:decision:"+d.ID)
		}
		require.NoError(t, s.Close(t.Context()), "that it is down is no error")
	}
	evaluateAll(0, calls/2)
	evaluateAll(calls/2, calls)
	require.Empty(t, m.Entries())

	m.ClearFaults()
	m.SetFault(mem7test.Fault{AfterHandling: true, Key: want[7], Times: 1})
	s := withMem7(t, "store: mem7", spool, reaching(m))
	require.NoError(t, m.Wait(t.Context(), calls))
	require.NoError(t, s.Close(t.Context()))
	var got []string
	for _, e := range m.Entries() {
		got = append(got, e.Key)
	}
	assert.Equal(t, want, got)
	assert.Equal(t, calls+1, m.Stores(), "one was sent again, since its answer was lost")
}

func TestASlowMemoryDelaysNobody(t *testing.T) {
	t.Parallel()
	server := mem7test.NewServer(mem7test.Options{})
	defer server.Close()
	server.SetFault(mem7test.Fault{Hang: true, Tool: "memory_store"})
	s := withMem7(t, "store: mem7, url: '"+server.URL+"'", t.TempDir(), supervisor.Parts{})
	began := time.Now()
	for n := range 50 {
		evaluate(t, s, posted(n))
	}
	assert.Less(t, time.Since(began), time.Minute, "each of the fifty requests to it takes ten seconds")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_ = s.Close(ctx) // what did not reach the spool in this time is an error
	assert.Less(t, time.Since(began), 2*time.Minute)
}

func TestTheConfigTurnsFlux7MemoryOn(t *testing.T) {
	t.Parallel()
	store := memory.NewStore(memory.Options{})
	for name, tt := range map[string]struct {
		keys    string
		store   supervisor.Store // of the parts
		enabled bool
		written bool
	}{
		"off":                        {keys: "enabled: no"},
		"the key of the reference":   {keys: "enabled: yes", enabled: true},
		"the store":                  {keys: "store: mem7", enabled: true, written: true},
		"only read":                  {keys: "store: mem7, store_decisions: no", enabled: true},
		"beside another store":       {keys: "enabled: yes", store: store, enabled: true},
		"beside another, not asked":  {keys: "enabled: no", store: store},
		"beside another, only read":  {keys: "enabled: yes, store_decisions: no", store: store, enabled: true},
		"another store than it says": {keys: "store: mem7", store: store},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := mem7test.New(mem7test.Options{})
			parts := reaching(m)
			parts.Store = tt.store
			spool := filepath.Join(t.TempDir(), "spool")
			s := withMem7(t, tt.keys, spool, parts)
			evaluate(t, s, posted(1))
			require.NoError(t, s.Close(t.Context()))
			assert.Equal(t, tt.enabled, s.Status().Memory.Enabled)
			assert.Equal(t, tt.written, len(m.Entries()) == 1, "a call that Evaluate was asked for")
			if h := s.Status().Memory.Health; h != nil {
				assert.Equal(t, mem7.Health{URL: "http://localhost:9070", Reachable: true}, *h)
			}
		})
	}
}

// wordless is a store that keeps nothing that people say.
type wordless struct{ supervisor.Store }

func TestABuildThatFailsLeavesNothingOpen(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"enabled: yes", "store: mem7"} {
		cfg, err := supervisor.ParseConfig("test.yaml", fmt.Appendf(nil,
			"%smemory: {%s, recall_on_start: no, precedents: {enabled: yes}, spool: '%s'}\n", deniesLedger, keys, t.TempDir()))
		require.NoError(t, err)
		parts := supervisor.Parts{Journal: &recorder{}, Store: wordless{memory.NewStore(memory.Options{})}}
		_, err = supervisor.Build(cfg, parts)
		require.ErrorContains(t, err, "memory.precedents.enabled")
	}
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	cfg, err := supervisor.ParseConfig("test.yaml", []byte("memory: {store: mem7, spool: '"+file+"'}\nevaluator: {provider: none}"))
	require.NoError(t, err)
	_, err = supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.ErrorContains(t, err, "opening the store mem7 of memory.store: the spool")
}

func TestAgentsDoNotTouchTheSpool(t *testing.T) {
	t.Parallel()
	m := mem7test.New(mem7test.Options{})
	spool := filepath.Join(t.TempDir(), "spool")
	s := withMem7(t, "store: mem7", spool, reaching(m))
	defer func() { assert.NoError(t, s.Close(context.WithoutCancel(t.Context()))) }()
	for _, path := range []string{spool, filepath.Join(spool, "1.json"), filepath.Join(spool, "refused", "1.json")} {
		d := evaluate(t, s, supervisor.Call{Tool: "fs.write", Params: map[string]any{"path": path, "content": "x"}})
		assert.Equal(t, supervisor.Deny, d.Action, path)
	}
}

func TestTagsThatVouchAreAFault(t *testing.T) {
	t.Parallel()
	_, err := supervisor.ParseConfig("test.yaml", []byte("memory: {tags: [decision, 'by:human']}"))
	require.ErrorContains(t, err, "test.yaml:1:")
	require.ErrorContains(t, err, "decisions of the supervisor for those of people")
}
