package httpretry

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Defaults of a [Config].
const (
	DefaultMaxAttempts = 3
	DefaultMinWait     = 200 * time.Millisecond
	DefaultMaxWait     = 2 * time.Second
)

// Config says how a [Client] sends. The zero value is usable.
type Config struct {
	// MaxAttempts counts the first attempt too; 1 means no retry. Default
	// [DefaultMaxAttempts].
	MaxAttempts int
	// MinWait is the wait before the second attempt; it doubles with each
	// further one. Default [DefaultMinWait].
	MinWait time.Duration
	// MaxWait bounds every wait, also one that the server asks for with
	// Retry-After. Default [DefaultMaxWait].
	MaxWait time.Duration
	// HTTPClient carries the requests. It is copied: its Timeout and
	// CheckRedirect do not apply here. Nil: a client with its own connections.
	HTTPClient *http.Client
	// Transport replaces that of HTTPClient, when set.
	Transport http.RoundTripper
	// Now reads the clock, for a Retry-After that names a date. Nil: [time.Now].
	Now func() time.Time
	// Posts says that a POST changes nothing at this service, as a question to
	// a model does not, so that it is tried again like a GET.
	Posts bool
	// Again reports whether an answer is worth another attempt. It may read the
	// body when it puts back what it read. Nil: 429, 502, 503 and 504 are.
	Again func(*http.Response) bool
	// WholeWaits says that a wait is kept whole or not begun: when the server
	// asks for more than MaxWait, or the wait would outlast the request's
	// deadline, the last answer or error is returned at once. Without it a wait
	// is cut to MaxWait, and ended by the context.
	WholeWaits bool
}

// Client sends requests. It is safe for concurrent use.
//
// It sets no deadline of its own: the context of a request bounds all attempts,
// the waits between them, and the reading of the body together.
type Client struct {
	once  *http.Client // for what must not be repeated
	retry *retryablehttp.Client
	posts bool
}

// New returns a Client for a config.
func New(cfg Config) *Client {
	cfg = cfg.withDefaults()
	once := cfg.client()
	waits := backoff{min: cfg.MinWait, max: cfg.MaxWait, now: cfg.Now}
	return &Client{once: once, posts: cfg.Posts, retry: &retryablehttp.Client{
		HTTPClient:   once,
		RetryMax:     cfg.MaxAttempts - 1,
		CheckRetry:   policy{again: cfg.Again, whole: cfg.WholeWaits, waits: waits}.check,
		Backoff:      waits.wait,
		ErrorHandler: retryablehttp.PassthroughErrorHandler,
	}}
}

func (c Config) withDefaults() Config {
	if c.MaxAttempts <= 0 {
		c.MaxAttempts = DefaultMaxAttempts
	}
	if c.MinWait <= 0 {
		c.MinWait = DefaultMinWait
	}
	if c.MaxWait <= 0 {
		c.MaxWait = DefaultMaxWait
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Again == nil {
		c.Again = passing
	}
	return c
}

func (c Config) client() *http.Client {
	client := &http.Client{}
	if c.HTTPClient != nil {
		*client = *c.HTTPClient
	}
	if c.Transport != nil {
		client.Transport = c.Transport
	}
	if client.Transport == nil {
		client.Transport = ownTransport()
	}
	// A timeout of the client would cut a long answer that its caller allows.
	client.Timeout = 0
	client.CheckRedirect = refuseRedirect
	return client
}

// ownTransport keeps the connections of one service apart from those of the
// rest of the program.
func ownTransport() http.RoundTripper {
	if shared, ok := http.DefaultTransport.(*http.Transport); ok {
		return shared.Clone()
	}
	return &http.Transport{Proxy: http.ProxyFromEnvironment}
}

// refuseRedirect hands the redirect itself back. Following one would carry a
// credential to an address that nobody configured.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Do sends a request. A GET, and a POST where [Config.Posts] says so, is tried
// again after a connection error and after an answer that [Config.Again] wants
// again, until the attempts are used up; then the last answer or error is
// returned. Every other method is sent exactly once. A redirect is returned as
// an answer. The caller closes the body.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	switch {
	case req.Method == http.MethodGet, req.Method == "", req.Method == http.MethodPost && c.posts:
	default:
		return c.once.Do(req)
	}
	retryable, err := retryablehttp.FromRequest(req.WithContext(countAttempts(req.Context())))
	if err != nil {
		return nil, err
	}
	return c.retry.Do(retryable)
}

// CloseIdleConnections closes connections that wait for a next request.
func (c *Client) CloseIdleConnections() { c.once.CloseIdleConnections() }
