package provider

import (
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Defaults and limits.
const (
	// DefaultFailures is how many failures in a row open a breaker, the
	// reference's number.
	DefaultFailures = 3
	// DefaultCooldown is how long a link is left out, the reference's time.
	DefaultCooldown = 300 * time.Second
	// DefaultBudget bounds one asking of the chain, all links together.
	DefaultBudget = time.Minute
	// DefaultTimeout bounds one request of a link, the reference's time.
	DefaultTimeout = 30 * time.Second
	// DefaultMaxInFlight bounds the requests of a link at once.
	DefaultMaxInFlight = 64
	// MaxLinks bounds the links of a chain: more than anybody has waited for.
	MaxLinks = 32
	// MaxNameBytes bounds the name of a link, which every reasoning begins with.
	MaxNameBytes = 64
	// MaxOpen bounds how long an error may open a breaker: what a server says
	// must not shut it out for good.
	MaxOpen = 24 * time.Hour
)

// NoCooldown as Cooldown has a link tried again at once, one call at a time.
const NoCooldown = -1

// ChainName is the name of a chain that does not stand for a single provider.
const ChainName = "chain"

// Options is what a [Chain] is made of.
type Options struct {
	// Links are asked in this order. At least one, at most [MaxLinks].
	Links []Link

	// Single has the chain stand for its one provider: it has its name, and
	// reasoning gets no prefix. It is for a provider that needs a breaker.
	Single bool

	// Breakers keeps breakers from one chain to the next. Nil: none is kept.
	Breakers *Breakers

	// Budget bounds one asking in time, all links together; less is given when
	// the context ends before. 0 means [DefaultBudget].
	Budget time.Duration

	// Cooldown is how long a link is left out after Failures in a row. 0 means
	// [DefaultCooldown], [NoCooldown] none.
	Cooldown time.Duration

	// Failures is how many failures in a row leave a link out. 0 means
	// [DefaultFailures].
	Failures int

	// Logger hears of links that fail, and of breakers that open and close.
	// Nil: nothing is logged.
	Logger *slog.Logger

	// Now is the clock of cooldowns and measured times. Nil means [time.Now].
	// Budgets and timeouts are deadlines of contexts, which have their own.
	Now func() time.Time
}

// Chain is a provider that is made of others. It is safe for concurrent use.
type Chain struct {
	links  []*link
	name   string
	single bool
	budget time.Duration
	needs  decision.Need
	log    *slog.Logger
	now    func() time.Time
}

var (
	_ decision.Provider     = (*Chain)(nil)
	_ decision.Needer       = (*Chain)(nil)
	_ decision.Committer    = (*Chain)(nil)
	_ decision.LinkReporter = (*Chain)(nil)
)

// NewChain makes a chain. The error names every fault of the options.
func NewChain(o Options) (*Chain, error) {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return nil, fmt.Errorf("provider chain: %w", err)
	}
	links, err := named(o.Links)
	if err != nil {
		return nil, fmt.Errorf("provider chain: %w", err)
	}
	c := &Chain{links: links, name: ChainName, single: o.Single, budget: o.Budget, log: o.Logger, now: o.Now}
	if o.Single {
		c.name = links[0].label
	}
	for _, l := range links {
		c.needs |= decision.NeedsOf(l.Provider)
		if l.Identity != "" {
			l.identity = fmt.Sprintf("%s/%d/%s/%s", l.Name, o.Failures, o.Cooldown, l.Identity)
		}
		if l.state = o.Breakers.state(l.identity); l.state == nil {
			l.state = &linkState{breaker: newBreaker(o.Failures, o.Cooldown, o.Now)}
		}
	}
	return c, nil
}

func (o Options) withDefaults() Options {
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	switch o.Cooldown {
	case 0:
		o.Cooldown = DefaultCooldown
	case NoCooldown:
		o.Cooldown = 0
	}
	if o.Failures == 0 {
		o.Failures = DefaultFailures
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	links := make([]Link, len(o.Links))
	for i, l := range o.Links {
		links[i] = l.withDefaults()
	}
	o.Links = links
	return o
}

// validate reports every fault of an o that has its defaults.
func (o Options) validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(len(o.Links) > 0 && len(o.Links) <= MaxLinks, "Links must be 1 to %d", MaxLinks)
	check(!o.Single || len(o.Links) == 1, "Single needs exactly one link")
	check(o.Budget > 0, "Budget must be positive, or 0 for %s", DefaultBudget)
	check(o.Cooldown >= 0, "Cooldown must be positive, NoCooldown, or 0 for %s", DefaultCooldown)
	check(o.Failures > 0, "Failures must be positive, or 0 for %d", DefaultFailures)
	for i, l := range o.Links {
		if err := l.validate(); err != nil {
			errs = append(errs, fmt.Errorf("Links[%d]: %w", i, err))
		}
	}
	return errors.Join(errs...)
}

// Name returns "chain", or what a single provider is called.
func (c *Chain) Name() string { return c.name }

// Needs returns what any of the links reads.
func (c *Chain) Needs() decision.Need { return c.needs }
