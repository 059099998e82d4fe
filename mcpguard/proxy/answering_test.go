package proxy

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestAnsweringWaitsForEveryAnswerWithinALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var a answering
		began := time.Now()
		a.wait()
		assert.Zero(t, time.Since(began), "there is nothing to wait for")

		first, answered := context.WithTimeout(t.Context(), time.Second)
		defer answered()
		second, answered := context.WithTimeout(t.Context(), 2*time.Second)
		defer answered()
		a.begin(first)
		a.begin(second)
		a.wait()
		assert.Equal(t, 2*time.Second, time.Since(began))

		never, cancel := context.WithCancel(t.Context())
		defer cancel()
		a.begin(never)
		a.wait()
		assert.Equal(t, 2*time.Second+flushTimeout, time.Since(began))
	})
}
