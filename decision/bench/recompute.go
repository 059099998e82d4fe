package bench

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ErrNoAnswers is wrapped by the reasons why no run can be recomputed.
var ErrNoAnswers = errors.New("nothing can be recomputed")

// Source finds the run whose answers are good for now: the newest that ended, of
// the same cases, and with nothing changed that its answers rest on. The error
// wraps [ErrNoAnswers] and says what stands in the way.
func (s *Store) Source(sets []SetInfo, basis map[string]string) (Summary, error) {
	list, err := s.Summaries()
	if err != nil {
		return Summary{}, err
	}
	var reason error
	for _, summary := range list {
		switch {
		case summary.Status != StatusDone || summary.Mode != ModeReplay || !sameNames(summary.Sets, sets):
			continue
		case !sameSets(summary.Sets, sets):
			err = fmt.Errorf("%w: the cases have changed since the run %s: replay them", ErrNoAnswers, summary.ID)
		case len(changed(summary.Basis, basis)) > 0:
			err = fmt.Errorf("%w: what the answers of the run %s rest on has changed (%s): replay the cases",
				ErrNoAnswers, summary.ID, strings.Join(changed(summary.Basis, basis), ", "))
		default:
			return summary, nil
		}
		if reason == nil {
			reason = err
		}
	}
	if reason == nil {
		reason = fmt.Errorf("%w: these cases have not been replayed yet", ErrNoAnswers)
	}
	return Summary{}, reason
}

func sameNames(a, b []SetInfo) bool {
	return slices.EqualFunc(a, b, func(x, y SetInfo) bool { return x.Name == y.Name })
}

// changed lists what differs between two bases.
func changed(a, b map[string]string) []string {
	keys := map[string]bool{}
	for key, value := range a {
		if now, ok := b[key]; !ok || now != value {
			keys[key] = true
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			keys[key] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
