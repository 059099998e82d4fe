package bench_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/bench"
)

// TestW43PercentileOfFewValues: the reference takes the lower of two values for
// the 95th percentile.
func TestW43PercentileOfFewValues(t *testing.T) {
	t.Parallel()
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	for _, tt := range []struct {
		name   string
		values []float64
		p      float64
		want   float64
	}{
		{"none", nil, 95, 0},
		{"one", []float64{7}, 95, 7},
		{"one, low", []float64{7}, 1, 7},
		{"two", []float64{3, 9}, 95, 9},
		{"two, half", []float64{3, 9}, 50, 3},
		{"two, just above half", []float64{3, 9}, 50.1, 9},
		{"nineteen", hundred[:19], 95, 19},
		{"twenty", hundred[:20], 95, 19},
		{"twenty-one", hundred[:21], 95, 20},
		{"hundred, 95", hundred, 95, 95},
		{"hundred, 99", hundred, 99, 99},
		{"hundred, 100", hundred, 100, 100},
	} {
		assert.InDelta(t, tt.want, bench.Percentile(tt.values, tt.p), 0, tt.name)
	}
}

// TestPercentileIsTheSmallestThatIsEnough is the definition, tried one by one.
func TestPercentileIsTheSmallestThatIsEnough(t *testing.T) {
	t.Parallel()
	values := []float64{1, 1, 2, 3, 5, 8, 13}
	for p := 1; p <= 100; p++ {
		got := bench.Percentile(values, float64(p))
		enough := func(v float64) bool {
			below := 0
			for _, other := range values {
				if other <= v {
					below++
				}
			}
			return below*100 >= p*len(values)
		}
		assert.Equal(t, slices.IndexFunc(values, enough), slices.Index(values, got), "p %d", p)
	}
}

func TestMedian(t *testing.T) {
	t.Parallel()
	assert.Zero(t, bench.Median(nil))
	assert.InDelta(t, 4, bench.Median([]float64{4}), 0)
	assert.InDelta(t, 6, bench.Median([]float64{4, 6}), 0)
	assert.InDelta(t, 6, bench.Median([]float64{4, 6, 100}), 0)
}
