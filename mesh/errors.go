package mesh

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/flux7-go/supervisor/decision"
)

// StatusError is an answer of the mesh other than success. It carries a cause
// for [decision.CauseOf].
type StatusError struct {
	Status int    // of the HTTP answer
	Op     string // what was asked for: "list", "get", "approve", …

	err *decision.Error
	// json tells an answer of the mesh itself from the page of a proxy, or of a
	// server that has no such route.
	json bool
}

// Error says what was asked, what came back, and what to do where that is known.
func (e *StatusError) Error() string { return "mesh " + e.Op + ": " + e.err.Error() }

// Unwrap returns the [decision.Error] with the cause.
func (e *StatusError) Unwrap() error { return e.err }

// IsUnauthorized reports whether the mesh did not accept who asked: 401 or 403.
func IsUnauthorized(err error) bool {
	switch statusOf(err) {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	}
	return false
}

// IsNotFound reports whether the mesh knows no such approval, grant or trace.
// A 404 of something that is no mesh is not meant.
func IsNotFound(err error) bool {
	var status *StatusError
	return errors.As(err, &status) && status.Status == http.StatusNotFound && status.json
}

// IsResolved reports whether the approval was settled already, by a person,
// another supervisor or the clock.
func IsResolved(err error) bool {
	return statusOf(err) == http.StatusConflict || errors.Is(err, decision.ErrResolved)
}

func statusOf(err error) int {
	var status *StatusError
	if errors.As(err, &status) {
		return status.Status
	}
	return 0
}

// statusError describes an answer that is no success. Of the body only the
// message of a JSON error is taken over.
func (c *Client) statusError(op string, resp *http.Response, body []byte) *StatusError {
	var answer struct {
		Error *string `json:"error"`
	}
	e := &StatusError{Status: resp.StatusCode, Op: op}
	message := http.StatusText(resp.StatusCode)
	if json.Unmarshal(body, &answer) == nil && answer.Error != nil {
		e.json = true
		message = c.withoutToken(*answer.Error)
	}
	e.err = decision.Errorf(causeOfStatus(e.Status), "status %d: %s", e.Status, message)
	switch {
	case e.Status == http.StatusUnauthorized && c.adminToken == "":
		e.err = decision.Errorf(decision.CauseUnavailable,
			"the mesh at %s wants an admin token: set mesh.admin_token_env (or MESH_ADMIN_TOKEN)", c.base)
	case e.Status == http.StatusUnauthorized:
		e.err = decision.Errorf(decision.CauseUnavailable,
			"the mesh at %s refused the admin token: check mesh.admin_token_env (or MESH_ADMIN_TOKEN)", c.base)
	case e.Status == http.StatusNotFound && !e.json:
		e.err = decision.Errorf(decision.CauseUnavailable,
			"status 404: %s has no such route: check mesh.url and the version of the mesh", c.base)
	case e.Status >= 300 && e.Status < 400:
		e.err = decision.Errorf(decision.CauseUnreadable,
			"status %d: redirects are not followed: set mesh.url to the final address", e.Status)
	}
	return e
}

func causeOfStatus(status int) decision.Cause {
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusNotFound,
		http.StatusTooManyRequests:
		return decision.CauseUnavailable
	case http.StatusRequestTimeout, http.StatusTooEarly:
		return decision.CauseUnavailable
	case http.StatusConflict:
		return decision.CauseExpired
	}
	if status >= http.StatusInternalServerError {
		return decision.CauseUnavailable
	}
	return decision.CauseUnreadable
}

// transportError describes a request without an answer, or a body that broke
// off. The context of the caller stays visible to [errors.Is].
func (c *Client) transportError(op string, err error) error {
	// The URL that net/http adds repeats the id; the address is named anyway.
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	var timeout net.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
		return decision.Errorf(decision.CauseTimeout, "mesh %s: no answer from %s in time: %w", op, c.base, err)
	}
	return decision.Errorf(decision.CauseUnavailable, "mesh %s: %s: %w", op, c.base, err)
}

func unreadable(op, format string, args ...any) error {
	return decision.Errorf(decision.CauseUnreadable, "mesh %s: %w", op, fmt.Errorf(format, args...))
}
