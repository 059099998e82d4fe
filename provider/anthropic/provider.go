package anthropic

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

const (
	// DefaultURL is Anthropic's own service.
	DefaultURL = "https://api.anthropic.com"
	// apiVersion is the version of the Messages API that this package speaks.
	apiVersion = "2023-06-01"
)

// Options says which model judges, and how. Model is required, and Key for
// Anthropic's own service.
type Options struct {
	Model string // such as "claude-haiku-4-5"
	URL   string // empty: [DefaultURL]
	Key   string // sent as x-api-key; empty: none, for gateways that need none
	// Timeout bounds one judgment with its retries. 0: 30 s, as in the reference.
	Timeout    time.Duration
	HTTPClient *http.Client // nil: one with its own connections
	// Judging says what the model is shown. The verdict is held to its schema
	// by models from the generation 4.5 on; older ones need OneLine.
	Judging textmodel.Options
}

// Provider is a Claude model: a [decision.Provider] labelled
// "anthropic:<model>", and a [decision.Completer]. It is safe for concurrent
// use.
type Provider struct {
	*textmodel.Provider
	messages *messages
}

var (
	_ decision.Provider  = (*Provider)(nil)
	_ decision.Completer = (*Provider)(nil)
)

// New returns a provider. It sends nothing. All faults of the options are
// reported at once.
func New(o Options) (*Provider, error) {
	var errs []error
	if strings.TrimSpace(o.Model) == "" {
		errs = append(errs, errors.New("Model: name the model that judges"))
	}
	if o.URL == "" {
		o.URL = DefaultURL
	}
	if o.URL == DefaultURL && o.Key == "" {
		errs = append(errs, errors.New("Key: Anthropic's own service needs one: set the variable that holds it"))
	}
	header := http.Header{"Anthropic-Version": {apiVersion}}
	if o.Key != "" {
		header.Set("X-Api-Key", o.Key)
	}
	client, err := wire.New(wire.Options{
		Service: "anthropic", URL: o.URL, Header: header, Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
	})
	errs = append(errs, err)
	m := &messages{client: client, model: o.Model}
	judge, err := textmodel.New("anthropic:"+o.Model, m, o.Judging)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return &Provider{Provider: judge, messages: m}, nil
}

// Complete completes a conversation. Secrets in it are masked before they
// leave.
func (p *Provider) Complete(ctx context.Context, prompt decision.Prompt) (decision.Completion, error) {
	return p.messages.Complete(ctx, wire.Mask(prompt))
}

// Check reports whether the service can be reached, takes the key, and knows
// the model. A gateway that cannot tell passes.
func (p *Provider) Check(ctx context.Context) error {
	var ignored struct{}
	err := p.messages.client.Get(ctx, "/v1/models/"+url.PathEscape(p.messages.model), &ignored)
	if wire.Lacks(err) {
		return nil
	}
	return err
}

// CloseIdleConnections closes connections that no request uses.
func (p *Provider) CloseIdleConnections() { p.messages.client.CloseIdleConnections() }
