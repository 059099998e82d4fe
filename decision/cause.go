package decision

import (
	"context"
	"errors"
	"fmt"
)

// Cause says by machine why a call was escalated, or why a link of a provider
// chain failed. An approve or deny has none.
type Cause string

// The causes. The set is closed: programs switch on it.
const (
	CauseNone        Cause = ""
	CauseRule        Cause = "rule"        // a condition asked for a person
	CauseUnsettled   Cause = "unsettled"   // nothing settled the call
	CauseJudged      Cause = "judged"      // a provider answered "escalate"
	CauseThreshold   Cause = "threshold"   // the confidence was below the threshold
	CauseOpaque      Cause = "opaque"      // what the call would do could not be seen whole
	CauseInjection   Cause = "injection"   // the call carries the injection flag
	CauseSelf        Cause = "self"        // the call touches the supervisor's own files
	CausePaused      Cause = "paused"      // the supervisor is paused
	CauseExpired     Cause = "expired"     // no time was left
	CauseTier        Cause = "tier"        // the agent's tier does not let this be approved
	CauseOverload    Cause = "overload"    // a limit of calls in flight was reached
	CauseTimeout     Cause = "timeout"     // a budget ran out
	CauseUnavailable Cause = "unavailable" // down, refused us, or 401, 402, 403, 404, 429, 5xx
	CauseUnreadable  Cause = "unreadable"  // answered, but not in a form that can be trusted
	CauseRefused     Cause = "refused"     // a model declined to answer
	CauseRecord      Cause = "record"      // the decision could not be recorded
	CauseInvalid     Cause = "invalid"     // the call is malformed
	CauseObserve     Cause = "observe"     // judged in observe mode, which settles nothing; never in the journal
	CausePanic       Cause = "panic"       // a part panicked
)

// Outage reports whether the cause is a failure of a part that may be over
// later, so that the call is worth judging again.
func (c Cause) Outage() bool {
	switch c {
	case CauseTimeout, CauseUnavailable, CauseUnreadable, CauseOverload, CauseRecord:
		return true
	}
	return false
}

// ErrPass is what a [Provider] returns for a call that is not its to judge. It
// is not a failure.
var ErrPass = errors.New("provider passes")

// Error is a failure with its cause. Its message must hold no secret and no
// parameter value: it is logged.
type Error struct {
	Cause Cause
	Err   error
}

// Errorf builds an [Error] as [fmt.Errorf] builds an error.
func Errorf(cause Cause, format string, args ...any) *Error {
	return &Error{Cause: cause, Err: fmt.Errorf(format, args...)}
}

// Error returns the message of the wrapped error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *Error) Unwrap() error { return e.Err }

// CauseOf returns the cause that err carries: that of an [Error] in its tree,
// [CauseTimeout] for an exceeded deadline, [CauseNone] for nil, and
// [CauseUnavailable] for everything else.
func CauseOf(err error) Cause {
	var caused *Error
	switch {
	case err == nil:
		return CauseNone
	case errors.As(err, &caused) && caused.Cause != CauseNone:
		return caused.Cause
	case errors.Is(err, context.DeadlineExceeded):
		return CauseTimeout
	}
	return CauseUnavailable
}
