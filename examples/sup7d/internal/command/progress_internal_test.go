package command

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestTheProgressBar(t *testing.T) {
	t.Parallel()
	p := &progress{first: 10}
	assert.Equal(t, "[###---------------------------] 10/100", p.line(10, 100, 0), "nothing of this run is done")
	assert.Equal(t, "[###############---------------] 50/100  4/s  13s left  ", p.line(50, 100, 10*time.Second), "what was done before counts for no rate")
	assert.Equal(t, "[##############################] 100/100  9/s  0s left  ", p.line(100, 100, 10*time.Second))
}

func TestTheProgressBarIsForTerminals(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := newProgress(&out)
	p.set(1, 2)
	p.end()
	assert.Empty(t, out.String())

	now := time.Unix(0, 0)
	p = &progress{out: &out, now: func() time.Time { return now }}
	p.set(0, 0)
	assert.Empty(t, out.String(), "nothing to do")
	for done := range 4 {
		p.set(done, 3)
	}
	assert.Equal(t, 2, bytes.Count(out.Bytes(), []byte("\r")), "not for each case, but at the end")
}
