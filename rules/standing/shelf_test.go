package standing_test

import (
	"context"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
)

// shelf is the store of the tests. With err set it cannot be read or written.
type shelf struct {
	*memory.Store
	err error
}

func newShelf() *shelf {
	return &shelf{Store: memory.NewStore(memory.Options{Now: func() time.Time { return monday }})}
}

func (s *shelf) FindStandings(ctx context.Context, agent, tool string, now time.Time) ([]decision.Standing, error) {
	if s.err != nil {
		return nil, s.err
	}
	return s.Store.FindStandings(ctx, agent, tool, now)
}

func (s *shelf) UseStanding(ctx context.Context, id string, now time.Time) (bool, error) {
	if s.err != nil {
		return false, s.err
	}
	return s.Store.UseStanding(ctx, id, now)
}

func (m mixed) FindStandings(ctx context.Context, _, _ string, now time.Time) ([]decision.Standing, error) {
	return m.shelf.FindStandings(ctx, "", "", now)
}
