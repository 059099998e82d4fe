package watch

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
)

// person sits before a console whose clock stands still until it is moved.
type person struct {
	t   *testing.T
	c   *console
	now time.Time
}

func newPerson(t *testing.T, ids ...string) *person {
	t.Helper()
	p := &person{t: t, c: &console{}, now: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	p.lists(ids...)
	p.looks()
	return p
}

// lists has a list arrive.
func (p *person) lists(ids ...string) (isNew bool, ask deed) {
	list := make([]call, len(ids))
	for i, id := range ids {
		list[i] = call{ID: id, Agent: "maple", Tool: "mail.send", Status: decision.ApprovalPending}
	}
	return p.c.heard(list, false)
}

// looks draws, and waits until keys count.
func (p *person) looks() string {
	p.c.view(80, 24, p.now)
	p.c.wasDrawn(p.now)
	p.now = p.now.Add(settleTime)
	return strings.Join(p.c.view(80, 24, p.now), "\n")
}

// presses presses keys one after the other, looking before each.
func (p *person) presses(keys ...key) (d deed) {
	for _, k := range keys {
		p.looks()
		d = p.c.press(stroke{key: k}, p.now)
	}
	return d
}

func TestAKeyIsAboutWhatWasOnTheScreen(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "1", "2")
	p.c.press(stroke{key: 'a'}, p.now)
	assert.Equal(t, confirmOnce, p.c.mode)
	assert.Zero(t, p.c.press(stroke{key: 'y'}, p.now), "the question was not drawn")
	drawn := p.now
	p.c.wasDrawn(drawn)
	assert.Zero(t, p.c.press(stroke{key: 'y'}, drawn), "nobody has read it yet")
	assert.Zero(t, p.c.press(stroke{key: 'y'}, drawn.Add(settleTime-1)))
	assert.Zero(t, p.c.press(stroke{key: 'y', pasted: true}, drawn.Add(settleTime)), "a paste decides nothing")
	assert.NotContains(t, strings.Join(p.c.view(80, 24, drawn.Add(settleTime-1)), "\n"), "[y]", "keys are named while they count")
	assert.Contains(t, strings.Join(p.c.view(80, 24, drawn.Add(settleTime)), "\n"), "[y]")
	d := p.c.press(stroke{key: 'y'}, drawn.Add(settleTime))
	assert.Equal(t, deed{verb: doApprove, id: "1"}, d)
	assert.Zero(t, p.presses('y', 'n', 'a', 'd', 'f', 'e'), "one answer at a time")
	assert.Equal(t, "1", p.c.current.ID)
	assert.Equal(t, doQuit, p.presses('q').verb)
	assert.True(t, p.c.sending())

	p.c.answered(d, settled{Status: "approved", ResolvedBy: "person:ann"}, nil)
	assert.Equal(t, "2", p.c.current.ID)
	assert.Zero(t, p.c.press(stroke{key: 'a'}, p.now.Add(time.Hour)), "the next call was not drawn")
	assert.Equal(t, looking, p.c.mode)
	assert.Contains(t, p.looks(), "approved mail.send by maple, as person:ann")
}

func TestAQuestionEndsWithItsCall(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]key{"approve": 'a', "deny": 'd', "explain": 'e'} {
		p := newPerson(t, "1", "2")
		p.presses(k)
		isNew, ask := p.lists("2", "3")
		assert.True(t, isNew)
		assert.Equal(t, deed{verb: doLook, id: "1"}, ask, name)
		p.c.became(call{ID: "1", Status: decision.ApprovalPending}, nil)
		assert.Empty(t, p.c.gone, "it is beyond the list, and waits")
		p.c.became(call{}, errors.New("unreachable"))
		assert.Empty(t, p.c.gone, "nobody knows")
		p.c.became(call{ID: "1", Status: decision.ApprovalDenied, ResolvedBy: "person:bob", Reasoning: "no"}, nil)
		assert.Equal(t, looking, p.c.mode, name)
		assert.Contains(t, p.looks(), "WAITS NO MORE: denied by person:bob: no")
		assert.Zero(t, p.presses('y', 'a', 'd', 'f', 'e'))
		assert.Equal(t, "1", p.c.current.ID, "it stays until the person goes on")
		p.presses(keyEnter)
		assert.Equal(t, "2", p.c.current.ID)
	}
}

func TestWhatBecameOfACall(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"denied by person:bob":                              &apiError{Status: http.StatusConflict, As: decision.ApprovalDenied, ResolvedBy: "person:bob"},
		"nobody answered in time":                           &apiError{Status: http.StatusConflict, As: decision.ApprovalTimeout},
		"not answered: the token may not do":                &apiError{Status: http.StatusForbidden, Text: "read"},
		"the answer may not have arrived: reset":            errors.New("reset"),
		"may not have arrived: the supervisor answered 500": &apiError{Status: http.StatusInternalServerError, Text: "x"},
	} {
		p := newPerson(t, "1", "2")
		d := p.presses('a', 'y')
		ask := p.c.answered(d, settled{}, err)
		assert.Contains(t, p.looks(), want)
		assert.Equal(t, "1", p.c.current.ID)
		if p.c.gone == "" {
			assert.Equal(t, deed{verb: doLook, id: "1"}, ask, want)
		}
	}
	p := newPerson(t, "1")
	p.c.became(call{}, &apiError{Status: http.StatusNotFound})
	assert.Contains(t, p.looks(), "does not know it any more")
}

func TestWhatArrivesLate(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "1", "2")
	d := p.presses('f')
	require.Equal(t, doReach, d.verb)
	p.c.isGone("denied by person:bob")
	p.c.reached("1", call{ID: "1", Status: decision.ApprovalPending, Options: []option{{Scope: "permanent", Allowed: true}}}, nil)
	assert.Equal(t, looking, p.c.mode, "it waits no more")
	p.presses('n')
	p.c.reached("1", call{ID: "1", Status: decision.ApprovalPending, Options: []option{{Scope: "permanent", Allowed: true}}}, nil)
	assert.Equal(t, looking, p.c.mode, "it is about another call")
	p.presses('e')
	p.c.explained("1", explanation{Steps: []decision.Step{{Name: "of the first"}}}, nil)
	assert.Nil(t, p.c.steps)
	p.presses(keyEscape, 'f')
	p.c.reached("2", call{ID: "2", Status: decision.ApprovalPending, Session: "s", Options: []option{{Scope: "permanent", Allowed: true}}}, nil)
	assert.Equal(t, looking, p.c.mode, "in a conversation it is for that one, or not at all")
	assert.Contains(t, p.looks(), "the supervisor does not offer it")
	p.presses('f')
	p.c.reached("2", call{ID: "2", Status: decision.ApprovalApproved, ResolvedBy: "person:bob"}, nil)
	assert.Contains(t, p.looks(), "approved by person:bob")
}

func TestTurning(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "1", "2", "3")
	var seen []string
	for _, k := range []key{'n', 's', keyDown, 'p', keyUp} {
		p.presses(k)
		seen = append(seen, p.c.current.ID)
	}
	assert.Equal(t, []string{"2", "3", "1", "3", "2"}, seen)
	p.lists("0", "1", "2")
	assert.Equal(t, "2", p.c.current.ID, "it keeps its place on the screen")
	d := p.presses('a', 'y')
	p.c.answered(d, settled{}, nil)
	assert.Equal(t, "0", p.c.current.ID, "after the youngest, the oldest")
	p.lists()
	p.c.became(call{ID: "0", Status: decision.ApprovalTimeout}, nil)
	p.presses('n')
	assert.Contains(t, p.looks(), "Nothing waits for a person.")
	assert.Zero(t, p.presses('a', 'y', 'd', keyEnter, 'f', 'e', 'n', 'p'))
	isNew, _ := p.lists("4")
	assert.True(t, isNew)
	assert.Equal(t, "4", p.c.current.ID)
}

func TestAReasonIsBounded(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "1")
	p.presses('d')
	p.looks()
	for range 2 * maxReason {
		p.c.press(stroke{key: 'x'}, p.now)
	}
	p.c.press(stroke{key: keyEnter, pasted: true}, p.now)
	p.c.press(stroke{key: keyErase}, p.now)
	assert.Equal(t, typingReason, p.c.mode, "a line end in a paste sends nothing")
	d := p.presses(keyEnter)
	assert.Equal(t, doDeny, d.verb)
	assert.Equal(t, strings.Repeat("x", maxReason-1), d.answer.Reasoning)
}

func TestEveryViewFits(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "1", "2", "3", "4", "5", "6", "7")
	p.c.current.params = []string{strings.Repeat("語", 500)}
	p.c.current.Reasoning = strings.Repeat("why ", 100)
	p.c.lost(errors.New(strings.Repeat("down ", 50)))
	for _, keys := range [][]key{nil, {'a'}, {keyEscape, 'd'}, {keyEscape, 'e'}} {
		p.presses(keys...)
		for width := range 100 {
			for height := range 40 {
				lines := p.c.view(width, height, p.now)
				assert.LessOrEqual(t, len(lines), height)
				for _, line := range lines {
					assert.LessOrEqual(t, widthOf(line), width)
				}
			}
		}
	}
}

func TestAPanicEndsTheLoop(t *testing.T) {
	t.Parallel()
	s := &session{ctx: context.Background(), failed: make(chan error, 1)}
	s.start(func() { panic("boom") })
	s.running.Wait()
	require.ErrorContains(t, <-s.failed, "boom")
}
