package provider

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/flux7-go/supervisor/decision"
)

// Link is one provider of a [Chain].
type Link struct {
	// Provider answers. Its Name is the label under which its verdicts are
	// recorded, such as "jev:cloudflare".
	Provider decision.Provider

	// Name is what reasoning, evidence and status call the link. It then is
	// the label of its verdicts as well. Empty: the part of the provider's
	// name before the first colon, as in the reference; a second link that
	// would have the name of another gets "#2" behind it.
	Name string

	// Detail is the backend or the model, for the status.
	Detail string

	// Identity tells what the link is made of. A chain that replaces another
	// goes on with the breaker of the link of the same identity, name and
	// breaker settings; see [Breakers]. Empty: each chain begins anew.
	Identity string

	// MaxInFlight bounds the requests that are in flight at once; a call
	// beyond it goes to the next link, with cause overload, which the breaker
	// does not count. A request that was given up counts until the provider
	// returns. 0 means [DefaultMaxInFlight].
	MaxInFlight int

	// Threshold is the confidence that the link's verdicts need. Nil: that of
	// the verdict itself, or else the supervisor's.
	Threshold *float64

	// Timeout bounds one request. 0 means [DefaultTimeout].
	Timeout time.Duration
}

// link is a Link of a chain at work.
type link struct {
	Link
	label    string // of its verdicts
	renamed  bool   // the label is not the provider's own name
	identity string // under which its state is kept; empty: it is not
	state    *linkState
	judged   group[decision.Verdict]
}

// validate reports what is wrong with a link that has its defaults.
func (l Link) validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	check(l.Provider != nil, "Provider is nil")
	check(len(l.Name) <= MaxNameBytes && !strings.ContainsFunc(l.Name, breaksPrefix),
		"Name %.64q must be at most %d bytes, without commas, brackets and control characters", l.Name, MaxNameBytes)
	check(l.MaxInFlight > 0, "MaxInFlight must be positive, or 0 for %d", DefaultMaxInFlight)
	check(l.Timeout > 0, "Timeout must be positive, or 0 for %s", DefaultTimeout)
	check(l.Threshold == nil || isConfidence(*l.Threshold), "Threshold must be 0 to 1, or nil")
	return errors.Join(errs...)
}

// breaksPrefix reports what would make the prefix of a reasoning ambiguous.
func breaksPrefix(r rune) bool { return strings.ContainsRune(",[]", r) || unicode.IsControl(r) }

// isConfidence reports whether c is a number from 0 to 1; a NaN is none.
func isConfidence(c float64) bool { return !math.IsNaN(c) && c >= 0 && c <= 1 }

func (l Link) withDefaults() Link {
	if l.MaxInFlight == 0 {
		l.MaxInFlight = DefaultMaxInFlight
	}
	if l.Timeout == 0 {
		l.Timeout = DefaultTimeout
	}
	return l
}

// named gives links their names and labels. Names that were given are kept;
// two that are the same are an error.
func named(given []Link) ([]*link, error) {
	names, labels := map[string]bool{}, map[string]bool{}
	for _, l := range given {
		if l.Name != "" && names[l.Name] {
			return nil, fmt.Errorf("two links are named %q: names must differ", l.Name)
		}
		names[l.Name] = true
		labels[l.Name] = true
	}
	links := make([]*link, len(given))
	for i, g := range given {
		l := &link{Link: g, label: g.Name, renamed: true}
		if g.Name == "" {
			own := oneWord(g.Provider.Name())
			kind, _, _ := strings.Cut(own, ":")
			l.Name, l.label = free(names, cmp.Or(kind, own)), free(labels, own)
			l.renamed = l.label != own
		}
		links[i] = l
	}
	return links, nil
}

// free returns name, with a number behind it if it is taken, and takes it.
func free(taken map[string]bool, name string) string {
	unique := name
	for n := 2; taken[unique]; n++ {
		unique = fmt.Sprintf("%s#%d", name, n)
	}
	taken[unique] = true
	return unique
}

// oneWord makes a name fit for a prefix.
func oneWord(name string) string {
	name = strings.Map(func(r rune) rune {
		if breaksPrefix(r) {
			return '_'
		}
		return r
	}, name)
	if name == "" {
		return "provider"
	}
	return name
}
