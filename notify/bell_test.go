package notify_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/notify"
)

func TestBellRingsOnceACall(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	bell := notify.NewBell(&out, nil)
	for range 3 {
		require.NoError(t, bell.Record(t.Context(), escalated("1")))
	}
	approved := changed(escalated("2"), func(d *decision.Decision, _ *decision.Call) { d.Action = decision.Approve })
	assert.False(t, bell.Wants(approved))
	require.NoError(t, bell.Record(t.Context(), approved))
	assert.Equal(t, "\awaits for a person: Bash by coder (rule): pushes go to a person\n", out.String())
}

func TestBellLetsNoControlCharactersThrough(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	e := changed(escalated("1"), func(d *decision.Decision, _ *decision.Call) {
		d.Tool, d.Agent = "a\x1b[2Jb\u009b31m", "c\u202ed\x00"
		d.Reasoning = "e\r\n\x1b]0;title\a " + token
	})
	require.NoError(t, notify.NewBell(&out, nil).Record(t.Context(), e))
	text := strings.TrimSuffix(strings.TrimPrefix(out.String(), "\a"), "\n")
	assert.NotRegexp(t, `[\x00-\x1f\x7f-\x{9f}\x{202e}]`, text)
	assert.NotContains(t, text, token[:20])
	assert.Contains(t, text, "waits for a person: a [2Jb")
}

func TestBellIsBounded(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	at := now
	bell := notify.NewBell(&out, func() time.Time { return at })
	for i := range 100 {
		require.NoError(t, bell.Record(t.Context(), escalated(fmt.Sprint(i))))
	}
	assert.Equal(t, 3, strings.Count(out.String(), "\a"))
	at = at.Add(2 * time.Second)
	require.NoError(t, bell.Record(t.Context(), escalated("later")))
	assert.Equal(t, 4, strings.Count(out.String(), "\a"))
	assert.Contains(t, out.String(), "— and 97 more before it\n")
	at = at.Add(2 * time.Second)
	require.NoError(t, bell.Record(t.Context(), changed(escalated("over"), func(d *decision.Decision, _ *decision.Call) { d.Expires = at })))
	assert.Equal(t, 4, strings.Count(out.String(), "\a"), "nobody waits for it")
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errors.New("no terminal") }

func TestBellSaysThatItCannotRing(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, notify.NewBell(deaf{}, nil).Record(t.Context(), escalated("1")), "no terminal")
}
