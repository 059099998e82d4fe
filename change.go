package supervisor

import (
	"context"
	"errors"
	"maps"
	"reflect"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/memory"
	"github.com/flux7-go/supervisor/memory/reviewer"
)

// Change is another config, built whole and ready to be put in force.
type Change struct {
	supervisor *Supervisor
	config     *Config
	options    Options
	snapshot   *snapshot
	people     memory.People
	reviewed   []reviewer.Agent
}

// Prepare builds another config without putting it in force, so that a file is
// written only when what it says can run. Its errors are those of [Build]. It
// works on a supervisor of [Build] or [Load].
func (s *Supervisor) Prepare(cfg *Config) (*Change, error) {
	if s.config == nil {
		return nil, errors.New("reload: the supervisor was not built from a config; use Swap")
	}
	o, err := judgingOptions(cfg, s.parts, s.breakers)
	if err != nil {
		return nil, err
	}
	reviewed, _, err := cfg.reviewedAgents(s.parts)
	if err != nil {
		return nil, err
	}
	people, err := cfg.people(s.config.Mesh)
	if err != nil {
		return nil, err
	}
	if o, err = cfg.remember(s.keeping(o), people, s.self()); err != nil {
		return nil, err
	}
	snap, err := newSnapshot(o)
	if err != nil {
		return nil, err
	}
	return &Change{supervisor: s, config: cfg, options: o, snapshot: snap, people: people, reviewed: reviewed}, nil
}

// Config is what is to be in force.
func (c *Change) Config() *Config { return c.config }

// RestartRequired lists the sections that differ from those that the
// supervisor was built with and are read only then; they stay as they are.
func (c *Change) RestartRequired() []string { return startOnly(c.supervisor.config, c.config) }

// Trial makes a trial of what would be in force.
func (c *Change) Trial(opts ...TrialOption) *Trial {
	t := &Trial{supervisor: c.supervisor, snapshot: c.snapshot, stages: allStages}
	for _, o := range opts {
		o(t)
	}
	return t
}

// Apply puts the config in force and journals the change; by says who asked, and
// fields, which may be nil, are added to the event. Calls in flight finish on
// the old config; calls that wait for a person in a queue are judged again.
func (c *Change) Apply(ctx context.Context, by string, fields map[string]any) {
	s := c.supervisor
	before := s.StandingApprovals()
	s.install(c.snapshot)
	s.live.Store(c.config)
	if s.observer != nil {
		s.observer.SetPeople(c.people)
	}
	s.desk.setPeople(c.people)
	if err := s.turns.SetAgents(c.reviewed); err != nil { // Prepare has checked them
		s.log.ErrorContext(ctx, "finished turns are reviewed as before", "error", err)
	}
	s.settleNew(ctx, before)
	s.requeue()
	keepBreakers(s.breakers, c.options)
	event := map[string]any{
		"by": by, "path": c.config.Path, "mode": c.config.Mode, "rules": len(c.config.Rules), "restart_required": c.RestartRequired(),
	}
	maps.Copy(event, fields)
	// A journal that does not take this has said so in the log and in the
	// status; the config is in force all the same.
	_ = s.record(ctx, Event{Type: decision.EventConfigChange, Time: s.now(), Fields: event})
}

// Config is the config in force; nil if the supervisor was not built from one.
// It must not be changed.
func (s *Supervisor) Config() *Config { return s.live.Load() }

// Reload puts another config in force, whole or not at all, and journals the
// change. It returns the sections that differ from those that the supervisor
// was built with and are read only then; they stay as they were. It works on a
// supervisor of [Build] or [Load].
func (s *Supervisor) Reload(ctx context.Context, cfg *Config) (restartRequired []string, err error) {
	change, err := s.Prepare(cfg)
	if err != nil {
		return nil, err
	}
	change.Apply(ctx, "reload", nil)
	return change.RestartRequired(), nil
}

// startOnly lists the sections that differ and are read only at start.
func startOnly(a, b *Config) []string {
	list := []string{}
	for _, section := range []struct {
		name string
		same bool
	}{
		{"mesh", reflect.DeepEqual(a.Mesh, b.Mesh)},
		{"memory", reflect.DeepEqual(a.Memory.atStart(), b.Memory.atStart())},
		{"approvals", a.Approvals == b.Approvals && a.asksPeople() == b.asksPeople()},
		{"admin", reflect.DeepEqual(a.Admin, b.Admin)},
		{"mcp_server", reflect.DeepEqual(a.MCPServer, b.MCPServer)},
		{"notify", reflect.DeepEqual(a.Notify, b.Notify)},
		{"decision_log", reflect.DeepEqual(a.Journal, b.Journal)},
	} {
		if !section.same {
			list = append(list, section.name)
		}
	}
	return list
}
