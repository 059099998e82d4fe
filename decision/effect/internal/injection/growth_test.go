package injection_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/decision/effect/internal/injection"
)

// TestTheScanGrowsWithTheTextAlone scans texts that repeat themselves. What took
// time in proportion to the square of a text's length would take 256 times as long
// for one of sixteen times the length; the bound leaves room for a busy machine.
func TestTheScanGrowsWithTheTextAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures")
	}
	const size, factor, bound = 16 << 10, 16, 110.0
	for _, unit := range []string{
		"a", "A", "1", "_", "-", "'", ".", " ", "\n", "a ", "a.", "a-", "a'", "a_", "aB", "a1", "é", "漢", "\u200b", "a\u200b", "a b ", "a.b.", "\\x41", "&amp;", "%41",
		"QUJD", "YWJj\n", "ignore ", "ignore all previous instructions ", "you ", "if you are an ai, ", "system: ", "\nsystem: ", "<|", "[INST]", "<b>", "</", "```\n", "- ", "> ", "# ", "(", ")(", "\"", "'a' ", "=", "+", "/", "\xff",
	} {
		took := func(n int) time.Duration {
			text := strings.Repeat(unit, n/len(unit))
			best := time.Hour
			for range 4 {
				start := time.Now()
				injection.Scan(text, injection.Options{})
				best = min(best, time.Since(start))
			}
			return best
		}
		small, large := took(size), took(factor*size)
		assert.Less(t, float64(large)/float64(small), bound, "%q: %s, then %s", unit, small, large)
	}
}
