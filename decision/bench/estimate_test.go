package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/bench"
)

func TestB7Estimate(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]bench.Estimate{
		0:    {0, 0, 0, 1},
		6:    {6, 5400, 0.0002, 2},
		37:   {37, 33300, 0.0014, 4},
		40:   {40, 36000, 0.0015, 5},
		120:  {120, 108000, 0.0045, 11},
		1027: {1027, 924300, 0.0388, 91},
	} {
		assert.Equal(t, want, bench.NewEstimate(n, 0), n)
	}
	assert.Equal(t, 46, bench.NewEstimate(1027, 8).Seconds)
}
