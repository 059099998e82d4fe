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

// policy says whether a request is worth another attempt.
type policy struct {
	again func(*http.Response) bool
	whole bool
	waits backoff
}

// attemptsKey finds the count of the attempts in a request's context; the
// library does not tell a policy about it.
type attemptsKey struct{}

func countAttempts(ctx context.Context) context.Context {
	return context.WithValue(ctx, attemptsKey{}, new(int))
}

// check returns no error of its own, so that the caller gets what the last
// attempt returned.
func (p policy) check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	attempt := 0
	if made, ok := ctx.Value(attemptsKey{}).(*int); ok {
		attempt = *made
		*made++
	}
	return p.worth(ctx, resp, err) && (!p.whole || p.waits.fit(ctx, attempt, resp)), nil
}

func (p policy) worth(ctx context.Context, resp *http.Response, err error) bool {
	switch {
	case ctx.Err() != nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case err != nil:
		// The library knows the errors that another attempt cannot cure: a bad
		// certificate, scheme or header.
		again, _ := retryablehttp.DefaultRetryPolicy(ctx, nil, err)
		return again
	}
	return p.again(resp)
}

// passing reports the answers that are about the moment.
func passing(resp *http.Response) bool {
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
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
	if asked, ok := RetryAfter(resp, b.now()); ok {
		return min(asked, b.max)
	}
	full := b.full(attempt)
	return full/2 + rand.N(full/2+1)
}

// full returns the longest wait after the attempt with this index.
func (b backoff) full(attempt int) time.Duration {
	const maxDoublings = 20 // far above the cap, and no overflow
	return min(b.min<<min(attempt, maxDoublings), b.max)
}

// fit reports whether the wait after an attempt stays under the cap and ends
// before the deadline of ctx. Deadlines are of the real clock, not of b.now.
func (b backoff) fit(ctx context.Context, attempt int, resp *http.Response) bool {
	wait := b.full(attempt)
	if asked, ok := RetryAfter(resp, b.now()); ok {
		wait = asked
	}
	deadline, bounded := ctx.Deadline()
	return wait <= b.max && (!bounded || wait < time.Until(deadline))
}

// RetryAfter returns how long a server asks to be left alone, and whether it
// asks at all: Retry-After-Ms in milliseconds, which is the more exact one, or
// Retry-After in seconds or as a date. A nil response asks for nothing.
func RetryAfter(resp *http.Response, now time.Time) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	if ms, err := strconv.ParseUint(strings.TrimSpace(resp.Header.Get("Retry-After-Ms")), 10, 32); err == nil {
		return time.Duration(ms) * time.Millisecond, true
	}
	value := strings.TrimSpace(resp.Header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(value, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}
