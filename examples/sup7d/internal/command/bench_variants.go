package command

import (
	"context"
	"slices"

	"github.com/flux7-go/supervisor/decision/bench"
)

// report is that of the run that was kept, beside what parts of the config
// would have decided alone. What would cost anything is left out.
func (m *measuring) report(ctx context.Context, summary bench.Summary) (*bench.Report, error) {
	report, err := m.store.Report(summary.ID)
	if err != nil || summary.Only != "" {
		return report, err
	}
	parts := []string{onlyRules}
	if m.sup.Offline() {
		parts = append(parts, onlyProvider)
	}
	for _, part := range parts {
		var rows []bench.Row
		err := bench.Runner{Target: m.target(part)(nil), Once: true}.Run(ctx, slices.Values(m.cases.List), func(row bench.Row) error {
			rows = append(rows, row)
			return nil
		})
		if err != nil {
			return nil, err
		}
		report.Variants = append(report.Variants, bench.Variant{Name: part + " only", Summary: bench.Summary{Totals: bench.Summarize(rows)}})
	}
	report.Variants = append(report.Variants, bench.Variant{Name: "all", Summary: summary})
	return report, nil
}
