package httpretry

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// checkRetry says whether a GET is worth another attempt. It returns no error
// of its own, so that the caller gets what the last attempt returned.
func checkRetry(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if ctx.Err() != nil {
		return false, nil
	}
	if err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return false, nil
		}
		// The library knows the errors that another attempt cannot cure: a bad
		// certificate, scheme or header.
		again, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err)
		return again, nil
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true, nil
	}
	return false, nil
}

type backoff struct {
	min, max time.Duration
	now      func() time.Time
}

// wait returns how long to wait after the attempt with this index. What the
// server asks for is kept exactly, up to the cap; otherwise the wait doubles
// and is spread over its upper half, so that several clients do not return
// together. The bounds that the library passes are those of b.
func (b backoff) wait(_, _ time.Duration, attempt int, resp *http.Response) time.Duration {
	if asked, ok := b.retryAfter(resp); ok {
		return min(asked, b.max)
	}
	const maxDoublings = 20 // far above the cap, and no overflow
	full := min(b.min<<min(attempt, maxDoublings), b.max)
	return full/2 + rand.N(full/2+1)
}

// retryAfter reads the header in both its forms, seconds and a date.
func (b backoff) retryAfter(resp *http.Response) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	value := strings.TrimSpace(resp.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(b.now())), true
}
