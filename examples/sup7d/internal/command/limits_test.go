package command

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor"
)

func TestBarShowsValueAndLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value, limit float64
		want         string
	}{
		{0, 0.5, "··········│·········"},
		{0.25, 0.5, "█████·····│·········"},
		{0.97, 0.2, "████│██████████████·"},
		{1, 1, "███████████████████│"},
		{math.NaN(), 0, "│···················"},
		{7, -1, "│███████████████████"},
	} {
		assert.Equal(t, c.want, bar(c.value, c.limit), "%v of %v", c.value, c.limit)
	}
}

func TestLimitsAreShownOnlyWhereThereAreSome(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	printLimits(&out, supervisor.Decision{})
	assert.Empty(t, out.String())
	d := supervisor.Decision{Evidence: supervisor.Evidence{Limits: []supervisor.Limit{
		{Question: "deletes", Key: "destructive_max", Value: 0.97, Limit: 0.2, Stopped: true},
		{Question: "overwrites", Key: "destructive_max", Value: 0.7, Limit: 0.2, Ignored: true},
		{Question: "in_scope", Key: "in_scope_min", Value: 0.8, Limit: 0.7, Least: true},
	}}}
	printLimits(&out, d)
	assert.Contains(t, out.String(), "deletes\t0.97\t████│██████████████·\tat most 0.20 (destructive_max)\tstops\n")
	assert.Contains(t, out.String(), "at most 0.20 (destructive_max)\tnot counted here\n")
	assert.Contains(t, out.String(), "at least 0.70 (in_scope_min)\t\n")
}
