package systemone

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/flux7-go/supervisor/provider/internal/wire"
)

// probe is how a server is asked at the start.
type probe struct {
	ollama bool // by its own route, which knows what a model can do
	models bool // by the list of its models
	key    bool // the server wants a key and gets none
	pinned bool // versions of a model are served without being listed
	model  string
}

func probeOf(o Options, path string) probe {
	known, _ := knownBackend(o.Backend)
	return probe{
		ollama: o.Backend == Ollama, models: path != "" && o.Backend != Cloudflare,
		key: known.keyed && o.URL == "" && o.Key == "", pinned: o.Backend == TypeSafe, model: o.Model,
	}
}

// Check asks the server, as far as it can be asked cheaply, whether calls will
// be answered: the key is there and accepted, the server is up, the model is
// known and a decision model. It is for the start of a program, so that such a
// fault is not met by the first call at night. Nil is no promise: Cloudflare
// and servers without a list of models are not asked.
func (p *Provider) Check(ctx context.Context) error {
	switch {
	case p.missing != nil:
		return p.keyless()
	case p.probe.key:
		return fmt.Errorf("%s wants a key and none is configured: set jev.api_key_env", p.label)
	case p.probe.ollama:
		return p.checkOllama(ctx)
	case p.probe.models:
		return p.checkModels(ctx)
	}
	return nil
}

// checkOllama asks what the model can do.
func (p *Provider) checkOllama(ctx context.Context) error {
	var about struct {
		Capabilities []string `json:"capabilities"`
	}
	err := p.wire.Post(ctx, "/api/show", map[string]string{"model": p.probe.model}, &about)
	switch {
	case err == nil && about.Capabilities != nil && !slices.Contains(about.Capabilities, "decision"):
		return fmt.Errorf("%s: the model %.64q is no decision model: use one such as nimble", p.label, p.probe.model)
	case statusOf(err) == http.StatusNotFound && !wire.Lacks(err):
		return fmt.Errorf("%s: the model is not on the server: run ollama pull %.64s: %w", p.label, p.probe.model, err)
	}
	return tolerate(err)
}

// checkModels looks for the model in the list, in the form of TypeSafe or of
// OpenAI.
func (p *Provider) checkModels(ctx context.Context) error {
	var list struct {
		Models []listedModel `json:"models"`
		Data   []listedModel `json:"data"`
	}
	if err := p.wire.Get(ctx, "/v1/models", &list); err != nil {
		return tolerate(err)
	}
	known := append(list.Models, list.Data...)
	switch {
	case len(known) == 0 || slices.ContainsFunc(known, func(m listedModel) bool { return m.is(p.probe.model) }):
		return nil
	case p.probe.pinned && strings.ContainsAny(p.probe.model, "0123456789"):
		return nil
	}
	return fmt.Errorf("%s: the server does not list the model %.64q: check jev.model", p.label, p.probe.model)
}

type listedModel struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

func (m listedModel) is(name string) bool { return m.Name == name || m.ID == name }

// tolerate takes a server that has no such route, or has another form of it,
// for one that cannot be asked. Every other error stands.
func tolerate(err error) error {
	switch statusOf(err) {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented, http.StatusBadRequest:
		return nil
	}
	return err
}

func statusOf(err error) int {
	var status *wire.StatusError
	if errors.As(err, &status) {
		return status.Status
	}
	return 0
}
