package mesh

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/httpretry"
	"github.com/flux7-go/supervisor/internal/oneline"
	"github.com/flux7-go/supervisor/internal/redact"
)

// Defaults of [Options].
const (
	DefaultAgentID = "supervisor"
	DefaultTimeout = 10 * time.Second
	// DefaultListTimeout is long because a mesh searches every listed
	// parameter for injections: a thousand approvals of 50 kB took it 15 s.
	DefaultListTimeout = 60 * time.Second
)

// Limits of what is read from a mesh.
const (
	// maxListValues bounds the JSON values that one list is unpacked into. A
	// value takes up to a hundred times its bytes: without this bound a list
	// far below MaxListBytes fills gigabytes. What is over waits for a later
	// list.
	maxListValues = 2_000_000
	// MaxListBytes bounds one list. It holds two thousand approvals of 50 kB;
	// what lies beyond is the oldest part of the list and is reported as an error.
	MaxListBytes = 128 << 20
	// MaxListed bounds the approvals of one list.
	MaxListed = 100_000
	// MaxViewBytes bounds one approval. Above it the parameters are not read and
	// the approval is marked as faulty. It leaves room for the largest
	// parameters that a call may have, with every byte escaped.
	MaxViewBytes = 6*decision.MaxParamsBytes + 1<<20
	// MaxDetailBytes bounds the detail of one approval, whose recent traces
	// repeat whole parameters.
	MaxDetailBytes = 2 * MaxViewBytes
	// MaxAnswerBytes bounds every other answer.
	MaxAnswerBytes = 8 << 20
	// MaxIDBytes bounds the id of an approval, a grant or a trace. A mesh
	// makes ids of 16 characters.
	MaxIDBytes = 256
)

// Options configures a [Client].
type Options struct {
	// URL is where the mesh listens, for example "http://127.0.0.1:9090".
	// Required. It may have a path, and neither user, query nor fragment.
	URL string
	// AgentID names the supervisor to the mesh. Default [DefaultAgentID].
	AgentID string
	// AdminToken is the control plane's credential. A mesh wants it from other
	// hosts, and from everybody once it has one configured. It is sent to control
	// plane routes only: elsewhere a mesh takes it for an agent's name and
	// records it.
	AdminToken string
	// HTTPClient carries the requests; its Timeout and redirect policy are not
	// used. Nil: a client with its own connections.
	HTTPClient *http.Client
	// Logger gets warnings about the connection. Nil: nothing is logged.
	Logger *slog.Logger
	// Now reads the clock. Nil: [time.Now].
	Now func() time.Time
	// Timeout bounds one request, repetitions included. Default [DefaultTimeout].
	Timeout time.Duration
	// ListTimeout bounds one list. Default [DefaultListTimeout].
	ListTimeout time.Duration
}

func (o Options) withDefaults() Options {
	if o.AgentID == "" {
		o.AgentID = DefaultAgentID
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.ListTimeout == 0 {
		o.ListTimeout = DefaultListTimeout
	}
	return o
}

// validate says everything that is wrong. It quotes neither the URL, which may
// hold a password, nor the token.
func (o Options) validate() (*url.URL, error) {
	base, err := parseURL(o.URL)
	errs := []error{err}
	if !headerSafe(o.AgentID) || len(o.AgentID) > MaxIDBytes {
		errs = append(errs, fmt.Errorf("mesh.agent_id must be one line of at most %d printable ascii characters", MaxIDBytes))
	}
	if o.AdminToken != "" && !headerSafe(o.AdminToken) {
		errs = append(errs, errors.New("mesh.admin_token has a space or line break at an end, or characters that no header takes"))
	}
	if o.Timeout < 0 || o.ListTimeout < 0 {
		errs = append(errs, errors.New("mesh timeouts must not be negative"))
	}
	return base, errors.Join(errs...)
}

func parseURL(text string) (*url.URL, error) {
	base, err := url.Parse(text)
	switch {
	case text == "":
		return nil, errors.New("mesh.url is missing: say where the mesh listens, such as http://127.0.0.1:9090")
	case err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https":
		return nil, errors.New("mesh.url must be an http:// or https:// address with a host")
	case base.User != nil:
		return nil, errors.New("mesh.url must hold no user and password: use mesh.admin_token_env")
	case base.RawQuery != "" || base.Fragment != "" || base.ForceQuery:
		return nil, errors.New("mesh.url must have neither query nor fragment")
	}
	base.Path = strings.TrimRight(base.Path, "/")
	base.RawPath = ""
	return base, nil
}

// headerSafe reports whether s can be sent in a header as it is.
func headerSafe(s string) bool {
	printable := func(r rune) bool { return r >= ' ' && r <= '~' }
	return s == strings.TrimSpace(s) && !strings.ContainsFunc(s, func(r rune) bool { return !printable(r) })
}

// New returns a client for a mesh. It sends nothing yet, so the mesh need not
// be up. Every fault of the options is reported at once.
func New(o Options) (*Client, error) {
	o = o.withDefaults()
	base, err := o.validate()
	if err != nil {
		return nil, err
	}
	if o.AdminToken != "" && base.Scheme == "http" && !loopback(base.Hostname()) {
		o.Logger.Warn("the mesh admin token is sent unencrypted: use an https address", "url", base.String())
	}
	return &Client{
		base: base, agentID: o.AgentID, adminToken: o.AdminToken,
		http: httpretry.New(httpretry.Config{HTTPClient: o.HTTPClient, Now: o.Now}),
		log:  o.Logger, now: o.Now, timeout: o.Timeout, listTimeout: o.ListTimeout,
	}, nil
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// maxMessageBytes bounds what is taken over from an error answer.
const maxMessageBytes = 200

// withoutToken makes a foreign text fit for an error or a log.
func (c *Client) withoutToken(text string) string {
	if c.adminToken != "" {
		text = strings.ReplaceAll(text, c.adminToken, "[admin token]")
	}
	return oneline.Clean(redact.Text(text), maxMessageBytes)
}
