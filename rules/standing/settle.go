package standing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/decision"
)

// resolver is who settles a waiting call because of a standing approval:
// Denkeeper's name. It is nobody's who counts as a person.
const resolver = "auto_approve"

// waitingLimit is how many waiting calls are looked at, the latest; those
// beyond wait for a person.
const waitingLimit = 500

// SettleNew settles the calls that wait and that the config covers now and did
// not before; nil before means nothing was. It returns their ids. What the
// config covered already stays as it is: a person was asked about it for a
// reason.
func (s *Set) SettleNew(ctx context.Context, before *Set) ([]string, error) {
	settled := []string{}
	if s.opts.Approvals == nil {
		return settled, nil
	}
	waiting, err := s.opts.Approvals.Pending(ctx, decision.Query{Limit: waitingLimit})
	if err != nil {
		return settled, fmt.Errorf("looking at the calls that wait: %w", err)
	}
	var errs []error
	for _, w := range waiting {
		fresh := s.configured(w.Call.Agent, w.Call.Tool) && (before == nil || !before.configured(w.Call.Agent, w.Call.Tool))
		if !fresh {
			continue
		}
		a := decision.Standing{Scope: decision.StandingConfig, Agent: w.Call.Agent, Tool: w.Call.Tool}
		done, err := s.approve(ctx, a, w)
		errs = append(errs, err)
		if done {
			settled = append(settled, w.ID)
		}
	}
	return settled, errors.Join(errs...)
}

// settle approves the calls that wait and that a new standing approval covers,
// oldest first, and returns their ids.
func (s *Set) settle(ctx context.Context, a decision.Standing) ([]string, error) {
	settled := []string{}
	if s.opts.Approvals == nil {
		return settled, nil
	}
	waiting, err := s.opts.Approvals.Pending(ctx, decision.Query{Agent: a.Agent, Tool: a.Tool, Limit: waitingLimit})
	if err != nil {
		return settled, fmt.Errorf("looking at the calls that wait: %w", err)
	}
	var errs []error
	for _, w := range slices.Backward(waiting) {
		c, err := w.Call.Normalize()
		if err != nil || refuses(ctx, a, c.WithAnalyzer(s.opts.Analyzer), s.opts.Now()) != "" {
			continue
		}
		done, err := s.approve(ctx, a, w)
		errs = append(errs, err)
		if done {
			settled = append(settled, w.ID)
		}
	}
	return settled, errors.Join(errs...)
}

// approve settles one waiting call, if nothing stands against it that a
// standing approval does not lift. The use is counted first: one that is not
// used is better than one that is used twice.
func (s *Set) approve(ctx context.Context, a decision.Standing, w decision.Approval) (bool, error) {
	if !s.lifts(ctx, w) {
		return false, nil
	}
	v := verdict(a)
	if err := s.Commit(ctx, &w.Call, v); err != nil {
		if errors.Is(err, ErrUsedUp) {
			return false, nil
		}
		return false, err
	}
	err := s.opts.Approvals.Resolve(ctx, w.ID, decision.Resolution{
		Status: decision.ApprovalApproved, By: resolver, At: s.opts.Now(), Reasoning: v.Reasoning, Confidence: 1,
	})
	if errors.Is(err, decision.ErrResolved) || errors.Is(err, decision.ErrNoApproval) {
		return false, nil // somebody was faster
	}
	if err != nil {
		return false, fmt.Errorf("settling approval %.64s: %w", w.ID, err)
	}
	return true, nil
}

// lifts reports whether the call waits for a reason that a standing approval
// lifts.
func (s *Set) lifts(ctx context.Context, w decision.Approval) bool {
	if w.Call.InjectionRisk {
		return false
	}
	if s.opts.Judge == nil {
		return w.Decision.Cause == decision.CauseUnsettled || w.Decision.Cause == decision.CauseJudged
	}
	call := w.Call
	call.ID = w.ID
	d, err := s.opts.Judge(ctx, call)
	if err != nil {
		s.opts.Logger.WarnContext(ctx, "a call that waits could not be judged again", "approval", w.ID, "error", err)
		return false
	}
	return d.Action == decision.Approve && strings.HasPrefix(d.RuleMatched, source)
}
