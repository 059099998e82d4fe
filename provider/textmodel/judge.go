package textmodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
)

// MaxReasoningBytes bounds the reasoning of a verdict, which is one line.
const MaxReasoningBytes = 600

// Provider is a [decision.Provider] that asks a text model. It is safe for
// concurrent use.
type Provider struct {
	name  string
	model decision.Completer
	opts  Options

	screen disclosure.Screen
}

// New returns a provider that asks a model. The name is its label in verdicts and
// records, by custom "<service>:<model>". All faults of the options are
// reported at once.
func New(name string, model decision.Completer, o Options) (*Provider, error) {
	var errs []error
	if name == "" {
		errs = append(errs, errors.New("name: must not be empty"))
	}
	if model == nil {
		errs = append(errs, errors.New("model: must not be nil"))
	}
	if err := errors.Join(append(errs, o.validate())...); err != nil {
		return nil, err
	}
	return &Provider{name: name, model: model, opts: o.withDefaults(), screen: disclosure.NewScreen(o.RedactParams)}, nil
}

// Name returns the label.
func (p *Provider) Name() string { return p.name }

// Judge asks the model about a call. The verdict has [decision.BasisText].
//
// An approve becomes an escalate with cause opaque where the call's effects
// cannot be seen whole, or where the model could not be shown the whole call;
// of one that was masked, unless all that it does is routine in the project.
// An answer in any but the exact form is an error with cause unreadable.
func (p *Provider) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	shown, err := p.show(ctx, c)
	if errors.Is(err, errTooLarge) {
		return p.opaque("the call is too large to be shown to a text model"), nil
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
		return decision.Verdict{}, &misread{fmt.Errorf("%s: %w", p.name, err), rawOf(said.Text)}
	}
	a.raw = rawOf(said.Text)
	return p.verdict(ctx, c, a, shown), nil
}

// read reads what a model said, for the code that its prompt asked for.
func (p *Provider) read(said decision.Completion, code string) (answer, error) {
	switch {
	case said.Cut:
		return answer{}, unreadable("the answer was cut at %d tokens", p.opts.MaxTokens)
	case len(said.ToolCalls) > 0:
		return answer{}, unreadable("the model asks for a tool that it was not offered")
	}
	parse := parseObject
	if p.opts.OneLine {
		parse = parseLine
	}
	a, err := parse(said.Text, code)
	a.Model = said.Model
	return a, err
}

func (p *Provider) verdict(ctx context.Context, c *decision.Call, a answer, s shown) decision.Verdict {
	v := decision.Verdict{
		Action: a.Decision, Confidence: a.Confidence, Reasoning: reasoning(a.reasoning),
		Source: p.name, Basis: decision.BasisText, Answers: a,
	}
	switch {
	case v.Action == decision.Escalate:
		v.Cause = decision.CauseJudged
	case v.Action == decision.Approve && !s.whole:
		v.Action, v.Cause = decision.Escalate, decision.CauseOpaque
		v.Reasoning = reasoning("the model was shown only a part of the call and would approve it: " + a.reasoning)
	case v.Action == decision.Approve && c.Effects(ctx).Opaque():
		v.Action, v.Cause = decision.Escalate, decision.CauseOpaque
		v.Reasoning = reasoning("the model would approve, but what the call does cannot be seen whole: " + a.reasoning)
	case v.Action == decision.Approve && s.hid && disclosure.Objection(c.Effects(ctx)) != "":
		v.Action, v.Cause = decision.Escalate, decision.CauseOpaque
		v.Reasoning = reasoning("the model would approve, but a part of the call looks like a secret and was not shown: " + a.reasoning)
	}
	// What a model writes is made of what the call told it.
	v.Quoted = []string{v.Reasoning}
	return v
}

func (p *Provider) opaque(why string) decision.Verdict {
	return decision.Verdict{Cause: decision.CauseOpaque, Reasoning: why, Source: p.name, Basis: decision.BasisText}
}

// reasoning makes a model's words fit for people and logs.
func reasoning(text string) string {
	const maxInput = 8 * MaxReasoningBytes // the rest would be cut off anyway
	return oneline.Clean(redact.Text(oneline.Clean(text, maxInput)), MaxReasoningBytes)
}

// RequestKey identifies what the model would be asked about a call. Calls with
// the same key may share one request. It reports false where that cannot be
// told: with a Conversation, or for a call that cannot be shown.
func (p *Provider) RequestKey(c *decision.Call) (string, bool) {
	if p.opts.Conversation != nil {
		return "", false
	}
	shown, err := p.show(context.Background(), c) // only a Conversation would look at it
	if err != nil {
		return "", false
	}
	// What is shown has secrets masked: two calls that differ in one look alike.
	fingerprint, err := decision.Fingerprint(c)
	if err != nil {
		return "", false
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", p.name, fingerprint, shown.data))
	return hex.EncodeToString(sum[:]), true
}
