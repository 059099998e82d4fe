package provider

import (
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Keyer is the ability of a provider to say when two calls ask for the very
// same request. RequestKey returns a text that covers everything that the
// answer depends on, recent activity and grants included, and false for a call
// that must have a request of its own. Calls with one key that meet share one
// request and its verdict. Without it nothing is shared.
//
// A shared verdict must not be changed by who gets it.
type Keyer interface {
	RequestKey(c *decision.Call) (key string, ok bool)
}

// BreakerIgnorer is the ability of an error to say that it tells nothing about
// the health of its link: the server was there, and refused this one call.
// Without it an error counts.
type BreakerIgnorer interface{ BreakerIgnores() bool }

// Noter is an error of a provider that says in words of its own why there is no
// answer. They are kept as a note of the decision, behind the name of the link:
// they must repeat nothing of the call.
type Noter interface{ Note() string }

// BreakerOpener is the ability of an error to open the breaker at once, for at
// least the time it returns and at most [MaxOpen]: a key that was refused, a
// quota that is used up. Without it, and when it returns 0, an error is one of
// several in a row.
type BreakerOpener interface{ BreakerOpens() time.Duration }
