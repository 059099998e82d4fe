package standing

import (
	"context"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// previewLimit is how many decisions a preview looks at, the latest.
	previewLimit = 500
	// maxShown bounds the ids that a preview lists.
	maxShown = 20
)

// Preview says what a standing approval would have covered among the latest
// decisions on its agent and tool.
type Preview struct {
	Looked  int      `json:"looked"`  // decisions that were looked at
	Covered int      `json:"covered"` // of those, how many it would have covered
	Denied  int      `json:"denied"`  // of the covered, how many were denied
	IDs     []string `json:"ids"`     // of the covered, the latest; at most 20, never nil
	// Unclear is how many more it may have covered: arguments are not kept with a
	// decision.
	Unclear int `json:"unclear"`
	// Settled are the ids of the calls that waited and were approved. Never nil.
	Settled []string `json:"settled"`
}

func (s *Set) preview(ctx context.Context, a decision.Standing) (Preview, error) {
	p := Preview{IDs: []string{}, Settled: []string{}}
	if s.opts.Recent == nil {
		return p, nil
	}
	recent, err := s.opts.Recent.Recent(ctx, decision.Query{Agent: a.Agent, Tool: a.Tool, Limit: previewLimit})
	if err != nil {
		return p, fmt.Errorf("looking at what the standing approval would cover: %w", err)
	}
	p.Looked = len(recent)
	for _, d := range recent {
		switch {
		case !wouldCover(a, d):
		case len(a.Arguments) > 0 && a.Fingerprint == "":
			p.Unclear++
		default:
			p.add(d)
		}
	}
	return p, nil
}

func (p *Preview) add(d decision.Decision) {
	p.Covered++
	if len(p.IDs) < maxShown {
		p.IDs = append(p.IDs, d.ID)
	}
	if d.Action == decision.Deny {
		p.Denied++
	}
}

// wouldCover holds what a decision tells of its call against a standing
// approval.
func wouldCover(a decision.Standing, d decision.Decision) bool {
	if d.InjectionRisk || a.Fingerprint != "" && d.Fingerprint != a.Fingerprint || a.Scope == decision.StandingSession && d.Session != a.Session {
		return false
	}
	effects := decision.Effects{List: d.Evidence.Effects, Gaps: d.Evidence.Opaque, Covered: len(d.Evidence.Opaque) == 0}
	return Unfit(a, effects) == "" && outside(a, effects) == ""
}
