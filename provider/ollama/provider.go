package ollama

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider/internal/wire"
	"github.com/flux7-go/supervisor/provider/textmodel"
)

const (
	// DefaultURL is where Ollama listens on its own machine.
	DefaultURL = "http://localhost:11434"
	// DefaultContextTokens has room for the longest call that is shown, its
	// frame and the answer. Ollama's own default, 4096, has not.
	DefaultContextTokens = 16384
)

// Options says which model judges, and how. Only Model is required.
type Options struct {
	Model string // as `ollama list` names it
	URL   string // empty: [DefaultURL]
	// Key is sent as a bearer token, for servers behind a gateway. Empty: none.
	Key string
	// Timeout bounds one judgment with its retries. 0: 30 s, as in the reference.
	Timeout time.Duration
	// ContextTokens is the length of the context that the server sets up. A
	// call that does not fit is an error, never cut. 0: [DefaultContextTokens].
	ContextTokens int
	HTTPClient    *http.Client // nil: one with its own connections
	Judging       textmodel.Options
}

// Provider is a text model on an Ollama server: a [decision.Provider] labelled
// "ollama:<model>", and a [decision.Completer]. It is safe for concurrent use.
type Provider struct {
	*textmodel.Provider
	chat *chat
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
	if o.ContextTokens < 0 {
		errs = append(errs, errors.New("ContextTokens: must not be negative"))
	}
	if o.URL == "" {
		o.URL = DefaultURL
	}
	if o.ContextTokens == 0 {
		o.ContextTokens = DefaultContextTokens
	}
	client, err := wire.New(wire.Options{
		Service: "ollama", URL: o.URL, Header: wire.Bearer(o.Key), Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
	})
	errs = append(errs, err)
	c := &chat{client: client, model: o.Model, contextTokens: o.ContextTokens}
	judge, err := textmodel.New("ollama:"+o.Model, c, o.Judging)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return &Provider{Provider: judge, chat: c}, nil
}

// Complete completes a conversation. Secrets in it are masked before they
// leave.
func (p *Provider) Complete(ctx context.Context, prompt decision.Prompt) (decision.Completion, error) {
	return p.chat.Complete(ctx, wire.Mask(prompt))
}

// Check reports whether the server can be reached and knows the model. A
// server that cannot tell passes.
func (p *Provider) Check(ctx context.Context) error {
	var ignored struct{}
	err := p.chat.client.Post(ctx, "/api/show", map[string]string{"model": p.chat.model}, &ignored)
	if wire.Lacks(err) {
		return nil
	}
	return err
}

// CloseIdleConnections closes connections that no request uses.
func (p *Provider) CloseIdleConnections() { p.chat.client.CloseIdleConnections() }
