package supervisor

import (
	"context"
	"maps"
	"slices"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/rules/standing"
)

// CreateStanding creates a standing approval, as [standing.Set.Create] does, and
// records who did: CreatedBy of the request. The error wraps
// [standing.ErrRefused] when it must not be as it was asked for, and is
// [standing.ErrNoStore] when none can be kept.
func (s *Supervisor) CreateStanding(ctx context.Context, r standing.Request) (decision.Standing, standing.Preview, error) {
	set := s.StandingApprovals()
	if set == nil {
		return decision.Standing{}, standing.Preview{}, standing.ErrNoStore
	}
	a, preview, err := set.Create(ctx, r)
	if a.ID != "" { // it is kept, also with an error
		s.recordStanding(ctx, "created", a.CreatedBy, a, map[string]any{"settled": preview.Settled})
	}
	return a, preview, err
}

// DeleteStanding deletes a standing approval, and records who did. It returns
// the others on the same agent and tool, which are still in force. The error is
// [standing.ErrNotFound] when there is none of that id.
func (s *Supervisor) DeleteStanding(ctx context.Context, id, by string) ([]decision.Standing, error) {
	set := s.StandingApprovals()
	if set == nil {
		return nil, standing.ErrNotFound
	}
	list, err := set.List(ctx, "")
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(list, func(a decision.Standing) bool { return a.ID == id && id != "" })
	if err := set.Delete(ctx, id); err != nil {
		return nil, err
	}
	a := decision.Standing{ID: id}
	if at >= 0 {
		a = list[at]
	}
	s.recordStanding(ctx, "deleted", by, a, nil)
	left, err := set.List(ctx, a.Agent)
	return slices.DeleteFunc(left, func(one decision.Standing) bool { return one.Tool != a.Tool || !one.InForce(s.now()) }), err
}

// recordStanding journals a change. A journal that does not take it has said so
// in the log and in the status; the change stands.
func (s *Supervisor) recordStanding(ctx context.Context, change, by string, a decision.Standing, more map[string]any) {
	fields := map[string]any{
		"change": change, "by": by, "id": a.ID, "scope": string(a.Scope), "agent_id": a.Agent, "tool": a.Tool, "session_id": a.Session,
		"fingerprint": a.Fingerprint, "covers": standing.Describe(a),
	}
	maps.Copy(fields, more)
	_ = s.record(ctx, Event{Type: decision.EventStanding, Time: s.now(), Fields: fields})
}
