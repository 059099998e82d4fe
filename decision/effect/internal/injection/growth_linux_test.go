package injection_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision/effect/internal/injection"
)

// threadTime is the processor time that the thread has taken: what others do on
// a busy machine is not in it.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const thisThread = 1 // RUSAGE_THREAD of getrusage(2)
	var usage syscall.Rusage
	require.NoError(t, syscall.Getrusage(thisThread, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestTheScanGrowsWithTheTextAlone scans texts that repeat themselves. What took
// time in proportion to the square of a text's length would take 256 times as long
// for one of sixteen times the length; the bound leaves room for a busy machine.
func TestTheScanGrowsWithTheTextAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	// tick is how finely the system counts: less may read as nothing.
	const tick = 4 * time.Millisecond
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const size, factor, bound = 32 << 10, 16, 110.0
	for _, unit := range []string{
		"a", "A", "1", "_", "-", "'", ".", " ", "\n", "a ", "a.", "a-", "a'", "a_", "aB", "a1", "é", "漢", "\u200b", "a\u200b", "a b ", "a.b.", "\\x41", "&amp;", "%41",
		"QUJD", "YWJj\n", "ignore ", "ignore all previous instructions ", "you ", "if you are an ai, ", "system: ", "\nsystem: ", "<|", "[INST]", "<b>", "</", "```\n", "- ", "> ", "# ", "(", ")(", "\"", "'a' ", "=", "+", "/", "\xff",
	} {
		took := func(n int) time.Duration {
			text := strings.Repeat(unit, n/len(unit))
			best := time.Hour
			for range 2 {
				start := threadTime(t)
				injection.Scan(text, injection.Options{})
				best = min(best, threadTime(t)-start)
			}
			return best
		}
		small, large := took(size), took(factor*size)
		assert.Less(t, float64(large)/float64(max(small, tick)), bound, "%q: %s, then %s", unit, small, large)
	}
}
