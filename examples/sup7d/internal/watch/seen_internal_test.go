package watch

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

// reader is a person before one call, in a window of a size.
type reader struct {
	*person
	width, height int
}

func newReader(t *testing.T, width, height int, one call) *reader {
	t.Helper()
	p := &person{t: t, c: &console{}, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	one.ID, one.Agent, one.Tool, one.Status = "1", "maple", "bash", decision.ApprovalPending
	p.c.heard([]call{one}, false)
	return &reader{p, width, height}
}

// presses presses keys one after the other, looking before each and after the
// last, and returns what is on the screen then.
func (r *reader) presses(keys ...key) (screen string, d deed) {
	for _, k := range keys {
		r.looks()
		d = r.c.press(stroke{key: k}, r.now)
	}
	return r.looks(), d
}

func (r *reader) looks() string {
	r.c.view(r.width, r.height, r.now)
	r.c.wasDrawn(r.now)
	r.now = r.now.Add(settleTime)
	return strings.Join(r.c.view(r.width, r.height, r.now), "\n")
}

// ofLines are parameters of so many lines.
func ofLines(n int) (params []string) {
	for i := range n {
		params = append(params, fmt.Sprintf("part %d.", i))
	}
	return params
}

func TestNothingIsApprovedThatWasNotOnTheScreen(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		width, height int
		one           call
		left          string // of the lines, before somebody scrolls
	}{
		"a small window":   {80, 9, call{params: ofLines(4)}, "4 lines were not shown"},
		"but for one line": {80, 24, call{params: ofLines(19)}, "lines were not shown"},
		"a long command":   {80, 24, call{params: []string{strings.Repeat("echo part; ", 300)}}, "lines were not shown"},
		"a long session":   {80, 12, call{Session: strings.Repeat("s", 900), params: ofLines(1)}, "lines were not shown"},
		"no room at all":   {20, 8, call{params: ofLines(2)}, "lines were"},
		"a narrow window":  {40, 10, call{params: []string{strings.Repeat("x", 400)}}, "lines were"},
	} {
		for _, k := range []key{'a', 'f'} {
			r := newReader(t, row.width, row.height, row.one)
			screen, d := r.presses(k)
			assert.Zero(t, d, name)
			assert.Equal(t, looking, r.c.mode, "%s: it asks nothing\n%s", name, screen)
			assert.Contains(t, r.c.notice, row.left, name)
			assert.Contains(t, r.c.notice, ": [e] shows them", name)
			_, d = r.presses('y')
			assert.Zero(t, d, name)

			_, d = r.presses('e')
			assert.Equal(t, doExplain, d.verb)
			r.c.explained("1", explanation{}, nil)
			var shown strings.Builder
			for pages := 0; r.c.seen.itselfLeft() > 0; pages++ {
				require.Less(t, pages, 100, "it ends")
				shown.WriteString(r.looks())
				_, _ = r.presses(' ')
			}
			shown.WriteString(r.looks())
			for _, line := range wrapAll(row.one.params, row.width) {
				assert.Contains(t, shown.String(), line, name)
			}
			_, d = r.presses('e', k)
			if k == 'a' {
				assert.Equal(t, confirmOnce, r.c.mode, name)
			} else {
				assert.Equal(t, doReach, d.verb, name)
			}
		}
	}
}

func TestWhatWasSkippedWasNotShown(t *testing.T) {
	t.Parallel()
	r := newReader(t, 80, 12, call{params: ofLines(60)})
	r.presses('e')
	r.c.explained("1", explanation{}, nil)
	r.looks()
	for range 50 { // at once: what is between was never drawn
		r.c.press(stroke{key: ' '}, r.now)
	}
	screen, _ := r.presses('e')
	assert.NotContains(t, screen, "part 30.")
	_, d := r.presses('a')
	assert.Zero(t, d)
	assert.Equal(t, looking, r.c.mode)
	r.presses('e')
	r.c.explained("1", explanation{}, nil)
	for range 20 {
		r.presses(' ')
	}
	r.presses('e', 'a')
	assert.Equal(t, confirmOnce, r.c.mode, "every page was drawn")
}

func TestDenyingNeedsNoReading(t *testing.T) {
	t.Parallel()
	r := newReader(t, 80, 9, call{params: ofLines(60), hidden: "many bytes"})
	_, d := r.presses('d', keyEnter)
	assert.Equal(t, doDeny, d.verb)
}

func TestTheQuestionSaysHowMuchEvidenceIsMissing(t *testing.T) {
	t.Parallel()
	one := call{params: ofLines(3), Reasoning: strings.Repeat("why ", 400)}
	r := newReader(t, 80, 14, one)
	screen, _ := r.presses('a')
	assert.Equal(t, confirmOnce, r.c.mode, "evidence holds up nothing")
	assert.Contains(t, strings.Join(strings.Fields(screen), " "), "lines were not shown of what is known of it)")
	assert.Contains(t, screen, "part 2.", "the call comes first")
	r.presses(keyEscape, 'e')
	r.c.explained("1", explanation{}, nil)
	for range 20 {
		r.presses(' ')
	}
	screen, _ = r.presses('e', 'a')
	assert.NotContains(t, screen, "not shown", "it was read")
	r = newReader(t, 80, 30, call{params: ofLines(3)})
	screen, _ = r.presses('a')
	assert.NotContains(t, screen, "not shown")
}

func TestASmallerWindowHidesNothingThatWasRead(t *testing.T) {
	t.Parallel()
	r := newReader(t, 80, 30, call{params: ofLines(12)})
	r.looks()
	r.width, r.height = 40, 9
	r.presses('a')
	assert.Equal(t, confirmOnce, r.c.mode, "all of it was read before")

	r = newReader(t, 80, 21, call{params: ofLines(12), Reasoning: strings.Repeat("why ", 100)})
	r.looks()
	r.width, r.height = 40, 9
	r.presses('a')
	assert.Equal(t, confirmOnce, r.c.mode, "all of the call was")

	r = newReader(t, 80, 12, call{params: ofLines(12)})
	r.presses('e')
	r.c.explained("1", explanation{}, nil)
	r.presses(' ', keyEscape)
	assert.Equal(t, 1, r.c.seen.itselfLeft())
	r.width = 70
	r.presses('a')
	assert.Contains(t, r.c.notice, "9 lines were not shown", "where lines break anew, what was read in part is not read")
	r.height = 30
	r.presses('a')
	assert.Equal(t, confirmOnce, r.c.mode)
}

// TestAWindowThatShowsAPart has a window that is smaller than what is drawn for.
func TestAWindowThatShowsAPart(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{19, 40}, {80, 7}, {1, 1}} {
		r := newReader(t, size[0], size[1], call{})
		r.presses('a', 'e')
		r.c.explained("1", explanation{}, nil)
		r.presses(' ', ' ', 'e', 'a')
		assert.Equal(t, looking, r.c.mode, size)
	}
}

func TestWhatCannotBeShownIsNotApproved(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`{"a": "` + strings.Repeat("x", maxValue) + `"}`: "2 bytes of its parameters are too many to be shown",
		`["` + strings.Repeat("x", maxValue) + `"]`:      "4 bytes of its parameters are too many to be shown",
		`{"a":`: "its parameters cannot be read",
	} {
		one := call{Params: []byte(raw)}
		one.arrived(time.Time{})
		r := newReader(t, 200, 800, one)
		screen, d := r.presses('a')
		assert.Zero(t, d)
		assert.Contains(t, screen, want+": it can be denied here, or settled on the supervisor's page")
		_, d = r.presses('y', 'f', 'y')
		assert.Zero(t, d)
	}
}

func TestTurningAwayForgetsWhatWasRead(t *testing.T) {
	t.Parallel()
	r := newReader(t, 80, 30, call{params: ofLines(12)})
	r.looks()
	assert.Zero(t, r.c.seen.itselfLeft())
	r.height = 9
	r.presses('n', 'a')
	assert.Equal(t, looking, r.c.mode)
}
