package adminhttp

import (
	"net"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestWhichConnectionIsSpared sorts connections by what is closed first. Above all
// the newest are not, while there are others: an honest request is among them.
func TestWhichConnectionIsSpared(t *testing.T) {
	t.Parallel()
	now := time.Now()
	old, young := now.Add(-2*grace), now.Add(-grace/2)
	want := []*connection{
		{worthIdle, 5, young}, {worthIdle, 6, young},
		{worthComing, 3, old}, {worthComing, 4, old}, {worthRead, 0, old}, {worthWaits, 1, old}, {worthWaits, 2, old},
		{worthComing, 8, young}, {worthWaits, 7, young},
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, func(a, b *connection) int {
		switch {
		case betterSpared(a, b, now):
			return -1
		case betterSpared(b, a, now):
			return 1
		}
		return 0
	})
	assert.Equal(t, want, got)
}

// TestAServerThatEndsWaitsForNobody: the one that is there is within its grace.
func TestAServerThatEndsWaitsForNobody(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	close(ended)
	there, other := net.Pipe()
	defer func() { _, _ = there.Close(), other.Close() }()
	c := connections{limit: 1, ended: ended, open: map[net.Conn]*connection{there: {worthComing, 1, time.Now().Add(time.Hour)}}}
	c.mu.Lock()
	defer c.mu.Unlock()
	assert.False(t, c.makeRoom())
	assert.Contains(t, c.open, there)
}
