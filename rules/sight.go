package rules

import (
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/decision/effect"
)

// sight is what a test may look at while one call is judged. It is not safe
// for concurrent use.
type sight struct {
	call  *decision.Call
	scope *effect.Scope
	now   func() time.Time

	// The last text that was located: many rules ask about the same one.
	located  bool
	text     string
	location effect.Location
}

// locate finds out where a path of the call leads.
func (s *sight) locate(text string) effect.Location {
	if !s.located || s.text != text {
		s.location = s.scope.Locate(text, s.call.WorkingDir)
		s.text, s.located = text, true
	}
	return s.location
}
