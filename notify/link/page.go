package link

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Limits of links.
const (
	// DefaultValid is how long a link works. The call that it is about may wait
	// for less: then it ends with that.
	DefaultValid = time.Hour
	// MaxValid bounds Options.Valid: nothing waits for longer.
	MaxValid = 7 * 24 * time.Hour
	// MinKeyBytes is the least length of Options.Key, that of what it signs with.
	MinKeyBytes = 32
	// DefaultBy is who decides by a link, as far as anybody knows.
	DefaultBy = "person:link"
)

// Options is what a [Page] is made of.
type Options struct {
	// URL is where people reach the page: https, or http on this machine, without
	// a query. Required.
	URL string
	// Approvals are where the calls wait: those of the supervisor, so that what is
	// decided here is recorded and remembered. It is called at each request, and
	// may be before there is a supervisor. Required.
	Approvals func() decision.Approvals
	// Key signs links, with at least [MinKeyBytes] random bytes; processes with the
	// same key know each other's. Nil: one is made, and links end with the process.
	Key []byte
	// By is who decides by a link, as approvals name people. Empty: [DefaultBy].
	// A link does not tell who opened it: all who can read it are this person.
	By string
	// Valid is how long a link works. 0 means [DefaultValid].
	Valid time.Duration
	// Logger gets what an operator should see. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// Page makes links and serves the page behind them. It is an [http.Handler] for
// the path of its URL, with a GET that shows and a POST that decides. It is safe
// for concurrent use.
type Page struct {
	opts   Options
	url    *url.URL
	origin *http.CrossOriginProtection
}

// New makes a page. The error says what is wrong with the options.
func New(o Options) (*Page, error) {
	u, err := parseURL(o.URL)
	if err != nil {
		return nil, err
	}
	o.By, o.Valid = cmp.Or(o.By, DefaultBy), cmp.Or(o.Valid, DefaultValid)
	if o.Key == nil {
		o.Key = make([]byte, MinKeyBytes)
		_, _ = rand.Read(o.Key) // never fails, see crypto/rand
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	switch {
	case o.Approvals == nil:
		return nil, errors.New("link options: Approvals is missing")
	case len(o.Key) < MinKeyBytes:
		return nil, fmt.Errorf("link options: Key must be at least %d random bytes, or nil", MinKeyBytes)
	case o.Valid < time.Second || o.Valid > MaxValid:
		return nil, fmt.Errorf("link options: Valid must be 1s to %s, or 0 for %s", MaxValid, DefaultValid)
	}
	origin := http.NewCrossOriginProtection()
	if err := origin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
		return nil, fmt.Errorf("link options: URL: %w", err)
	}
	return &Page{opts: o, url: u, origin: origin}, nil
}

func parseURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("link options: URL must be a web address without a query, such as https://sup7.example.com/decide")
	}
	if u.Scheme == "http" && !isLoopback(u.Hostname()) {
		return nil, errors.New("link options: URL must be https: who reads a link on its way may decide")
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// URL returns the link to a call that was left to a person, and an empty text for
// an event of which nobody can decide here: the call waits elsewhere, or nowhere.
// It fits Options.Link of package notify.
func (p *Page) URL(e decision.Event) string {
	if e.Decision == nil {
		return ""
	}
	until := p.opts.Now().Add(p.opts.Valid)
	if !e.Decision.Expires.IsZero() && e.Decision.Expires.Before(until) {
		until = e.Decision.Expires
	}
	token, err := claim{e.Decision.Approval, e.Decision.Fingerprint, until}.token(p.opts.Key)
	if err != nil {
		return ""
	}
	link := *p.url
	link.RawQuery = url.Values{fieldToken: {token}}.Encode()
	return link.String()
}
