package mem7

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults of [Options].
const (
	DefaultURL     = "http://localhost:9070"
	DefaultAgentID = "supervisor"
	// DefaultTimeout bounds one request. flux7-memory answers in milliseconds.
	DefaultTimeout = 10 * time.Second
	// DefaultMaxWaiting is as many entries as a flux7-memory takes at all: more
	// would not arrive.
	DefaultMaxWaiting = 10_000
)

// MaxRecall is the most decisions that are read at the start: as many as a
// flux7-memory keeps, and as [memory.Store] does.
const MaxRecall = 10_000

// recallTimeout bounds the reading at the start: nobody waits longer for what
// is only to be looked at.
const recallTimeout = 2 * time.Second

// DefaultTags returns the reference's tags.
func DefaultTags() []string { return []string{"supervisor", "decision"} }

// Options sets up a [Store], a [Writer] or a [Client]. The defaults are those of
// the reference.
type Options struct {
	// URL is where flux7-memory listens. It may have a path, and neither user,
	// query nor fragment. Default: [DefaultURL].
	URL string
	// Token is sent to it. It appears in no error and no log.
	Token string
	// AgentID is who the supervisor is, to flux7-memory. Default: [DefaultAgentID].
	AgentID string
	// Tags are given to what is written, and looked for when it is read. Nil:
	// [DefaultTags]. None may begin with "by:" or "agent:", by which a mesh tells
	// who decided.
	Tags []string
	// Spool is the folder in which decisions wait. It is made, for the user
	// alone, if it does not exist. Several processes may share it: one of them
	// delivers. A [Store] without one writes nothing; a [Writer] needs one.
	Spool string
	// MaxWaiting is how many decisions wait at most. A further one is refused with
	// [memory.ErrFull]: those that were accepted keep their place. Each takes up to
	// [MaxRecordBytes]. Default: [DefaultMaxWaiting].
	MaxWaiting int
	// QueueOnly says that only decisions on calls of a queue are written, as the
	// reference does; not those that Evaluate was asked for.
	QueueOnly bool
	// Recall is how many decisions a [Store] reads when it is opened, at most
	// [MaxRecall]. 0 or less: none.
	Recall int
	// MaxDecisions is that of the store in the process; see [memory.Options].
	MaxDecisions int
	// Timeout bounds one request. Default: [DefaultTimeout].
	Timeout time.Duration
	// HTTPClient carries the requests; its Timeout and redirect policy are not
	// used. Nil: a client with its own connections.
	HTTPClient *http.Client
	// Logger is told when flux7-memory stops and starts to take decisions. Nil:
	// nothing is logged.
	Logger *slog.Logger
	// Now is the clock. Nil: [time.Now].
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	if o.URL == "" {
		o.URL = DefaultURL
	}
	if o.AgentID == "" {
		o.AgentID = DefaultAgentID
	}
	if o.Tags == nil {
		o.Tags = DefaultTags()
	}
	if o.MaxWaiting <= 0 {
		o.MaxWaiting = DefaultMaxWaiting
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Recall = min(o.Recall, MaxRecall)
	return o
}

// validate says everything that is wrong. It quotes neither the address, which
// may hold a password, nor the token.
func (o Options) validate() error {
	_, err := parseURL(o.URL)
	errs := []error{err}
	if plain(o.AgentID) != o.AgentID {
		errs = append(errs, errors.New("the agent's name must be one short line of plain text"))
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		errs = append(errs, errors.New("memory.token has a blank, a line break, or another character that no header takes"))
	}
	for _, tag := range o.Tags {
		if err := CheckTag(tag); err != nil {
			errs = append(errs, fmt.Errorf("memory.tags: %.40q %w", tag, err))
		}
	}
	return errors.Join(errs...)
}

// CheckTag says why a tag may not be among Options.Tags.
func CheckTag(tag string) error {
	switch {
	case tag == "" || plain(tag) != tag || strings.Contains(tag, ","):
		return errors.New("must be a short text in ASCII without a comma")
	case vouching(tag):
		return errors.New("must not begin with by: or agent:, or a mesh would take decisions of the supervisor for those of people")
	}
	return nil
}

// vouching reports a tag by which a mesh tells who decided and for whom.
func vouching(tag string) bool {
	tag = strings.ToLower(tag)
	return strings.HasPrefix(tag, "by:") || strings.HasPrefix(tag, "agent:")
}

func parseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	switch {
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https":
		return nil, errors.New("memory.url must be an http:// or https:// address with a host")
	case base.User != nil:
		return nil, errors.New("memory.url must hold no user and password: use memory.token, or MEM7_TOKEN")
	case base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, errors.New("memory.url must have neither query nor fragment")
	}
	base.Path, base.RawPath = strings.TrimRight(base.Path, "/"), ""
	return base, nil
}

// exposed reports whether a token sent there can be read on the way.
func exposed(base *url.URL) bool {
	ip := net.ParseIP(base.Hostname())
	return base.Scheme == "http" && !strings.EqualFold(base.Hostname(), "localhost") && (ip == nil || !ip.IsLoopback())
}
