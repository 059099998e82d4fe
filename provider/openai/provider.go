package openai

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

// DefaultURL is OpenAI's own service.
const DefaultURL = "https://api.openai.com/v1"

// Options says which model judges, and how. Only Model is required, and Key
// for OpenAI's own service.
type Options struct {
	Model string
	// URL is the base address, to which /chat/completions is added. Empty:
	// [DefaultURL].
	URL string
	// Key is sent as a bearer token. Empty: none, as local servers want it.
	Key string
	// Timeout bounds one judgment with its retries. 0: 30 s, as in the reference.
	Timeout    time.Duration
	HTTPClient *http.Client // nil: one with its own connections
	Judging    textmodel.Options
}

// Provider is a text model behind an OpenAI-compatible server: a
// [decision.Provider] labelled "openai:<model>", and a [decision.Completer]. It
// is safe for concurrent use.
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
	if o.URL == "" {
		o.URL = DefaultURL
	}
	own := isOpenAI(o.URL)
	if own && o.Key == "" {
		errs = append(errs, errors.New("Key: OpenAI's own service needs one: set the variable that holds it"))
	}
	client, err := wire.New(wire.Options{
		Service: "openai", URL: o.URL, Header: wire.Bearer(o.Key), Key: o.Key, HTTPClient: o.HTTPClient, Timeout: o.Timeout,
	})
	errs = append(errs, err)
	c := &chat{client: client, model: o.Model, own: own}
	judge, err := textmodel.New("openai:"+o.Model, c, o.Judging)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	return &Provider{Provider: judge, chat: c}, nil
}

// isOpenAI tells OpenAI's own service, whose newer models refuse two members
// that other servers need.
func isOpenAI(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Hostname() == "api.openai.com"
}

// Complete completes a conversation. Secrets in it are masked before they
// leave.
func (p *Provider) Complete(ctx context.Context, prompt decision.Prompt) (decision.Completion, error) {
	return p.chat.Complete(ctx, wire.Mask(prompt))
}

// Check reports whether the server can be reached, takes the key, and lists
// the model. A server that lists none passes.
func (p *Provider) Check(ctx context.Context) error {
	var listed struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	err := p.chat.client.Get(ctx, "/models", &listed)
	if wire.Lacks(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, m := range listed.Data {
		if m.ID == p.chat.model {
			return nil
		}
	}
	if len(listed.Data) == 0 {
		return nil
	}
	return decision.Errorf(decision.CauseUnavailable, "openai: the server lists %d models and %.80q is none of them", len(listed.Data), p.chat.model)
}

// CloseIdleConnections closes connections that no request uses.
func (p *Provider) CloseIdleConnections() { p.chat.client.CloseIdleConnections() }
