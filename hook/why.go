package hook

import (
	"context"
	"errors"
	"net/http"
)

// Unjudged is an error of a [Judge] with a few words for the person who is asked
// in its place. Why holds no secret and nothing of the call; Err is for the log.
type Unjudged struct {
	Why string
	Err error
}

// Error is that of Err.
func (e *Unjudged) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *Unjudged) Unwrap() error { return e.Err }

// The few words, where no [Unjudged] has others.
const (
	whyEvent    = "the event of the host could not be read"
	whyTime     = "the supervisor did not answer in time"
	whyReached  = "the supervisor could not be reached"
	whyRefused  = "the supervisor refused the token of the hook"
	whyNotFound = "there is no supervisor at the URL of the hook"
	whyFailed   = "the supervisor failed"
)

// whyOf tells in a few words what kept a call from being judged.
func whyOf(err error) string {
	var said *Unjudged
	var status peerStatus
	switch {
	case errors.As(err, &said):
		return said.Why
	case errors.As(err, &status):
		return status.why()
	case errors.Is(err, context.DeadlineExceeded):
		return whyTime
	case errors.Is(err, errUnreached):
		return whyReached
	}
	return whyFailed
}

func (s peerStatus) why() string {
	switch int(s) {
	case http.StatusUnauthorized, http.StatusForbidden:
		return whyRefused
	case http.StatusNotFound:
		return whyNotFound
	case http.StatusConflict:
		return "the approve cannot be used any more"
	}
	return s.Error()
}
