package mem7

import (
	"context"
	"errors"
	"fmt"
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

// refused is the error of a flux7-memory that read a request and said no: the
// fault may be in this one request.
type refused struct{ error }

func (r refused) Unwrap() error { return r.error }

func isRefused(err error) bool {
	var r refused
	return errors.As(err, &r)
}

// later is an error of a flux7-memory that asks to be left alone for a time.
type later struct {
	error
	wait time.Duration
}

func (l later) Unwrap() error { return l.error }

// maxMessageBytes bounds what is taken over from an answer.
const maxMessageBytes = 200

func (c *Client) errorf(cause decision.Cause, format string, args ...any) error {
	return decision.Errorf(cause, "flux7-memory at %s: %w", c.base, fmt.Errorf(format, args...))
}

// refusal is an error that flux7-memory answered itself. Its words may repeat
// what it was sent.
func (c *Client) refusal(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	if c.o.Token != "" {
		text = strings.ReplaceAll(text, c.o.Token, "[token]")
	}
	return refused{c.errorf(decision.CauseRefused, "it refuses: %s", oneline.Clean(redact.Text(text), maxMessageBytes))}
}

func (c *Client) statusError(status int, asked time.Duration) error {
	text := fmt.Sprintf("status %d %s", status, http.StatusText(status))
	switch {
	case status == http.StatusUnauthorized && c.o.Token == "":
		return c.errorf(decision.CauseUnavailable, "it wants a token: set memory.token, or MEM7_TOKEN")
	case status == http.StatusUnauthorized:
		return c.errorf(decision.CauseUnavailable, "it does not take the token: check memory.token, or MEM7_TOKEN")
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return later{c.errorf(decision.CauseUnavailable, "%s", text), asked}
	case status == http.StatusBadRequest || status == http.StatusRequestEntityTooLarge || status == http.StatusUnprocessableEntity:
		return refused{c.errorf(decision.CauseRefused, "%s", text)}
	case status >= 300 && status < 400:
		return c.errorf(decision.CauseUnreadable, "%s: redirects are not followed: set memory.url to the final address", text)
	case status == http.StatusNotFound:
		return c.errorf(decision.CauseUnavailable, "%s: it has no such route: check memory.url", text)
	}
	return c.errorf(decision.CauseUnavailable, "%s", text)
}

// transportError is one of a request without an answer. The context of the
// caller stays visible to [errors.Is].
func (c *Client) transportError(ctx context.Context, err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) { // it repeats the address
		err = wrapped.Err
	}
	var timeout net.Error
	if errors.Is(ctx.Err(), context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
		return c.errorf(decision.CauseTimeout, "no answer in time: %w", err)
	}
	if errors.Is(err, httpretry.ErrTooLarge) {
		return c.errorf(decision.CauseUnreadable, "%w", err)
	}
	return c.errorf(decision.CauseUnavailable, "%w", err)
}
