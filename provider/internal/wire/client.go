package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
	"github.com/flux7-go/supervisor/internal/httpretry"
)

const (
	// MaxAnswerBytes bounds the body of an answer. A longer one is unreadable.
	// Real ones hold a few kilobytes.
	MaxAnswerBytes = 1 << 20
	// MaxRequestBytes bounds the body of a request. A larger one is not sent.
	MaxRequestBytes = 8 << 20
	// DefaultTimeout bounds one exchange, as in the reference.
	DefaultTimeout = 30 * time.Second
	// maxWait bounds a wait that a service asks for. A longer one is not waited
	// out even where the time is there: a person decides sooner.
	maxWait = 10 * time.Second
)

// Options says where a [Client] sends, and how.
type Options struct {
	Service string // what errors call the service: "ollama"
	URL     string // the base address; paths are added to it
	// Header is sent with every request. It may hold a key.
	Header http.Header
	// Key is the key in Header. It is masked in whatever the service says, and
	// with one only https will do, except on the loopback interface.
	Key string
	// Hidden are further texts that no error may repeat, such as an account in
	// the address.
	Hidden     []string
	HTTPClient *http.Client // nil: one with its own connections
	// Timeout bounds one exchange with its retries. 0: [DefaultTimeout].
	Timeout time.Duration
	// Now reads the clock, for times that a service names. Nil: [time.Now].
	Now func() time.Time
}

// Client exchanges JSON with one service. It is safe for concurrent use.
// Errors carry a cause for [decision.CauseOf] and hold no key and no address.
type Client struct {
	service string
	base    string
	prepare func(*http.Request) // a function, so that printing a client shows no key
	hide    func(string) string // every secret
	hideKey func(string) string // but not one that is shorter than a key
	http    *httpretry.Client
	timeout time.Duration
	now     func() time.Time
}

// New returns a client, or an error that says what is wrong with the address.
func New(o Options) (*Client, error) {
	base, err := checkURL(o.URL, o.Key != "")
	if err != nil {
		return nil, fmt.Errorf("URL: %w", err)
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	header := o.Header.Clone()
	return &Client{
		service: o.Service, base: base, timeout: o.Timeout, now: o.Now,
		http: httpretry.New(httpretry.Config{
			HTTPClient: o.HTTPClient, Now: o.Now, MaxWait: maxWait, WholeWaits: true,
			Posts: true, Again: worthAnother, // a question to a model changes nothing
		}),
		hide: hider(append([]string{o.Key}, o.Hidden...), 1), hideKey: hider([]string{o.Key}, minKeyBytes),
		prepare: func(r *http.Request) {
			for name, values := range header {
				r.Header[name] = values
			}
		},
	}, nil
}

// checkURL returns the address without a slash at its end.
func checkURL(address string, withKey bool) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return "", errors.New("not a URL: give one like https://host/v1") // the parser's error quotes it
	case u.Scheme != "https" && u.Scheme != "http", u.Host == "":
		return "", errors.New("not a full URL: give one like https://host/v1")
	case u.User != nil, u.RawQuery != "", u.Fragment != "":
		return "", errors.New("must hold no user, query or fragment: give a key as the key")
	case withKey && u.Scheme == "http" && !loopback(u.Hostname()):
		return "", errors.New("a key is sent by https only, except to this machine: use https")
	}
	return strings.TrimRight(address, "/"), nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Post sends in as JSON and reads the JSON answer into out.
func (c *Client) Post(ctx context.Context, path string, in, out any) error {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(in); err != nil {
		return decision.Errorf(decision.CauseInvalid, "%s: the request is not valid json", c.service)
	}
	if body.Len() > MaxRequestBytes {
		return decision.Errorf(decision.CauseInvalid, "%s: the request is over %d bytes and is not sent", c.service, MaxRequestBytes)
	}
	return c.decoded(ctx, http.MethodPost, path, body.Bytes(), out)
}

// PostRaw sends a body, which must be JSON, and returns the answer as it came:
// called JSON by the service, within [MaxAnswerBytes], and not parsed.
func (c *Client) PostRaw(ctx context.Context, path string, body []byte) ([]byte, error) {
	return c.exchange(ctx, http.MethodPost, path, body)
}

// Get reads the JSON answer of a path into out.
func (c *Client) Get(ctx context.Context, path string, out any) error {
	return c.decoded(ctx, http.MethodGet, path, nil, out)
}

func (c *Client) decoded(ctx context.Context, method, path string, body []byte, out any) error {
	data, err := c.exchange(ctx, method, path, body)
	if err != nil {
		return err
	}
	if json.Unmarshal(data, out) != nil { // its error may quote the answer
		return c.Unreadable("the answer is not the expected json")
	}
	return nil
}

// CloseIdleConnections closes connections that no request uses.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// errOwnClock is the cause of a context that ended by the client's own timeout.
var errOwnClock = errors.New("own timeout")

func (c *Client) exchange(caller context.Context, method, path string, body []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeoutCause(caller, c.timeout, errOwnClock)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, decision.Errorf(decision.CauseInvalid, "%s: the request cannot be built", c.service)
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "flux7-supervisor")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	c.prepare(req)
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, c.transportError(ctx, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, c.statusError(resp)
	}
	return c.read(ctx, resp)
}

func (c *Client) read(ctx context.Context, resp *http.Response) ([]byte, error) {
	if !isJSON(resp.Header) {
		return nil, c.Unreadable("the answer is not json but %.60q: check the address", c.Name(resp.Header.Get("Content-Type")))
	}
	data, err := httpretry.ReadBody(resp.Body, MaxAnswerBytes)
	switch {
	case errors.Is(err, httpretry.ErrTooLarge):
		return nil, c.Unreadable("%w", err)
	case errors.Is(err, io.ErrUnexpectedEOF) && ctx.Err() == nil:
		return nil, c.Unreadable("the answer broke off")
	case err != nil:
		return nil, c.transportError(ctx, err)
	}
	return data, nil
}

func isJSON(h http.Header) bool {
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// Unreadable returns an error of an answer that cannot be trusted. Its
// arguments must hold nothing of the answer's text but by way of [Client.Name].
func (c *Client) Unreadable(format string, args ...any) error {
	return decision.Errorf(decision.CauseUnreadable, "%s: %w", c.service, fmt.Errorf(format, args...))
}

// Refused returns an error of a model that declined to answer; why is a word or
// two for it, not what the model wrote, which may repeat the call. A breaker does not count it.
func (c *Client) Refused(why string) error {
	return Uncounted(decision.Errorf(decision.CauseRefused, "%s: the model declines to answer: %s", c.service, c.Message(why)))
}

// Message makes what a service says fit for an error or a log: masked, bounded,
// on one line.
func (c *Client) Message(text string) string { return c.plain(text, maxMessageBytes) }

// maxNameBytes bounds what a service calls something.
const maxNameBytes = 128

// Name is [Client.Message] for a word or a name, such as that of a model.
func (c *Client) Name(text string) string { return c.plain(text, maxNameBytes) }

// minKeyBytes is the length of the shortest key that is looked for in answers.
// Servers on this machine are given words for keys, which answers hold too.
const minKeyBytes = 8

// Hide masks the key in what a model says, and leaves all else as it is.
func (c *Client) Hide(text string) string { return c.hideKey(text) }
