package guesses_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/adminhttp/internal/guesses"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func TestABurstAndThenOneEachInterval(t *testing.T) {
	t.Parallel()
	var l guesses.Limit
	assert.False(t, l.Any())
	for range guesses.Burst {
		assert.LessOrEqual(t, l.Wait("192.0.2.7", start), time.Duration(0))
		l.Wrong("192.0.2.7", start)
	}
	assert.True(t, l.Any())
	assert.Equal(t, guesses.Interval, l.Wait("192.0.2.7", start))
	assert.Zero(t, l.Wait("192.0.2.8", start), "another address")
	later := start.Add(guesses.Interval)
	assert.Zero(t, l.Wait("192.0.2.7", later))
	l.Wrong("192.0.2.7", later)
	assert.Equal(t, guesses.Interval, l.Wait("192.0.2.7", later))
	assert.LessOrEqual(t, l.Wait("192.0.2.7", later.Add(time.Hour)), time.Duration(0))
}

func TestWhatCountsAsOneAddress(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		one, other string
		same       bool
	}{
		"an ipv6 network":     {"2001:db8::1", "2001:db8::ffff:1", true},
		"with zones":          {"fe80::1%eth0", "fe80::2%eth1", true},
		"another network":     {"2001:db8::1", "2001:db8:0:1::1", false},
		"ipv4":                {"192.0.2.7", "192.0.2.8", false},
		"ipv4 written as six": {"::ffff:192.0.2.7", "::ffff:192.0.2.8", false},
		"no address":          {"@", "", false},
		"ipv4 in two ways":    {"::ffff:192.0.2.7", "192.0.2.7", true},
		"all of loopback":     {"127.0.0.1", "127.200.3.4", true},
		"loopback of both":    {"127.0.0.1", "::1", true},
		"loopback, another":   {"127.0.0.1", "128.0.0.1", false},
	} {
		var l guesses.Limit
		for range guesses.Burst {
			l.Wrong(tt.one, start)
		}
		assert.Equal(t, tt.same, l.Wait(tt.other, start) > 0, name)
	}
}

// TestManyAddressesForgetTheLeastGuilty fills the table: an address that has just
// guessed much is not pushed out by others that guess once.
func TestManyAddressesForgetTheLeastGuilty(t *testing.T) {
	t.Parallel()
	var l guesses.Limit
	for range guesses.Burst {
		l.Wrong("192.0.2.7", start)
	}
	for i := range 3 * guesses.MaxAddresses {
		l.Wrong(fmt.Sprintf("10.%d.%d.1", i/256, i%256), start)
	}
	assert.Equal(t, guesses.Interval, l.Wait("192.0.2.7", start))
}

func TestBeyond(t *testing.T) {
	t.Parallel()
	assert.False(t, guesses.Beyond(""))
	assert.False(t, guesses.Beyond(strings.Repeat("x", 15)))
	assert.True(t, guesses.Beyond(strings.Repeat("x", 16)))
}
