package supervisor

import (
	"context"
	"fmt"
	"strconv"
)

func (j *judging) belowThreshold(v Verdict) bool { return v.Confidence < j.threshold(v) }

func (j *judging) threshold(v Verdict) float64 {
	if v.Threshold != nil {
		return *v.Threshold
	}
	return j.ConfidenceThreshold
}

// settle holds a settled verdict of a rule or gate against what applies to
// all: a known action, the confidence threshold, and that nothing inferred
// approves an opaque call.
func (j *judging) settle(ctx context.Context, v Verdict, author any) Verdict {
	switch {
	case v.Action == Escalate:
		if v.Cause == "" {
			v.Cause = CauseRule
		}
		return v
	case !isConfidence(v.Confidence):
		v.Confidence = 0
		return demote(v, CauseUnreadable)
	case j.belowThreshold(v):
		return demote(v, CauseThreshold)
	case v.Action == Deny:
		return v
	}
	return j.approve(ctx, v, author)
}

// isConfidence reports whether c is a number from 0 to 1; a NaN is none.
func isConfidence(c float64) bool { return c >= 0 && c <= 1 }

// approve is the one place where an approve comes to stand.
func (j *judging) approve(ctx context.Context, v Verdict, author any) Verdict {
	switch {
	case v.Action != Approve:
		v.Reasoning = "unknown action"
		return demote(v, CauseUnreadable)
	case j.call.InjectionRisk:
		return injectionVerdict()
	case j.mustSeeWhole(v.Basis) && j.call.Effects(ctx).Opaque():
		v.Reasoning = "would be approved, but what the call does cannot be seen whole: " + v.Reasoning
		return demote(v, CauseOpaque)
	}
	if why := j.beyondTier(v, func() Effects { return j.call.Effects(ctx) }); why != "" {
		v.Reasoning = "the agent is restricted to reads, and " + why + "; else approved: " + v.Reasoning
		return demote(v, CauseTier)
	}
	j.author = author
	return v
}

// mustSeeWhole reports whether a verdict on this basis may approve only what
// the analyser covers: nothing that is inferred approves what was not seen.
func (j *judging) mustSeeWhole(b Basis) bool {
	switch b {
	case BasisOperator, BasisPerson, BasisStanding:
		return false
	case BasisModel:
		return j.Opaque == OpaqueEscalate
	}
	return true
}

func demote(v Verdict, cause Cause) Verdict {
	v.Action, v.Cause = Escalate, cause
	return v
}

// settleAnswer is settle for a provider: the reference words its gate.
func (j *judging) settleAnswer(ctx context.Context, v Verdict) Verdict {
	switch {
	case !isConfidence(v.Confidence):
		v.Confidence, v.Reasoning = 0, "the provider's confidence is not between 0 and 1"
		return demote(v, CauseUnreadable)
	case v.Action == Escalate:
		if v.Cause == "" {
			v.Cause = CauseJudged
		}
		return v
	case j.belowThreshold(v):
		v.Reasoning = fmt.Sprintf("LLM confidence %.2f below threshold %s: %s",
			v.Confidence, strconv.FormatFloat(j.threshold(v), 'f', -1, 64), v.Reasoning)
		return demote(v, CauseThreshold)
	case v.Action == Deny:
		return v
	}
	return j.approve(ctx, v, j.Provider)
}
