package systemone

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/disclosure"
	"github.com/flux7-go/supervisor/provider/internal/wire"
	"github.com/flux7-go/supervisor/question"
)

// Provider asks one decision model. It is a [decision.Provider], a
// [decision.Asker] and a [decision.Needer], and safe for concurrent use.
type Provider struct {
	label      string
	path       string // of the questions, from the root of the server
	format     format
	wire       *wire.Client
	missing    error
	questions  question.Set
	thresholds decision.Thresholds
	confidence *float64
	state      stateBuilder
	log        *slog.Logger
	probe      probe

	frames   frames
	answered atomic.Pointer[string] // the model that answered last
}

var (
	_ decision.Provider  = (*Provider)(nil)
	_ decision.Asker     = (*Provider)(nil)
	_ decision.Needer    = (*Provider)(nil)
	_ decision.Reweigher = (*Provider)(nil)
)

// New returns a provider. It sends nothing, so the server need not be up: see
// [Provider.Check]. The error lists everything that is wrong.
func New(o Options) (*Provider, error) {
	o = o.withBackend()
	label := o.label() // before the model has its default
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, err
	}
	root, path := o.address()
	client, err := wire.New(wire.Options{
		Service: label, URL: root, Header: wire.Bearer(o.Key), Key: o.Key, Hidden: []string{o.Account},
		HTTPClient: o.HTTPClient, Timeout: o.Timeout, Now: o.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("jev.url: %w", err)
	}
	p := &Provider{
		label: label, path: path, format: formatOf(o), wire: client, missing: o.Missing,
		questions: o.Questions, thresholds: o.Thresholds, confidence: o.Confidence,
		state: newStateBuilder(o.Redact, o.ProjectDirs), log: o.Logger, probe: probeOf(o, path),
	}
	whole := p.frames.of(o.Questions, p.format)
	if n := len(whole.before) + len(whole.after); n > maxFixedBytes {
		return nil, fmt.Errorf("jev.questions: all questions together take %d bytes, at most %d leave room for a call: shorten them, or leave some out", n, maxFixedBytes)
	}
	return p, nil
}

// Name returns the label of the provider: "jev:" and the configured model, else
// the backend.
func (p *Provider) Name() string { return p.label }

// String is the label.
func (p *Provider) String() string { return p.label }

// Needs returns that traces and grants are shown to the model.
func (p *Provider) Needs() decision.Need { return decision.NeedTraces | decision.NeedGrants }

// CloseIdleConnections closes connections that no request uses.
func (p *Provider) CloseIdleConnections() { p.wire.CloseIdleConnections() }

// Judge asks the questions for a call and weighs the answers.
func (p *Provider) Judge(ctx context.Context, c *decision.Call) (decision.Verdict, error) {
	if p.missing != nil {
		return decision.Verdict{}, p.keyless()
	}
	r, err := p.prepare(c)
	if err != nil {
		return decision.Verdict{}, err
	}
	answers, err := p.exchange(ctx, r.set, r.body)
	if err != nil {
		return decision.Verdict{}, err
	}
	return p.weigh(ctx, c, r, answers)
}

// Reweigh judges a call from answers that the model gave before.
func (p *Provider) Reweigh(ctx context.Context, c *decision.Call, answers question.Answers) (decision.Verdict, error) {
	r, err := p.prepare(c)
	if err != nil {
		return decision.Verdict{}, err
	}
	return p.weigh(ctx, c, r, answers)
}

// weigh combines the answers. What the model was not shown whole it does not
// approve, unless the call was seen whole otherwise.
func (p *Provider) weigh(ctx context.Context, c *decision.Call, r request, answers question.Answers) (decision.Verdict, error) {
	v, err := decision.Weigh(r.set, answers, p.thresholds)
	if err != nil {
		return decision.Verdict{}, p.unweighed(err, answers)
	}
	v.Source, v.Threshold = p.label, p.confidence
	if v.Action == decision.Approve && r.lack != "" {
		if why := disclosure.Objection(c.Effects(ctx)); why != "" {
			v.Action, v.Cause = decision.Escalate, decision.CauseOpaque
			v.Reasoning = r.lack + ", and " + why + ": " + v.Reasoning
		}
	}
	return v, nil
}

// request is what a model is asked about one call.
type request struct {
	set  question.Set
	body []byte
	lack string // why the call is not shown whole; empty: it is
}

func (p *Provider) prepare(c *decision.Call) (request, error) {
	set := p.questions.For(c.Agent, c.Tool)
	if err := set.CheckJudging(); err != nil {
		return request{}, p.odd(decision.CauseUnreadable, err)
	}
	in := p.frames.of(set, p.format)
	state, err := p.state.show(c, p.format.room(in))
	if err != nil {
		return request{}, p.odd(decision.CauseInvalid, err)
	}
	return request{set: set, body: p.format.body(in, state.json), lack: state.lack}, nil
}

// RequestKey identifies the request that Judge would send for a call: calls with
// the same key get the same answers, and may share them. It returns false for a
// call whose request does not hold all that its verdict rests on.
func (p *Provider) RequestKey(c *decision.Call) (key string, ok bool) {
	if p.missing != nil {
		return "", false
	}
	r, err := p.prepare(c)
	if err != nil || r.lack != "" {
		return "", false
	}
	sum := sha256.Sum256(r.body)
	return p.label + " " + hex.EncodeToString(sum[:]), true
}

// Ask asks the questions of a set about any state that encodes as JSON.
// Parameters are withheld and secrets masked as in the state of a call, but
// nothing is cut: what is too large is an error with cause invalid.
func (p *Provider) Ask(ctx context.Context, set question.Set, state any) (question.Answers, error) {
	if p.missing != nil {
		return question.Answers{}, p.keyless()
	}
	if set.Len() == 0 {
		return question.Answers{}, p.odd(decision.CauseInvalid, errors.New("there is no question to ask"))
	}
	text, err := p.state.encode(state)
	if err != nil {
		return question.Answers{}, p.odd(decision.CauseInvalid, err)
	}
	body := p.format.body(p.format.frame(set), text)
	if len(body) > MaxRequestBytes {
		return question.Answers{}, p.odd(decision.CauseInvalid, fmt.Errorf("a request of %d bytes is not sent: servers take %d", len(body), MaxRequestBytes))
	}
	answers, err := p.exchange(ctx, set, body)
	if err != nil {
		return question.Answers{}, err
	}
	if err := answers.Check(set); err != nil {
		return question.Answers{}, p.unweighed(err, answers)
	}
	return answers, nil
}

// exchange sends a request and reads the answers.
func (p *Provider) exchange(ctx context.Context, set question.Set, body []byte) (question.Answers, error) {
	data, err := p.wire.PostRaw(ctx, p.path, body)
	if err != nil {
		return question.Answers{}, err
	}
	answers, err := p.read(data, set)
	if err != nil {
		return question.Answers{}, err
	}
	p.notice(ctx, answers.Model)
	return answers, nil
}

// notice logs when another model answers than before: thresholds were chosen
// for one.
func (p *Provider) notice(ctx context.Context, model string) {
	if before := p.answered.Swap(&model); before != nil && *before != model {
		p.log.WarnContext(ctx, "another model answers than before: check the thresholds",
			"provider", p.label, "model", model, "before", *before)
	}
}

// unavailableUntilSet is why nothing is sent while a key or an account is
// missing.
type unavailableUntilSet struct{ error }

// BreakerOpens returns how long to keep away: until somebody may have changed
// the environment.
func (unavailableUntilSet) BreakerOpens() time.Duration { return wire.LockedPause }

func (e unavailableUntilSet) Unwrap() error { return e.error }

func (p *Provider) keyless() error {
	return &decision.Error{Cause: decision.CauseUnavailable, Err: unavailableUntilSet{fmt.Errorf("%s is not asked: %w", p.label, p.missing)}}
}
