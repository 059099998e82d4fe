package rules

import (
	"context"
	"slices"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// sight is what a test may look at while one call is judged. It is not safe
// for concurrent use.
type sight struct {
	ctx   context.Context // of the judging of this one call
	call  *decision.Call
	scope *effect.Scope
	now   func() time.Time

	// The last text that was located: many rules ask about the same one.
	located  bool
	text     string
	location effect.Location

	found found
	late  []lookup // what the index put off and has looked at since
}

// effects are what the call would do. It is analysed when this is first asked.
func (s *sight) effects() decision.Effects { return s.call.Effects(s.ctx) }

// asked notes that a lookup is made, and reports whether it was before.
func (s *sight) asked(l lookup) bool {
	if slices.Contains(s.late, l) {
		return true
	}
	s.late = append(s.late, l)
	return false
}

// locate finds out where a path of the call leads.
func (s *sight) locate(text string) effect.Location {
	if !s.located || s.text != text {
		s.location = s.scope.LocateFor(s.call, text)
		s.text, s.located = text, true
	}
	return s.location
}
