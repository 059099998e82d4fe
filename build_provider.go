package supervisor

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/provider"
	"github.com/flux7-go/supervisor/provider/systemone"
)

// linkedProviders are the factories of every kind that this program has.
func linkedProviders(parts Parts) (map[string]ProviderFactory, error) {
	factories := lightProviders(parts)
	for kind, factory := range parts.Providers {
		if !slices.Contains(providerKinds(), kind) || factory == nil {
			return nil, fmt.Errorf("build: Parts.Providers[%q] must be a factory for one of %v", kind, providerKinds())
		}
		factories[kind] = factory
	}
	return factories, nil
}

// providerKinds are the kinds of provider that a config may name.
func providerKinds() []string {
	field, _ := reflect.TypeFor[ProviderConfig]().FieldByName("Provider")
	return strings.Split(field.Tag.Get("enum"), "|")
}

// providers builds what judges after the rules.
type providers struct {
	cfg       *Config
	parts     Parts
	factories map[string]ProviderFactory
	breakers  *provider.Breakers
}

// judge builds the provider that the config names, or its chain. A single one
// is a chain of one link, so that it has a breaker and a health.
func (b providers) judge() (Provider, error) {
	e := &b.cfg.Evaluator
	if own := b.parts.Provider; own != nil {
		if _, ok := own.(decision.LinkReporter); ok {
			return own, nil
		}
		return b.single(provider.Link{Provider: own, Identity: "Parts.Provider", Timeout: e.Budget})
	}
	if len(e.Chain) > 0 {
		return b.chain()
	}
	if e.Provider == "none" {
		return nil, nil
	}
	l, err := b.link("evaluator", e.ProviderConfig)
	if err != nil {
		return nil, err
	}
	l.Threshold = b.threshold(e.Provider, nil)
	return b.single(l)
}

// threshold is the confidence that a provider of a kind needs, given the
// link's own. The confidence of a structural answer is what its worst danger
// leaves of 1: held against a default, it would only repeat destructive_max
// and hide what a change of that limit does.
func (b providers) threshold(kind string, own *float64) *float64 {
	if own != nil || kind != "structural" || b.cfg.doc.Has("evaluator.confidence_threshold") {
		return own
	}
	return new(float64)
}

func (b providers) single(l provider.Link) (Provider, error) {
	l.MaxInFlight = cmp.Or(l.MaxInFlight, b.cfg.Evaluator.MaxInFlight)
	o := b.options()
	o.Links, o.Single = []provider.Link{l}, true
	return asProvider(provider.NewChain(o))
}

func (b providers) chain() (Provider, error) {
	o := b.options()
	for i, entry := range b.cfg.Evaluator.Chain {
		l, err := b.link(fmt.Sprintf("evaluator.chain[%d]", i), entry.ProviderConfig)
		if err != nil {
			return nil, err
		}
		l.Name, l.Threshold = entry.Name, b.threshold(entry.Provider, entry.ConfidenceThreshold)
		o.Links = append(o.Links, l)
	}
	return asProvider(provider.NewChain(o))
}

// asProvider keeps the nil of a failed chain a nil Provider.
func asProvider(c *provider.Chain, err error) (Provider, error) {
	if err != nil {
		return nil, fmt.Errorf("building the evaluator: %w", err)
	}
	return c, nil
}

// options are those that hold for every link.
func (b providers) options() provider.Options {
	e := &b.cfg.Evaluator
	o := provider.Options{
		Breakers: b.breakers, Budget: e.Budget, Cooldown: e.BreakerCooldown, Failures: e.BreakerFailures,
		Logger: b.parts.Logger, Now: b.parts.Now,
	}
	if o.Cooldown == 0 {
		o.Cooldown = provider.NoCooldown
	}
	return o
}

// link builds one provider.
func (b providers) link(path string, p ProviderConfig) (provider.Link, error) {
	judge, err := b.make(path, p)
	return provider.Link{
		Provider: judge, Identity: identityOf(p), Detail: detailOf(p), MaxInFlight: b.inFlight(p), Timeout: timeoutOf(p),
	}, err
}

// identityOf tells what a link is built from: an unchanged one goes on with its
// breaker after a reload. Printing shows no secret, so a digest stands for them:
// a new key is not left out for what became of the old one.
func identityOf(p ProviderConfig) string {
	secrets := sha256.Sum256(fmt.Appendf(nil, "%q", []string{p.Key.Reveal(), p.Jev.Key.Reveal(), p.Jev.Account.Reveal()}))
	return fmt.Sprintf("%+v %x", p, secrets)
}

// inFlight is how many requests a provider gets at a time: what its service
// takes, where that is known.
func (b providers) inFlight(p ProviderConfig) int {
	if p.Provider == "jev" && p.Jev.Backend == string(systemone.Nimble) {
		return min(b.cfg.Evaluator.MaxInFlight, systemone.NimbleInFlight)
	}
	return b.cfg.Evaluator.MaxInFlight
}

func (b providers) make(path string, p ProviderConfig) (Provider, error) {
	factory, ok := b.factories[p.Provider]
	if !ok { // unbuilt has refused it already
		return nil, fmt.Errorf("building %s: provider %s is not linked into this program", path, p.Provider)
	}
	judge, err := factory(b.cfg, p)
	if err == nil && judge == nil {
		err = errors.New("its factory made none")
	}
	if err != nil {
		return nil, fmt.Errorf("building %s.provider %s: %w", path, p.Provider, err)
	}
	return judge, nil
}

// detailOf is the backend or the model, as the reference's status has it.
func detailOf(p ProviderConfig) string {
	switch p.Provider {
	case "jev":
		return p.Jev.Backend
	case "structural", callbackKind:
		return ""
	}
	return p.Model
}

func timeoutOf(p ProviderConfig) time.Duration {
	if p.Provider == callbackKind {
		return p.CallbackTimeout
	}
	return p.Timeout
}

// keepBreakers keeps the breakers of what is in force, and no others.
func keepBreakers(breakers *provider.Breakers, inForce Options) {
	breakers.Keep(chainsOf(inForce)...)
}

// chainsOf are the chains that judge: the provider's, and those of supervisors.
func chainsOf(o Options) (chains []*provider.Chain) {
	if chain, ok := o.Provider.(*provider.Chain); ok {
		chains = append(chains, chain)
	}
	for _, agent := range o.Agents {
		if chain, ok := agent.Supervisor.(*provider.Chain); ok {
			chains = append(chains, chain)
		}
	}
	return chains
}
