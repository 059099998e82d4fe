package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/httpretry"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

const (
	// maxMessageBytes bounds what is kept of a service's own words: enough for
	// a sentence, too little for the request to be repeated in it.
	maxMessageBytes = 200
	// maxErrorBytes bounds what is read of an answer that reports an error.
	maxErrorBytes = 64 << 10
	// LockedPause is how long a breaker keeps away from a service that rejects
	// the key or does not know the model: until a person has changed something.
	LockedPause = 5 * time.Minute
	// SpentPause is how long it keeps away where credit or quota is used up.
	SpentPause = 15 * time.Minute
)

// StatusError is an answer that is not a success.
type StatusError struct {
	Service string
	Status  int
	Code    string // the service's word for the error; may be empty
	Message string // masked, bounded, one line; may be empty
}

// Error names the service, the status and what the service said.
func (e *StatusError) Error() string {
	text := fmt.Sprintf("%s answered %d %s", e.Service, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// oddCall is an error of this one call: what it holds made the service reject
// it. A breaker that counted it could be opened by an agent.
type oddCall struct{ *StatusError }

// BreakerIgnores reports true: the service itself is well.
func (oddCall) BreakerIgnores() bool { return true }

func (e oddCall) Unwrap() error { return e.StatusError }

// uncounted is an error that the text of a call has brought about in a model.
type uncounted struct{ err *decision.Error }

// Uncounted marks an error that comes of what this one call says, so that a
// breaker does not count it: an agent that makes a model babble could otherwise
// have its next calls judged by a weaker one.
func Uncounted(err *decision.Error) error { return uncounted{err} }

// BreakerIgnores reports true: the service itself is well.
func (uncounted) BreakerIgnores() bool { return true }

func (e uncounted) Error() string { return e.err.Error() }

func (e uncounted) Unwrap() error { return e.err }

// closed is an error that another call will meet too.
type closed struct {
	*StatusError
	pause time.Duration
}

// BreakerOpens returns how long to keep away.
func (e closed) BreakerOpens() time.Duration { return e.pause }

func (e closed) Unwrap() error { return e.StatusError }

// limited is an answer to too many requests. It is no failure of the service,
// which only wants to be left alone for a while. A chain that asked another
// provider for minutes because of a second would lose more than it spares.
type limited struct {
	*StatusError
	asked time.Duration
}

// minLimitedPause is the shortest wish to be left alone that a breaker obeys.
const minLimitedPause = time.Minute

// BreakerIgnores reports whether the service does not ask for a long pause.
func (e limited) BreakerIgnores() bool { return e.asked < minLimitedPause }

// BreakerOpens returns for how long the service wants no more requests, up to
// [SpentPause], or 0 if that is not long.
func (e limited) BreakerOpens() time.Duration {
	if e.BreakerIgnores() {
		return 0
	}
	return min(e.asked, SpentPause)
}

func (e limited) Unwrap() error { return e.StatusError }

// statusError makes an error of an answer that is not a success, with what a
// breaker is to make of it. All have the cause unavailable.
func (c *Client) statusError(resp *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
	e := c.status(resp.StatusCode, readVendor(body))
	if resp.StatusCode/100 == 3 {
		e.Message = "a redirect is not followed: give the final address"
	}
	asked, _ := httpretry.RetryAfter(resp, c.now())
	return c.classified(e, asked)
}

func (c *Client) status(status int, said vendor) *StatusError {
	return &StatusError{Service: c.service, Status: status, Code: c.Name(said.code), Message: c.Message(said.message)}
}

func (c *Client) classified(e *StatusError, asked time.Duration) error {
	return &decision.Error{Cause: decision.CauseUnavailable, Err: classify(e, asked, c.now())}
}

// Rejected returns the error of an answer that says it is one although its
// status is 200. It is classed as status, which is what the service should have
// answered; code and message are the service's.
func (c *Client) Rejected(status int, code, message string) error {
	return c.classified(c.status(status, vendor{code, message}), 0)
}

func classify(e *StatusError, asked time.Duration, now time.Time) error {
	switch {
	case e.Code == codeDayUsedUp:
		return closed{e, max(SpentPause, untilMidnight(now))}
	case e.Status == http.StatusPaymentRequired, spent(e.Code):
		return closed{e, SpentPause}
	}
	switch e.Status {
	case http.StatusForbidden:
		if e.Message == "" && e.Code == "" {
			// Not the service says so but a filter before it, which takes what
			// the call holds for an attack.
			return oddCall{e}
		}
		return closed{e, LockedPause}
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return closed{e, LockedPause}
	case http.StatusBadRequest, http.StatusNotAcceptable, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity,
		http.StatusUnavailableForLegalReasons:
		return oddCall{e}
	case http.StatusTooManyRequests:
		return limited{e, asked}
	}
	return e
}

// untilMidnight is the time to the next day in UTC, when Cloudflare's daily
// allocations begin anew.
func untilMidnight(now time.Time) time.Duration {
	const day = 24 * time.Hour
	return now.UTC().Truncate(day).Add(day).Sub(now)
}

// hider returns a function that masks secrets of at least that many bytes.
func hider(hidden []string, least int) func(string) string {
	var pairs []string
	for _, secret := range hidden {
		if len(secret) < least {
			continue
		}
		for _, form := range [...]string{secret, url.PathEscape(secret), url.QueryEscape(secret)} {
			if form != "" {
				pairs = append(pairs, form, redact.Mask)
			}
		}
	}
	return strings.NewReplacer(pairs...).Replace
}

// plain masks what a service says. It looks for secrets in what is left when
// characters that show nothing are gone, and cuts after that: half a secret is
// not recognised.
func (c *Client) plain(text string, limit int) string {
	text = c.hide(oneline.Clean(text, maxErrorBytes))
	return oneline.Clean(redact.Text(oneline.Clean(text, 4*limit)), limit)
}

// transportError makes an error of an exchange that did not happen, or broke
// off. It says whose clock fired, and never the address.
func (c *Client) transportError(ctx context.Context, err error) error {
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	switch {
	case errors.Is(context.Cause(ctx), errOwnClock):
		return decision.Errorf(decision.CauseTimeout, "%s: no answer within its timeout of %s", c.service, c.timeout)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return decision.Errorf(decision.CauseTimeout, "%s: no answer within what was left of the budget: %w", c.service, ctx.Err())
	case ctx.Err() != nil:
		return decision.Errorf(decision.CauseUnavailable, "%s: the caller gave up: %w", c.service, ctx.Err())
	}
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return decision.Errorf(decision.CauseTimeout, "%s: the connection timed out", c.service)
	}
	return decision.Errorf(decision.CauseUnavailable, "%s: no connection, or it broke off: %s", c.service, c.Message(err.Error()))
}
