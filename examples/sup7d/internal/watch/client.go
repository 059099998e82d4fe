package watch

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/flux7-go/supervisor/decision"
)

const (
	// requestTimeout bounds every request but the stream of events.
	requestTimeout = 20 * time.Second
	// maxAnswer bounds an answer in bytes. A list that is longer is an error: its
	// calls have to be settled on the page, or by fewer at once.
	maxAnswer = 64 << 20
	// maxListed is how many waiting calls the API lists, the newest.
	maxListed = 500
)

// allowFor is how long a call is allowed for by one key.
const allowFor = 15 * time.Minute

// ClientOptions say where the admin API is.
type ClientOptions struct {
	// URL is the address of the admin API, such as http://127.0.0.1:9096. With a
	// token it must be https, or on this machine.
	URL string
	// Token is the operator's. Who answers is the person whose token it is.
	Token string
	// TLS are the certificates to trust. Nil: those of the system.
	TLS *tls.Config
	// Now is the clock. Nil means [time.Now].
	Now func() time.Time
}

// Client asks an admin API. It is safe for concurrent use.
type Client struct {
	base  string
	token string
	http  *http.Client
	now   func() time.Time
	most  int64 // bytes of an answer: maxAnswer
}

// NewClient makes a client. It sends nothing yet. The error says what is wrong
// with the options.
func NewClient(o ClientOptions) (*Client, error) {
	base, err := url.Parse(o.URL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.User != nil {
		return nil, errors.New("the address of the admin api must be such as http://127.0.0.1:9096")
	}
	if strings.ContainsAny(o.URL, "?#") { // not quoted: it may hold a secret
		return nil, errors.New("the address of the admin api must have no query and no fragment: name the variable of the token with --token-env")
	}
	if base.Scheme == "http" && o.Token != "" && !IsLoopback(base.Hostname()) {
		return nil, fmt.Errorf("the token would be sent to %s for everybody to read: use https, or a tunnel to 127.0.0.1", base.Host)
	}
	if strings.ContainsFunc(o.Token, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
		return nil, errors.New("the token has blanks or control characters: no request could carry it")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = o.TLS
	return &Client{
		base: strings.TrimSuffix(base.Scheme+"://"+base.Host+base.EscapedPath(), "/"), token: o.Token, now: o.Now, most: maxAnswer,
		http: &http.Client{
			Transport: transport,
			// The token goes nowhere but where it was meant for.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// IsLoopback reports whether only this machine can reach a host. A name other than
// localhost is not looked up.
func IsLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}

// Close lets go of connections that are not used.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// waiting lists the calls that wait, oldest first. full says that there may be
// older ones.
func (c *Client) waiting(ctx context.Context) (list []call, full bool, err error) {
	if err := c.ask(ctx, http.MethodGet, "/approvals?status=pending", nil, &list); err != nil {
		return nil, false, err
	}
	slices.Reverse(list)
	now := c.now()
	for i := range list {
		list[i].arrived(now)
	}
	return list, len(list) >= maxListed, nil
}

// show asks for one approval. Its options are of standing approvals that end
// after [allowFor].
func (c *Client) show(ctx context.Context, id string) (found call, err error) {
	err = c.ask(ctx, http.MethodGet, "/approvals/"+url.PathEscape(id)+"?auto_approve_for="+allowFor.String(), nil, &found)
	found.arrived(c.now())
	return found, err
}

// answer is what is sent with an approve or a deny.
type answer struct {
	Reasoning      string                 `json:"reasoning,omitempty"`
	AutoApprove    decision.StandingScope `json:"auto_approve,omitempty"`
	AutoApproveFor string                 `json:"auto_approve_for,omitempty"`
}

// settled is what the API says of an answer that it took.
type settled struct {
	Status     decision.ApprovalStatus `json:"status"`
	ResolvedBy string                  `json:"resolved_by"`
	Warning    string                  `json:"warning"`
	Standing   *struct {
		Covers string `json:"covers"`
	} `json:"standing"`
}

// settle approves or denies a call.
func (c *Client) settle(ctx context.Context, d deed) (done settled, err error) {
	how := "/deny"
	if d.verb == doApprove {
		how = "/approve"
	}
	err = c.ask(ctx, http.MethodPost, "/approvals/"+url.PathEscape(d.id)+how, d.answer, &done)
	return done, err
}

// explanation is every stage and rule with what it sees of a call.
type explanation struct {
	Decision evidence        `json:"decision"`
	Steps    []decision.Step `json:"steps"`
}

func (c *Client) explain(ctx context.Context, id string) (found explanation, err error) {
	err = c.ask(ctx, http.MethodGet, "/approvals/"+url.PathEscape(id)+"/explain", nil, &found)
	return found, err
}

// ask sends a request and reads the answer into a value. Nothing is sent twice.
func (c *Client) ask(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	response, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(response.Body, c.most+1))
	switch {
	case err != nil:
		return fmt.Errorf("reading the supervisor's answer: %w", err)
	case int64(len(data)) > c.most:
		return fmt.Errorf("the supervisor's answer is larger than %d bytes: settle some calls on its page", c.most)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return errors.New("the supervisor's answer is no json of the admin api: is the address right?")
	}
	return nil
}

// send sends a request. An answer other than 2xx is an error.
func (c *Client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(data)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return nil, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return nil, fmt.Errorf("the supervisor cannot be reached: %w", reason(err))
	}
	if response.StatusCode/100 == 2 {
		return response, nil
	}
	defer func() { _ = response.Body.Close() }()
	failed := &apiError{Status: response.StatusCode, Text: response.Status}
	data, _ := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	_ = json.Unmarshal(data, failed) // else the status says it
	return nil, failed
}
