package textmodel

import (
	"context"
	"errors"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
)

// MaxReasoningBytes bounds the reasoning of a verdict, which is one line.
const MaxReasoningBytes = 600

// Review is what binds every judge that reads a call as text: what of the call it
// is shown, and what its answer may do. A [Provider] has it around a model; use it
// directly for a judge that is asked in another way. It is safe for concurrent
// use.
type Review struct {
	name   string
	opts   Options
	screen disclosure.Screen
}

// NewReview returns the review of a judge, whose name is the source of its
// verdicts. Of the options those count that say what is shown. All faults of
// them are reported at once.
func NewReview(name string, o Options) (*Review, error) {
	var errs []error
	if name == "" {
		errs = append(errs, errors.New("name: must not be empty"))
	}
	if err := errors.Join(append(errs, o.validate())...); err != nil {
		return nil, err
	}
	return &Review{name: name, opts: o.withDefaults(), screen: disclosure.NewScreen(o.RedactParams)}, nil
}

// Text masks the secrets in a text about the call, such as an effect's target.
func (r *Review) Text(text string) string { return r.screen.Text(text) }

// Hold returns the verdict that the action, the confidence and the reasoning of
// said come to, for a judge who was shown the call as s.
//
// An approve becomes an escalate with cause opaque where the call's effects
// cannot be seen whole, or where the judge could not be shown the whole call;
// of one that was masked, unless all that it does is routine in the project.
func (r *Review) Hold(ctx context.Context, c *decision.Call, s Shown, said decision.Verdict) decision.Verdict {
	v := said
	v.Source, v.Basis, v.Cause, v.Reasoning = r.name, decision.BasisText, decision.CauseNone, reasoning(said.Reasoning)
	switch {
	case v.Action == decision.Escalate:
		v.Cause = decision.CauseJudged
	case v.Action == decision.Approve:
		if why := objection(ctx, c, s); why != "" {
			v.Action, v.Cause, v.Reasoning = decision.Escalate, decision.CauseOpaque, reasoning(why+": "+said.Reasoning)
		}
	}
	// What a model writes is made of what the call told it.
	v.Quoted = []string{v.Reasoning}
	return v
}

// objection says why an approve does not stand; empty if it does.
func objection(ctx context.Context, c *decision.Call, s Shown) string {
	switch {
	case !s.whole:
		return "the model was shown only a part of the call and would approve it"
	case c.Effects(ctx).Opaque():
		return "the model would approve, but what the call does cannot be seen whole"
	case s.hid && disclosure.Objection(c.Effects(ctx)) != "":
		return "the model would approve, but a part of the call looks like a secret and was not shown"
	}
	return ""
}

// Unseen is the verdict on a call that cannot be shown, and why.
func (r *Review) Unseen(why string) decision.Verdict {
	return decision.Verdict{Cause: decision.CauseOpaque, Reasoning: why, Source: r.name, Basis: decision.BasisText}
}

// reasoning makes a model's words fit for people and logs.
func reasoning(text string) string {
	const maxInput = 8 * MaxReasoningBytes // the rest would be cut off anyway
	return oneline.Clean(redact.Text(oneline.Clean(text, maxInput)), MaxReasoningBytes)
}
