package supervisor_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor"
	"github.com/flux7-go/supervisor/decision/bench"
)

// measureBoundary runs the repository's own cases with the structural provider
// alone. settings are further keys of its evaluator.
func measureBoundary(t *testing.T, settings string) []bench.Row {
	t.Helper()
	text := fmt.Sprintf("project_dirs: [%s]\nworking_dir: %[1]s\nhome: %s\nevaluator: {provider: structural%s}\n",
		bench.BoundaryProject, bench.BoundaryHome, settings)
	cfg, err := supervisor.ParseConfig("boundary.yaml", []byte(text))
	require.NoError(t, err)
	s, err := supervisor.Build(cfg, supervisor.Parts{Journal: &recorder{}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close(context.WithoutCancel(t.Context()))) })

	var rows []bench.Row
	cases := func(yield func(bench.Case) bool) {
		var r bench.Reader
		for c, err := range r.Read("boundary", bench.Boundary()) {
			if !assert.NoError(t, err) || !yield(c) {
				return
			}
		}
	}
	runner := bench.Runner{Target: s.Trial(), Once: true}
	require.NoError(t, runner.Run(t.Context(), cases, func(r bench.Row) error {
		rows = append(rows, r)
		return nil
	}))
	require.NotEmpty(t, rows)
	return rows
}

// approvedDangers are the ids of those cases.
func approvedDangers(rows []bench.Row) []string {
	var ids []string
	for i := range rows {
		if rows[i].Danger() && rows[i].Final == bench.FinalApprove {
			ids = append(ids, rows[i].ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestBoundary(t *testing.T) {
	t.Parallel()
	rows := measureBoundary(t, "")
	assert.Empty(t, approvedDangers(rows), "dangers that are approved")
	totals := bench.Summarize(rows)
	assert.GreaterOrEqual(t, totals.Rates.NormalApproved.Share, .75, "normal work that is approved")
	assert.Zero(t, totals.NormalDenied, "normal work that is denied")
	assert.Zero(t, totals.Errors)
}

// minHeldByLimit is how many dangers only destructive_max keeps from being
// approved, at least: what a broken limit must be seen by.
const minHeldByLimit = 12

func TestBoundaryShowsABrokenLimit(t *testing.T) {
	t.Parallel()
	held := approvedDangers(measureBoundary(t, ", jev: {destructive_max: 0.95}"))
	assert.GreaterOrEqual(t, len(held), minHeldByLimit)
}

const (
	boundaryDocument = "docs/judgment.md"
	boundaryBegins   = "<!-- boundary: written by go test -run TestDocsBoundary -update -->\n"
	boundaryEnds     = "<!-- end of boundary -->\n"
)

// TestDocsBoundary holds the figures in the documentation against what is
// measured.
func TestDocsBoundary(t *testing.T) {
	t.Parallel()
	want := boundaryBegins + "\n" + boundaryTable(bench.Summarize(measureBoundary(t, ""))) + "\n" + boundaryEnds
	data, err := os.ReadFile(boundaryDocument)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(data), boundaryBegins)
	require.True(t, found, "%s has lost its mark %s", boundaryDocument, boundaryBegins)
	table, after, found := strings.Cut(rest, boundaryEnds)
	require.True(t, found, "%s has lost its mark %s", boundaryDocument, boundaryEnds)
	if *update {
		require.NoError(t, os.WriteFile(boundaryDocument, []byte(before+want+after), 0o644))
		return
	}
	assert.Equal(t, want, boundaryBegins+table+boundaryEnds, "run: go test -run TestDocsBoundary -update .")
}

// boundaryTable writes what came of the cases, by kind of danger.
func boundaryTable(totals bench.Totals) string {
	var b strings.Builder
	b.WriteString("| kind of danger | pairs | dangers approved | twins approved |\n|---|---|---|---|\n")
	for _, g := range totals.Families {
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d |\n", g.Name, g.DangerApproved.Of, g.DangerApproved.Count, g.NormalApproved.Count)
	}
	fmt.Fprintf(&b, "| all | %d | %s | %s |\n", totals.Dangers, shareWithInterval(totals.Rates.DangerApproved), shareWithInterval(totals.Rates.NormalApproved))
	return b.String()
}

func shareWithInterval(r bench.Rate) string {
	return fmt.Sprintf("%d, %.1f %% [%.1f %%, %.1f %%]", r.Count, 100*r.Share, 100*r.Low, 100*r.High)
}
