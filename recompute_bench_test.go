package supervisor_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// BenchmarkRecompute recomputes a run of 10,000 cases and reports how often its
// rows could have been read meanwhile.
func BenchmarkRecompute(b *testing.B) {
	const n = 10_000
	s := structuralSupervisor(b, "/home/dev", "/srv/app")
	m := bench.Measurement{
		Store: bench.NewStore(b.TempDir()), Cases: bench.Cases{Sets: []bench.SetInfo{{Name: "set", SHA256: "ab", Cases: n}}},
		Target: func(said func(*supervisor.Call, string) (bench.Said, bool)) bench.Target {
			if said == nil {
				return s.Trial()
			}
			return s.Trial(supervisor.TrialRecorded(said))
		},
	}
	for i := range n {
		m.Cases.List = append(m.Cases.List, bench.Case{
			ID: fmt.Sprint("c", i), Set: "set", Line: i + 1, Label: decision.Approve,
			Call: supervisor.Call{Tool: "Bash", Params: map[string]any{"command": fmt.Sprintf("git log --oneline -n %d | head", i)}},
		})
	}
	first, _, err := m.Run(b.Context())
	require.NoError(b, err)
	m.Info.Mode = bench.ModeRecompute
	var recomputing, reading time.Duration
	for b.Loop() {
		start := time.Now()
		again, _, err := m.Run(context.WithoutCancel(b.Context()))
		require.NoError(b, err)
		require.Equal(b, first.Decisions, again.Decisions)
		recomputing += time.Since(start)
		start = time.Now()
		for _, err := range m.Store.Rows(first.ID) {
			require.NoError(b, err)
		}
		reading += time.Since(start)
	}
	b.ReportMetric(float64(recomputing)/float64(reading), "recompute/read")
}
