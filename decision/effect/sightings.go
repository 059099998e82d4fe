package effect

import (
	"sync"

	"github.com/flux7-go/supervisor/decision"
)

// maxSightings bounds what is remembered for one call. What is beyond it is
// looked at each time.
const maxSightings = 10_000

// sightings remembers, for as long as one call is looked at, what was found
// under a path: true for a file or directory that is no link, false for
// nothing. Links are followed each time. It is safe for concurrent use. Nil
// remembers nothing.
type sightings struct {
	mu     sync.Mutex
	first  [8]sighting // nearly always all there are
	count  int         // of first
	exists map[string]bool
}

type sighting struct {
	path   string
	exists bool
}

// sightingsKey is under what a call remembers its sightings.
type sightingsKey struct{}

// sightingsOf are what was seen for a call; nil if it remembers nothing.
func sightingsOf(c *decision.Call) *sightings {
	kept, _ := c.Remember(sightingsKey{}, func() any { return new(sightings) }).(*sightings)
	return kept
}

func (s *sightings) of(path string) (exists, known bool) {
	if s == nil {
		return false, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.first[:s.count] {
		switch seen := &s.first[i]; {
		case seen.path == path:
			return seen.exists, true
		case seen.exists && within(path, seen.path): // it was on the way, and no link
			return true, true
		}
	}
	exists, known = s.exists[path]
	return exists, known
}

func (s *sightings) keep(path string, exists bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.count < len(s.first):
		s.first[s.count] = sighting{path, exists}
		s.count++
	case s.exists == nil:
		s.exists = map[string]bool{path: exists}
	case len(s.exists) < maxSightings:
		s.exists[path] = exists
	}
}
