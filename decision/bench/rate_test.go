package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/bench"
)

// TestWilson holds the interval against values worked out by hand from the
// formula, and against its closed forms at both ends: z²/(n+z²).
func TestWilson(t *testing.T) {
	t.Parallel()
	const z2 = 1.959964 * 1.959964
	for _, tt := range []struct {
		name      string
		n, total  int
		low, high float64
	}{
		{"nothing is known of none", 0, 0, 0, 1},
		{"none of ten", 0, 10, 0, z2 / (10 + z2)},
		{"none of a thousand", 0, 1000, 0, z2 / (1000 + z2)},
		{"one of one", 1, 1, 1 / (1 + z2), 1},
		{"half of ten", 5, 10, 0.2366, 0.7634},
		{"three of 1,712", 3, 1712, 0.0006, 0.0051},
		{"all of fifty", 50, 50, 50 / (50 + z2), 1},
	} {
		got := bench.Wilson(tt.n, tt.total)
		assert.InDelta(t, tt.low, got.Low, 0.00005, tt.name)
		assert.InDelta(t, tt.high, got.High, 0.00005, tt.name)
	}
}

func TestWilsonHoldsTheShareAndNarrows(t *testing.T) {
	t.Parallel()
	for total := 1; total <= 200; total++ {
		for n := range total + 1 {
			share, got := float64(n)/float64(total), bench.Wilson(n, total)
			assert.True(t, 0 <= got.Low && got.Low <= share && share <= got.High && got.High <= 1, "%d of %d: %+v", n, total, got)
			wide := bench.Wilson(n*10, total*10)
			assert.Less(t, wide.High-wide.Low, got.High-got.Low, "%d of %d", n, total)
			other := bench.Wilson(total-n, total)
			assert.InDelta(t, 1-got.Low, other.High, 1e-12, "as much for as against")
		}
	}
}

func TestRateOfNoneHasNoShare(t *testing.T) {
	t.Parallel()
	assert.Equal(t, bench.Rate{Interval: bench.Interval{Low: 0, High: 1}}, bench.NewRate(0, 0))
	assert.InDelta(t, 0.25, bench.NewRate(1, 4).Share, 0)
}
