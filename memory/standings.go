package memory

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// standings is the standing approvals of scope session and permanent.
type standings struct {
	maxStandings int
	now          func() time.Time

	standingsMu sync.RWMutex
	standing    map[string]*kept // by id
}

// kept is a standing approval with what it is about.
type kept struct {
	decision.Standing
	key string
}

func newStandings(o Options) standings {
	return standings{maxStandings: o.MaxStandings, now: o.Now, standing: map[string]*kept{}}
}

// SaveStanding keeps a standing approval. One of the same
// [decision.Standing.Key] is replaced and hands its id on; else it keeps its own
// id, or gets one. The error is that of ctx, of [decision.Standing.Validate], or
// [ErrFull]; see [Options.MaxStandings].
func (s *standings) SaveStanding(ctx context.Context, a decision.Standing) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := a.Validate(); err != nil {
		return "", err
	}
	key, err := a.Key()
	if err != nil {
		return "", err
	}
	a = cloneStanding(a)
	s.standingsMu.Lock()
	defer s.standingsMu.Unlock()
	earlier := s.about(key)
	switch taken := s.standing[a.ID]; {
	case earlier != nil:
		a.ID = earlier.ID
	case taken != nil:
		return "", fmt.Errorf("the id %.64q is that of another standing approval", a.ID)
	case !s.hasRoom():
		return "", ErrFull
	case a.ID == "":
		a.ID = NewID()
	}
	s.standing[a.ID] = &kept{a, key}
	return a.ID, nil
}

func (s *standings) about(key string) *kept {
	for _, k := range s.standing {
		if k.key == key {
			return k
		}
	}
	return nil
}

// hasRoom makes room for one more, if need be and if it can.
func (s *standings) hasRoom() bool {
	if len(s.standing) < s.maxStandings {
		return true
	}
	now := s.now()
	for id, k := range s.standing {
		if !k.InForce(now) {
			delete(s.standing, id)
		}
	}
	return len(s.standing) < s.maxStandings
}

// FindStandings returns those of an agent and a tool that have not expired, also
// what is used up; empty names match all. They are sorted by agent, tool, scope
// in the order in which scopes are looked at, and id. The error is that of ctx.
func (s *standings) FindStandings(ctx context.Context, agent, tool string, now time.Time) ([]decision.Standing, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := []decision.Standing{}
	s.standingsMu.RLock()
	for _, k := range s.standing {
		if (agent == "" || agent == k.Agent) && (tool == "" || tool == k.Tool) && !k.Expired(now) {
			found = append(found, cloneStanding(k.Standing))
		}
	}
	s.standingsMu.RUnlock()
	SortStandings(found)
	return found, nil
}

// SortStandings sorts as every store does: by agent, tool, scope in the order in
// which scopes are looked at, and id.
func SortStandings(list []decision.Standing) {
	order := []decision.StandingScope{decision.StandingConfig, decision.StandingSession, decision.StandingPermanent}
	slices.SortFunc(list, func(a, b decision.Standing) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Tool, b.Tool),
			cmp.Compare(slices.Index(order, a.Scope), slices.Index(order, b.Scope)), cmp.Compare(a.ID, b.ID))
	})
}

// UseStanding counts a use of one that is in force. The error is that of ctx.
func (s *standings) UseStanding(ctx context.Context, id string, now time.Time) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.standingsMu.Lock()
	defer s.standingsMu.Unlock()
	k, known := s.standing[id]
	if !known || !k.InForce(now) {
		return false, nil
	}
	k.Uses++
	k.LastUse = now
	return true, nil
}

// DeleteStanding deletes one; false: there was none. The error is that of ctx.
func (s *standings) DeleteStanding(ctx context.Context, id string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	s.standingsMu.Lock()
	defer s.standingsMu.Unlock()
	_, known := s.standing[id]
	delete(s.standing, id)
	return known, nil
}
