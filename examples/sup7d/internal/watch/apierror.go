package watch

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// apiError is a request that the API refused.
type apiError struct {
	Status     int                     `json:"-"`
	Text       string                  `json:"error"`
	As         decision.ApprovalStatus `json:"status"` // of an approval that was settled before
	ResolvedBy string                  `json:"resolved_by"`
}

func (e *apiError) Error() string {
	switch e.Status {
	case http.StatusUnauthorized:
		return "the supervisor does not take the token (401): give the one of admin.token"
	case http.StatusForbidden:
		return "the token may not do this (403): " + e.Text
	}
	return fmt.Sprintf("the supervisor answered %d: %s", e.Status, e.Text)
}

// refused reports whether an error says that asking again is of no use.
func refused(err error) bool {
	var e *apiError
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && e.Status != http.StatusTooManyRequests || isUnconfigured(err)
}

func isNotFound(err error) bool {
	var e *apiError
	return errors.As(err, &e) && e.Status == http.StatusNotFound
}

// isUnconfigured reports whether no calls wait there at all.
func isUnconfigured(err error) bool {
	var e *apiError
	return errors.As(err, &e) && e.Status == http.StatusServiceUnavailable && strings.Contains(e.Text, "memory.store")
}

// settledBefore says who was faster; empty: the error is another one.
func settledBefore(err error) string {
	var e *apiError
	if !errors.As(err, &e) || e.Status != http.StatusConflict || e.As == "" {
		return ""
	}
	before := call{Status: e.As, ResolvedBy: e.ResolvedBy}
	return before.settled()
}

// reason is an error of net/http without the address, which is known.
func reason(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
