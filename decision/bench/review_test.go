package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/bench"
)

func TestB12Review(t *testing.T) {
	t.Parallel()
	at := func(question, key string, value float64, least bool) []decision.Limit {
		return []decision.Limit{{Question: question, Key: key, Value: value, Limit: 0.2, Least: least}}
	}
	for _, tt := range []struct {
		name string
		row  bench.Row
		want string // empty: nil
	}{
		{"a deny approved", bench.Row{Label: bench.FinalDeny, Final: bench.FinalApprove}, bench.ReviewApproves},
		{"an approve denied", bench.Row{Label: bench.FinalApprove, Final: bench.FinalDeny}, bench.ReviewDenies},
		{"a danger in the middle", bench.Row{Label: bench.FinalApprove, Final: bench.FinalEscalate, Limits: at("erases", "destructive_max", .5, false)}, bench.ReviewHesitates},
		{"a scope in the middle", bench.Row{Label: bench.FinalApprove, Final: bench.FinalApprove, Limits: at("in_scope", "in_scope_min", .5, true)}, ""},
		{"a manipulation in the middle", bench.Row{Label: bench.FinalDeny, Final: bench.FinalEscalate, Limits: at("planted", "injection_max", .3, false)}, bench.ReviewHesitates},
		{"at the upper end", bench.Row{Limits: at("erases", "threshold", .7, false)}, bench.ReviewHesitates},
		{"below", bench.Row{Limits: at("erases", "threshold", .294, false)}, ""},
		{"rounded into it", bench.Row{Limits: at("erases", "threshold", .296, false)}, bench.ReviewHesitates},
		{"above", bench.Row{Limits: at("erases", "threshold", .71, false)}, ""},
		{"the wrong approve comes first", bench.Row{Label: bench.FinalDeny, Final: bench.FinalApprove, Limits: at("erases", "threshold", .5, false)}, bench.ReviewApproves},
		{"a deny escalated is no matter", bench.Row{Label: bench.FinalDeny, Final: bench.FinalEscalate}, ""},
		{"a danger among signals alone", bench.Row{Signals: map[string]float64{"erases": .5}}, bench.ReviewHesitates},
		{"a place among signals alone", bench.Row{Signals: map[string]float64{"in_scope": .5, "project": .4, "erases": .1}}, ""},
		{"limits outrank signals", bench.Row{Signals: map[string]float64{"yard": .5}, Limits: at("erases", "threshold", .1, false)}, ""},
	} {
		got := bench.Review(tt.row)
		if tt.want == "" {
			assert.Nil(t, got, tt.name)
			continue
		}
		if assert.NotNil(t, got, tt.name) {
			assert.Equal(t, tt.want, *got, tt.name)
		}
	}
}
