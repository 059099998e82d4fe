package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
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

// closed is an error that another call will meet too.
type closed struct {
	*StatusError
	pause time.Duration
}

// BreakerOpens returns how long to keep away.
func (e closed) BreakerOpens() time.Duration { return e.pause }

func (e closed) Unwrap() error { return e.StatusError }

// statusError makes an error of an answer that is not a success, with what a
// breaker is to make of it. All have the cause unavailable.
func (c *Client) statusError(resp *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBytes))
	said := readVendor(body)
	e := &StatusError{Service: c.service, Status: resp.StatusCode, Code: c.mask(said.code), Message: c.mask(said.message)}
	if resp.StatusCode/100 == 3 {
		e.Message = "a redirect is not followed: give the final address"
	}
	return &decision.Error{Cause: decision.CauseUnavailable, Err: classify(e)}
}

func classify(e *StatusError) error {
	switch {
	case e.Status == http.StatusPaymentRequired, e.Code == "insufficient_quota", e.Code == "billing_error":
		return closed{e, SpentPause}
	}
	switch e.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusNotImplemented:
		return closed{e, LockedPause}
	case http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		return oddCall{e}
	}
	return e
}

// vendor is what the body of an error says.
type vendor struct{ code, message string }

// readVendor reads the forms that model services use. Of a body in no known
// form nothing is kept: it may be a page, or repeat the request.
func readVendor(body []byte) vendor {
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return vendor{}
	}
	for _, key := range [...]string{"error", "detail", "message"} {
		if v := readMessage(top[key]); v.message != "" {
			return v
		}
	}
	return vendor{}
}

func readMessage(raw json.RawMessage) (v vendor) {
	if json.Unmarshal(raw, &v.message) == nil {
		return v
	}
	var object struct {
		Message string          `json:"message"`
		Code    json.RawMessage `json:"code"` // a word, or the status once more
		Type    string          `json:"type"`
	}
	if json.Unmarshal(raw, &object) != nil {
		return vendor{}
	}
	v = vendor{code: object.Type, message: object.Message}
	var code string
	if json.Unmarshal(object.Code, &code) == nil && code != "" {
		v.code = code
	}
	return v
}

// masker returns the function behind [Client.Message].
func masker(key string) func(string) string {
	return func(text string) string {
		if key != "" {
			text = strings.ReplaceAll(text, key, redact.Mask)
		}
		const maxInput = 4 * maxMessageBytes // what is cut off needs no masking
		return oneline.Clean(redact.Text(oneline.Clean(text, maxInput)), maxMessageBytes)
	}
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
	return decision.Errorf(decision.CauseUnavailable, "%s: no connection, or it broke off: %s", c.service, c.mask(err.Error()))
}
