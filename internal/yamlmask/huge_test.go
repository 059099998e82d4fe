//go:build linux

package yamlmask_test

import (
	"fmt"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/internal/yamlmask"
)

// TestHugeTextsTakeTheTimeOfTheirLength: long names met many times, deep and
// wide. What is eight times as long takes eight times as long; it would be
// sixty-four times if each part were compared with each other one.
func TestHugeTextsTakeTheTimeOfTheirLength(t *testing.T) {
	if testing.Short() {
		t.Skip("masks texts at the limits")
	}
	const factor, most = 8, 32
	long := strings.Repeat("k", 60_000)
	for name, text := range map[string]func(n int) string{
		"long keys": func(n int) string {
			return long + ":\n  " + long + ":\n    " + long + ": [" + strings.Repeat("a, b, c, d, e, f, g, h,\n     ", 1_250*n) + "]\n"
		},
		"aliased items": func(n int) string {
			return "a: &a [" + strings.Repeat("{name: "+long+"},\n", 16) + "]\nb: [" + strings.Repeat("*a,\n", 500*n) + "]\n"
		},
		"aliased keys": func(n int) string {
			return "a: &a {" + long + ": 1}\nb: [" + strings.Repeat("*a,\n", 6_250*n) + "]\n"
		},
		"one line":     func(n int) string { return "a: [" + strings.Repeat("a,", 3_750*n) + "]\n" },
		"with umlauts": func(n int) string { return "a: [" + strings.Repeat("ä,", 2_500*n) + "]\n" },
		"many rules": func(n int) string {
			return "rules:\n" + strings.Repeat("  - {name: r, condition: \"tool equals x\", action: deny}\n", 2_250*n)
		},
		"items without names": func(n int) string {
			var items strings.Builder
			for i := range 2_000 * n {
				fmt.Fprintf(&items, "- {link: l%d}\n- {link: alike}\n", i)
			}
			return items.String()
		},
		"secrets enough": func(n int) string {
			return "keys: [" + strings.Repeat("abcdefghij,\n", 900) + "]\nrest: [" + strings.Repeat("klmnopqrstuvw,\n", 7_500*n) + "]\n"
		},
		"comments enough": func(n int) string {
			return "a: 1\n" + strings.Repeat("# klmnopqrstuvw\n", 7_500*n) + "token: 0123456789\n"
		},
	} {
		short, long := maskingTime(t, text(1)), maskingTime(t, text(factor))
		t.Log(name, short, long)
		assert.Less(t, float64(long), most*float64(max(short, time.Millisecond)), name)
	}
}

// maskingTime is how long a processor works on a text, whatever else it does: the
// best of three.
func maskingTime(t *testing.T, text string) time.Duration {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	best := time.Duration(0)
	for range 3 {
		start := threadTime(t)
		parsed, err := yamlmask.Parse([]byte(text))
		if err == nil {
			_, err = parsed.Masked()
		}
		_ = err // a text that is over a limit takes time as well
		if took := threadTime(t) - start; best == 0 || took < best {
			best = took
		}
	}
	return best
}

func threadTime(t *testing.T) time.Duration {
	t.Helper()
	var use syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_THREAD, &use))
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
