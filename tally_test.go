package supervisor_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor"
)

// tally counts the decisions on calls of one label.
type tally struct{ n, approved, denied int }

// approvedShare is 0 if there are no calls.
func (c tally) approvedShare() float64 { return share(c.approved, c.n) }

func (c tally) deniedShare() float64 { return share(c.denied, c.n) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// tallies are counts by a key and by label.
type tallies[K ~string] map[K]map[label]tally

func (m tallies[K]) of(key K, l label) tally { return m[key][l] }

func (m tallies[K]) add(key K, l label, a supervisor.Action) {
	if m[key] == nil {
		m[key] = map[label]tally{}
	}
	c := m[key][l]
	c.n++
	switch a {
	case supervisor.Approve:
		c.approved++
	case supervisor.Deny:
		c.denied++
	}
	m[key][l] = c
}

// String is a table: a line a key and label, with shares in percent and their
// intervals.
func (m tallies[K]) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-24s %-15s %6s %26s %26s %9s\n", "", "label", "calls", "approved", "denied", "to people")
	for _, key := range slices.Sorted(maps.Keys(m)) {
		for _, l := range labels {
			if c := m.of(key, l); c.n > 0 {
				fmt.Fprintf(&b, "%-24s %-15s %6d %26s %26s %9d\n", key, l, c.n, interval(c.approved, c.n), interval(c.denied, c.n), c.n-c.approved-c.denied)
			}
		}
	}
	return b.String()
}

// interval is a share with its Wilson score interval at 95 %.
func interval(part, n int) string {
	low, high := wilson(part, n)
	return fmt.Sprintf("%5d %5.1f%% [%5.1f,%6.1f]", part, 100*share(part, n), 100*low, 100*high)
}

// wilson is the score interval of a share at 95 % (E. B. Wilson, Probable
// Inference, the Law of Succession, and Statistical Inference, 1927). Unlike
// the normal approximation it also tells something of 0 in n. n is at least 1.
func wilson(part, n int) (low, high float64) {
	const z = 1.959964
	p, size := share(part, n), float64(n)
	middle := (p + z*z/(2*size)) / (1 + z*z/size)
	half := z / (1 + z*z/size) * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	return max(0, middle-half), min(1, middle+half)
}

func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		part, n   int
		low, high float64
	}{
		{0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {5, 10, 0.2366, 0.7634}, {0, 427, 0, 0.0089}, {1, 1000, 0.0002, 0.0056},
	} {
		low, high := wilson(c.part, c.n)
		assert.InDelta(t, c.low, low, 1e-4, c)
		assert.InDelta(t, c.high, high, 1e-4, c)
	}
}

func TestTallies(t *testing.T) {
	t.Parallel()
	m := tallies[string]{}
	for _, a := range []supervisor.Action{supervisor.Approve, supervisor.Deny, supervisor.Escalate, supervisor.Approve} {
		m.add("shell", person, a)
	}
	assert.Equal(t, tally{n: 4, approved: 2, denied: 1}, m.of("shell", person))
	assert.InDelta(t, 0.5, m.of("shell", person).approvedShare(), 0)
	assert.Zero(t, m.of("tools", allow).approvedShare())
	assert.Contains(t, m.String(), "human_approval       4     2  50.0% [ 15.0,  85.0]")
}
