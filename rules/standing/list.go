package standing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/flux7-go/supervisor/decision"
)

// Keeps reports whether standing approvals can be created: there is a store.
func (s *Set) Keeps() bool { return s.opts.Store != nil }

// List returns the standing approvals of an agent, or all when agent is empty:
// those of the config sorted by agent and tool, then those of the store. It
// never returns nil. Those of the config have no id and no times; of an agent
// that a glob matches they are listed under the glob when all are asked for.
func (s *Set) List(ctx context.Context, agent string) ([]decision.Standing, error) {
	list := []decision.Standing{}
	for i := range s.config {
		entry := &s.config[i]
		name := entry.Agent
		if agent != "" {
			if s.entry(agent) != entry {
				continue
			}
			name = agent
		}
		for _, tool := range entry.Tools {
			list = append(list, decision.Standing{Scope: decision.StandingConfig, Agent: name, Tool: tool, CreatedBy: "config"})
		}
	}
	slices.SortFunc(list, func(a, b decision.Standing) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Tool, b.Tool))
	})
	if s.opts.Store == nil {
		return list, nil
	}
	stored, err := s.opts.Store.FindStandings(ctx, agent, "", s.opts.Now())
	if err != nil {
		return list, fmt.Errorf("listing the standing approvals: %w", err)
	}
	return append(list, stored...), nil
}

// ErrNotFound says that there is no standing approval of an id. Those of the
// config have none: they go with the config.
var ErrNotFound = errors.New("no such standing approval")

// Delete deletes one of the store.
func (s *Set) Delete(ctx context.Context, id string) error {
	if s.opts.Store == nil || id == "" {
		return ErrNotFound
	}
	found, err := s.opts.Store.DeleteStanding(ctx, id)
	if err != nil {
		return fmt.Errorf("deleting standing approval %.64s: %w", id, err)
	}
	if !found {
		return ErrNotFound
	}
	return nil
}

// EndSession deletes those of a conversation that is over, and returns how many.
func (s *Set) EndSession(ctx context.Context, session string) (int, error) {
	if s.opts.Store == nil || session == "" {
		return 0, nil
	}
	list, err := s.opts.Store.FindStandings(ctx, "", "", s.opts.Now())
	if err != nil {
		return 0, fmt.Errorf("looking for the standing approvals of a conversation: %w", err)
	}
	deleted := 0
	for _, a := range list {
		if a.Scope != decision.StandingSession || a.Session != session {
			continue
		}
		switch err := s.Delete(ctx, a.ID); {
		case errors.Is(err, ErrNotFound):
		case err != nil:
			return deleted, err
		default:
			deleted++
		}
	}
	return deleted, nil
}

// Unknown returns those of the config whose tool is not among the known ones,
// sorted, so that somebody can be warned of a misspelt name. They are kept: the
// tool may come later.
func (s *Set) Unknown(tools []string) []decision.Standing {
	list, _ := (&Set{config: s.config}).List(context.Background(), "") // no store, no error
	return slices.DeleteFunc(list, func(a decision.Standing) bool { return slices.Contains(tools, a.Tool) })
}
