package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Measurement is a run of cases that is recorded.
type Measurement struct {
	Store *Store
	Cases Cases
	// Target judges the cases. said is nil in a replay; in a recompute it is
	// what the links of the provider say instead of being asked.
	Target func(said func(*decision.Call, string) (Said, bool)) Target
	// Info says what is measured: Mode, Only, Threshold, ProjectDirs, Jev and
	// Basis. The rest of it is filled in.
	Info RunInfo
	// Runner measures; its Target is replaced.
	Runner Runner
	// Resume goes on with the latest run of the same cases that did not end, or
	// ended with errors.
	Resume bool
	// Begun is told of the run when its record has begun. Nil: nobody is told.
	Begun func(RunInfo)
	// Progress is told how many cases are done, before the first and after each.
	// Nil: nobody is told.
	Progress func(done, total int)
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// ErrInterrupted says that a run was stopped before its end and can be resumed.
var ErrInterrupted = errors.New("the run was stopped before its end: it can be resumed")

// Run measures. It returns the summary and the rows, in the order of the cases.
// A recompute that cannot be is refused with an error that wraps
// [ErrNoAnswers]; [ErrBusy] says that another run is recorded.
func (m Measurement) Run(ctx context.Context) (Summary, []Row, error) {
	if m.Now == nil {
		m.Now = time.Now
	}
	said, err := m.answers()
	if err != nil {
		return Summary{}, nil, err
	}
	r, err := m.begin()
	if err != nil {
		return Summary{}, nil, err
	}
	if m.Begun != nil {
		m.Begun(r.Info())
	}
	summary, err := m.record(ctx, r, said)
	return summary, r.Rows(), errors.Join(err, r.Close())
}

// answers are those of an earlier run, for a recompute.
func (m *Measurement) answers() (func(*decision.Call, string) (Said, bool), error) {
	m.Info.Set, m.Info.Sets = m.Cases.Name(), m.Cases.Sets
	if m.Info.Mode != ModeRecompute {
		m.Info.Mode = ModeReplay
		return nil, nil
	}
	source, err := m.Store.Source(m.Cases.Sets, m.Info.Basis)
	if err != nil {
		return nil, err
	}
	m.Info.FromRun = &source.ID
	a, err := ReadAnswers(m.Store.Rows(source.ID))
	return a.Said, err
}

func (m *Measurement) begin() (*Recording, error) {
	if !m.Resume {
		m.Info.StartedAt = m.Now().UTC()
		return m.Store.Begin(m.Info)
	}
	list, err := m.Store.Summaries()
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		if s.Mode != m.Info.Mode || s.Only != m.Info.Only || !sameSets(s.Sets, m.Cases.Sets) {
			continue
		}
		switch {
		case s.Status == StatusDone && s.Errors == 0:
			return nil, fmt.Errorf("the latest run of these cases, %s, has ended: there is nothing to resume", s.ID)
		case len(changed(s.Basis, m.Info.Basis)) > 0:
			return nil, fmt.Errorf("the run %s cannot be resumed: the config has changed in %v", s.ID, changed(s.Basis, m.Info.Basis))
		}
		return m.Store.Resume(s.ID)
	}
	return nil, errors.New("there is no run of these cases to resume")
}

// record measures what is not on record yet, and sums up.
func (m *Measurement) record(ctx context.Context, r *Recording, said func(*decision.Call, string) (Said, bool)) (Summary, error) {
	done := make(map[string]bool, len(r.Rows()))
	for _, row := range r.Rows() {
		done[row.ID] = true
	}
	m.tell(len(r.Rows()))
	m.Runner.Target = m.Target(said)
	m.Runner.Once = m.Runner.Once || said != nil
	err := m.Runner.Run(ctx, func(yield func(Case) bool) {
		for _, c := range m.Cases.List {
			if !done[c.ID] && !yield(c) {
				return
			}
		}
	}, func(row Row) error {
		if said != nil {
			row.MS = 0
		}
		err := r.Add(row)
		m.tell(len(r.Rows()))
		return err
	})
	switch {
	case ctx.Err() != nil:
		return Summary{RunInfo: r.Info()}, fmt.Errorf("%w (%s)", ErrInterrupted, r.Info().ID)
	case err != nil:
		return Summary{RunInfo: r.Info()}, errors.Join(err, r.Fail(err, m.Now()))
	}
	return r.Finish(m.Now())
}

func (m *Measurement) tell(done int) {
	if m.Progress != nil {
		m.Progress(done, len(m.Cases.List))
	}
}
