package inflight_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flux7-go/supervisor/internal/inflight"
)

func TestPlacesAreBounded(t *testing.T) {
	t.Parallel()
	var p inflight.Places
	assert.False(t, p.Take(0))
	assert.True(t, p.Take(2))
	assert.True(t, p.Take(2))
	assert.False(t, p.Take(2))
	p.GiveBack()
	assert.True(t, p.Take(2))
}

// A limit that shrinks lets nothing in until enough places are given back.
func TestALowerLimitHoldsAtOnce(t *testing.T) {
	t.Parallel()
	var p inflight.Places
	for range 3 {
		assert.True(t, p.Take(3))
	}
	p.GiveBack()
	assert.False(t, p.Take(1))
	assert.True(t, p.Take(3))
}

func TestPlacesUnderContention(t *testing.T) {
	t.Parallel()
	var (
		p     inflight.Places
		taken atomic.Int32
		wg    sync.WaitGroup
	)
	for range 50 {
		wg.Go(func() {
			if p.Take(7) {
				taken.Add(1)
			}
		})
	}
	wg.Wait()
	assert.EqualValues(t, 7, taken.Load())
}
