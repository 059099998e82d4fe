package notify

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

// Format is the form of what a webhook sends.
type Format string

// The formats.
const (
	FormatStandard Format = "standard" // {type, timestamp, data}, as Standard Webhooks has it
	FormatSlack    Format = "slack"    // text and blocks, as Slack, Mattermost and Rocket.Chat read them
)

// Limits of a webhook.
const (
	// Timeout bounds one request.
	Timeout = 10 * time.Second
	// DefaultPerMinute is how many messages a minute are sent: a person reads no
	// more of them, and Slack takes one a second.
	DefaultPerMinute = 30
	// MaxPerMinute bounds Options.PerMinute.
	MaxPerMinute = 600
	// burst is how many are sent at once before that counts.
	burst = 10
	// maxAnswerBytes is how much is read of an answer, which nobody needs.
	maxAnswerBytes = 64 << 10
	// maxLeftAlone bounds how long a Retry-After is obeyed.
	maxLeftAlone = 15 * time.Minute
	// summaryPause is how long after a message that was withheld people are told
	// how many there were.
	summaryPause = 30 * time.Second
	// summaryTries is how often that is tried before the next message tells it.
	summaryTries = 8
)

// Options is what a [Webhook] is made of.
type Options struct {
	// URL is where messages go; see [CheckURL]. It is a secret: it is in no log
	// and no error. Required.
	URL string
	// Name stands for the webhook in logs and errors. Empty: "webhook".
	Name string
	// Secrets sign every message, at most [MaxSecrets]. None: it is not signed.
	Secrets []Secret
	// Format is the form of messages. Empty: FormatSlack where the host is
	// hooks.slack.com, else FormatStandard.
	Format Format
	// Link returns the address of a page about the call of an event, or of all
	// that waits; for the summary of several, the event has no decision. Nil, or
	// an empty text: the message has none.
	Link func(e decision.Event) string
	// AllowPrivate lets the URL lead to private networks and to this machine, and
	// be http then. Link-local addresses are never connected to.
	AllowPrivate bool
	// PerMinute is how many messages a minute are sent. 0 means
	// [DefaultPerMinute].
	PerMinute int
	// HTTPClient sends the requests, without following redirects. What it connects
	// to is then its own affair: no address is checked. Nil: a client without a
	// proxy, which checks each address that it connects to.
	HTTPClient *http.Client
	// Logger gets what an operator should see. Nil: nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// withDefaults returns a copy with every zero field at its default.
func (o Options) withDefaults(t target) Options {
	o.Name = cmp.Or(o.Name, "webhook")
	if o.Format == "" {
		o.Format = FormatStandard
		if strings.EqualFold(t.url.Hostname(), "hooks.slack.com") {
			o.Format = FormatSlack
		}
	}
	if o.Link == nil {
		o.Link = func(decision.Event) string { return "" }
	}
	o.PerMinute = cmp.Or(o.PerMinute, DefaultPerMinute)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func (o Options) validate() error {
	var errs []error
	if o.PerMinute < 0 || o.PerMinute > MaxPerMinute {
		errs = append(errs, fmt.Errorf("PerMinute must be 1 to %d, or 0 for %d", MaxPerMinute, DefaultPerMinute))
	}
	if o.Format != FormatStandard && o.Format != FormatSlack {
		errs = append(errs, fmt.Errorf("Format must be %s or %s", FormatStandard, FormatSlack))
	}
	if len(o.Secrets) > MaxSecrets {
		errs = append(errs, fmt.Errorf("Secrets must be at most %d", MaxSecrets))
	}
	for i, s := range o.Secrets {
		if s.key == nil {
			errs = append(errs, fmt.Errorf("Secrets[%d] is empty: use ParseSecret", i))
		}
	}
	return errors.Join(errs...)
}

// client is what sends.
func (o Options) client(t target) *http.Client {
	client := &http.Client{}
	if o.HTTPClient != nil {
		*client = *o.HTTPClient
	} else {
		client.Transport = t.transport()
	}
	client.Timeout = 0 // the context of each request has one
	// A redirect would take the message to an address that nobody configured.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client
}
