package adminhttp

import (
	"context"
	"errors"

	"github.com/flux7-go/supervisor"
)

// tried is the answer to an edit that is only tried.
type tried struct {
	File            string                   `json:"file"`
	Path            string                   `json:"path"`
	Before          *string                  `json:"sha_before"`
	Valid           bool                     `json:"valid"`
	Faults          []supervisor.ConfigFault `json:"faults"`
	Warnings        []supervisor.ConfigFault `json:"warnings"`
	RestartRequired []string                 `json:"restart_required"`
	AlsoApplied     []string                 `json:"also_applied"` // needs accept_disk=1 if not empty
	Effect          *editEffect              `json:"effect"`       // null: the edit is not valid
}

// try tells what an edit would do, and changes nothing.
func (h *Handler) try(ctx context.Context, e *edit) (*tried, error) {
	if err := e.compare(); err != nil {
		return nil, err
	}
	t := &tried{
		File: e.file.id, Path: e.file.path, Before: e.shaBefore(), RestartRequired: []string{}, AlsoApplied: []string{},
		Faults: []supervisor.ConfigFault{}, Warnings: []supervisor.ConfigFault{},
	}
	if err := e.prepare(h.sup); err != nil {
		var f *failure
		if errors.As(err, &f) {
			return nil, err
		}
		t.Faults = e.faults(err)
		return t, nil
	}
	t.Valid, t.RestartRequired = true, e.change.RestartRequired()
	t.AlsoApplied, t.Warnings = e.also, e.warnings()
	t.Effect = h.editEffect(ctx, e)
	return t, ctx.Err()
}

// warnings are what is doubtful in the edited file.
func (e *edit) warnings() []supervisor.ConfigFault {
	var found []supervisor.ConfigFault
	if e.file.kind == kindConfig {
		found = append(found, e.config.Warnings...)
	}
	for _, link := range e.config.AskingLinks() {
		if set, err := e.config.QuestionSet(link); err == nil {
			for _, f := range set.Warnings {
				if e.file.kind == kindConfig || f.File == e.file.path {
					found = append(found, supervisor.ConfigFault(f))
				}
			}
		}
	}
	return e.faults(&supervisor.ConfigError{Faults: found})
}
