package textmodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
)

// Provider is a [decision.Provider] that asks a text model. It is safe for
// concurrent use.
type Provider struct {
	review *Review
	model  decision.Completer
}

// New returns a provider that asks a model. The name is its label in verdicts and
// records, by custom "<service>:<model>". All faults of the options are
// reported at once.
func New(name string, model decision.Completer, o Options) (*Provider, error) {
	review, err := NewReview(name, o)
	if model == nil {
		err = errors.Join(errors.New("model: must not be nil"), err)
	}
	if err != nil {
		return nil, err
	}
	return &Provider{review, model}, nil
}

// Name returns the label.
func (p *Provider) Name() string { return p.review.name }

// Judge asks the model about a call. The verdict has [decision.BasisText].
//
// An approve becomes an escalate with cause opaque where the call's effects
// cannot be seen whole, or where the model could not be shown the whole call;
// of one that was masked, unless all that it does is routine in the project.
// An answer in any but the exact form is an error with cause unreadable.
func (p *Provider) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	shown, err := p.review.Show(ctx, c)
	if errors.Is(err, ErrTooLarge) {
		return p.review.Unseen("the call is too large to be shown to a text model"), nil
	}
	if err != nil {
		return decision.Verdict{}, err
	}
	f, err := p.frame(shown)
	if err != nil {
		return decision.Verdict{}, err
	}
	said, err := p.model.Complete(ctx, f.prompt)
	if err != nil {
		return decision.Verdict{}, err
	}
	a, err := p.read(said, f.code)
	if err != nil {
		return decision.Verdict{}, &misread{fmt.Errorf("%s: %w", p.review.name, err), rawOf(said.Text)}
	}
	a.raw = rawOf(said.Text)
	return p.review.Hold(ctx, c, shown, decision.Verdict{
		Action: a.Decision, Confidence: a.Confidence, Reasoning: a.reasoning, Answers: a,
	}), nil
}

// read reads what a model said, for the code that its prompt asked for.
func (p *Provider) read(said decision.Completion, code string) (answer, error) {
	switch {
	case said.Cut:
		return answer{}, unreadable("the answer was cut at %d tokens", p.review.opts.MaxTokens)
	case len(said.ToolCalls) > 0:
		return answer{}, unreadable("the model asks for a tool that it was not offered")
	}
	parse := parseObject
	if p.review.opts.OneLine {
		parse = parseLine
	}
	a, err := parse(said.Text, code)
	a.Model = said.Model
	return a, err
}

// RequestKey identifies what the model would be asked about a call. Calls with
// the same key may share one request. It reports false where that cannot be
// told: with a Conversation, or for a call that cannot be shown.
func (p *Provider) RequestKey(c *decision.Call) (string, bool) {
	if p.review.opts.Conversation != nil {
		return "", false
	}
	shown, err := p.review.Show(context.Background(), c) // only a Conversation would look at it
	if err != nil {
		return "", false
	}
	// What is shown has secrets masked: two calls that differ in one look alike.
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return "", false
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", p.review.name, fingerprint, shown.data))
	return hex.EncodeToString(sum[:]), true
}
