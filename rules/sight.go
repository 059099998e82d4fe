package rules

import (
	"slices"
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

	found found
	paths []int // the fields of the index whose paths were looked at
}

// asked notes that the paths of a field are looked at, and reports whether
// they were before.
func (s *sight) asked(field int) bool {
	if slices.Contains(s.paths, field) {
		return true
	}
	s.paths = append(s.paths, field)
	return false
}

// locate finds out where a path of the call leads.
func (s *sight) locate(text string) effect.Location {
	if !s.located || s.text != text {
		s.location = s.scope.Locate(text, s.call.WorkingDir)
		s.text, s.located = text, true
	}
	return s.location
}
