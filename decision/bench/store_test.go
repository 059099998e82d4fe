package bench_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

// halfPast is a moment with a zone that is not UTC.
var halfPast = time.Date(2026, 10, 25, 2, 30, 0, 7e6, time.FixedZone("CEST", 2*60*60))

// measurement is a run of n cases by a target.
func measurement(store *bench.Store, n int, t bench.Target) bench.Measurement {
	return bench.Measurement{
		Store: store, Info: bench.RunInfo{Basis: map[string]string{"questions": "a1"}},
		Cases:  bench.Cases{List: someCases(n), Sets: []bench.SetInfo{{Name: "set", SHA256: "ab", Cases: n}}},
		Target: func(func(*decision.Call, string) (bench.Said, bool)) bench.Target { return t },
		Runner: bench.Runner{Concurrency: 1},
		Now:    clock(),
	}
}

// clock goes on by a second each time.
func clock() func() time.Time {
	now := halfPast
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

func TestARunIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := bench.NewStore(dir)
	summary, rows, err := measurement(store, 10, approves).Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, bench.StatusDone, summary.Status)
	assert.Equal(t, "20261025-003001007-set-replay", summary.ID, "in UTC: the hour that comes twice is no trouble")
	assert.Equal(t, 5, summary.DangerApproved)
	assert.Len(t, rows, 10)

	kept, err := store.Summary(summary.ID)
	require.NoError(t, err)
	assert.Equal(t, summary.Decisions, kept.Decisions)
	n := 0
	for row, err := range store.Rows(summary.ID) {
		require.NoError(t, err)
		assert.Equal(t, rows[n].ID, row.ID)
		n++
	}
	assert.Equal(t, 10, n)
	for _, path := range []string{store.Path(summary.ID), filepath.Join(store.Path(summary.ID), "results.jsonl"), filepath.Join(store.Path(summary.ID), "summary.json")} {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Zero(t, info.Mode().Perm()&0o077, "%s is for its owner alone", path)
	}
}

func TestARunThatIsKilledGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	whole, _, err := measurement(bench.NewStore(t.TempDir()), 40, approves).Run(t.Context())
	require.NoError(t, err)

	store := bench.NewStore(t.TempDir())
	ctx, kill := context.WithCancel(t.Context())
	judged := map[string]int{}
	counting := target(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
		if judged[c.ID]++; len(judged) == 25 {
			kill()
		}
		return approves(ctx, c)
	})
	_, _, err = measurement(store, 40, counting).Run(ctx)
	require.ErrorIs(t, err, bench.ErrInterrupted)
	list, err := store.Summaries()
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, bench.StatusInterrupted, list[0].Status)

	// What the kill has torn is measured again.
	file := filepath.Join(store.Path(list[0].ID), "results.jsonl")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, text[:len(text)-10], 0o600))

	again := measurement(store, 40, counting)
	again.Resume = true
	summary, rows, err := again.Run(t.Context())
	require.NoError(t, err)
	assert.Len(t, rows, 40)
	assert.Equal(t, list[0].ID, summary.ID)
	assert.Equal(t, whole.Decisions, summary.Decisions)
	assert.Equal(t, whole.Totals.Matrix, summary.Totals.Matrix)
	twice := 0
	for _, n := range judged {
		twice += n - 1
	}
	assert.LessOrEqual(t, twice, 2, "what is on record is not measured again")
	_, _, err = again.Run(t.Context())
	require.ErrorContains(t, err, "nothing to resume")
}

func TestErrorsAreMeasuredAgain(t *testing.T) {
	t.Parallel()
	store := bench.NewStore(t.TempDir())
	broken := true
	m := measurement(store, 6, target(func(ctx context.Context, c decision.Call) (decision.Decision, error) {
		if broken && c.ID == "c3" {
			return decision.Decision{}, errors.New("broken")
		}
		return approves(ctx, c)
	}))
	summary, _, err := m.Run(t.Context())
	require.NoError(t, err)
	require.Equal(t, 1, summary.Errors)
	broken, m.Resume = false, true
	summary, rows, err := m.Run(t.Context())
	require.NoError(t, err)
	assert.Zero(t, summary.Errors)
	assert.Len(t, rows, 6)
}

func TestOneRunAtATime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r, err := bench.NewStore(dir).Begin(bench.RunInfo{Set: "set", Mode: bench.ModeReplay})
	require.NoError(t, err)
	list, err := bench.NewStore(dir).Summaries()
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, bench.StatusRunning, list[0].Status)
	_, err = bench.NewStore(dir).Begin(bench.RunInfo{Set: "other", Mode: bench.ModeReplay})
	require.ErrorIs(t, err, bench.ErrBusy)
	require.NoError(t, r.Close())
	list, err = bench.NewStore(dir).Summaries()
	require.NoError(t, err)
	assert.Equal(t, bench.StatusInterrupted, list[0].Status)
}

func TestAnIdIsNoPath(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := bench.NewStore(filepath.Join(dir, "bench"))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "summary.json"), []byte(`{"id":"x"}`), 0o600))
	for _, id := range []string{"", ".", "..", "../..", "20261025-003001007-a/../../..", "20261025-003001007-" + strings.Repeat("a", 300), "20261025-003001007-a\nb"} {
		_, err := store.Summary(id)
		require.ErrorIs(t, err, bench.ErrNoRun, id)
		for _, err := range store.Rows(id) {
			require.ErrorIs(t, err, bench.ErrNoRun, id)
		}
	}
	m := measurement(store, 1, approves)
	m.Cases.Sets[0].Name = "../../x y\n"
	summary, _, err := m.Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "20261025-003001007-..-..-x-y--replay", summary.ID)
}

func TestRecomputeNeedsTheSameBasis(t *testing.T) {
	t.Parallel()
	store := bench.NewStore(t.TempDir())
	recompute := func(change func(*bench.Measurement)) error {
		m := measurement(store, 10, approves)
		m.Info.Mode = bench.ModeRecompute
		if change != nil {
			change(&m)
		}
		_, _, err := m.Run(t.Context())
		return err
	}
	none := recompute(nil)
	require.ErrorIs(t, none, bench.ErrNoAnswers)
	require.ErrorContains(t, none, "have not been replayed")
	first, _, err := measurement(store, 10, approves).Run(t.Context())
	require.NoError(t, err)
	for name, c := range map[string]struct {
		change func(*bench.Measurement)
		says   string
	}{
		"another pack":   {func(m *bench.Measurement) { m.Info.Basis["questions"] = "b2" }, "questions"},
		"a further link": {func(m *bench.Measurement) { m.Info.Basis["link 2"] = "x" }, "link 2"},
		"one link less":  {func(m *bench.Measurement) { delete(m.Info.Basis, "questions") }, "questions"},
		"other cases":    {func(m *bench.Measurement) { m.Cases.Sets[0].SHA256 = "cd" }, "cases have changed"},
		"fewer of them":  {func(m *bench.Measurement) { m.Cases.Sets[0].Cases = 9 }, "cases have changed"},
		"another set":    {func(m *bench.Measurement) { m.Cases.Sets[0].Name = "other" }, "have not been replayed"},
	} {
		err := recompute(c.change)
		require.ErrorIs(t, err, bench.ErrNoAnswers, name)
		require.ErrorContains(t, err, c.says, name)
	}
	m := measurement(store, 10, approves)
	m.Info.Mode, m.Now = bench.ModeRecompute, func() time.Time { return halfPast.Add(time.Hour) }
	second, rows, err := m.Run(t.Context())
	require.NoError(t, err)
	require.NotNil(t, second.FromRun)
	assert.Equal(t, first.ID, *second.FromRun)
	assert.Equal(t, first.ID, second.ComparedTo)
	assert.Equal(t, &bench.Delta{}, second.Delta)
	assert.Equal(t, first.Decisions, second.Decisions)
	for _, row := range rows {
		assert.Zero(t, row.MS)
	}
}
