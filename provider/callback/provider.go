package callback

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

// ProviderOptions says how a [Provider] asks. The zero value is usable.
type ProviderOptions struct {
	// Timeout is how long a reviewer may think. 0: [DefaultTimeout].
	Timeout time.Duration
	// RedactParams are names of parameters whose values are withheld, at every
	// depth and in recent activity too, in upper or lower case.
	RedactParams []string
	// ProjectDirs are shown, so that a reviewer can tell what is in the project.
	ProjectDirs []string
	// Messages is how many of the user's last messages a resource shows. 0:
	// textmodel.DefaultMessages; textmodel.NoMessages: none.
	Messages int
	// Missing says why no reviewer will be connected, as far as the config tells:
	// calls then go on at once, with cause unavailable, and Check returns it. Nil:
	// nothing is known against it.
	Missing error
}

// Provider is a [decision.Provider] that asks the reviewers of a [Server]. It is
// safe for concurrent use.
type Provider struct {
	server *Server
	review *textmodel.Review
	opts   ProviderOptions
}

// Provider returns a provider whose calls wait in the server's queue. Several may
// share it: what a reload replaces ends with the calls that it judges.
func (s *Server) Provider(o ProviderOptions) (*Provider, error) {
	review, err := textmodel.NewReview(Name, textmodel.Options{
		RedactParams: o.RedactParams, ProjectDirs: o.ProjectDirs, Messages: o.Messages,
	})
	if o.Timeout < 0 {
		err = errors.Join(err, errors.New("Timeout: must not be negative"))
	}
	if err != nil {
		return nil, fmt.Errorf("callback: %w", err)
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	return &Provider{s, review, o}, nil
}

// Name returns [Name].
func (*Provider) Name() string { return Name }

// Check returns what ProviderOptions.Missing says. That no reviewer is connected
// yet is no fault.
func (p *Provider) Check(context.Context) error { return p.opts.Missing }

// LinkHealth reports a provider whose reviewers have not been heard of for a
// minute as failing.
func (p *Provider) LinkHealth() []decision.LinkHealth {
	h := decision.LinkHealth{Name: Name, State: "ok"}
	if p.opts.Missing != nil || !p.server.present() {
		h.State, h.Cause, h.Detail = "failing", decision.CauseUnavailable, "no reviewer is connected"
	}
	return []decision.LinkHealth{h}
}

// Judge waits for a reviewer's verdict on a call. The verdict has
// [decision.BasisText], and is held to what textmodel.Review.Hold says.
//
// Where no answer comes in time the error has cause timeout, and where no server
// is running, or none any more, unavailable; neither counts for a breaker, since a
// reviewer may come at any time. It returns [decision.ErrPass] for a call that
// may be the own call of every reviewer there is, and for one that reviewers have
// seen twice without an answer: then it is a person's.
func (p *Provider) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	if err := p.ready(ctx, c); err != nil {
		return decision.Verdict{}, err
	}
	if c.InjectionRisk { // a supervisor does not even ask
		return decision.Verdict{Cause: decision.CauseInjection, Source: Name, Reasoning: "calls with the injection flag are not shown to reviewers"}, nil
	}
	shown, err := p.review.Show(ctx, c)
	if errors.Is(err, textmodel.ErrTooLarge) {
		return p.review.Unseen("the call is too large to be shown to a reviewer"), nil
	}
	if err != nil {
		return decision.Verdict{}, err
	}
	w, err := p.waiting(ctx, c, shown)
	if err != nil {
		return decision.Verdict{}, uncounted(decision.Errorf(decision.CauseInvalid, "%w", err))
	}
	said, err := p.wait(ctx, w)
	if err != nil {
		return decision.Verdict{}, err
	}
	v := p.review.Hold(ctx, c, shown, decision.Verdict{
		Action: said.action, Confidence: said.confidence, Reasoning: said.reasoning,
		Answers: answered{said.reviewer, said.action, said.confidence},
	})
	// A reviewer's own words are for the people who read the mesh's history; what
	// they repeat of the call is not.
	v.Quoted = shown.Quotes(v.Reasoning)
	return v, nil
}

// answered is what is recorded of an answer.
type answered struct {
	Reviewer   string          `json:"reviewer"`
	Decision   decision.Action `json:"decision"`
	Confidence float64         `json:"confidence"`
}

// ready returns why a call is not put before a reviewer.
func (p *Provider) ready(ctx context.Context, c *decision.Call) error {
	served, other := p.server.mayAnswer(c.Agent)
	switch {
	case p.opts.Missing != nil:
		return uncounted(decision.Errorf(decision.CauseUnavailable, "%w", p.opts.Missing))
	case !served:
		return uncounted(decision.Errorf(decision.CauseUnavailable, "no mcp server is running that a reviewer could answer through"))
	case !other:
		return decision.ErrPass
	case !decision.IsProbe(ctx):
		return nil
	case p.server.present():
		return decision.ErrPass // it would be answered
	}
	return uncounted(decision.Errorf(decision.CauseTimeout, "no reviewer is connected"))
}

// wait has a call wait for its answer.
func (p *Provider) wait(ctx context.Context, w waiting) (*answer, error) {
	timer := time.NewTimer(p.timeFor(ctx))
	defer timer.Stop()
	asked, err := p.server.queue.add(ctx, w)
	if err != nil {
		return nil, err
	}
	select {
	case <-asked.entry.done:
	case <-timer.C:
	case <-ctx.Done():
	}
	said, abandoned := p.server.queue.leave(asked)
	switch {
	case said != nil:
		return said, nil
	case abandoned:
		return nil, uncounted(decision.Errorf(decision.CauseUnavailable, "the mcp server ended before a reviewer answered"))
	case errors.Is(ctx.Err(), context.Canceled):
		return nil, ctx.Err()
	}
	return nil, unansweredError{uncounted(decision.Errorf(decision.CauseTimeout, "%s", unanswered))}
}

// timeFor is how long a reviewer has: the timeout, or what the context leaves
// less a margin.
func (p *Provider) timeFor(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return p.opts.Timeout
	}
	left := time.Until(deadline)
	return min(p.opts.Timeout, left-min(margin, left/20))
}

// idOf is the id under which a call is shown: its own, or one made up for it.
func idOf(c *decision.Call) string {
	if c.ID != "" {
		return c.ID
	}
	return "call-" + rand.Text()
}

const unanswered = "no reviewer answered in time"

// unansweredError tells people why a call comes to them: a decision's reasoning
// says only that its provider failed.
type unansweredError struct{ error }

func (e unansweredError) Unwrap() error { return e.error }

// Note implements provider.Noter.
func (unansweredError) Note() string { return unanswered }

// uncountedError is a failure that says nothing about whether the next call will
// be answered.
type uncountedError struct{ error }

func (e uncountedError) Unwrap() error { return e.error }

// BreakerIgnores has the breaker of a chain not count it.
func (uncountedError) BreakerIgnores() bool { return true }

func uncounted(err error) error { return uncountedError{err} }
