package decision

import (
	"errors"
	"fmt"
)

// ErrChanged says that a call is not the one that was judged.
var ErrChanged = errors.New("the call is not the one that was judged: judge it again")

// Permits returns nil if the decision approves a call and the call is the one
// that was judged: of the same tool, parameters and working directory, as its
// fingerprint tells. Who carries out calls later or elsewhere than where they
// are judged asks this just before. The error wraps [ErrChanged], or says that
// the decision is no approve.
func (d Decision) Permits(c Call) error {
	if d.Action != Approve {
		return fmt.Errorf("the decision on %s is %s, not approve", d.Tool, d.Action)
	}
	now, err := Fingerprint(&c)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	if d.Fingerprint == "" || now != d.Fingerprint {
		return ErrChanged
	}
	return nil
}
